"""What the witness of a table's own dice may say against the nets, and what it may not."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.lesson_throws import PAIRS, TABLE, lesson, thrown
from tests.vision.seen import sightings
from vision.judge import TABLE as BAR
from vision.looking.windowed import locate
from vision.sightings import LEANING, together
from vision.taught import hearing
from vision.taught.dice import Opinion
from vision.taught.hearing import Heard, hear
from vision.taught.lessons import teach

FIVE = Opinion(5, (5,), known=True, off=0.0, stranger=False, outsized=False, kin=True)
FOUR = replace(FIVE, pips=4, near=(4,))
FAIRLY = 1.0
"""How far a face is from a set of which it is only just one."""


def heard(
    monkeypatch: pytest.MonkeyPatch,
    fours: float,
    said: Opinion = FIVE,
    *,
    leans: float = 0.0,
    besides: float = 0.0,
    usually: float = 0.0,
    shown: Iterable[tuple[int, int]] = PAIRS,
    varied: bool = False,
    mistaken: float = 0.0,
) -> Heard:
    """Two dice that are fours to the nets, with so much chance, or fives, and to the table what is said.

    `besides` is the chance that something else there is an ace, `usually` that of leaning in its lessons. The
    set's dice may be `varied`, or its witness have been `mistaken` about its lessons by so much.
    """
    dice = teach(lesson(*shown), TABLE)[0]
    leaning = np.full_like(dice.leaning, usually)
    dice = replace(dice, leaning=leaning, varied=varied, mistaken=mistaken)
    frame = thrown((4, 4), 305)
    seen = locate(frame, 2, TABLE)
    assert seen is not None
    seen.chances[:] = 0
    seen.chances[:, [4, 5]] = fours, 1 - fours - leans
    seen.chances[:, LEANING] = leans
    if besides:
        seen = together([seen, sightings((480.0, 200.0, 1, besides))])
    monkeypatch.setattr(hearing, "compare", lambda _, seen, *__: [said] * len(seen))
    return hear(frame, seen, dice, TABLE, expect=2)


def test_nets_that_are_sure_are_not_overruled_though_the_table_s_number_is_their_second_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = heard(monkeypatch, fours=0.85)
    assert said.seen.pips.tolist() == [4, 4]
    assert said.doubted == {0, 1}
    assert max(said.seen.sure) < BAR.sure


def test_of_a_face_like_none_that_the_table_was_taught_nets_have_to_be_very_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unlike = replace(FIVE, pips=None, near=(2, 4, 6), known=False, off=2.5)
    assert heard(monkeypatch, fours=0.91, said=unlike).doubted == {0, 1}
    assert not heard(monkeypatch, fours=0.96, said=unlike).doubted
    assert not heard(monkeypatch, fours=0.91, said=replace(unlike, off=1.9)).doubted
    assert not heard(monkeypatch, fours=0.91, said=replace(unlike, known=True)).doubted


@pytest.mark.parametrize("vague", [{"varied": True}, {"mistaken": 9.0}], ids=["differ", "mistaken"])
def test_where_dice_of_one_set_differ_a_face_like_none_is_left_to_nets_that_are_very_sure(
    monkeypatch: pytest.MonkeyPatch, vague: dict[str, Any]
) -> None:
    unlike = replace(FIVE, pips=None, near=(2, 6), known=False, off=1.5)
    assert heard(monkeypatch, fours=0.96, said=unlike).doubted == {0, 1}
    said = heard(monkeypatch, fours=0.96, said=unlike, **vague)
    assert (said.doubted, said.known) == (frozenset(), (True, True))
    assert heard(monkeypatch, fours=0.91, said=unlike, **vague).doubted == {0, 1}
    for other in (replace(unlike, kin=False), replace(unlike, outsized=True), FIVE):
        assert heard(monkeypatch, fours=0.96, said=other, **vague).doubted == {0, 1}


def test_a_number_that_the_table_knows_against_the_nets_is_asked_all_the_same_how_its_pips_lie(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = heard(monkeypatch, fours=0.55)
    assert (said.seen.pips.tolist(), said.vouched) == ([5, 5], frozenset())
    assert min(said.seen.sure) > BAR.sure


def test_who_was_never_shown_what_the_nets_see_cannot_say_that_it_is_another_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = heard(monkeypatch, fours=0.55, shown=[pair for pair in PAIRS if 4 not in pair])
    assert said.seen.pips.tolist() == [4, 4]
    assert max(said.seen.sure) < BAR.sure


def test_a_doubt_is_lifted_beside_what_may_be_a_die_and_not_beside_what_plainly_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert min(heard(monkeypatch, 0.55, FOUR, besides=0.9).seen.sure[:2]) > BAR.sure
    assert max(heard(monkeypatch, 0.55, FOUR, besides=0.999).seen.sure[:2]) < BAR.sure


def test_how_pips_lie_is_asked_unless_the_table_knows_a_face_well(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(monkeypatch, 0.99, FOUR).vouched == {0, 1}
    assert heard(monkeypatch, 0.99, replace(FOUR, off=FAIRLY)).vouched == frozenset()


def test_a_face_that_the_table_knows_fairly_is_read_as_the_nets_would_and_leans_as_much_as_they_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fairly = heard(monkeypatch, 0.55, replace(FOUR, off=FAIRLY), leans=0.1).seen
    assert fairly.pips.tolist() == [4, 4]
    assert min(fairly.sure) > BAR.sure
    assert fairly.chances[:, LEANING] == pytest.approx(0.1)
    assert max(heard(monkeypatch, 0.55, replace(FIVE, off=FAIRLY), leans=0.1).seen.sure) < BAR.sure


def test_a_chance_of_leaning_that_the_table_s_own_flat_dice_were_given_as_often_says_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert max(heard(monkeypatch, 0.45, FOUR, leans=0.5, usually=0.1).seen.sure) < BAR.sure
    assert min(heard(monkeypatch, 0.45, FOUR, leans=0.5, usually=0.5).seen.sure) > BAR.sure
    fairly = replace(FOUR, off=FAIRLY)
    assert max(heard(monkeypatch, 0.45, fairly, leans=0.5, usually=0.5).seen.sure) < BAR.sure, "known well"


def test_dice_of_another_set_are_judged_as_at_any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    alien = Opinion(None, (), known=False, off=9.0, stranger=True, outsized=False, kin=False)
    said = heard(monkeypatch, 0.95, alien)
    assert (said.known, said.doubted, said.vouched) == ((False, False), frozenset(), frozenset())
    assert said.seen.sure == pytest.approx(0.95)
