"""Who plays the next game where the party is larger than the game: whoever has waited longest."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from table.log import Log
from table.names import SetupError
from table.snapshot import Snapshot
from table.table import Table
from tests.table.evening import HOST, now, reopened
from tests.table.test_guests import again, names


def seats_of(shot: Snapshot) -> str:
    """Return the names of who plays, in their order."""
    return "".join(shot.game.seats) if shot.game else ""


def test_who_waited_plays_the_next_game_and_the_order_round_the_table_stays(table: Table) -> None:
    for name in "ABCDEFG":
        table.guests.add(name, HOST)
    played = [again(table, "maxi", opens=6).game for _ in range(4)]
    assert ["".join(game.seats) for game in played if game] == ["ABCDEF", "ABCDEG", "ABCDEF", "ABCDEG"]
    assert [game.first for game in played if game] == [5, 0, 5, 0], "where F waits, the first opens"
    assert names(table.snapshot()) == list("ABCDEFG")
    assert table.snapshot().chairs == (1, 2, 3, 4, 5, 7)
    table.guests.leave(6, HOST)
    shot = again(table, "maxi")
    assert shot.game
    assert shot.game.seats == tuple("ABCDEG"), "there is room for all"


@pytest.mark.parametrize("seen", [0, 1], ids=["in time", "too late as well"])
def test_a_game_whose_opener_has_left_before_it_starts_does_not_start(table: Table, seen: int) -> None:
    for name in "ABC":
        table.guests.add(name, HOST)
    table.guests.leave(3, HOST)
    with pytest.raises(SetupError) as caught:
        table.start({"game": "maexle"}, HOST, seen, opens=3)
    assert caught.value.code == "opener_left"
    assert table.snapshot().game is None


def test_of_a_party_more_than_twice_too_large_everybody_has_their_turn(table: Table, path: Path) -> None:
    for name in "ABCDEFGHKMNPQRS":
        table.guests.add(name, HOST)
    assert seats_of(again(table, "maxi")) == "ABCDEF"
    assert seats_of(again(table, "maxi")) == "GHKMNP"
    table = reopened(table, path)
    assert seats_of(again(table, "maxi")) == "ABCQRS"
    assert seats_of(again(table, "maxi")) == "DEFGHK"


@pytest.mark.parametrize("restart", [reopened, lambda table, _path: table], ids=["restarted", "running"])
def test_who_comes_late_does_not_go_before_those_who_waited_already(
    table: Table, path: Path, restart: Callable[[Table, Path], Table]
) -> None:
    for name in "ABCDEFGHK":
        table.guests.add(name, HOST)
    assert seats_of(again(table, "maxi")) == "ABCDEF"
    assert seats_of(again(table, "maxi")) == "ABCGHK"
    for name in "MNPQ":
        table.guests.add(name, HOST)
    table = restart(table, path)
    assert seats_of(again(table, "maxi")) == "DEFMNP"
    assert seats_of(again(table, "maxi")) == "ABCGHQ"


def test_who_has_waited_is_known_from_the_log_of_an_older_program(table: Table, path: Path) -> None:
    for name in "ABCDEFGHK":
        table.guests.add(name, HOST)
    assert seats_of(again(table, "maxi")) == "ABCDEF"
    table.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "ALTER TABLE guest DROP COLUMN sat; DROP TABLE doomed; DROP TABLE gone; PRAGMA user_version = 10;"
        )
    table = Table(Log(path), now)
    assert seats_of(again(table, "maxi")) == "ABCGHK"
    table.close()
