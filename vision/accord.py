"""Accord: what the scout sees, heard by the other witnesses too, and set against the reading made without it.

A certain reading stands unless the scout objects. One that found too little gives way to faces of which all
three witnesses together are sure, as long as these contradict nothing that was read.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Guesses
from vision.judge import counted_spots
from vision.lattice import OCCUPIED, PIPS, PITCH, places
from vision.level import Level
from vision.reading import Die, Reading, Reason
from vision.scout import LEANING, Sightings

Floats = npt.NDArray[np.float32]

SURE: Final = 0.88
"""Least joint chance of a face's pips for a reading that rests on the scout."""
STANDS: Final = 0.55
"""Least joint chance of the pips that a certain reading gives a face which the scout sees."""
SUSPECT: Final = 0.5
"""A joint chance of any die, from which a sighting that was not read makes the reading uncertain."""
FLOOR: Final = 0.01
"""Added to every chance, so that no witness alone can rule anything out."""
SAME_PLACE: Final = 0.35
"""A die and a sighting closer than so many edges are one."""
OPEN: Final = (Reason.WRONG_COUNT, Reason.NO_DICE, Reason.MISFIT, Reason.TILTED)
"""What may be doubted for want of a guess; the light and the window are beyond argument."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """Sightings as guesses, and what all witnesses together say of each.

    `chances` has 8 columns: no die, a flat face of 1 to 6 pips, a die that leans.
    """

    guesses: Guesses
    chances: Floats

    @property
    def pips(self) -> npt.NDArray[np.int64]:
        """The likeliest number of pips of each."""
        return np.asarray(self.chances[:, 1:LEANING].argmax(axis=1) + 1, np.int64)

    @property
    def sure(self) -> Floats:
        """The chance of that number."""
        return np.asarray(self.chances[:, 1:LEANING].max(axis=1, initial=0), np.float32)

    @property
    def there(self) -> Floats:
        """The chance that any die is there, flat or leaning."""
        return np.asarray(1 - self.chances[:, 0], np.float32)


def no_opinion() -> Opinion:
    """Return the opinion of a scout that sees nothing at all."""
    row, place = np.zeros(0, np.float32), np.zeros((0, 2), np.float32)
    count = np.zeros(0, np.int64)
    guesses = Guesses(place, row, row, count, count, row, row, np.zeros(0, np.bool_))
    return Opinion(guesses, np.zeros((0, LEANING + 1), np.float32))


def join_chances(seen: Floats, counted: Floats, inspected: Floats) -> Floats:
    """Multiply what three witnesses say, shapes (N, 8), (N, 7), (N, 7), into one table of shape (N, 8).

    To the counter a leaning die shows its pips, to the inspector it is none.
    """
    seen, counted, inspected = seen + FLOOR, counted + FLOOR, inspected + FLOOR
    flat = seen[:, :LEANING] * counted * inspected
    leans = seen[:, LEANING:] * counted[:, 1:].max(axis=1, keepdims=True) * inspected[:, :1]
    joint = np.hstack([flat, leans])
    return np.asarray(joint / joint.sum(axis=1, keepdims=True), np.float32)


def guesses_from(half: Level, seen: Sightings) -> Guesses:
    """Turn sightings into guesses, with the lattice pattern that the picture shows for the likeliest pips."""
    pips = np.asarray(seen.chances[:, 1:LEANING].argmax(axis=1) + 1, np.int64)
    step = PITCH * seen.edge[:, None] * np.stack([np.cos(seen.angle), np.sin(seen.angle)], axis=1)
    nine = half.from_frame(places(seen.centre, step).reshape(-1, 2)).reshape(-1, 9, 2)
    smooth = cv2.blur(half.picture, (3, 3)).astype(np.float32)
    x, y = np.ascontiguousarray(nine[..., 0]), np.ascontiguousarray(nine[..., 1])
    levels = np.asarray(
        cv2.remap(smooth, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )
    pattern, contrast = _patterns(levels.reshape(-1, 9), pips)
    rest = np.zeros(len(seen), np.float32)
    return Guesses(seen.centre, seen.angle, seen.edge, pips, pattern, rest + 1, rest, contrast < 0)


def settle(reading: Reading, opinion: Opinion, expect: int) -> Reading:
    """Return the reading as it stands after the opinion is heard."""
    if reading.certain:
        objection = _objection(reading, opinion)
        return reading if objection is None else _doubted(reading, opinion, objection)
    if reading.reason not in OPEN:
        return reading
    sure = np.flatnonzero(opinion.sure >= SURE)
    doubtful = (opinion.sure < SURE) & (opinion.there > SUSPECT)
    if len(sure) != expect or doubtful.any() or not _supports(reading, opinion, sure):
        return reading
    dice = tuple(_die(opinion, int(index)) for index in sure)
    return Reading(dice, None, None, reading.window)


def _objection(reading: Reading, opinion: Opinion) -> int | None:
    """The sighting that speaks against a certain reading, -1 for a die that the scout does not see at all."""
    read = {index: die for die in reading.dice if (index := _sighting(opinion, die)) is not None}
    if len(read) < len(reading.dice):
        return -1
    for index in range(len(opinion.guesses)):
        if index in read and opinion.chances[index, read[index].pips] < STANDS:
            return index
        if index not in read and opinion.there[index] > SUSPECT:
            return index
    return None


def _doubted(reading: Reading, opinion: Opinion, index: int) -> Reading:
    if index < 0:
        return replace(reading, reason=Reason.MISFIT)
    leans = opinion.chances[index, LEANING] > opinion.sure[index]
    x, y = (float(value) for value in opinion.guesses.centre[index])
    return replace(reading, reason=Reason.TILTED if leans else Reason.MISFIT, place=(x, y))


def _supports(reading: Reading, opinion: Opinion, sure: npt.NDArray[np.intp]) -> bool:
    """Whether every die that was read is one of the sure sightings, with the same pips."""
    for die in reading.dice:
        index = _sighting(opinion, die)
        if index is None or index not in sure or opinion.pips[index] != die.pips:
            return False
    return True


def _sighting(opinion: Opinion, die: Die) -> int | None:
    centre, edge = opinion.guesses.centre, opinion.guesses.edge
    apart = np.hypot(centre[:, 0] - die.x, centre[:, 1] - die.y)
    near = np.flatnonzero(apart < SAME_PLACE * edge)
    return int(near[0]) if len(near) else None


def _die(opinion: Opinion, index: int) -> Die:
    guesses = opinion.guesses
    x, y = (float(value) for value in guesses.centre[index])
    angle = float(np.rad2deg(guesses.angle[index]) % 90) % 90
    sure = float(opinion.sure[index])
    spots = counted_spots(guesses, index)
    return Die(int(opinion.pips[index]), x, y, float(guesses.edge[index]), angle, sure, spots)


def _patterns(levels: Floats, pips: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], Floats]:
    """The pattern of each face whose places differ most from the others in grey, and by how much."""
    on = OCCUPIED.astype(np.float32)
    inside, outside = on / on.sum(axis=1, keepdims=True), (1 - on) / (1 - on).sum(axis=1, keepdims=True)
    contrast = levels @ (inside - outside).T
    fits = pips[:, None] == PIPS[None, :]
    best = np.asarray(np.where(fits, np.abs(contrast), -1.0).argmax(axis=1), np.int64)
    middle = levels[:, 4] - np.delete(levels, 4, axis=1).mean(axis=1)
    chosen = np.where(pips == 1, middle, contrast[np.arange(len(best)), best])
    return np.where(pips == 1, 0, best), chosen.astype(np.float32)
