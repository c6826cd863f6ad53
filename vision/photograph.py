"""Dice photographed anywhere: no window tells how large they are, and no axis which sides should be seen.

So the witnesses look at every scale, the inspector from all four sides, and both at more than the light: red
pips on a black die are hardly to be told from it in grey.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.inspector import inspector
from vision.judge import join_chances
from vision.level import Level, cut, shrink
from vision.picture import Colour, Gray, to_gray
from vision.scout import EDGE_PX, scout
from vision.sightings import CLASSES, LEANING, Sightings, together

Floats = npt.NDArray[np.float32]

SCOUT: Final = "scout_anywhere"
INSPECTOR: Final = "inspector_anywhere"
"""The witnesses' weights: photographs have their own, for no axis helps there and much else is in view."""
FIRST_SCALE: Final = 0.65
NEXT_SCALE: Final = 1.5
"""The scout looks at dice of 22 px and more, each time so much larger."""
SAME_PLACE: Final = 0.4
"""Two views see the same face if its middles lie closer than so many edges."""
SURELY: Final = 0.9
"""Two views that are so sure of different pips cannot both be believed, hence neither is."""


def look_everywhere(frame: Gray | Colour) -> Sightings:
    """See the dice of one size that lie anywhere in a picture, with what both witnesses say of them."""
    grey, *others = [cut(view) for view in _views(frame)]
    scales = list(_scales(grey.picture))
    parts = [_witness(grey, scale) for scale in scales]
    owner = np.repeat(np.arange(len(scales)), [len(part) for part in parts])
    seen = together(parts)
    kept = seen.one_a_die()
    kept = [kept[index] for index in seen.take(kept).of_one_size()]
    seen, owner = seen.take(kept), owner[kept]
    chances = seen.chances.copy()
    for index in np.unique(owner):
        here = np.flatnonzero(owner == index)
        part = seen.take(here)
        chances[here] = surest([_closer(view, scales[index], part) for view in (grey, *others)])
    return replace(seen, chances=chances)


def surest(opinions: Sequence[Floats]) -> Floats:
    """Of what several views say of the same faces, shape (N, 8), take what is surest of the pips.

    Where two are sure of different pips, nothing is left but that a die is there.
    """
    views = np.stack(opinions)
    pips = views[:, :, 1:LEANING]
    best = views[pips.max(axis=2).argmax(axis=0), np.arange(views.shape[1])]
    sure = np.where(pips.max(axis=2) >= SURELY, pips.argmax(axis=2), -1)
    least = np.where(sure < 0, LEANING, sure).min(axis=0)
    best[sure.max(axis=0) > least] = np.array([0, *[1 / (CLASSES - 1)] * (CLASSES - 1)])
    return np.asarray(best, np.float32)


def _views(frame: Gray | Colour) -> Iterator[Gray]:
    """The light; and of a picture in colour its red, how much redder than grey it is, and its darkest."""
    yield to_gray(frame)
    if frame.ndim == 3:
        blue, green, red = cv2.split(frame)
        others = cv2.addWeighted(blue, 0.35, green, 0.35, -20)
        yield from (
            np.asarray(view, np.uint8) for view in (red, cv2.subtract(red, others), frame.min(axis=2))
        )


def _scales(picture: Gray) -> Iterator[float]:
    scale = FIRST_SCALE
    while 2 * EDGE_PX * scale < min(picture.shape):
        yield scale
        scale *= NEXT_SCALE


def _near(whole: Level, scale: float) -> Level:
    """The picture no larger than that scale needs."""
    level = whole
    while 2 * level.factor <= scale:
        level = shrink(level, 2 * level.factor)
    return level


def _witness(whole: Level, scale: float) -> Sightings:
    """Let the scout look at one scale, and the inspector closer at what it sees."""
    level = _near(whole, scale)
    seen = scout(SCOUT).look(level, scale, None)
    return replace(seen, chances=join_chances(seen.chances, inspector(INSPECTOR).chances(level, seen, None)))


def _closer(whole: Level, scale: float, seen: Sightings) -> Floats:
    """What both witnesses say in one view of faces that were seen, shape (N, 8); zeros where none is."""
    level = _near(whole, scale)
    found = scout(SCOUT).look(level, scale, None)
    chances = np.zeros((len(seen), CLASSES), np.float32)
    if not len(found):
        return chances
    apart = np.hypot(*(seen.centre[:, None] - found.centre[None]).transpose(2, 0, 1))
    nearest = apart.argmin(axis=1)
    there = np.flatnonzero(apart.min(axis=1) < SAME_PLACE * seen.edge)
    same = found.take(nearest[there])
    sides = [replace(same, angle=same.angle + np.float32(turn * np.pi / 2)) for turn in range(4)]
    logs = np.mean([np.log(inspector(INSPECTOR).chances(level, side, None) + 1e-4) for side in sides], axis=0)
    inspected = np.exp(logs) / np.exp(logs).sum(axis=1, keepdims=True)
    chances[there] = join_chances(same.chances, np.asarray(inspected, np.float32))
    return chances
