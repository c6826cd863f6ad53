"""Solids to build parts from, which know of any point whether it lies in them.

Both sides take the same ones: the rays of `tests.box.sight`, with nothing but numpy, and the CAD kernel.
"""

from dataclasses import dataclass, field
from itertools import product
from math import cos, radians, sin
from typing import Final, assert_never

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Outline = tuple[tuple[float, float], ...]
Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Turned:
    """What an outline of (distance from the z axis, height) sweeps in one turn about that axis."""

    outline: Outline

    def holds(self, points: Points) -> Mask:
        """Which of the points, shape (N, 3), lie in it, shape (N,)."""
        return _inside(self.outline, np.hypot(points[:, 0], points[:, 1]), points[:, 2])


@dataclass(frozen=True, slots=True)
class Pulled:
    """What an outline of (x, y) sweeps from the height `low` to `high`."""

    outline: Outline
    low: float
    high: float

    def holds(self, points: Points) -> Mask:
        """Which of the points, shape (N, 3), lie in it, shape (N,)."""
        between = (points[:, 2] > self.low) & (points[:, 2] < self.high)
        return _inside(self.outline, points[:, 0], points[:, 1]) & between


@dataclass(frozen=True, slots=True)
class Joined:
    """Several in one; they overlap or touch."""

    solids: tuple["Solid", ...]

    def holds(self, points: Points) -> Mask:
        """Which of the points, shape (N, 3), lie in it, shape (N,)."""
        held: Mask = np.any([solid.holds(points) for solid in self.solids], axis=0)
        return held


@dataclass(frozen=True, slots=True)
class Cut:
    """One, and what is taken away from it."""

    solid: "Solid"
    away: tuple["Solid", ...]

    def holds(self, points: Points) -> Mask:
        """Which of the points, shape (N, 3), lie in it, shape (N,)."""
        within = self.solid.holds(points)
        for solid in self.away:
            within[within] = ~solid.holds(points[within])
        return within


@dataclass(frozen=True, slots=True)
class Frame:
    """A place to stand, and where the x and z axes of what stands there point (unit vectors)."""

    place: Vector = (0.0, 0.0, 0.0)
    x: Vector = (1.0, 0.0, 0.0)
    z: Vector = (0.0, 0.0, 1.0)

    @property
    def axes(self) -> Points:
        """The three axes as rows, shape (3, 3)."""
        return np.array([self.x, np.cross(self.z, self.x), self.z])

    def out(self, points: Points) -> Points:
        """Points of this frame, shape (N, 3), as seen from outside it."""
        away: Points = points @ self.axes + np.array(self.place)
        return away


@dataclass(frozen=True, slots=True)
class Moved:
    """One that stands elsewhere."""

    solid: "Solid"
    frame: Frame = field(default_factory=Frame)

    def holds(self, points: Points) -> Mask:
        """Which of the points, shape (N, 3), lie in it, shape (N,)."""
        return self.solid.holds((points - np.array(self.frame.place)) @ self.frame.axes.T)


Solid = Turned | Pulled | Joined | Cut | Moved


def bounds(solid: Solid) -> Points:
    """Two opposite corners of a box round it, shape (2, 3)."""
    match solid:
        case Turned(outline):
            far, heights = max(r for r, _ in outline), [z for _, z in outline]
            return np.array([(-far, -far, min(heights)), (far, far, max(heights))])
        case Pulled(outline, low, high):
            flat = np.array(outline)
            return np.array([(*flat.min(axis=0), low), (*flat.max(axis=0), high)])
        case Joined(solids):
            boxes = np.array([bounds(each) for each in solids])
            return np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])
        case Cut(whole, _):
            return bounds(whole)
        case Moved(still, frame):
            corners = np.array(list(product(*bounds(still).T)))
            return np.array([frame.out(corners).min(axis=0), frame.out(corners).max(axis=0)])
        case _:
            assert_never(solid)


UPSIDE_DOWN: Final = Frame(z=(0.0, 0.0, -1.0))


def rod(radius: float, low: float, high: float, x: float = 0.0, y: float = 0.0) -> Solid:
    """A round rod that stands upright at (x, y)."""
    upright = Turned(((0.0, low), (radius, low), (radius, high), (0.0, high)))
    return Moved(upright, Frame((x, y, 0.0))) if x or y else upright


def ring(inside: float, outside: float, low: float, high: float) -> Solid:
    """A ring between two radii."""
    return Turned(((inside, low), (outside, low), (outside, high), (inside, high)))


def block(wide: float, deep: float, low: float, high: float, x: float = 0.0, y: float = 0.0) -> Solid:
    """A block upright about (x, y)."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Pulled(tuple((x + i * wide / 2, y + j * deep / 2) for i, j in corners), low, high)


def sunk(radius: float, thick: float, x: float, y: float) -> Solid:
    """The hole for a countersunk screw in what lies from the height 0 to `thick`."""
    hole = ((0.0, -1.0), (radius, -1.0), (radius, thick - radius), (2 * radius + 0.1, thick + 0.1))
    return Moved(Turned((*hole, (0.0, thick + 0.1))), Frame((x, y, 0.0)))


def bearing(angle: float) -> tuple[float, float]:
    """The unit vector of a bearing, degrees."""
    return cos(radians(angle)), sin(radians(angle))


def _inside(outline: Outline, x: Points, y: Points) -> Mask:
    """Which of the points lie in a polygon: those from which a ray crosses it an odd number of times."""
    within = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if y0 != y1:
            crosses = (y0 > y) != (y1 > y)
            within ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return within
