"""The scout's opinion against the reading that was made without it."""

import numpy as np
import pytest

from vision.accord import Opinion, join_chances, no_opinion, settle
from vision.faces import Guesses
from vision.reading import Die, Reading, Reason


def opinion(*faces: tuple[float, float, int, float]) -> Opinion:
    """Sightings at (x, y): a number of pips (0 none, 7 leaning) with a chance, the rest of it for none."""
    centre = np.array([face[:2] for face in faces], np.float32).reshape(-1, 2)
    chances = np.zeros((len(faces), 8), np.float32)
    for row, (_, _, kind, chance) in zip(chances, faces, strict=True):
        row[0] = 1 - chance
        row[kind] += chance
    count = np.maximum(1, chances[:, 1:7].argmax(axis=1) + 1)
    rest = np.zeros(len(faces), np.float32)
    guesses = Guesses(centre, rest, rest + 100, count, 0 * count, rest, rest, rest < 0)
    return Opinion(guesses, chances)


def die(x: float, y: float, pips: int) -> Die:
    return Die(pips, x, y, 100.0, 0.0, 0.9, ())


TWO = Reading((die(100, 100, 3), die(300, 100, 6)))
ONE_OF_TWO = Reading((die(100, 100, 3),), Reason.WRONG_COUNT)


def test_a_certain_reading_stands_when_the_scout_sees_the_same() -> None:
    assert settle(TWO, opinion((101, 99, 3, 0.9), (299, 101, 6, 0.8)), 2) == TWO


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (((100, 100, 3, 0.9), (300, 100, 6, 0.9), (200, 300, 5, 0.9)), Reason.MISFIT),
        (((100, 100, 3, 0.9), (300, 100, 4, 0.9)), Reason.MISFIT),
        (((100, 100, 3, 0.9), (300, 100, 7, 0.9)), Reason.TILTED),
        (((100, 100, 3, 0.9),), Reason.MISFIT),
    ],
    ids=["a third die", "other pips", "a leaning die", "one die less"],
)
def test_a_certain_reading_falls_when_the_scout_sees(
    seen: tuple[tuple[float, float, int, float], ...], reason: Reason
) -> None:
    fallen = settle(TWO, opinion(*seen), 2)
    assert fallen.reason is reason
    assert fallen.dice == TWO.dice


def test_a_face_that_was_missed_is_taken_from_a_scout_who_is_sure() -> None:
    found = settle(ONE_OF_TWO, opinion((100, 100, 3, 0.95), (300, 100, 1, 0.95)), 2)
    assert found.certain
    assert found.seen == (1, 3)


@pytest.mark.parametrize(
    "seen",
    [
        ((100, 100, 3, 0.95), (300, 100, 1, 0.8)),
        ((100, 100, 4, 0.95), (300, 100, 1, 0.95)),
        ((100, 100, 3, 0.95), (300, 100, 1, 0.95), (200, 300, 2, 0.6)),
        ((100, 100, 3, 0.95), (300, 100, 7, 0.95)),
    ],
    ids=["not sure", "contradicts what was read", "a third might be there", "one leans"],
)
def test_a_scout_who_is_not_sure_makes_nothing_certain(
    seen: tuple[tuple[float, float, int, float], ...],
) -> None:
    assert settle(ONE_OF_TWO, opinion(*seen), 2) == ONE_OF_TWO


def test_the_light_and_moving_dice_are_beyond_argument() -> None:
    dark = Reading((), Reason.TOO_DARK)
    assert settle(dark, opinion((100, 100, 3, 0.99), (300, 100, 1, 0.99)), 2) == dark


def test_a_scout_who_sees_nothing_supports_nothing() -> None:
    assert not settle(TWO, no_opinion(), 2).certain
    assert settle(ONE_OF_TWO, no_opinion(), 2) == ONE_OF_TWO


def test_no_witness_alone_can_rule_a_face_out() -> None:
    sure, denied = np.eye(8, dtype=np.float32)[[5]], np.eye(7, dtype=np.float32)[[0]]
    agreed = np.eye(7, dtype=np.float32)[[5]]
    joint = join_chances(sure, agreed, denied)
    assert 0 < joint[0, 5] < 0.9
    assert join_chances(sure, agreed, agreed)[0, 5] > 0.99
