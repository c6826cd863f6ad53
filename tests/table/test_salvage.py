"""What it takes to save a damaged memory: no more after years than after one evening, and no scarce room."""

import errno
import os
import shutil
import sqlite3
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from games import maexle
from table import opening
from table.log import Log
from table.schema import GREATEST
from table.seating import players
from table.table import Table
from table.wal import is_damaged
from tests.bad_sector import unreadable
from tests.table.evening import HOST, now, play, start
from tests.table.test_opening import MOVES, changed, opened


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of copies of a damaged log."""
    said: list[str] = []
    opened_copy = opening._opened_copy

    def watched(damaged: Path, copy: Path, parts: ExitStack) -> sqlite3.Connection:
        db = opened_copy(damaged, copy, parts)
        db.set_trace_callback(said.append)
        return db

    monkeypatch.setattr(opening, "_opened_copy", watched)
    return said


def moves_read(path: Path, games: int, reads: list[str]) -> int:
    """How many moves are read, one by one, to save what is on the table after so many games."""
    table = Table(Log(path), now)
    for _ in range(games):
        start(table)
        play(table, MOVES)
    shot = table.snapshot()
    table.close()
    changed(path, "UPDATE entry SET sum = '' WHERE version = (SELECT MAX(version) FROM entry)")
    reads.clear()
    saved, _ = opened(path)
    assert saved.game
    assert shot.game
    assert saved.game.match.state == shot.game.match.state
    return sum("FROM entry WHERE rowid" in read for read in reads)


def test_years_of_games_are_not_read_to_save_the_last(
    path: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "OTHERS", 5)
    few = moves_read(path, 4, reads)
    assert moves_read(path.with_name("more.db"), 40, reads) == few


@pytest.mark.parametrize("roomy", ["beside", "elsewhere"])
def test_a_damaged_log_is_copied_to_where_there_is_most_room_and_no_copy_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, roomy: str
) -> None:
    elsewhere, left, lay = tmp_path / "elsewhere", path.with_name("table.db.copy-left"), set()
    elsewhere.mkdir()
    left.mkdir()
    opened_copy = opening._opened_copy

    def noted(damaged: Path, copy: Path, parts: ExitStack) -> sqlite3.Connection:
        lay.add(copy.parents[1])
        return opened_copy(damaged, copy, parts)

    place = path.parent if roomy == "beside" else elsewhere
    monkeypatch.setattr(opening, "_opened_copy", noted)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(elsewhere))
    monkeypatch.setattr(shutil, "disk_usage", lambda at: SimpleNamespace(free=int(at == place)))
    table = Table(Log(path), now)
    start(table)
    play(table, MOVES)
    table.close()
    changed(path, "DELETE FROM entry WHERE version = 3")
    _, message = opened(path)
    assert message
    assert lay == {place}
    assert not list(elsewhere.iterdir())
    assert not list(path.parent.glob("table.db.copy-*"))


def worn_out(path: Path, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    """Let the card read a part of the file no more, nor SQLite open it; another of its name may be read."""
    number, connect, pread = path.stat().st_ino, sqlite3.connect, os.pread
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_CORRUPTFS

    def connected(place: str | Path, **more: Any) -> sqlite3.Connection:
        file = Path(urlsplit(str(place)).path)
        if file.exists() and file.stat().st_ino == number:
            raise error
        db: sqlite3.Connection = connect(place, **more)
        return db

    def read(file: int, length: int, at: int) -> bytes:
        if os.fstat(file).st_ino == number and at == part:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return pread(file, length, at)

    monkeypatch.setattr(sqlite3, "connect", connected)
    monkeypatch.setattr(os, "pread", read)


def test_a_memory_of_which_the_card_reads_a_part_no_more_goes_on_with_all_the_rest(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(Log(path), now)
    start(table)
    play(table, MOVES)
    shot, db = table.snapshot(), table._log._db
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'picture'").fetchone()
    table.close()
    worn_out(path, monkeypatch, (page - 1) * 4096)
    saved, message = opened(path)
    assert message
    assert "log_salvaged" in saved.notes
    assert saved.game
    assert shot.game
    assert saved.game.match.state == shot.game.match.state


def test_a_write_ahead_log_that_the_card_reads_no_more_is_damaged(path: Path) -> None:
    path.write_bytes(b"all that was played")
    with unreadable(path):
        assert is_damaged(path)


def damage_and_take_two_lives(table: Table, path: Path) -> None:
    """Leave a damaged log of a game whose last state is another than its moves give."""
    start(table)
    play(table, "0:43")
    table.close()
    changed(path, """UPDATE game SET state = replace(state, '"lives": [5, 5', '"lives": [5, 3')""")
    changed(path, "INSERT INTO host VALUES (1, x'00')")


def test_what_is_salvaged_of_a_game_under_older_rules_is_as_they_left_it(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage_and_take_two_lives(table, path)
    monkeypatch.setattr(maexle, "VERSION", maexle.VERSION + 1)
    shot, message = opened(path)
    assert message
    assert shot.game
    assert [one.count for one in shot.game.view(None).standing] == [5, 3, 5]


def test_where_the_last_state_was_changed_on_the_disk_the_moves_say_how_the_game_stands(
    table: Table, path: Path
) -> None:
    damage_and_take_two_lives(table, path)
    shot, message = opened(path)
    assert message
    assert shot.game
    assert [one.count for one in shot.game.view(None).standing] == [5, 5, 5]


def test_a_memory_from_before_moves_had_sums_is_saved_too(table: Table, path: Path) -> None:
    start(table)
    played = play(table, MOVES)
    table.close()
    changed(path, "ALTER TABLE entry DROP COLUMN sum")
    shot, message = opened(path)
    assert message
    assert shot.note == "log_salvaged"
    assert shot.game
    assert played.game
    assert shot.game.match.state == played.game.match.state
    assert shot.game.match.played == played.game.match.played, "each can be taken back"


def test_a_plug_that_is_pulled_while_a_memory_is_saved_costs_nothing(table: Table, path: Path) -> None:
    start(table)
    shot = play(table, MOVES)
    table.close()
    changed(path, "DELETE FROM entry WHERE version = 3")
    path.with_name("table.db.fresh").write_bytes(path.read_bytes()[:5000])
    saved, message = opened(path)
    assert message
    assert saved.game
    assert shot.game
    assert saved.game.match.state == shot.game.match.state


def test_who_has_waited_longest_comes_first_after_the_damage_too(path: Path) -> None:
    table = Table(Log(path), now)
    many = maexle.PLAYERS[1]
    for number in range(many + 4):
        table.guests.join(f"P{number}", number, f"phone {number}")
    table.start({"game": "maexle"}, HOST, table.snapshot().version)
    waiting = [guest.id for guest in players(table.snapshot().party, many)]
    table.close()
    changed(path, "UPDATE entry SET line = 'xx' WHERE version = (SELECT MAX(version) FROM entry)")
    saved, message = opened(path)
    assert message
    assert [guest.id for guest in players(saved.party, many)] == waiting
    assert waiting != [guest.id for guest in saved.party.guests[:many]]


@pytest.mark.parametrize("sat", ["'x'", "1 << 60"])
def test_nobody_loses_a_seat_because_it_can_t_be_read_when_they_sat_last(path: Path, sat: str) -> None:
    table = Table(Log(path), now)
    for number in range(3):
        table.guests.join(f"P{number}", number, f"phone {number}")
    table.start({"game": "maexle"}, HOST, table.snapshot().version)
    table.guests.join("P3", 3, "phone 3")
    play(table, "0:43")
    phones = table.snapshot().phones
    table.close()
    lost = "UPDATE entry SET line = 'xx' WHERE version = (SELECT MAX(version) FROM entry)"
    changed(path, f"UPDATE guest SET sat = {sat} WHERE place = 1", lost)
    saved, message = opened(path)
    assert message
    assert [guest.name for guest in saved.party.guests] == ["P0", "P1", "P2", "P3"]
    assert saved.phones == phones
    assert all(abs(guest.sat) < GREATEST for guest in saved.party.guests), "a copy has to carry them"
