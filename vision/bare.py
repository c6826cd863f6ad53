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
import numpy.typing as npt

from vision.calibration import LAMP_LEAST_SHARE, LAMP_LEVEL, Calibration
from vision.level import Level, cut, shrink
from vision.light import ALIKE, GAMMA, LEAST_NOISE
from vision.picture import Frame, Gray, to_gray
from vision.sightings import Sightings

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

BEHIND: Final = 90
"""The percentile of the bare window's levels, lamps apart, that may lie behind a lamp's image."""
FLICKER: Final = 0.9
"""An image still shines where there is so much of the grey level that it had at least: a fifth less light."""
SAME: Final = 0.8
"""The correlation from which a place shows what it showed when it was bare: more than half of it is so."""
FACE: Final = 0.8
"""How much of a place is compared, in edges."""
SLID: Final = 0.2
"""How far off it is looked for, in edges: a cup in its opening may slide by 3 mm, and its glints do."""
STEP: Final = 4
"""Of every so many px one tells how bright a picture is."""


@dataclass(frozen=True, slots=True, eq=False)
class _Bare:
    """The window at half its size; where lamps' images are, and the least grey level of theirs alone."""

    level: Level
    lamps: Mask
    images: Floats


def anew(seen: Sightings, half: Level, calibration: Calibration) -> Sightings:
    """The sightings, but none of those where the window looks as it did when it was bare.

    Args:
        seen: where dice may lie.
        half: the window in grey at half its size, in a picture as large as set-up's.
        calibration: what set-up saw.
    """
    return seen.take([index for index in range(len(seen)) if not _is_bare(seen, index, half, calibration)])


def shining(frame: Frame, calibration: Calibration) -> Level:
    """Where a lamp's image may lie on the plate of a picture as large as set-up's: 1 there, else 0."""
    bare = _bare(calibration)
    if not bare.lamps.any():
        return replace(bare.level, picture=np.zeros_like(bare.level.picture))
    half = shrink(cut(to_gray(frame), calibration.window), 2.0)
    shine = bare.lamps & (half.picture >= FLICKER * _brightness(half, bare) * bare.images)
    return replace(half, picture=shine.astype(np.uint8))


def under(shine: Level, places: Floats, reach: float) -> Mask:
    """Which of several places, shape (N, 2), have such light nearer than `reach`; all in px of the frame."""
    lit = shine.to_frame(np.argwhere(shine.picture)[:, ::-1].astype(np.float32))
    if not len(lit):
        return np.zeros(len(places), np.bool_)
    return np.asarray([np.hypot(*(lit - place).T).min() < reach for place in places], np.bool_)


def _is_bare(seen: Sightings, index: int, half: Level, calibration: Calibration) -> bool:
    """Whether a place shows what lay there, or a little beside it, when the window was bare."""
    bare = _bare(calibration)
    (x, y), edge = half.from_frame(seen.centre[index][None])[0], float(seen.edge[index]) / half.factor
    now = _square(half.picture, x, y, FACE * edge)
    then = _square(bare.level.picture, x, y, (FACE + 2 * SLID) * edge)
    if min(now.shape) < 2 or now.std() == 0 or then.shape[0] < now.shape[0] or then.shape[1] < now.shape[1]:
        return False
    alike = cv2.matchTemplate(then, now, cv2.TM_CCOEFF_NORMED)
    _, most, _, (left, top) = cv2.minMaxLoc(alike)
    if most < SAME:
        return False
    there = then[top : top + now.shape[0], left : left + now.shape[1]].astype(np.float32)
    off = np.abs(now - _brightness(half, bare) * there)[there < LAMP_LEVEL]
    return off.size > 0 and bool(np.median(off) < max(LEAST_NOISE, ALIKE * calibration.noise))


def _square(picture: Gray, x: float, y: float, side: float) -> Gray:
    """A square of a picture round a point, as far as the picture goes."""
    left, top = max(0, round(x - side / 2)), max(0, round(y - side / 2))
    return picture[top : max(0, round(y + side / 2) + 1), left : max(0, round(x + side / 2) + 1)]


def _brightness(half: Level, bare: _Bare) -> float:
    """How many times as bright as the bare window a picture is, by what dice and lamps leave of it."""
    then, now = (level.picture[::STEP, ::STEP] + np.float32(1) for level in (bare.level, half))
    return float(np.median((now / then)[~bare.lamps[::STEP, ::STEP]]))


@lru_cache(maxsize=1)
def _bare(calibration: Calibration) -> _Bare:
    """The bare window of a table, which is the same for each of its pictures."""
    level = shrink(cut(calibration.background, calibration.window), 2.0)
    bright = (level.picture >= LAMP_LEVEL).astype(np.uint8)
    _, spots, stats, _ = cv2.connectedComponentsWithStats(bright)
    large = stats[:, cv2.CC_STAT_AREA] >= LAMP_LEAST_SHARE * (calibration.window.radius / level.factor) ** 2
    large[0] = False
    behind = np.percentile(level.picture[bright == 0], BEHIND) if (bright == 0).any() else 0.0
    light = np.maximum(level.picture.astype(np.float32) ** GAMMA - behind**GAMMA, 0) ** (1 / GAMMA)
    return _Bare(level, large[spots], light.astype(np.float32))
