"""What games gave everyone, and who is forgotten, outlasts damage to the table's memory."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from games.moves import Undo
from table.habits import Habits
from table.opening import open_table
from table.table import Table
from tests.table.evening import HOST, now, start
from tests.table.test_scorebook import ANNA, CEM, ONCE, TWICE, one_game, told


@pytest.fixture
def kept(table: Table) -> Iterator[Table]:
    """A table whose host wants games to add up."""
    table.habits.settle(Habits(keeps=True), HOST)
    yield table
    table.close()


def salvaged(table: Table, path: Path) -> Table:
    """Open the table anew after damage that costs no more than its name."""
    table.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ALTER TABLE plate RENAME COLUMN name TO nama")
    again, message = open_table(path, now, "20300203-201500")
    assert message
    return again


def test_the_evening_goes_on_and_counts_nothing_twice(kept: Table, path: Path) -> None:
    one_game(kept)
    one_game(kept)
    again = salvaged(kept, path)
    assert told(again.scores.evening()) == TWICE == told(again.scores.regulars())
    again.guests.empty(HOST)
    saved = salvaged(again, path)
    assert not saved.scores.evening()
    assert told(saved.scores.regulars()) == TWICE
    one_game(saved)
    assert told(saved.scores.evening()) == ONCE
    assert [one.evenings for one in saved.scores.regulars()] == [2, 2, 2]
    saved.close()


def test_who_was_forgotten_tonight_stays_forgotten(kept: Table, path: Path) -> None:
    one_game(kept)
    kept.scores.forget("Anna", HOST)
    again = salvaged(kept, path)
    assert [one.name for one in again.scores.evening()] == ["Cem", "Bö"]
    one_game(again)
    again.guests.empty(HOST)
    assert [one.name for one in again.scores.regulars()] == ["Cem", "Bö"]
    again.close()


def test_a_game_that_is_to_go_goes_after_the_damage_too(kept: Table, path: Path) -> None:
    one_game(kept, "Xaver")
    kept.scores.forget("Xaver", HOST)
    kept.guests.empty(HOST)
    again = salvaged(kept, path)
    start(again, seats=["Bö", "Cem"])
    assert b"Xaver" not in path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()
    again.close()


def test_a_game_that_was_left_out_stays_out(kept: Table, path: Path) -> None:
    one_game(kept)
    kept.scores.empty(HOST)
    again = salvaged(kept, path)
    assert not again.scores.evening()
    start(again, seats=["Dora", "Emil"])
    assert not again.scores.regulars()
    again.close()


def test_whoever_comes_after_the_damage_takes_nobodys_seat(kept: Table, path: Path) -> None:
    one_game(kept)
    kept.guests.leave(CEM, HOST)
    kept.guests.leave(ANNA, HOST)
    again = salvaged(kept, path)
    again.guests.join("Dora", 0, "doras phone")
    assert not again.snapshot().phones, "who comes now is in no game"
    again.submit(Undo(), HOST, again.snapshot().version)
    game = again.snapshot().game
    assert game
    assert game.seats == ("Anna", "Bö", "Cem")
    again.close()


def test_no_version_is_given_again_to_phones_that_slept_meanwhile(kept: Table, path: Path) -> None:
    one_game(kept)
    before = kept.snapshot().version
    again = salvaged(kept, path)
    assert again.snapshot().version > before
    again.close()


@pytest.mark.parametrize("name", ["CAST(x'ff' AS TEXT)", "CAST(name AS BLOB)"])
def test_scores_of_which_nobody_can_read_whose_they_are_are_damage(
    kept: Table, path: Path, name: str
) -> None:
    one_game(kept)
    one_game(kept)
    kept.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE share SET name = {name} WHERE guest = ?", (ANNA,))
    again, message = open_table(path, now, "20300203-201500")
    assert message
    assert [(one.name, one.games) for one in again.scores.regulars()] == [("Cem", 2), ("Bö", 2), ("Anna", 1)]
    assert len(again.scores.known()) == 2, "the others can be read, for good"
    again.close()


def test_a_game_after_damage_that_left_nothing_but_scores_is_a_game_like_any_other(
    kept: Table, path: Path
) -> None:
    one_game(kept)
    one_game(kept)  # what the one before gave everyone is written down
    kept.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE entry SET line = 'xx'")
    again, message = open_table(path, now, "20300203-201500")
    assert message
    one_game(again)
    assert told(again.scores.regulars()) == TWICE
    again.guests.join("Nora", 3, "phone")
    assert all(guest.sat >= 0 for guest in again.snapshot().party.guests)
    again.scores.empty(HOST)
    assert not again.scores.evening(), "whoever is forgotten with the game on the table stays so"
    again.close()
