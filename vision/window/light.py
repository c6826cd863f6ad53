"""Whether there was light enough: what a picture too dark, too bright or too noisy cannot show.

Noise alone says nothing: a sensor at high gain sees a well-lit die plainly. So noise is only ever compared
with the contrast that is there, at the scale of what has to be seen, the pips: fine grain that vanishes in
them does no harm, the coarse grain that a camera makes of too little light does.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.level import Level, cut
from vision.picture import Gray, levels_in
from vision.reading import Circle, Die, Reading, Reason
from vision.window.finding import EDGE_SHARE

GAMMA: Final = 2.2
"""How much larger, as shares, changes of light are than the grey levels that cameras make of them (sRGB)."""
SIGNAL: Final = 10 * GAMMA
"""Least contrast of what can be seen well, in deviations of the noise: an acceptable picture's light has a
signal-to-noise ratio of 10 (ISO 12232)."""
PROVEN: Final = 7.0
"""The same of a face where there is no more noise than in the empty window, where set-up saw dice read: half
way from what is acceptable to what can be seen at all."""
ALIKE: Final = 1.5
"""Noise that is greater by less than this is the same: light's own is nearly so, in grey levels, on what is
light and what is dark, and the sensor's is a little more on what is dark."""
SEEN: Final = 5.0
"""Least contrast, in deviations, of what can be told from noise at all (A. Rose, 1948)."""
LEAST_NOISE: Final = 2.0
"""Less than this, grey levels, comes from JPEG, whose coarsest steps are about 6: 6 / sqrt(12)."""
BRIGHTEST: Final = 0.99
DARKEST: Final = 255 * 0.005 ** (1 / GAMMA)
"""A window whose brightest hundredth has less, grey levels, has a 200th of the light of what is white."""
BLOWN_OUT: Final = 250
"""What has so much, grey levels, is blown out: 255, and JPEG's ripples round it. A window is, of which three
quarters have more."""
PIP_SHARE: Final = 0.2
"""A pip's diameter, in a die's edges."""
PIP_PX: Final = 6
RADIUS_PX: Final = PIP_PX / (2 * PIP_SHARE * EDGE_SHARE)
"""The window's radius at which a pip is so many px wide: the scale at which noise counts."""
QUIET: Final = 0.6
"""The share of the pixels that is asked for noise, the most even ones: edges are among the others."""
QUIET_MEAN: Final = 0.397
"""The mean size of the smallest such share of normal deviations."""
WEIGHT: Final = 20**0.5
"""By how much the difference of four times a pixel from its four neighbours is noisier than it."""
BLUR_PX: Final = 3
INSIDE: Final = 0.95
"""What counts of the window, in its radii: the rim is no dice."""
ON_FACE: Final = 0.42
"""What counts of a face, in its edges from the centre: all pips, and no rounded edge."""
HALF_A_PIP: Final = PIP_SHARE**2 * math.pi / 4 / (2 * ON_FACE) ** 2 / 2
"""The share that half a pip has of it."""
EXTREME: Final = 0.04
"""Contrast is told by the lightest and darkest so much of a face, but by half of its pips at most."""


@dataclass(frozen=True, slots=True)
class Light:
    """The light in a window: what is seen of it at its pips' scale, its noise, that of set-up, its contrast.

    All are grey levels; `low` is that of its darkest quarter, `high` that of its brightest hundredth.
    """

    level: Level
    noise: float
    known: float
    contrast: float
    low: float
    high: float

    @property
    def bad(self) -> Reason | None:
        """What leaves nothing to read in the window, if anything does."""
        if self.low > BLOWN_OUT:
            return Reason.TOO_BRIGHT
        drowned = self.contrast < SEEN * _more(self.noise, self.known)
        return Reason.TOO_DARK if drowned or self.high < DARKEST else None


def measure_light(level: Level, window: Circle, known: float) -> Light:
    """Measure the light in a window.

    Args:
        level: the part of the frame that holds the window, in grey.
        window: where it is.
        known: the noise that set-up measured in the empty window; 0 where it has not.
    """
    level = _at_pips(level, window)
    smooth = np.asarray(cv2.blur(level.picture, (BLUR_PX, BLUR_PX)), np.uint8)  # its differences are no noise
    darkest, low, lightest, high = levels_in(smooth, (0.02, 0.25, 0.98, BRIGHTEST), _inside(level, window))
    return Light(level, noise_of(level.picture), known, lightest - darkest, low, high)


def in_this_light(reading: Reading, light: Light) -> Reading:
    """Doubt a reading whose pips drown in noise, and say where too little light is why nothing is read."""
    if reading.certain:
        drowned = (die for die in reading.dice if _drowns(_face(light.level, die), die.pips, light))
        die = next(drowned, None)
        return replace(reading, reason=Reason.TOO_DARK, place=(die.x, die.y)) if die else reading
    faint = light.contrast < SIGNAL * _more(light.noise, light.known)
    return replace(reading, reason=Reason.TOO_DARK, place=None) if faint else reading


def noise_in(frames: Sequence[Gray], window: Circle) -> float:
    """The noise of a window in each of several frames, grey levels, at the scale of its pips: the median."""
    return float(np.median([noise_of(_at_pips(cut(frame, window), window).picture) for frame in frames]))


def noise_of(picture: Gray) -> float:
    """The standard deviation of a picture's noise, grey levels, from its most even pixels."""
    rows = picture.astype(np.int16)
    middle = rows[1:-1:2, 1:-1:2]
    around = rows[1:-1:2, :-2:2] + rows[1:-1:2, 2::2] + rows[:-2:2, 1:-1:2] + rows[2::2, 1:-1:2]
    off = np.abs(4 * middle - around).ravel()
    quiet = int(QUIET * off.size)
    return float(np.partition(off, quiet)[:quiet].mean()) / (QUIET_MEAN * WEIGHT) if quiet else 0.0


def _at_pips(level: Level, window: Circle) -> Level:
    """The level no larger than its pips' scale; each pixel the mean of all that it stands for."""
    smaller = max(1.0, window.radius / (level.factor * RADIUS_PX))
    size = [max(4, round(length / smaller)) for length in level.picture.shape[1::-1]]
    picture = cv2.resize(level.picture, size, interpolation=cv2.INTER_AREA)
    return Level(np.asarray(picture, np.uint8), level.factor * smaller, level.left, level.top)


def _drowns(face: Gray, pips: int, light: Light) -> bool:
    """Whether a face's pips stand out too little; what a marbled one has more than its window is no noise.

    Nor has a window become noisier since set-up because a face in it is marbled, or its pips are rings.
    """
    noise = min(noise_of(face), ALIKE * light.noise)
    aside = min(HALF_A_PIP * pips, EXTREME)
    least, darker, lighter, most = levels_in(face, (aside, 0.1, 0.9, 1 - aside))
    contrast = max(most - darker, lighter - least)
    more = _more(min(noise, light.noise) if light.known else noise, light.known)
    return contrast < (SIGNAL if more else PROVEN) * _more(noise, 0.0)


def _more(noise: float, known: float) -> float:
    """The noise if it is more than JPEG makes, and more than the empty window had, else 0."""
    return noise if noise > max(LEAST_NOISE, ALIKE * known) else 0.0


def _face(level: Level, die: Die) -> Gray:
    x, y = level.from_frame(np.array([[die.x, die.y]], np.float32))[0]
    reach = ON_FACE * die.edge / level.factor
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    return level.picture[top : int(y + reach) + 1, left : int(x + reach) + 1]


def _inside(level: Level, window: Circle) -> Gray:
    """What of a level lies inside the window, not 0 there."""
    x, y = level.from_frame(np.array([[window.x, window.y]], np.float32))[0]
    return _disc(level.picture.shape, float(x), float(y), INSIDE * window.radius / level.factor)


@lru_cache(maxsize=1)
def _disc(shape: tuple[int, ...], x: float, y: float, radius: float) -> Gray:
    """A disc in a picture of such a shape; a table has the same one in each of its pictures."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    return ((columns - x) ** 2 + (rows - y) ** 2 < radius**2).astype(np.uint8)
