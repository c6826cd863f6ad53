"""The plate's window: where dice can lie, as the rim of the cup shows it, and what else might be it.

Every sharp ring is a candidate: the cup's rim on the plate, its inner and its outer edge, the floor of the
cup further up, what is printed there, the opening in the table below. What tells the rim is light. Floor and
rim look down at the lens and its lamps; the wall between them is seen edge-on and takes hardly any of their
light. So a floor is lighter than what surrounds it, and a rim is darker inside than out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats
from vision.level import cut, shrink
from vision.picture import Gray
from vision.reading import Circle
from vision.window.rings import Rings, offsets, rings, sharpness

FAR_PX: Final = 96
NEAR_PX: Final = 288
"""The picture's widths at the two looks: from afar for where rings are, from nearer for each by itself."""
RADII: Final = (0.2, 0.4)
"""Least and greatest radius of a window, as shares of the picture's width: `docs/reader.md`, the optics."""
EDGE_SHARE: Final = 0.18
"""A die's edge as a share of the window's diameter: 14.4 mm in a window of 80 mm, a middling one."""
REACH: Final = 1.36
"""Dice may be so many times larger or smaller than that: 10.6 to 19.6 mm."""
FARTHEST: Final = 0.15
"""How far off the picture's middle a window's may be, as a share of its width: 25 mm on the table."""
FIRST_STEP: Final = 2.4
FINER_STEPS: Final = (2.4, 1.2, 0.6, 0.3)
"""How far apart the centres that are tried lie, px of their look, pass for pass."""
POINTS: Final = (40, 72)
SQUARELY: Final = (-8.0, -4.0, 0.0, 4.0, 8.0)
USUAL: Final = (None, *SQUARELY)
ASKEW: Final = tuple(float(turn) for turn in range(-44, 45, 4) if abs(turn) > SQUARELY[-1])
"""How many degrees a square may be turned: a camera is screwed in square to an opening, or nearly so. Set-up
has the time to look for one that is not."""
LIGHTER: Final = (1.4, 2.0, 2.8, 4.0)
"""And for a rim in the dark, whose slopes are none before its grey levels are so many times higher."""
LIKELY: Final = 0.8
LEAST: Final = 1.2
"""Least sharpness of a ring that is looked at from nearer, and of one that is believed: with some thirty
places round a ring that know nothing of each other, chance would need six standard errors for it."""
ENOUGH: Final = 4.0
"""So sharp a ring is there beyond doubt, and sharper is no more of a rim."""
LIGHTER_INSIDE: Final = 0.4
WIDER: Final = 0.6
SQUARE: Final = 0.3
"""What a ring counts that is lighter inside; that has a rim inside it; that is square. Round rims that dice
lie inside come first, but a clear or a light cup may show one of the others alone."""
NESTED: Final = (0.65, 0.985)
"""A rim inside another: a cup's inner edge in its outer, or a cup in an opening half as large again. A floor
in its rim is smaller (50 mm and more further away) and lighter inside."""
CLEARLY: Final = 2.0
"""Sharpness of a rim that is there, or inside another, for certain."""
APART: Final = 0.025
"""Rings nearer to each other than that, in radii, are one."""
MOST: Final = 6
"""So many candidates are plenty."""


@dataclass(frozen=True, slots=True)
class _Ring:
    """A ring in px of the picture; `sharpness` is negative where it is lighter inside."""

    place: Circle
    sharpness: float
    is_round: bool


def find_window(frame: Gray, *, at_length: bool = False) -> Circle | None:
    """Find the window of a table in a picture: the likeliest of `find_windows`, None if there is none."""
    return next(iter(find_windows(frame, at_length=at_length)), None)


def find_windows(frame: Gray, *, at_length: bool = False) -> tuple[Circle, ...]:
    """Find whatever may be the window of a table in a picture.

    Args:
        frame: shape (H, W), dtype uint8, with the whole window in view.
        at_length: whether squares that are turned by any angle, and then rims in the dark, are looked for
            where nothing else is found.

    Returns:
        The candidates, the likeliest first; of a square opening the circle that fits into it.
    """
    found = _likeliest(frame, USUAL)
    if not at_length:
        return found
    found = found or _likeliest(frame, ASKEW)
    for times in LIGHTER:
        found = found or _likeliest(np.asarray(cv2.convertScaleAbs(frame, alpha=times), np.uint8), USUAL)
    return found


def has_round_rim(frame: Gray, window: Circle) -> bool:
    """Whether a round rim lies for certain where a window is said to be; a floor, lighter inside, is none."""
    rims = (ring for ring in _rings_of(frame, None) if ring.sharpness > CLEARLY)
    return any(_same(rim.place, window) for rim in rims)


def _likeliest(frame: Gray, turns: Sequence[float | None]) -> tuple[Circle, ...]:
    """What may be the window, of squares turned so, or round where a turn is None."""
    found = _apart([ring for turn in turns for ring in _rings_of(frame, turn)])
    low, high = (share * frame.shape[1] for share in RADII)
    fitting = [ring for ring in found if low <= ring.place.radius <= high]
    best = sorted(fitting, key=lambda ring: -_merit(ring, fitting))
    return tuple(ring.place for ring in best[:MOST])


def _merit(ring: _Ring, others: list[_Ring]) -> float:
    """How likely a ring is the window, next to the others."""
    merit = min(abs(ring.sharpness), ENOUGH)
    if ring.sharpness < 0:
        merit *= LIGHTER_INSIDE
    if not ring.is_round:
        merit *= SQUARE
    return merit * WIDER if any(_nested(other, ring) for other in others) else merit


def _nested(inner: _Ring, outer: _Ring) -> bool:
    share = inner.place.radius / outer.place.radius
    return inner.is_round and inner.sharpness > CLEARLY and NESTED[0] < share < NESTED[1]


def _apart(found: list[_Ring]) -> list[_Ring]:
    """The sharpest of those rings that are one and the same."""
    kept: list[_Ring] = []
    for ring in sorted(found, key=lambda ring: -abs(ring.sharpness)):
        if not any(_same(ring.place, other.place) for other in kept):
            kept.append(ring)
    return kept


def _same(one: Circle, other: Circle) -> bool:
    away = max(abs(one.x - other.x), abs(one.y - other.y), abs(one.radius - other.radius))
    return away < APART * other.radius


def _rings_of(frame: Gray, turn: float | None) -> Iterator[_Ring]:
    """The sharp rings turned so, as `rings` has them: seen from afar, and then each from nearer."""
    near = _scaled(frame, NEAR_PX)
    small = _smooth(_scaled(near, FAR_PX), 0.8)
    laid = _first_rings(small.shape[1], small.shape[0], turn)
    sharp = sharpness(small, laid)
    best = np.abs(sharp).max(axis=0)
    for index in range(len(laid.radii)):
        if best[index] >= max(LIKELY, best[max(0, index - 1) : index + 2].max()):
            centre = laid.centres[np.abs(sharp[:, index]).argmax()]
            yield from _closer(_smooth(near, 0.9), frame, centre, float(laid.radii[index]), turn)


def _closer(near: Floats, frame: Gray, centre: Floats, radius: float, turn: float | None) -> Iterator[_Ring]:
    """The rings near one that was seen from afar, round the best centre of the sharpest of them."""
    scale = near.shape[1] / FAR_PX
    centre = (centre + 0.5) * scale - 0.5
    radii = np.arange(round(radius * scale) - 6, round(radius * scale) + 7, dtype=np.float32)
    for step in FINER_STEPS:
        laid = rings(centre + offsets(2, step), radii, turn, POINTS[1])
        sharp = sharpness(near, laid)
        row = int(np.abs(sharp).max(axis=1).argmax())
        centre = laid.centres[row]
    profile = sharp[row]
    factor = frame.shape[1] / near.shape[1]
    x, y = (centre + 0.5) * factor - 0.5
    for index in _peaks(np.abs(profile)):
        place = Circle(float(x), float(y), float(radii[index] + _between(np.abs(profile), index)) * factor)
        yield _Ring(place, float(profile[index]), turn is None)


def _peaks(profile: Floats) -> Iterator[int]:
    for index in range(1, len(profile) - 1):
        if profile[index] >= max(LEAST, profile[index - 1], profile[index + 1]):
            yield index


def _between(profile: Floats, index: int) -> float:
    """How far a peak lies off its place, -0.5 to 0.5: the top of a parabola through it and its neighbours."""
    before, top, after = profile[index - 1 : index + 2]
    bend = before - 2 * top + after
    return float((before - after) / (2 * bend)) if bend < 0 else 0.0


def _scaled(frame: Gray, width: int) -> Gray:
    factor = frame.shape[1] / width
    near = shrink(cut(frame), 2.0).picture if factor >= 2 else frame
    size = (width, round(frame.shape[0] / factor))
    kind = cv2.INTER_AREA if factor > 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(near, size, interpolation=kind), np.uint8)


def _smooth(picture: Gray, sigma: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


@cache
def _first_rings(width: int, height: int, turn: float | None) -> Rings:
    """The rings of the look from afar, always the same for a picture of that size, px."""
    radii = np.arange(round(RADII[0] * width) - 1, round(RADII[1] * width) + 2, dtype=np.float32)
    reach = FARTHEST * width
    grid = offsets(round(reach / FIRST_STEP), FIRST_STEP)
    near = grid[np.hypot(*grid.T) <= reach]
    return rings(near + np.array([width / 2, height / 2], np.float32), radii, turn, POINTS[0])
