"""Dice of one set that differ in colour are told apart, and no others."""

import numpy as np
import pytest

from tests.vision.drawn import in_colour
from tests.vision.lesson_throws import PAIRS, TABLE, thrown
from vision import Frame
from vision.arrays import Floats, Ints
from vision.looking.windowed import locate
from vision.taught.kinds import colour_of, kinds_of, tones_of


def half_red(frame: Frame) -> Frame:
    """What lies in the left half is seen in red: less green and blue than red."""
    seen = in_colour(frame).copy()
    seen[:, :480, :2] //= 2
    return seen


def shown(*frames: Frame) -> tuple[Floats, Ints]:
    """The colours of the dice in some throws, the left die first, and from which throw each is."""
    tones, throws = [], []
    for number, frame in enumerate(frames):
        seen = locate(frame, 2, TABLE)
        assert seen is not None
        tones.append(tones_of(frame, seen.take(np.argsort(seen.centre[:, 0])), TABLE))
        throws += [number, number]
    return np.concatenate(tones), np.array(throws)


def test_a_red_die_and_a_yellow_one_are_two_kinds() -> None:
    tones, throws = shown(*(half_red(thrown(pair, seed)) for seed, pair in enumerate(PAIRS[:5])))
    parts = [part.tolist() for part in kinds_of(tones, throws)]
    assert sorted(parts) == [[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]]
    red, green, _ = colour_of(tones[0::2])
    assert red > 1.5 * green
    red, green, _ = colour_of(tones[1::2])
    assert red == pytest.approx(green, abs=5)


def test_dice_alike_are_one_kind_however_they_fall() -> None:
    tones, throws = shown(*(in_colour(thrown(pair, seed)) for seed, pair in enumerate(PAIRS)))
    assert len(kinds_of(tones, throws)) == 1


def test_a_die_that_was_laid_down_alone_counts_as_its_own_kind() -> None:
    tones, throws = shown(*(half_red(thrown(pair, seed)) for seed, pair in enumerate(PAIRS[:5])))
    alone = tones[2] + np.float32(0.01)
    parts = kinds_of(np.vstack([tones, alone]), np.append(throws, 5))
    (red,) = [part.tolist() for part in parts if 0 in part]
    assert red == [0, 2, 4, 6, 8, 10]


def test_three_dice_of_two_colours_are_two_kinds() -> None:
    chance = np.random.default_rng(3)
    colours = np.tile([[5.0, 5.0, 5.0], [5.0, 5.0, 5.0], [3.0, 3.5, 5.2]], (6, 1))
    tones = (colours + chance.normal(0, 0.05, colours.shape)).astype(np.float32)
    parts = kinds_of(tones, np.repeat(np.arange(6), 3))
    assert sorted(len(part) for part in parts) == [6, 12]


def test_more_throws_leave_the_order_of_the_kinds_as_it_was() -> None:
    chance = np.random.default_rng(0)
    for colours in chance.uniform(3.5, 5.4, (200, 2, 3)):
        tones = (np.tile(colours, (14, 1)) + chance.normal(0, 0.04, (28, 3))).astype(np.float32)
        throws = np.repeat(np.arange(14), 2)
        parted = [kinds_of(tones[: 2 * many], throws[: 2 * many]) for many in range(4, 15)]
        assert {0} >= {int(parts[0][0]) for parts in parted}


def test_few_throws_tell_nothing_apart() -> None:
    tones, throws = shown(*(half_red(thrown(pair, seed)) for seed, pair in enumerate(PAIRS[:3])))
    assert len(kinds_of(tones, throws)) == 1
    assert kinds_of(tones[:0], throws[:0]) == []
