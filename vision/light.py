"""Whether there was light enough: what a picture too dark, too bright or too noisy cannot show.

Noise alone says nothing: a sensor at high gain sees a well-lit die plainly. So noise is only ever compared
with the contrast that is there, at the scale at which the reader looks, half the frame's: of the whole window
where nothing could be read, and of each face's pips where they were.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.level import Level
from vision.picture import Gray
from vision.reading import Circle, Die, Reading, Reason

GAMMA: Final = 2.2
"""How much larger, as shares, changes of light are than the grey levels that cameras make of them (sRGB)."""
SIGNAL: Final = 10 * GAMMA
"""Least contrast of what can be seen well, in deviations of the noise: an acceptable picture's light has a
signal-to-noise ratio of 10 (ISO 12232)."""
PROVEN: Final = 10.0
"""The same of a face where there is no more noise than in the empty window, where set-up saw dice read."""
ALIKE: Final = 1.5
"""Noise that is greater by less than this is the same: light's own is nearly so, in grey levels, on what is
light and what is dark, and the sensor's is a little more on what is dark."""
SEEN: Final = 5.0
"""Least contrast, in deviations, of what can be told from noise at all (A. Rose, 1948)."""
LEAST_NOISE: Final = 2.0
"""Less than this, grey levels, comes from JPEG, whose coarsest steps are about 6: 6 / sqrt(12)."""
DARKEST: Final = 255 * 0.005 ** (1 / GAMMA)
"""A window whose brightest hundredth has less, grey levels, has a 200th of the light of what is white."""
BLOWN_OUT: Final = 250
"""A window of which three quarters have more than this is blown out: 255, and JPEG's ripples round it."""
QUIET: Final = 0.6
"""The share of the pixels that is asked for noise, the most even ones: edges are among the others."""
QUIET_MEAN: Final = 0.397
"""The mean size of the smallest such share of normal deviations."""
WEIGHT: Final = 20**0.5
"""By how much the difference of four times a pixel from its four neighbours is noisier than it."""
BLUR_PX: Final = 5
INSIDE: Final = 0.95
"""What counts of the window, in its radii: the rim is no dice."""
ON_FACE: Final = 0.42
"""What counts of a face, in its edges from the centre: all pips, and no rounded edge."""


def noise_of(picture: Gray) -> float:
    """The standard deviation of a picture's noise, grey levels, from its most even pixels."""
    rows = picture.astype(np.int16)
    middle = rows[1:-1:2, 1:-1:2]
    around = rows[1:-1:2, :-2:2] + rows[1:-1:2, 2::2] + rows[:-2:2, 1:-1:2] + rows[2::2, 1:-1:2]
    off = np.abs(4 * middle - around[: middle.shape[0], : middle.shape[1]]).ravel()
    quiet = int(QUIET * off.size)
    return float(np.partition(off, quiet)[:quiet].mean()) / (QUIET_MEAN * WEIGHT) if quiet else 0.0


def bad_light(half: Level, window: Circle, known: float = 0.0) -> Reason | None:
    """Say what light, if any, leaves nothing to read in a window; arguments as for `in_this_light`."""
    seen = _inside(half, window)
    low, high = np.percentile(seen, (25, 99))
    if low > BLOWN_OUT:
        return Reason.TOO_BRIGHT
    drowned = _contrast(seen) < SEEN * _more(noise_of(half.picture), known)
    return Reason.TOO_DARK if drowned or high < DARKEST else None


def in_this_light(reading: Reading, half: Level, known: float = 0.0) -> Reading:
    """Doubt a reading whose pips drown in noise, and say where too little light may be why nothing is read.

    Args:
        reading: what was read in a window.
        half: the window at half its size.
        known: the noise of the empty window, at half its size as well; 0 where set-up has not measured it.
    """
    noise = noise_of(half.picture)
    if reading.certain:
        drowned = (die for die in reading.dice if _drowns(_face(half, die), noise, known))
        die = next(drowned, None)
        return replace(reading, reason=Reason.TOO_DARK, place=(die.x, die.y)) if die else reading
    assert reading.window
    faint = _contrast(_inside(half, reading.window)) < SIGNAL * _more(noise, known)
    return replace(reading, reason=Reason.TOO_DARK, place=None) if faint else reading


def noise_at_set_up(halves: Sequence[Gray]) -> float:
    """The noise of the empty window in several pictures, grey levels; their mean picture would hide it."""
    return float(np.median([noise_of(half) for half in halves]))


def _drowns(face: Gray, around: float, known: float) -> bool:
    """Whether a face's pips stand out too little; what a marbled one has more than its window is no noise."""
    noise = min(noise_of(face), ALIKE * around)
    levels = np.sort(cv2.blur(face, (3, 3)), axis=None)
    light_pips, dark_pips = (np.ptp(np.quantile(levels, ends)) for ends in ((0.1, 0.96), (0.04, 0.9)))
    contrast = float(max(light_pips, dark_pips))
    return contrast < PROVEN * _more(noise, 0.0) or contrast < SIGNAL * _more(noise, known)


def _more(noise: float, known: float) -> float:
    """The noise if it is more than JPEG makes, and more than the empty window had, else 0."""
    return noise if noise > max(LEAST_NOISE, ALIKE * known) else 0.0


def _face(half: Level, die: Die) -> Gray:
    x, y = half.from_frame(np.array([[die.x, die.y]], np.float32))[0]
    reach = ON_FACE * die.edge / half.factor
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    return half.picture[top : int(y + reach) + 1, left : int(x + reach) + 1]


def _contrast(seen: Gray) -> float:
    """How much lighter than its darkest fiftieth a window's lightest is."""
    return float(np.ptp(np.percentile(seen, (2, 98))))


def _inside(half: Level, window: Circle) -> Gray:
    """Some pixels of the window, smoothed so that their differences are no noise, shape (N,)."""
    smooth = np.asarray(cv2.blur(half.picture, (BLUR_PX, BLUR_PX))[::3, ::3], np.uint8)
    return smooth[_within(smooth.shape, half, window)]


def _within(shape: tuple[int, ...], half: Level, window: Circle) -> npt.NDArray[np.bool_]:
    x, y = half.from_frame(np.array([[window.x, window.y]], np.float32))[0]
    radius = window.radius / half.factor
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    return np.asarray((3 * columns - x) ** 2 + (3 * rows - y) ** 2 < (INSIDE * radius) ** 2, np.bool_)
