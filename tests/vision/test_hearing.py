"""What the witness of a table's own dice may say against the nets, and what it may not."""

import pytest

import vision.hearing
from tests.vision.lesson_throws import PAIRS, TABLE, lesson, thrown
from vision.hearing import Heard, hear
from vision.judge import TABLE as BAR
from vision.lessons import teach
from vision.taught import Opinion
from vision.windowed import locate

FIVE = Opinion(5, (5,), known=True, off=0.0, stranger=False, outsized=False, kin=True)


def heard(monkeypatch: pytest.MonkeyPatch, fours: float) -> Heard:
    """Two dice of which the nets say that they show fours, with so much chance, and the table fives."""
    frame = thrown((4, 4), 305)
    seen = locate(frame, 2, TABLE)
    assert seen is not None
    seen.chances[:] = 0
    seen.chances[:, [4, 5]] = fours, 1 - fours
    monkeypatch.setattr(vision.hearing, "compare", lambda *_: [FIVE, FIVE])
    return hear(frame, seen, teach(lesson(*PAIRS), TABLE)[0], TABLE, expect=2, sure=BAR.sure)


def test_nets_that_are_sure_are_not_overruled_though_the_table_s_number_is_their_second_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = heard(monkeypatch, fours=0.85)
    assert (said.seen.pips.tolist(), said.doubted) == ([4, 4], {0, 1})
    assert max(said.seen.sure) < BAR.sure


def test_a_number_that_the_table_knows_against_the_nets_is_asked_all_the_same_how_its_pips_lie(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = heard(monkeypatch, fours=0.55)
    assert (said.seen.pips.tolist(), said.vouched) == ([5, 5], frozenset())
    assert min(said.seen.sure) > BAR.sure
