"""A game that is changed after a host has ended its evening counts as it is then, and in the next."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.moves import Correct, Undo
from table.habits import Habits
from table.table import Table
from tests.table.evening import HOST, play, reopened
from tests.table.test_scorebook import ONCE, TWICE, one_game, told


@pytest.fixture
def ended(table: Table) -> Iterator[Table]:
    """A table that keeps games, after an evening of two; the last one still lies there."""
    table.habits.settle(Habits(keeps=True), HOST)
    one_game(table)
    one_game(table)
    table.guests.empty(HOST)
    assert told(table.scores.regulars()) == TWICE
    yield table
    table.close()


def test_a_result_that_is_taken_back_is_gone(ended: Table, path: Path) -> None:
    ended.submit(Undo(), HOST, ended.snapshot().version)
    assert told(ended.scores.regulars()) == ONCE
    again = reopened(ended, path)
    assert told(again.scores.regulars()) == ONCE
    play(again, "1:65 2:challenge reveal:31")
    assert told(again.scores.evening()) == ONCE
    one_game(again)
    assert told(again.scores.evening()) == TWICE
    assert [one.games for one in again.scores.regulars()] == [3, 3, 3]
    again.close()


def test_a_result_that_is_corrected_counts_once_and_as_it_is_now(ended: Table) -> None:
    ended.submit(Correct((6, 5)), HOST, ended.snapshot().version)
    assert {one.name: (one.games, one.won) for one in ended.scores.regulars()} == {
        "Anna": (2, 0),
        "Bö": (2, 1),
        "Cem": (2, 1),
    }


def test_one_that_did_not_count_does_not_count_then_either(ended: Table) -> None:
    ended.scores.empty(HOST)
    ended.submit(Correct((6, 5)), HOST, ended.snapshot().version)
    assert not ended.scores.regulars()
