"""How pips look on any die, where a table knows how they look on its own."""

import random
from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np
import pytest

import vision
from tests.vision.drawn import draw
from tests.vision.lesson_throws import PAIRS, TABLE, thrown
from vision import DiceSet, Frame, Reason
from vision.looking.windowed import locate
from vision.taught.dice import dump, load
from vision.taught.lessons import Throw, teach

EDGE_PX = 104
PALE = 90
"""A spot between the tones of a body and of its pips."""


def spotted(values: Sequence[int], seed: int, before: Sequence[int], across: float, off: float) -> Frame:
    """A throw of two dice with a pale spot near the middle of those that show such numbers, in edges."""
    chance = random.Random(seed)
    dice = [
        (pips, middle + chance.uniform(-40, 40), 360 + chance.uniform(-120, 120), chance.uniform(0, 360))
        for pips, middle in zip(values, (370.0, 590.0), strict=True)
    ]
    cover = np.zeros((720, 960), np.float32)
    for pips, x, y, turn in dice:
        if pips in before:
            aside = off * EDGE_PX * np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
            place = np.rint(16 * (np.array([x, y]) + aside)).astype(int).tolist()
            cv2.circle(cover, place, round(16 * across / 2 * EDGE_PX), 1.0, cv2.FILLED, cv2.LINE_AA, 4)
    frame = draw(dice)
    return np.asarray(frame + cv2.GaussianBlur(cover, (0, 0), 1.0) * (np.float32(PALE) - frame), np.uint8)


def own(values: Sequence[int], seed: int) -> Frame:
    """Dice whose middle pip is larger and paler than the others, and lies beside the middle."""
    return spotted(values, seed, (3, 5), across=0.24, off=0.06)


def with_traces(values: Sequence[int], seed: int) -> Frame:
    """Dice whose fours look like worn fives: a far pip shines through in their middle."""
    return spotted(values, seed, (4,), across=0.08, off=0.0)


@cache
def known(*pairs: tuple[int, int], look: Callable[[Sequence[int], int], Frame] = own) -> DiceSet:
    """The same dice as so many throws teach them."""
    throws = []
    for seed, pair in enumerate(pairs):
        frame = look(pair, seed)
        seen = locate(frame, 2, TABLE)
        assert seen is not None
        throws.append(Throw(frame, seen, pair))
    return teach(throws, TABLE, "ours")[0]


@pytest.mark.parametrize("seed", range(400, 404))
def test_dice_whose_middle_pip_is_unlike_the_others_are_read_where_they_are_known(seed: int) -> None:
    frame = own((3, 5), seed)
    assert vision.read([frame], 2, TABLE).reason is Reason.MISFIT
    reading = vision.read([frame], 2, TABLE, known(*PAIRS))
    assert (reading.certain, reading.seen) == (True, (3, 5))


@pytest.mark.parametrize("seed", range(400, 404))
@pytest.mark.parametrize("twos", [(), ((1, 2),)], ids=["never", "once"])
def test_but_not_where_a_number_is_unknown_as_it_may_be_a_crumb_that_makes_this_one(
    seed: int, twos: tuple[tuple[int, int], ...]
) -> None:
    dice = known(*twos, *(pair for pair in PAIRS if 2 not in pair))
    assert dice.faces[2] == len(twos)
    assert vision.read([own((3, 5), seed)], 2, TABLE, dice).reason is Reason.MISFIT


@pytest.mark.parametrize("seed", range(500, 504))
def test_a_crumb_in_the_middle_of_a_two_stays_a_doubt_where_dice_are_known(seed: int) -> None:
    frame = spotted((2, 6), seed, (2,), across=0.2, off=0.05)
    assert not vision.read([frame], 2, TABLE).certain
    assert not vision.read([frame], 2, TABLE, known(*PAIRS)).certain


@pytest.mark.parametrize("seed", range(600, 603))
def test_a_number_that_looks_worn_on_all_of_a_table_s_dice_is_read(seed: int) -> None:
    frame, dice = with_traces((4, 6), seed), known(*PAIRS, look=with_traces)
    assert dice.spotted.tolist() == load(dump(dice)).spotted.tolist() == [4]
    assert vision.read([frame], 2, TABLE, dice).seen == (4, 6)
    assert vision.read([frame], 2, TABLE, dice).certain


@pytest.mark.parametrize("seed", range(600, 603))
def test_one_that_looks_whole_on_them_is_asked_about(seed: int) -> None:
    whole = known(*PAIRS, look=thrown)
    assert not len(whole.spotted)
    assert vision.read([with_traces((4, 6), seed)], 2, TABLE, whole).reason is Reason.WORN
