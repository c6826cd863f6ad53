"""The judge: what the witnesses say becomes a reading, and whenever they disagree, a reason why not.

Never wrong comes first: a reading is certain only if exactly the expected number of faces is sure, and
nothing else in the picture might be one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.faces import Guesses
from vision.lattice import OCCUPIED, PATTERNS, places
from vision.reading import Circle, Die, Reading, Reason

Floats = npt.NDArray[np.float32]

SURE: Final = 0.6
LIKELY: Final = 0.5
SUSPECT: Final = 0.25
OVERLAP: Final = 0.75
"""Two faces whose centres are closer than so many edges cannot both be flat on the plate."""
SAME_SIZE: Final = 1.35


@dataclass(frozen=True, slots=True)
class Heard:
    """Guesses with what the witness says of each: chances of 0 (none) to 6 pips, shape (N, 7)."""

    guesses: Guesses
    chances: Floats

    @property
    def face_chance(self) -> Floats:
        """The chance of each guess's likeliest number of pips."""
        return np.asarray(self.chances[:, 1:].max(axis=1), np.float32)


def pick(heard: Heard, least: float) -> npt.NDArray[np.intp]:
    """Pick the guesses with a face chance above `least` that do not overlap, the likeliest first."""
    chance = heard.face_chance
    order = np.argsort(-chance - 0.02 * heard.guesses.score, kind="stable")
    kept: list[int] = []
    for index in order:
        if chance[index] < least:
            break
        if not _overlaps(heard.guesses, int(index), kept):
            kept.append(int(index))
    return np.array(kept, np.intp)


def judge(heard: Heard, expect: int, window: Circle | None) -> Reading:
    """Decide on the faces of one picture, of which `expect` should be there."""
    likely = pick(heard, SUSPECT)
    dice = tuple(_die(heard, index) for index in likely)
    faces = tuple(die for die in dice if die.certainty >= LIKELY)
    reason, place = _trouble(dice, faces, expect)
    return Reading(faces, reason, place, window)


def _trouble(
    dice: Sequence[Die], faces: Sequence[Die], expect: int
) -> tuple[Reason | None, tuple[float, float] | None]:
    if not dice:
        return Reason.NO_DICE, None
    if len(faces) != expect:
        unsure = [die for die in dice if die not in faces]
        return (Reason.WRONG_COUNT, None) if not unsure else (Reason.TILTED, (unsure[0].x, unsure[0].y))
    for die in dice:
        if die.certainty < SURE:
            return Reason.MISFIT, (die.x, die.y)
    edges = [die.edge for die in faces]
    if max(edges) > SAME_SIZE * min(edges):
        return Reason.MISFIT, None
    return None, None


def _overlaps(guesses: Guesses, index: int, others: list[int]) -> bool:
    if not others:
        return False
    apart = np.hypot(*(guesses.centre[others] - guesses.centre[index]).T)
    reach = OVERLAP * (guesses.edge[others] + guesses.edge[index]) / 2
    return bool((apart < reach).any())


def _die(heard: Heard, index: int) -> Die:
    guesses = heard.guesses
    pips = int(heard.chances[index, 1:].argmax()) + 1
    centre, edge, angle = guesses.centre[index], float(guesses.edge[index]), float(guesses.angle[index])
    return Die(
        pips,
        float(centre[0]),
        float(centre[1]),
        edge,
        float(np.rad2deg(angle) % 90),
        float(heard.chances[index, pips]),
        _spots(heard, index, pips),
    )


def _spots(heard: Heard, index: int, pips: int) -> tuple[Circle, ...]:
    """The places of the pattern with that many pips, turned as the guess's own spots say."""
    guesses = heard.guesses
    edge, angle = guesses.edge[index], guesses.angle[index]
    step = 0.25 * edge * np.array([[np.cos(angle), np.sin(angle)]], np.float32)
    nine = places(guesses.centre[index : index + 1], step)[0]
    if pips == 1:
        nine, on = nine[4:5], np.array([True])
    else:
        row = int(guesses.pattern[index])
        rows = [i for i, (count, _) in enumerate(PATTERNS) if count == pips]
        on = OCCUPIED[row if row in rows else rows[0]]
    return tuple(Circle(float(x), float(y), float(0.11 * edge)) for x, y in nine[on])
