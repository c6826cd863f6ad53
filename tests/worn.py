"""How the reader takes worn dice: `python -m tests.worn [DIR] [--every N] [--first K]`.

Of one die of each labelled picture of a window (DIR, default `../shared/dice`) that is read rightly one pip
loses its paint: all of it, in any place but the middle, which leaves a face that no die has, or part of it;
and of a middle pip, and of two that face each other, flakes are left. A doubt is good there; another number
is a wrong ruling. (A middle pip that is wholly gone is no question: a 5
is a 4 then, to people as well.)
"""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

import cv2
import numpy as np

import vision
from tests.dirty import tell
from vision.picture import soften

GONE: Final = "wholly gone"
PALER: Final = "paler"
FLAKED: Final = "flaked"
OFF_MIDDLE: Final = 0.12
"""What lies further from a face's middle, in its edges, is no middle pip."""
PAINT: Final = 1.3
"""The paint of a pip and its rim, in the radius of its ring in the evidence."""
BLENDED_PX: Final = 3
LEAST, MOST = 0.4, 0.95
"""So much of its paint a paler pip has lost."""
FEWEST, MANY = 0.08, 0.6
"""So much of a flaked pip still has its paint."""
FINE, COARSE = 0.15, 0.6
"""How large flakes are, in the radius of its ring."""


def main() -> None:
    """Print what becomes of pictures with a worn die, by what it showed and how worn it is."""
    tell(__doc__, "which pip of what", _worn)


def _worn(
    frame: vision.Frame, reading: vision.Reading, rng: np.random.Generator
) -> Iterator[tuple[str, vision.Frame]]:
    """The frame with a pip gone, where a die has one beside its middle, and with others paler or flaked."""
    beside = [(die, spot) for die in reading.dice for spot in die.spots if not _is_middle(die, spot)]
    middle = [(die, spot) for die in reading.dice for spot in die.spots if _is_middle(die, spot)]
    if beside:
        die, spot = beside[int(rng.integers(len(beside)))]
        yield f"{GONE}, beside, {die.pips}", without_paint(frame, spot, 1.0)
    if middle:
        die, spot = middle[int(rng.integers(len(middle)))]
        yield f"{PALER}, middle, {die.pips}", without_paint(frame, spot, rng.uniform(LEAST, MOST))
    if middle := [(die, spot) for die, spot in middle if die.pips > 1]:
        die, spot = middle[int(rng.integers(len(middle)))]
        yield f"{FLAKED}, middle, {die.pips}", flaked(frame, spot, rng)
    if facing := [(die, pair) for die in reading.dice if die.pips > 2 for pair in _facing(die)]:
        die, (one, other) = facing[int(rng.integers(len(facing)))]
        yield f"{FLAKED}, two, {die.pips}", flaked(flaked(frame, one, rng), other, rng)


def _facing(die: vision.Die) -> list[tuple[vision.Circle, vision.Circle]]:
    """A die's pips, two each, that lie on either side of its middle."""
    return [
        (one, other)
        for one, other in combinations([spot for spot in die.spots if not _is_middle(die, spot)], 2)
        if math.hypot((one.x + other.x) / 2 - die.x, (one.y + other.y) / 2 - die.y) < OFF_MIDDLE * die.edge
    ]


def _is_middle(die: vision.Die, spot: vision.Circle) -> bool:
    return math.hypot(spot.x - die.x, spot.y - die.y) < OFF_MIDDLE * die.edge


def without_paint(frame: vision.Frame, spot: vision.Circle, lost: float) -> vision.Frame:
    """A frame whose die has lost so much of a pip's paint, 0 to 1: what lies round it grows over it."""
    cover = np.zeros(frame.shape[:2], np.uint8)
    radius = round(PAINT * spot.radius)
    cv2.circle(cover, (round(spot.x), round(spot.y)), radius, 255, cv2.FILLED, cv2.LINE_AA)
    bare = cv2.inpaint(frame, (cover > 0).astype(np.uint8), BLENDED_PX, cv2.INPAINT_TELEA)
    share = lost * cv2.GaussianBlur(cover, (0, 0), 1.0).astype(np.float32) / 255
    share = share if frame.ndim == 2 else share[..., None]
    return np.asarray(np.rint(frame + share * (bare.astype(np.float32) - frame)), np.uint8)


def flaked(frame: vision.Frame, spot: vision.Circle, rng: np.random.Generator) -> vision.Frame:
    """A frame whose die has only flakes left of a pip's paint."""
    rows, columns = np.ogrid[: frame.shape[0], : frame.shape[1]]
    near = np.hypot(columns - spot.x, rows - spot.y) < spot.radius
    grain = np.zeros(frame.shape[:2], np.float32)
    grain[near] = rng.normal(size=int(near.sum()))
    grain = soften(grain[..., None], spot.radius * rng.uniform(FINE, COARSE))[..., 0]
    kept = (grain > np.quantile(grain[near], 1 - rng.uniform(FEWEST, MANY))) & near
    share = soften(kept.astype(np.float32)[..., None], 0.7)
    share = share[..., 0] if frame.ndim == 2 else share
    bare = without_paint(frame, spot, 1.0).astype(np.float32)
    return np.asarray(np.rint(bare + share * (frame - bare)), np.uint8)


if __name__ == "__main__":
    main()
