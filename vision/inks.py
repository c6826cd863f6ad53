"""Two inks: a clear die's far pips shine through between its near ones, and together they are another number.

Near pips are seen as they are, far ones through the die. Gloss and shade change pips, too, but not just those
of one number otherwise than those of its opposite. This witness has learned nothing, from no picture: by how
much the pips of one ink differ is measured at the face itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import Floats, Mask
from vision.faces import FAINT, Face
from vision.pips import HELD

BOTH: Final = 7
"""What a face and its opposite show together."""
UNEVEN: Final = 0.1
"""By so much of its strength pips of one ink differ whatever they show: light and paint are never even."""
PLAINLY: Final = 1.5
"""Two inks differ by so many times what pips of one ink do, at least: of 2,028 faces of six drawn lots that
the reader was right about three do, of 668 in windows with the clearest dice four."""


@dataclass(frozen=True, slots=True)
class Splits:
    """All ways in which a number's pips may be near and far ones of a clear die, as rows: P of them.

    `near` and `far` give the mean of either, shape (P, 9); `sizes` is how many each has, shape (2, P), and
    `narrow` by how much less than pips means of so many differ by chance, shape (P,).
    """

    near: Floats
    far: Floats
    sizes: Floats
    narrow: Floats


def mixed(faces: Sequence[Face]) -> Mask:
    """Which faces show one number's pips in one ink, and some of its opposite's in another, shape (N,)."""
    return np.array([_apart(face) > PLAINLY for face in faces], np.bool_)


def _apart(face: Face) -> float:
    """How far apart the two inks of a face are, in what pips of one ink differ by; 0 where it has but one."""
    mean, places, held = face.own_pips
    ways = SPLITS.get(held.tobytes())
    if ways is None:
        return 0.0
    inks = face.hearts[tuple(places.T)]
    one, other = ways.near @ inks, ways.far @ inks
    squares = np.stack([(one * one).sum(axis=1), (other * other).sum(axis=1)])
    within = np.maximum((inks[held] ** 2).sum() - (ways.sizes * squares).sum(axis=0), 0)
    off = one - other
    least = UNEVEN * (np.sqrt(mean @ mean) + FAINT)
    return float((np.sqrt((off * off).sum(axis=1)) / (np.sqrt(within) * ways.narrow + least)).max())


def _ways(held: Mask) -> Iterator[tuple[Mask, Mask]]:
    """Which of a number's pips may be near ones, and which those of the die's far face."""
    for pips, shown in HELD.items():
        for near in shown:
            far = held & ~near
            if held[near].all() and far.any() and any(other[far].all() for other in HELD[BOTH - pips]):
                yield near, far


def _splits(held: Mask) -> Splits | None:
    """The ways of a number whose pips lie so; None where there is none."""
    ways = np.array([*_ways(held)], np.float32)
    if not len(ways):
        return None
    sizes = ways.sum(axis=2)
    near, far = (ways / sizes[..., None]).transpose(1, 0, 2)
    return Splits(near, far, sizes.T, np.sqrt((1 / sizes).sum(axis=1) / (held.sum() - 2)))


SPLITS: Final = {
    held.tobytes(): ways for shown in HELD.values() for held in shown if (ways := _splits(held)) is not None
}
"""By which of the nine places hold a pip."""
