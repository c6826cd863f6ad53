"""The judge: what the witnesses say becomes a reading, and whenever they disagree, a reason why not.

Never wrong comes first: a reading is certain only if exactly the expected number of faces is sure, and
nothing else in the picture might be one.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.arrays import Floats
from vision.reading import Reason
from vision.sightings import LEANING, Sightings

RIVAL: Final = 0.6
"""Joint chance of its pips from which a face that is not sure stands in the way."""
SIZES: Final = 2.0
"""So many times as large as another one a die may look: people bring dice of several sets."""
FLOOR: Final = 0.03
"""Added to every chance, so that no witness alone can rule anything out."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How sure the judge asks to be, and what being sure is worth.

    `sure` is the least joint chance of a face's pips for a certain reading, `alone` the least without the
    lattice's agreement, `suspect` the joint chance of any die from which one that is no sure face stands in
    the way; `slope` and `offset` make a certainty of a chance.
    """

    sure: float
    alone: float
    suspect: float
    slope: float
    offset: float

    def certainty(self, chance: float) -> float:
        """The share of faces of such a joint chance that show what was read.

        Source: J. Platt, Probabilistic outputs for support vector machines (1999); at windows fitted to what
        the probes never saw, by `tests/training/certainty.py`, with none known to the labelled sets.
        """
        odds = math.log(chance / (1 - chance))
        return 1 / (1 + math.exp(-self.slope * odds - self.offset))


TABLE: Final = Bar(0.77, 0.84, 0.995, 1.41, 1.38)
TABLE_AT_FIRST: Final = replace(TABLE, sure=0.88, alone=0.95)
"""The first look at a window, by one pair alone, before its mirror image is looked at as well."""
TABLE_AGAIN: Final = replace(TABLE, sure=0.82, alone=0.95)
"""The same with a second opinion, before there is a third."""
ANYWHERE: Final = Bar(0.69, 0.69, 0.998, 1.02, 1.27)
"""Photographs show dice aslant, which no square lattice fits; so many looks are averaged that less of a
chance is as sure."""
AT_FIRST: Final = replace(ANYWHERE, sure=0.8, alone=0.8)
"""The first looks at a photograph, before its mirror image is looked at as well."""
BESIDE_A_WINDOW: Final = replace(ANYWHERE, sure=0.96, alone=0.96)
"""Where a window may be seen, a die that is seen without it has to be worth a certainty of 0.99."""


def join_chances(seen: Floats, inspected: Floats) -> Floats:
    """Make one table of what two witnesses say, all of shape (N, 8).

    That a die is there, and what it shows if it is, are two questions: witnesses who differ about the pips
    may well agree about the die.
    """
    there = joint(
        np.stack([seen[:, 0], 1 - seen[:, 0]], 1), np.stack([inspected[:, 0], 1 - inspected[:, 0]], 1)
    )
    return np.concatenate([there[:, :1], there[:, 1:] * joint(seen[:, 1:], inspected[:, 1:])], axis=1)


def at_most(chances: Floats, most: float) -> Floats:
    """The chances, shape (N, 8), with none of pips above `most`: what is taken from it is that of leaning."""
    pips = np.minimum(chances[:, 1:LEANING], most)
    lost = (chances[:, 1:LEANING] - pips).sum(axis=1, keepdims=True)
    return np.concatenate([chances[:, :1], pips, chances[:, LEANING:] + lost], axis=1)


def joint(some: Floats, other: Floats) -> Floats:
    """Make one table of what two witnesses say to one question, rows of chances that add up to 1."""
    product = (some + FLOOR) * (other + FLOOR)
    return np.asarray(product / product.sum(axis=1, keepdims=True), np.float32)


def judge(seen: Sightings, expect: int, bar: Bar) -> tuple[list[int], int | None, Reason | None]:
    """Decide on the sightings of one picture, of which `expect` should be sure faces.

    Returns:
        The indices of the sure faces; the index of the sighting that stands in the way, if one does (`doubt`
        says why); else the reason why the whole is not certain, None if it is.
    """
    sure = [int(index) for index in np.flatnonzero(seen.sure >= bar.sure)]
    likely = (seen.there > bar.suspect) | (seen.sure > RIVAL)
    doubtful = np.flatnonzero((seen.sure < bar.sure) & likely)
    if len(doubtful):
        return sure, int(doubtful[seen.there[doubtful].argmax()]), None
    if len(sure) != expect:
        return sure, None, Reason.WRONG_COUNT if sure else Reason.NO_DICE
    if seen.edge[sure].max() > SIZES * seen.edge[sure].min():
        return sure, None, Reason.MISFIT
    return sure, None, None
