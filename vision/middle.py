"""The middle pip: it alone tells a 3 from a 2 and a 5 from a 4, and a crumb, a drop or a lamp feigns it best.

A die's own middle pip lies half way between the two of its diagonal, and is of their ink. Dirt lies anywhere,
and is of any colour. What a die's pips differ by among themselves is
measured at its corners; how much more its middle may differ was learned from traced dice with and without
crumbs before them (`tests/training/middle.py`).
"""

import math
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.level import Level
from vision.sightings import Sightings
from vision.straighten import straighten_in

SIZE_PX: Final = 48
SPAN: Final = 1.2
EDGE_PX: Final = SIZE_PX / SPAN
SOFT_PX: Final = 0.8
PITCHES: Final = np.linspace(0.19, 0.3, 12, dtype=np.float32)
"""How far from the middle the corner pips may be, right and below, in edges."""
AROUND_PX: Final = 7
"""Within a square of twice so many px round a pip most is the face."""
HEART, REACH = 0.05, 0.14
"""Within the first a pip is all ink, within the second lies all of it, in edges."""
DIAGONALS: Final = np.array([[(-1, -1), (1, 1)], [(1, -1), (-1, 1)]], np.float32)
DOUBTFUL: Final = (3, 5)
"""The numbers that a crumb in the middle makes."""
MOST: Final = 1.5
"""A px is so many times as strong as its pip's ink at most: a lamp's image is not."""
FAINT: Final = 1e-3
LEAST: Final = 0.003
"""Added before a logarithm: what differs by less differs by nothing."""
ACROSS: Final = np.arange(SIZE_PX, dtype=np.float32)
WEIGHTS: Final = np.array([2.40, 1.35, 1.44, -1.21, 0.96, 11.09], np.float32)
"""Of what `measure` measures, and of what is always 1."""


def oddness(level: Level, seen: Sightings) -> Floats:
    """How much likelier each face's middle pip is none of its own, as the logarithm of odds, shape (N,).

    Of faces that do not show 3 or 5 it is minus infinity.
    """
    found = np.full(len(seen), -np.inf, np.float32)
    asked = [index for index, pips in enumerate(seen.pips) if pips in DOUBTFUL]
    some = seen.take(asked)
    faces = straighten_in(level, some.centre, some.angle, some.edge, span=SPAN, size_px=SIZE_PX)
    for index, face, pips in zip(asked, faces, some.pips, strict=True):
        found[index] = np.append(measure(face, int(pips)), 1) @ WEIGHTS
    return found


def measure(face: npt.NDArray[np.uint8], pips: int) -> Floats:
    """In what the middle pip of an upright face of 3 or 5 differs from those at its corners, shape (5,).

    The logarithms of how far it is from their middle in edges, and of how other an ink, as a share of theirs;
    the logarithm by which the corners' amounts of ink differ; that of how strong their ink is; and whether
    there are four of them.
    """
    ink = _ink(face)
    places = _places(ink, pips)
    own, *others = inks = np.array([_mean_ink(ink, place) for place in places])
    mean = inks[1:].mean(axis=0)
    strength = math.sqrt(mean @ mean) + FAINT
    strong = (ink @ mean / strength**2).clip(0, MOST)
    spots = np.array([_spot(strong, place) for place in places])
    halfway = (spots[1::2, :2] + spots[2::2, :2]) / 2
    far = np.hypot(*(halfway - spots[0, :2]).T).min() / EDGE_PX
    other = math.sqrt(((others - own) ** 2).sum(axis=1).min()) / strength
    uneven = math.log(spots[1:, 2].max() / spots[1:, 2].min())
    logs = (math.log(far + LEAST), math.log(other + LEAST), math.log(strength / 100 + 0.1))
    return np.array([*logs, uneven, len(others) == 4], np.float32)


def _ink(face: npt.NDArray[np.uint8]) -> Floats:
    """By what each px differs from the face around it, shape (S, S, C).

    The median of what is around it is the face, as pips are the lesser part of that; it is found at half the
    size, which takes a third of the time.
    """
    small = cv2.resize(face, (SIZE_PX // 2, SIZE_PX // 2), interpolation=cv2.INTER_AREA)
    body = cv2.resize(cv2.medianBlur(small, AROUND_PX), (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_LINEAR)
    ink = cv2.GaussianBlur(face.astype(np.float32) - body, (0, 0), SOFT_PX)
    return np.asarray(ink, np.float32).reshape(SIZE_PX, SIZE_PX, -1)


def _places(ink: Floats, pips: int) -> Floats:
    """Where a face's pips are, px, shape (3 or 5, 2): the middle, then both ends of each diagonal."""
    middle = np.float32((SIZE_PX - 1) / 2)
    ends = DIAGONALS[:, None] if pips == 3 else DIAGONALS.reshape(1, 1, 4, 2)
    tried = (middle + EDGE_PX * PITCHES[:, None, None] * ends).reshape(-1, ends.shape[2], 2)
    columns, rows = np.rint(tried).astype(np.intp).transpose(2, 0, 1)
    clearest = np.linalg.norm(ink[rows, columns].mean(axis=1), axis=1).argmax()
    return np.vstack([(middle, middle), tried[clearest]]).astype(np.float32)


def _mean_ink(ink: Floats, place: Floats) -> Floats:
    """The ink at the heart of a pip, shape (C,)."""
    part, _, _, inside = _near(place, HEART)
    return np.asarray(ink[part][inside].mean(axis=0), np.float32)


def _spot(strong: Floats, place: Floats) -> tuple[float, float, float]:
    """Where the ink near a place is, px, and how much of it there is."""
    part, columns, rows, inside = _near(place, REACH)
    weights = np.where(inside, strong[part], 0)
    amount = float(weights.sum()) + FAINT
    return float((weights @ columns).sum()) / amount, float((rows @ weights).sum()) / amount, amount


def _near(place: Floats, reach: float) -> tuple[tuple[slice, slice], Floats, Floats, Mask]:
    """What is so near a place, in edges: a part of the face, its columns and rows, and which px of it."""
    far = reach * EDGE_PX
    (left, top), (right, bottom) = np.ceil(place - far).astype(int), np.floor(place + far).astype(int) + 1
    columns, rows = ACROSS[left:right], ACROSS[top:bottom]
    inside = (columns - place[0]) ** 2 + ((rows - place[1]) ** 2)[:, None] < far * far
    return (slice(top, bottom), slice(left, right)), columns, rows, np.asarray(inside, np.bool_)
