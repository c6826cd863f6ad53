"""The bare window that set-up saw, held against a picture: where nothing is new, and which lamps still shine.

What looks as it did before anything was thrown is no die, whatever the nets make of its glints. And a lamp's
image on the plate lies before the dice and adds its light to theirs, while one in the cup's wall or ceiling
goes out where a die hides it. Neither witness has learned anything.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.level import Level, cut, shrink
from vision.picture import Frame, Gray, to_gray
from vision.sightings import LOCATED, Sightings
from vision.window.calibration import LAMP_LEVEL, Calibration, lamp_spots
from vision.window.light import ALIKE, GAMMA, LEAST_NOISE

BEHIND: Final = 90
"""The percentile of the bare window's levels, lamps apart, that may lie behind a lamp's image."""
FLICKER: Final = 0.9
"""An image still shines where there is so much of the grey level that it had at least: a fifth less light."""
WHITE: Final = 255
"""No image is brighter, however much lighter the window is."""
SAME: Final = 0.8
"""The correlation from which a place shows what it showed when it was bare: more than half of it is so."""
FACE: Final = 0.8
"""How much of a place is compared, in edges."""
SLID: Final = 0.2
"""How far off it is looked for, in edges: a cup in its opening may slide by 3 mm, and its glints do."""
COARSE: Final = 4.0
"""What lies at a place is compared at a quarter of the picture's size, where pips still are pips."""
STEP: Final = 4
"""Of every so many px one tells how bright a picture is."""


@dataclass(frozen=True, slots=True, eq=False)
class _Bare:
    """The window at half and a quarter of its size; where lamps' images are, and their own least level."""

    level: Level
    coarse: Level
    lamps: Mask
    images: Floats | None


def anew(seen: Sightings, half: Level, calibration: Calibration) -> Sightings:
    """The sightings, but none of those where the window looks as it did when it was bare.

    Args:
        seen: where dice may lie; only the likely ones are compared.
        half: the window in grey at half its size, in a picture as large as set-up's.
        calibration: what set-up saw.
    """
    likely = np.flatnonzero(seen.there > LOCATED).tolist()
    now = shrink(half, COARSE) if likely else half
    gone = {index for index in likely if _is_bare(seen, index, now, calibration)}
    return seen.take([index for index in range(len(seen)) if index not in gone]) if gone else seen


def shining(frame: Frame, calibration: Calibration) -> Level | None:
    """Where a lamp's image may lie on the plate of a picture as large as set-up's: 1 there, else 0.

    None where no lamp was ever seen.
    """
    bare = _bare(calibration)
    if bare.images is None:
        return None
    half = shrink(cut(to_gray(frame), calibration.window), 2.0)
    expected = np.minimum(_brightness(half, bare.level) * bare.images, WHITE)
    shine = bare.lamps & (half.picture >= FLICKER * expected)
    return replace(half, picture=shine.astype(np.uint8))


def under(shine: Level, places: Floats, reach: float) -> Mask:
    """Which of several places, shape (N, 2), have such light nearer than `reach`; all in px of the frame."""
    near, beyond = shine.from_frame(places), reach / shine.factor + 1
    left, top = np.maximum(near.min(axis=0) - beyond, 0).astype(int)
    right, bottom = (near.max(axis=0) + beyond).astype(int) + 1
    lit = np.argwhere(shine.picture[top : max(0, bottom), left : max(0, right)])[:, ::-1]
    if not len(lit):
        return np.zeros(len(places), np.bool_)
    away = near[:, None] - (lit + np.array([left, top]))[None]
    return np.asarray(np.hypot(*away.transpose(2, 0, 1)).min(axis=1) * shine.factor < reach, np.bool_)


def _is_bare(seen: Sightings, index: int, now: Level, calibration: Calibration) -> bool:
    """Whether a place shows what lay there, or a little beside it, when the window was bare."""
    bare = _bare(calibration)
    (x, y), edge = now.from_frame(seen.centre[index][None])[0], float(seen.edge[index]) / now.factor
    shown = _square(now.picture, x, y, FACE * edge)
    then = _square(bare.coarse.picture, x, y, (FACE + 2 * SLID) * edge)
    if min(shown.shape) < 2 or then.shape[0] < shown.shape[0] or then.shape[1] < shown.shape[1]:
        return False
    if then.min() == then.max():  # nothing was seen there
        return False
    alike = cv2.matchTemplate(then, shown, cv2.TM_CCOEFF_NORMED)
    _, most, _, (left, top) = cv2.minMaxLoc(alike)
    if most < SAME:
        return False
    there = then[top : top + shown.shape[0], left : left + shown.shape[1]].astype(np.float32)
    off = np.abs(shown - _brightness(now, bare.coarse) * there)[there < LAMP_LEVEL]
    return off.size > 0 and bool(np.median(off) < max(LEAST_NOISE, ALIKE * calibration.noise))


def _square(picture: Gray, x: float, y: float, side: float) -> Gray:
    """A square of a picture round a point, as far as the picture goes."""
    left, top = max(0, round(x - side / 2)), max(0, round(y - side / 2))
    return picture[top : max(0, round(y + side / 2) + 1), left : max(0, round(x + side / 2) + 1)]


def _brightness(now: Level, then: Level) -> float:
    """How many times as bright as it was a window is: in the middle, as dice cover less than half of it."""
    before, after = (level.picture[::STEP, ::STEP].astype(np.float32) for level in (then, now))
    return float(np.median((after + 1) / (before + 1)))


@lru_cache(maxsize=1)
def _bare(calibration: Calibration) -> _Bare:
    """The bare window of a table, which is the same for each of its pictures."""
    level = shrink(cut(calibration.background, calibration.window), 2.0)
    lamps = lamp_spots(level, calibration.window)
    if not lamps.any():
        return _Bare(level, shrink(level, COARSE), lamps, None)
    dark = level.picture[level.picture < LAMP_LEVEL]
    behind = np.percentile(dark, BEHIND) if len(dark) else 0.0
    light = np.maximum(level.picture.astype(np.float32) ** GAMMA - behind**GAMMA, 0) ** (1 / GAMMA)
    return _Bare(level, shrink(level, COARSE), lamps, light.astype(np.float32))
