"""The plate's window: the circle inside which dice can lie, as the rim of the cup shows it.

Rings of equal distance round a centre are straight lines in polar coordinates, so the best centre is the one
whose polar picture changes most sharply from one radius to the next, all the way round.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.level import cut, shrink
from vision.picture import Gray
from vision.reading import Circle

Floats = npt.NDArray[np.float32]

WIDTH_PX: Final = 96
RADII: Final = (0.2, 0.39)
"""Least and greatest radius of a window, as shares of the picture's width: `docs/reader.md`, the optics."""
EDGE_SHARE: Final = 0.18
"""A die's edge as a share of the window's diameter: 12 to 19 mm in a window of 80 mm, the middle of it."""
REACH: Final = 1.36
"""Dice may be so many times larger or smaller than that."""
ANGLES: Final = np.deg2rad(np.arange(0, 360, 9, dtype=np.float32))[:, None]
COSINES: Final = np.cos(ANGLES)
SINES: Final = np.sin(ANGLES)
FARTHEST_PX: Final = (9.7, 14.0)
"""How far off the picture's middle centres are tried, and how far if no rim is there: tables have up to 8."""
FIRST_PX: Final = 2.4
FIRST_STEPS: Final = 4
FINER_PX: Final = (1.2, 0.6)
"""How far apart the centres that are tried lie, pass for pass; at first so many steps each way."""
LEAST_SHARPNESS: Final = 1.5
"""Least mean slope, in its own standard deviations round the ring, of a rim that is believed: tables have 1.9
and more, half covered 1.5, photographs of dice elsewhere up to 1.4 (labelled pictures)."""
SHARP: Final = 5.0
"""Sharp enough to be the cup's rim, though what the cup stands on has a sharper one further out."""
STEEPEST: Final = 24.0
"""Slopes count up to this: a die or a lamp on the rim is no better a rim."""
FLAT: Final = 1.0
"""Grey levels added to the deviation, so that noise is no rim."""


@dataclass(frozen=True, slots=True)
class _Rings:
    """Rings to be tried: centres, shape (C, 2), radii, shape (R,), and where they are, as `remap` has it."""

    centres: Floats
    radii: Floats
    places: npt.NDArray[np.int16]
    between: npt.NDArray[np.uint16]


def find_window(frame: Gray) -> Circle | None:
    """Find the window of a table in a picture.

    Args:
        frame: shape (H, W), dtype uint8, with the whole window in view.

    Returns:
        The window, or None where no rim is to be seen.
    """
    factor = frame.shape[1] / WIDTH_PX
    size = (WIDTH_PX, round(frame.shape[0] / factor))
    near = shrink(cut(frame), 2.0).picture if factor >= 4 else frame
    whole = cv2.resize(near, size, interpolation=cv2.INTER_AREA if factor > 1 else cv2.INTER_LINEAR)
    small = np.asarray(cv2.GaussianBlur(whole, (0, 0), 0.8), np.float32)
    for farthest in FARTHEST_PX:
        centre, radius, sharpness = _rim(small, _first_rings(size, farthest))
        if sharpness >= LEAST_SHARPNESS:
            x, y = (centre + 0.5) * factor - 0.5
            return Circle(float(x), float(y), radius * factor)
    return None


def _rim(small: Floats, rings: _Rings) -> tuple[Floats, float, float]:
    """The centre and radius of the sharpest rim, pass for pass, and how sharp it is."""
    for step in FINER_PX:
        centre, inner, _ = _sharpest(small, rings)
        rings = _rings(centre + _offsets(1, step), rings.radii[max(0, inner - 2) : inner + 3])
    centre, inner, sharpness = _sharpest(small, rings)
    return centre, float(rings.radii[inner]), sharpness


@cache
def _first_rings(size: tuple[int, int], farthest: float) -> _Rings:
    """The rings of the first pass, always the same for a picture of that size, px."""
    radii = np.arange(round(RADII[0] * WIDTH_PX), round(RADII[1] * WIDTH_PX) + 1, dtype=np.float32)
    offsets = _offsets(FIRST_STEPS, FIRST_PX)
    near = offsets[np.hypot(*offsets.T) <= farthest]
    return _rings(near + np.array([size[0] / 2, size[1] / 2], np.float32), radii)


@cache
def _offsets(reach: int, step: float) -> Floats:
    """A grid of places up to `reach` steps from the middle each way, shape (C, 2)."""
    steps = np.arange(-reach, reach + 1, dtype=np.float32) * np.float32(step)
    return np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)


def _rings(centres: Floats, radii: Floats) -> _Rings:
    """Rings of those radii, and one px in and out of them, round those centres."""
    around = np.concatenate([radii[:1] - 1, radii, radii[-1:] + 1])
    map_x = centres[:, 0, None, None] + around * COSINES
    map_y = centres[:, 1, None, None] + around * SINES
    # Fixed-point places are read faster than floats
    maps = cv2.convertMaps(map_x.reshape(-1, len(around)), map_y.reshape(-1, len(around)), cv2.CV_16SC2)
    return _Rings(centres, radii, np.asarray(maps[0], np.int16), np.asarray(maps[1], np.uint16))


def _sharpest(small: Floats, rings: _Rings) -> tuple[Floats, int, float]:
    """The centre of the sharpest rim, the index of its radius, and how sharp it is."""
    sharpness = _sharpness(small, rings)
    inner = _innermost(sharpness)
    best = int(sharpness[:, inner].argmax())
    return rings.centres[best], inner, float(sharpness[best, inner])


def _innermost(sharpness: Floats) -> int:
    """The column of the smallest radius that has a sharp rim, or of the sharpest rim there is."""
    best = sharpness.max(axis=0)
    first = int((best >= min(SHARP, best.max())).argmax())
    return first + int(best[first : first + 3].argmax())


def _sharpness(small: Floats, rings: _Rings) -> Floats:
    """How sharply the picture changes at each radius round each centre, shape (centres, radii)."""
    polar = cv2.remap(small, rings.places, rings.between, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = polar.reshape(len(rings.centres), len(ANGLES), len(rings.radii) + 2)
    slopes = grey[..., 2:] - grey[..., :-2]
    np.clip(slopes, -STEEPEST, STEEPEST, out=slopes)
    mean = slopes.mean(axis=1)
    squares = np.einsum("car,car->cr", slopes, slopes) / len(ANGLES)
    return np.asarray(np.abs(mean) / (np.sqrt(np.maximum(squares - mean * mean, 0)) + FLAT), np.float32)
