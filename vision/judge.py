"""The judge: what the witnesses say becomes a reading, and whenever they disagree, a reason why not.

Never wrong comes first: a reading is certain only if exactly the expected number of faces is sure, and
nothing else in the picture might be one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.faces import Guesses, join
from vision.lattice import OCCUPIED, PITCH, places
from vision.reading import Circle, Die, Reading, Reason

Floats = npt.NDArray[np.float32]

SURE: Final = 0.6
"""Least chance of a face's pips, by each witness, for a reading that is certain."""
VERY_SURE: Final = 0.85
"""A chance by the inspector that needs little of the counter, who knows dark dice in dark cups less well."""
SURE_ALONE: Final = 0.78
"""The same where there is no window and so no inspector: the counter must do."""
HEARD: Final = 0.05
"""Least chance, by the counter, of a guess that is looked at further."""
SUSPECT: Final = 0.35
"""A chance, both witnesses together, from which a guess that is no sure face makes the reading uncertain."""
SUSPECT_ALONE: Final = 0.6
"""The same by the counter alone: photographs show side faces too, which are no dice more."""
PLAIN_FACE: Final = 0.8
"""What the counter must say of two pips or more that the inspector denies, for a die that leans."""
RIVAL: Final = 0.6
"""Greatest chance of other pips at the same place that a sure face may have."""
SAME_PLACE: Final = 0.3
"""Guesses whose centres are closer than so many edges are of the same face ..."""
ALIKE: Final = 1.25
"""... if their edges differ by no more than this factor."""
OVERLAP: Final = 0.75
"""Two faces whose centres are closer than so many edges cannot both be flat on the plate."""
DISAGREES: Final = 0.5
"""What a face chance counts where the lattice says another number of pips."""
SAME_SIZE: Final = 1.45
"""Greatest ratio of two edges in one picture: 19 to 13 mm, and some slack."""


RING_SHARE: Final = 0.11
"""A pip's radius, in edges, as it is ringed in the evidence."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Guesses with what the witnesses say of each: chances of 0 (none) to 6 pips, shape (N, 7).

    `rival` is the greatest chance that another guess at the same face gives another number of pips.
    """

    guesses: Guesses
    counted: Floats
    inspected: Floats
    rival: Floats


def together(parts: Sequence[Heard]) -> Heard:
    """What was heard at several scales, without what overlaps."""
    guesses = join([part.guesses for part in parts])
    counted = np.concatenate([part.counted for part in parts])
    inspected = np.concatenate([part.inspected for part in parts])
    rival = np.maximum(rivals(guesses, counted), np.concatenate([part.rival for part in parts]))
    kept = pick(guesses, counted, HEARD)
    return Heard(guesses.take(kept), counted[kept], inspected[kept], rival[kept])


def pick(guesses: Guesses, counted: Floats, least: float) -> npt.NDArray[np.intp]:
    """Pick the guesses with a face chance above `least` that do not overlap, the likeliest first.

    Of the guesses at one face the one is picked whose lattice and counter agree best.
    """
    if not len(guesses):
        return np.empty(0, np.intp)
    agreed = agreement(guesses, counted)
    chance = np.maximum(agreed, DISAGREES * counted[:, 1:].max(axis=1))
    kept: list[int] = []
    for index in np.argsort(-chance, kind="stable"):
        if chance[index] >= least and not _overlaps(guesses, int(index), kept):
            kept.append(int(index))
    return np.array(kept, np.intp)


def rivals(guesses: Guesses, counted: Floats) -> Floats:
    """The greatest chance of other pips, of each guess, that another guess at the same place gives."""
    if not len(guesses):
        return np.empty(0, np.float32)
    apart = np.hypot(*(guesses.centre[:, None] - guesses.centre[None]).transpose(2, 0, 1))
    ratio = guesses.edge[:, None] / guesses.edge[None]
    same_place = (apart < SAME_PLACE * guesses.edge[:, None]) & (np.abs(np.log(ratio)) < np.log(ALIKE))
    said = counted[:, 1:].argmax(axis=1) + 1
    chance = counted[:, 1:].max(axis=1) * np.where(said == guesses.pips, 1, DISAGREES)
    other = same_place & (said[None, :] != guesses.pips[:, None])
    return np.asarray((other * chance[None, :]).max(axis=1), np.float32)


def agreement(guesses: Guesses, chances: Floats) -> Floats:
    """The chance that a witness gives each guess's own number of pips."""
    return np.asarray(chances[np.arange(len(guesses)), guesses.pips], np.float32)


def judge(heard: Heard, expect: int, window: Circle | None) -> Reading:
    """Decide on the faces of one picture, of which `expect` should be there."""
    free = window is None
    troubles = [_trouble(heard, index, free=free) for index in range(len(heard.guesses))]
    sure = [index for index, trouble in enumerate(troubles) if trouble is None]
    if free:
        sure = _of_one_size(heard, sure)
    dice = tuple(_die(heard, index) for index in sure)
    reason, place = _doubt(heard, troubles, sure, free=free)
    if reason is None and len(dice) != expect:
        reason = Reason.WRONG_COUNT if dice else Reason.NO_DICE
    if reason is None and _uneven(heard.guesses.edge[sure]):
        reason = Reason.MISFIT
    return Reading(dice, reason, place, window)


def counted_spots(guesses: Guesses, index: int) -> tuple[Circle, ...]:
    """The places of a guess's lattice that hold a pip."""
    edge, angle = guesses.edge[index], guesses.angle[index]
    step = PITCH * edge * np.array([[np.cos(angle), np.sin(angle)]], np.float32)
    nine = places(guesses.centre[index : index + 1], step)[0]
    occupied = nine[4:5] if guesses.pips[index] == 1 else nine[OCCUPIED[guesses.pattern[index]]]
    return tuple(Circle(float(x), float(y), float(RING_SHARE * edge)) for x, y in occupied)


def _trouble(heard: Heard, index: int, *, free: bool) -> Reason | None:
    """Why one guess is no sure face, if it is none."""
    pips = heard.guesses.pips[index]
    counted, inspected = heard.counted[index, pips], heard.inspected[index, pips]
    if heard.rival[index] > RIVAL or counted < (SURE_ALONE if free else HEARD):
        return Reason.MISFIT
    if free or inspected >= VERY_SURE:
        return None
    if counted < SURE:
        return Reason.MISFIT
    return None if inspected >= SURE else Reason.TILTED


def _doubt(
    heard: Heard, troubles: Sequence[Reason | None], sure: Sequence[int], *, free: bool
) -> tuple[Reason | None, tuple[float, float] | None]:
    """The first guess that might be a die and is no sure face, if there is one, and where."""
    for index, trouble in enumerate(troubles):
        if trouble is None or (free and sure and _uneven(heard.guesses.edge[[*sure, index]])):
            continue
        counted, inspected = heard.counted[index, 1:].max(), heard.inspected[index, 1:].max()
        # A lamp's image on plain ground passes for a light pip, but never for a dark one
        no_lamp = heard.guesses.pips[index] > 1 or heard.guesses.dark[index]
        leans = counted >= PLAIN_FACE and no_lamp
        if leans or np.sqrt(counted * inspected) >= (SUSPECT_ALONE if free else SUSPECT):
            x, y = heard.guesses.centre[index]
            return trouble, (float(x), float(y))
    return None, None


def _of_one_size(heard: Heard, sure: Sequence[int]) -> list[int]:
    """The faces as large as the likeliest ones; texture gives others, of any size."""
    kept: list[int] = []
    for index in sorted(sure, key=lambda index: -float(heard.counted[index, 1:].max())):
        if not _uneven(heard.guesses.edge[[*kept, index]]):
            kept.append(index)
    return kept


def _uneven(edges: Floats) -> bool:
    return len(edges) > 0 and bool(edges.max() > SAME_SIZE * edges.min())


def _overlaps(guesses: Guesses, index: int, others: list[int]) -> bool:
    if not others:
        return False
    apart = np.hypot(*(guesses.centre[others] - guesses.centre[index]).T)
    reach = OVERLAP * (guesses.edge[others] + guesses.edge[index]) / 2
    return bool((apart < reach).any())


def _die(heard: Heard, index: int) -> Die:
    guesses = heard.guesses
    x, y = (float(value) for value in guesses.centre[index])
    pips, edge = int(guesses.pips[index]), float(guesses.edge[index])
    angle = float(np.rad2deg(guesses.angle[index]) % 90)
    certainty = float(min(heard.counted[index, pips], heard.inspected[index, pips]))
    return Die(pips, x, y, edge, angle % 90, certainty, counted_spots(guesses, index))
