"""Cups by chance: any colour, pattern and floor, round and square, clear ones with a pub behind."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from tests.training.windows.kinds import BLACK, GOLD, Colour, some_colour
from tests.training.windows.tracer import CupIn, PaintIn, fill

CUP_GROUPS: Final = ("soft", "printed", "clear", "hard")
"""Leather, felt and plain plastic; patterns and floors of their own; clear ones; metal and wood."""
SMOOTH, LEATHER, GRAINED, STRIPES, FELT, RINGS, CHECKS, PRINT = range(8)


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup upside down on the plate: its opening's middle, and half its width there and at its floor, mm."""

    group: str
    x: float
    y: float
    radius: float
    top_radius: float
    height: float
    square: bool
    traced: CupIn

    @property
    def reach(self) -> float:
        """How far from its middle any of its opening is, mm."""
        return self.radius * (math.sqrt(2) if self.square else 1)

    def holds(self, corners: np.ndarray[tuple[int, ...], np.dtype[np.float64]], slack: float = 0.0) -> bool:
        """Whether points, shape (N, 3), lie within its wall, give or take `slack` mm."""
        shares = np.maximum(corners[:, 2], 0) / self.height
        room = self.radius + (self.top_radius - self.radius) * shares + slack
        off = corners[:, :2] - (self.x, self.y)
        away = np.abs(off).max(axis=1) if self.square else np.hypot(*off.T)
        return bool((away <= room).all())


def some_cup(rng: np.random.Generator, group: str) -> Cup:
    """A cup of a group."""
    square = bool(rng.random() < 0.12)
    radius, height = float(rng.uniform(34, 43)), float(rng.uniform(45, 110))
    x, y = (float(v) for v in rng.uniform(-3.5, 3.5, 2))
    top = radius - float(rng.uniform(0, 7) if rng.random() < 0.85 else rng.uniform(-4, 0))
    side, floor = _paints(rng, group)
    rim = np.clip(np.array(side.first) * rng.uniform(0.7, 1.5), 0.004, 0.9)
    if rng.random() < 0.2:
        rim = some_colour(rng)
    traced = fill(
        CupIn(),
        x=x,
        y=y,
        radius=radius,
        top_radius=top,
        height=height,
        wall=float(rng.uniform(1, 5)),
        square=int(square),
        clear=int(group == "clear"),
        side=side,
        floor=floor,
        rim=rim,
        clear_tint=np.clip(rng.uniform(0.75, 0.95) * rng.normal(1, 0.06, 3), 0, 0.97),
        ambient=float(rng.uniform(0, 0.012)),
        seed=int(rng.integers(1, 60000)),
    )
    return Cup(group, x, y, radius, top, height, square, traced)


def _paints(rng: np.random.Generator, group: str) -> tuple[PaintIn, PaintIn]:
    """The paint of a cup's wall and of its floor, mostly the same."""
    first = _tone(rng)
    if group == "clear":
        glass = _paint(first, first, SMOOTH, 0.5, float(rng.uniform(0, 0.3)), 0.1)
        return glass, glass
    if group == "soft":
        side = _soft(rng, first)
        own = rng.random() < 0.25
        return side, _soft(rng, _tone(rng)) if own else side
    if group == "hard":
        side = _hard(rng)
        return side, _hard(rng) if rng.random() < 0.3 else side
    side = _printed(rng, first)
    return side, _printed(rng, some_colour(rng) if rng.random() < 0.7 else first)


def _tone(rng: np.random.Generator) -> Colour:
    """Most cups are dark; some are of any colour."""
    if rng.random() < 0.4:
        return BLACK * rng.uniform(0.5, 2.5) * rng.normal(1, 0.05, 3)
    if rng.random() < 0.4:
        return np.asarray(np.array([0.11, 0.055, 0.028]) * rng.uniform(0.4, 3), np.float64)
    return some_colour(rng)


def _paint(
    first: Colour, second: Colour, texture: int, grain: float, bump: float, gloss: float, metal: float = 0.0
) -> PaintIn:
    numbers = {"grain": grain, "bump": bump, "gloss": gloss, "metal": metal}
    clipped = {"first": np.clip(first, 0.004, 0.9), "second": np.clip(second, 0.004, 0.9)}
    paint: PaintIn = fill(PaintIn(), texture=texture, **clipped, **numbers)
    return paint


def _soft(rng: np.random.Generator, tone: Colour) -> PaintIn:
    texture = int(rng.choice([SMOOTH, LEATHER, FELT]))
    other = tone * rng.uniform(0.3, 1.3 if texture == SMOOTH else 2.2)
    if texture == LEATHER:
        return _paint(
            tone, other, LEATHER, rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.9), rng.uniform(0.3, 0.5)
        )
    if texture == FELT:
        return _paint(tone, other, FELT, rng.uniform(1, 2), rng.uniform(0.1, 0.5), 0.8)
    return _paint(tone, other, SMOOTH, 0.2, 0.0, rng.uniform(0.1, 0.5))


def _hard(rng: np.random.Generator) -> PaintIn:
    if rng.random() < 0.5:
        tone = (np.full(3, 0.7), GOLD * 1.2, np.array([0.7, 0.4, 0.28]))[rng.integers(3)] * rng.uniform(
            0.5, 1.1
        )
        return _paint(
            tone, tone * rng.uniform(0.5, 1), GRAINED, 0.5, 0.0, rng.uniform(0.15, 0.5), rng.uniform(0.5, 1)
        )
    wood = np.array([0.42, 0.23, 0.1]) * math.exp(rng.uniform(-1.6, 0.6))
    return _paint(
        wood, wood * rng.uniform(0.3, 0.8), GRAINED, rng.uniform(0.3, 0.8), 0.1, rng.uniform(0.2, 0.6)
    )


def _printed(rng: np.random.Generator, tone: Colour) -> PaintIn:
    texture = int(rng.choice([SMOOTH, STRIPES, RINGS, CHECKS, PRINT]))
    return _paint(tone, some_colour(rng), texture, rng.uniform(0.3, 1.2), 0.0, rng.uniform(0.1, 0.5))
