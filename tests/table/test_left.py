"""Whoever has left the table stays in its game under their last name, and in the evening with their mark."""

from pathlib import Path

import pytest

from table.habits import Habits
from table.log import Log
from table.memory import made_anew, told
from table.opening import salvage
from table.table import Table
from tests.table.evening import HOST, now, play, reopened, start

ANNA, BÖ = 1, 2
LIE = "0:65 1:challenge reveal:31"


def renamed_and_gone(table: Table) -> None:
    """Anna is out first and leaves the table under another name, as Bö takes hers; then Bö is out."""
    table.habits.settle(Habits(keeps=True), HOST)
    start(table, options={"lives": 1})
    table.guests.change(ANNA, "Dora", 7, HOST)
    table.guests.change(BÖ, "Anna", 9, HOST)
    play(table, LIE)
    table.guests.leave(ANNA, HOST)
    play(table, "1:65 2:challenge reveal:31")
    table.guests.leave(BÖ, HOST)


def names(table: Table) -> tuple[str, ...]:
    game = table.snapshot().game
    assert game
    return game.seats


def who_has_what(table: Table) -> dict[str, tuple[int, int]]:
    return {one.name: (one.sign, one.bought) for one in table.scores.evening()}


NAMES, HAVE = ("Dora", "Anna", "Cem"), {"Dora": (7, 1), "Anna": (9, 0), "Cem": (2, 0)}


def test_they_keep_name_and_mark_through_a_pulled_plug(table: Table, path: Path) -> None:
    renamed_and_gone(table)
    assert (names(table), who_has_what(table)) == (NAMES, HAVE)
    again = reopened(table, path)
    assert (names(again), who_has_what(again)) == (NAMES, HAVE)
    again.close()


def test_they_keep_them_where_a_damaged_memory_goes_on(table: Table, path: Path, tmp_path: Path) -> None:
    renamed_and_gone(table)
    table.close()
    salvage(path, tmp_path / "fresh.db")
    again = Table(Log(tmp_path / "fresh.db"), now)
    assert (names(again), who_has_what(again)) == (NAMES, HAVE)
    again.close()


def test_they_keep_them_in_a_copy_of_the_memory(table: Table, path: Path, tmp_path: Path) -> None:
    renamed_and_gone(table)
    made_anew(tmp_path / "copy.db", list(told(path)), now)
    table.close()
    again = Table(Log(tmp_path / "copy.db"), now)
    assert (names(again), who_has_what(again)) == (NAMES, HAVE)
    again.close()


@pytest.mark.parametrize("ends", [True, False], ids=["evening", "game"])
def test_nobody_is_remembered_beyond_the_game(table: Table, path: Path, *, ends: bool) -> None:
    renamed_and_gone(table)
    if ends:
        table.guests.empty(HOST)
        assert len(table.snapshot().party.left) == 3
    start(table, seats=["Emil", "Fritz"])
    assert not table.snapshot().party.left
    again = reopened(table, path)
    assert not again.snapshot().party.left
    again.close()
