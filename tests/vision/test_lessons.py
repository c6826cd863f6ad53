"""Lessons of which the nets do not know all: how it is found out which die shows what, and where dice lie."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.drawn import draw
from tests.vision.lesson_throws import PAIRS, TABLE, lesson
from tests.vision.seen import sightings
from vision.judge import Bar
from vision.looking import windowed
from vision.looking.windowed import View, locate
from vision.sightings import CLASSES, LEANING, Sightings, together
from vision.taught.dice import TaughtError, dump, load
from vision.taught.lessons import Throw, teach

THREES = ((1, 2, 3), (4, 5, 6), (2, 4, 6), (1, 3, 5), (3, 4, 1), (5, 6, 2))
PLACES = ((360.0, 300.0), (600.0, 300.0), (480.0, 480.0))


def unsure(seen: Sightings, share: float = 0.7) -> Sightings:
    """Sightings of nets that hold what they see for likely, and for no more than that."""
    return replace(seen, chances=share * seen.chances + (1 - share) / CLASSES)


def threes() -> list[Throw]:
    """Throws of three dice, which the nets locate."""
    throws = []
    for turn, values in enumerate(THREES):
        dice = [(pips, *place, 23.0 * turn) for pips, place in zip(values, PLACES, strict=True)]
        seen = locate(frame := draw(dice), 3, TABLE)
        assert seen is not None
        throws.append(Throw(frame, seen, values))
    return throws


def test_what_unsure_nets_hold_for_likely_is_believed_as_far_as_the_label_allows_it() -> None:
    throw = lesson((2, 5))[0]
    for label in ((2, 5), (2, 6)):
        dice, left_out = teach([replace(throw, seen=unsure(throw.seen), values=label)], TABLE)
        assert (sorted(dice.pips), left_out) == ([*label], ())
        assert dice.pips[throw.seen.pips == 2].tolist() == [2]


def test_and_is_not_where_another_order_is_nearly_as_likely() -> None:
    throw = lesson((2, 5))[0]
    for said in (replace(throw, seen=unsure(throw.seen, 0.1)), replace(throw, values=(3, 4))):
        with pytest.raises(TaughtError, match="which die"):
            teach([said], TABLE)


def test_a_label_is_held_against_what_a_die_shows_however_much_it_seems_to_lean() -> None:
    throw = lesson((2, 5))[0]
    chances = 0.1 * throw.seen.chances
    chances[:, LEANING] += 0.9
    dice, _ = teach([replace(throw, seen=replace(throw.seen, chances=chances))], TABLE)
    assert sorted(dice.pips) == [2, 5]
    chances[:, 1:LEANING] = 0
    with pytest.raises(TaughtError, match="which die"):
        teach([replace(throw, seen=replace(throw.seen, chances=chances))], TABLE)


def test_dice_that_the_nets_know_teach_which_die_shows_what_where_they_know_no_throw_wholly() -> None:
    throws = threes()
    for at, throw in enumerate(throws):
        known = at % 3
        others = np.delete(np.arange(3), known)
        chances = throw.seen.chances.copy()
        chances[others] = 1 / CLASSES
        throws[at] = replace(throw, seen=replace(throw.seen, chances=chances))
    dice, left_out = teach(throws, TABLE)
    assert left_out == ()
    shown = teach(threes(), TABLE)[0]
    assert (dice.pips.tolist(), dice.throws.tolist()) == (shown.pips.tolist(), shown.throws.tolist())


def test_what_may_be_a_die_keeps_nobody_from_learning_from_those_that_plainly_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = windowed._looks
    throw = lesson((2, 5))[0]

    def with_shadows(*args: Any) -> Iterator[tuple[Bar, View, Sightings]]:
        for bar, view, seen in looks(*args):
            yield bar, view, together([seen, sightings((480.0, 200.0, 1, 0.9))])

    monkeypatch.setattr(windowed, "_looks", with_shadows)
    found = locate(throw.frame, 2, TABLE)
    assert found is not None
    assert sorted(found.pips) == [2, 5]
    assert locate(throw.frame, 4, TABLE) is None


def test_what_nets_said_of_leaning_is_kept_and_a_set_from_before_says_nothing_of_it() -> None:
    throw = lesson((2, 5))[0]
    chances = throw.seen.chances.copy()
    chances[:, LEANING] = 0.1, 0.2
    dice, _ = teach([replace(throw, seen=replace(throw.seen, chances=chances))], TABLE)
    again = load(dump(dice))
    assert again.leaning.tolist() == pytest.approx([0.1, 0.2])
    with np.load(io.BytesIO(dump(dice))) as stored:
        parts = {name: stored[name] for name in stored if name != "leaning"}
    before = io.BytesIO()
    np.savez(before, **parts)
    assert load(before.getvalue()).leaning.tolist() == [0, 0]


def test_that_dice_of_one_set_differ_is_told_by_a_number_that_comes_in_two_looks_each_shown_twice() -> None:
    assert not teach(lesson(*PAIRS), TABLE)[0].varied
    *throws, one, other = lesson(*PAIRS, (4, 4), (4, 4))
    threes = [replace(throw, values=(3, 3), told=True) for throw in (one, other)]
    assert teach([*throws, *threes], TABLE)[0].varied
    assert not teach([*throws, one, other], TABLE)[0].varied
