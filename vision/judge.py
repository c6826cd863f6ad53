"""The judge: what the witnesses say becomes a reading, and whenever they disagree, a reason why not.

Never wrong comes first: a reading is certain only if exactly the expected number of faces is sure, and
nothing else in the picture might be one.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.reading import Reason
from vision.sightings import SAME_SIZE, Sightings

Floats = npt.NDArray[np.float32]

SURE: Final = 0.8
"""Least joint chance of a face's pips for a reading that is certain."""
SUSPECT: Final = 0.995
"""A joint chance of any die from which one that is no sure face makes the reading uncertain."""
FLOOR: Final = 0.03
"""Added to every chance, so that no witness alone can rule anything out."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How sure the judge asks to be: of a face, and of there being nothing else."""

    sure: float
    suspect: float


TABLE: Final = Bar(SURE, SUSPECT)
ANYWHERE: Final = Bar(0.9, 0.998)
"""Photographs show side faces and patterns too, which are no dice more."""


def join_chances(seen: Floats, inspected: Floats) -> Floats:
    """Multiply what two witnesses say into one table, all of shape (N, 8)."""
    joint = (seen + FLOOR) * (inspected + FLOOR)
    return np.asarray(joint / joint.sum(axis=1, keepdims=True), np.float32)


def judge(seen: Sightings, expect: int, bar: Bar) -> tuple[list[int], int | None, Reason | None]:
    """Decide on the sightings of one picture, of which `expect` should be sure faces.

    Returns:
        The indices of the sure faces; the index of the sighting that stands in the way, if one does (`doubt`
        says why); else the reason why the whole is not certain, None if it is.
    """
    sure = [int(index) for index in np.flatnonzero(seen.sure >= bar.sure)]
    doubtful = np.flatnonzero((seen.sure < bar.sure) & (seen.there > bar.suspect))
    if len(doubtful):
        return sure, int(doubtful[seen.there[doubtful].argmax()]), None
    if len(sure) != expect:
        return sure, None, Reason.WRONG_COUNT if sure else Reason.NO_DICE
    if seen.edge[sure].max() > SAME_SIZE * seen.edge[sure].min():
        return sure, None, Reason.MISFIT
    return sure, None, None
