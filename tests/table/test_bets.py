"""Bets for honour: by those who are out, on a call that waits for its answer, through undo and restarts."""

from pathlib import Path

import pytest

from games.moves import IllegalMoveError, Undo
from table.actors import NotAllowedError
from table.bets import settled
from table.game import added_up
from table.snapshot import StaleMoveError
from table.table import Table
from tests.table.evening import HOST, phone, play, reopened, start

ANNAS = phone(0)
OUT = "0:65 1:challenge reveal:31"


@pytest.fixture
def table(table: Table) -> Table:
    """A table of four at which Anna is out, and Bö's call waits for Cem's answer."""
    start(table, seats=["Anna", "Bö", "Cem", "Dora"], options={"lives": 1})
    play(table, f"{OUT} 1:65")
    return table


def bet(table: Table, *, lie: bool) -> None:
    table.bets.place(0, ANNAS, table.snapshot().version, lie=lie)


def came_to(table: Table) -> dict[int, tuple[int, int]]:
    """Return how many of each seat's bets are right, and how many count."""
    return settled(table.snapshot().bets, added_up(table.entries()))


@pytest.mark.parametrize(
    ("lie", "dice", "right"), [(True, "31", 1), (False, "31", 0), (True, "65", 0), (False, "65", 1)]
)
def test_a_bet_is_right_if_the_dice_say_so(table: Table, lie: bool, dice: str, right: int) -> None:
    bet(table, lie=lie)
    assert came_to(table) == {}
    play(table, f"2:challenge reveal:{dice}")
    assert came_to(table) == {0: (right, 1)}


def test_a_bet_may_be_changed_until_the_answer_and_not_after(table: Table) -> None:
    bet(table, lie=True)
    bet(table, lie=False)
    play(table, "2:challenge")
    with pytest.raises(IllegalMoveError) as caught:
        bet(table, lie=True)
    assert caught.value.code == "too_late_to_bet"
    play(table, "reveal:65")
    assert came_to(table) == {0: (1, 1)}


def test_a_call_that_is_believed_settles_nothing(table: Table) -> None:
    bet(table, lie=True)
    play(table, "2:accept 2:66 3:challenge reveal:31")
    assert came_to(table) == {}


def test_a_bet_stands_and_falls_with_its_call(table: Table) -> None:
    bet(table, lie=True)
    play(table, "2:accept undo 2:challenge reveal:31")
    assert came_to(table) == {0: (1, 1)}
    play(table, "correct:65")
    assert came_to(table) == {0: (0, 1)}, "an appeal turns it"
    table.submit(Undo(), HOST, table.snapshot().version)
    table.submit(Undo(), HOST, table.snapshot().version)
    assert came_to(table) == {}, "that throw is void, and its call with it"


def test_a_call_that_was_taken_back_takes_its_bets_along(table: Table) -> None:
    bet(table, lie=True)
    play(table, "undo 1:66 2:challenge reveal:31")
    assert came_to(table) == {}


def test_bets_survive_a_pulled_plug(table: Table, path: Path) -> None:
    bet(table, lie=True)
    again = reopened(table, path)
    play(again, "2:challenge reveal:31")
    assert came_to(again) == {0: (1, 1)}
    start(again)
    assert not again.snapshot().bets
    again.close()


def test_who_plays_does_not_bet_and_nobody_bets_for_others(table: Table) -> None:
    version = table.snapshot().version
    for seat, by, code in (
        (2, phone(2), "not_out"),
        (0, phone(2), "not_your_seat"),
        (0, HOST, "not_your_seat"),
    ):
        with pytest.raises(NotAllowedError) as caught:
            table.bets.place(seat, by, version, lie=True)
        assert caught.value.code == code
    with pytest.raises(StaleMoveError):
        table.bets.place(0, ANNAS, version - 1, lie=True)
    assert not table.snapshot().bets


def test_a_bet_moves_nothing(table: Table) -> None:
    before = table.snapshot()
    bet(table, lie=True)
    after = table.snapshot()
    assert (after.version, after.game, after.asked) == (before.version, before.game, before.asked)
    assert len(table.entries()) == 5
