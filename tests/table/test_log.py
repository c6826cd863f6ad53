import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from table import log as log_module
from table.album import KEPT
from table.log import DamagedLogError, Host, Log, LogError
from table.newest import MarkedLog
from table.ports import Picture
from table.schema import SCHEMA
from table.table import Table
from tests.games.playing import move
from tests.table.evening import HOST, LINE, no_room, now, on_disk, picture, play, start
from vision.reading import Circle


@contextmanager
def every_page_used(log: Log) -> Iterator[None]:
    """Let the database have no page more than it has."""
    (pages,) = log._db.execute("PRAGMA page_count").fetchone()
    log._db.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        log._db.execute("PRAGMA max_page_count = 1000000000")


def copied(path: Path, name: str) -> Path:
    """Copy the log's files as they lie on the disk, while they are open: what a power cut leaves."""
    folder = path.parent / name
    folder.mkdir()
    for part in path.parent.glob(f"{path.name}*"):
        if not part.name.endswith("-shm"):
            shutil.copy2(part, folder)
    return folder / path.name


def a_played_game(path: Path) -> None:
    table = Table(Log(path), now)
    start(table)
    play(table, "0:43 1:accept 1:54")
    table.close()


# the full disk


def test_a_full_disk_refuses_the_move_and_changes_nothing(log: Log, path: Path, table: Table) -> None:
    start(table)
    before, lines = play(table, "0:43"), on_disk(path)
    with no_room(), pytest.raises(LogError, match="disk is not full"):
        table.submit(move("1:accept"), HOST, before.version)
    assert table.snapshot() is before
    assert on_disk(path) == lines


def test_when_there_is_room_again_the_game_goes_on(path: Path, table: Table) -> None:
    start(table)
    before = play(table, "0:43")
    for _ in range(3):
        with no_room(), pytest.raises(LogError):
            table.submit(move("1:accept"), HOST, before.version)
    after = table.submit(move("1:accept"), HOST, before.version)
    assert after.version == before.version + 1
    assert on_disk(path)[-1] == (after.version, '{"move": "accept", "seat": 1}')


def test_a_full_database_refuses_a_picture_that_finds_no_page(log: Log, path: Path, table: Table) -> None:
    start(table)
    before = play(table, "0:43 1:challenge")
    with every_page_used(log), pytest.raises(LogError, match="disk is not full"):
        table.submit(move("reveal:43"), HOST, before.version, picture(100_000 * b"x"))
    assert table.snapshot() is before
    assert table.submit(move("reveal:43"), HOST, before.version, picture(100_000 * b"x")).version == 4


def test_pictures_go_though_there_is_no_room_to_write_the_memory_anew(
    log: Log, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    start(table)
    shown = play(table, "0:43 1:challenge")
    shown = table.submit(move("reveal:43"), HOST, shown.version, picture(200_000 * b"x"))
    log._db.execute("CREATE TABLE years AS SELECT randomblob(1000000)")
    with no_room(beyond=500_000):
        table.forget_pictures(HOST)
    assert table.picture(shown.version) is None
    assert "see that the disk is not full" in caplog.text
    assert play(table, "undo").version == shown.version + 1


@pytest.mark.parametrize("what", ["start", "claim", "free", "add_host", "end_host"])
def test_a_full_disk_refuses_everything_else_that_is_kept_too(what: str, path: Path, table: Table) -> None:
    start(table)
    table.add_host("landlord")
    table.guests.claim(1, "phone")
    before = table.snapshot()
    do: dict[str, Callable[[], object]] = {
        "start": lambda: table.start(LINE | {"seats": ["D", "E"]}, HOST, before.version),
        "claim": lambda: table.guests.claim(2, "phone"),
        "free": lambda: table.guests.free(1, HOST),
        "add_host": lambda: table.add_host("phone"),
        "end_host": lambda: table.end_host(table.hosts()[0].mark, HOST),
    }
    with no_room(), pytest.raises(LogError):
        do[what]()
    assert table.snapshot() is before
    table.close()
    after = Table(Log(path), now).snapshot()
    assert after.phones == {0: "phone"}
    assert after.hosts == {"landlord"}


def test_a_game_starts_with_its_guests_or_not_at_all(log: Log, path: Path, table: Table) -> None:
    start(table)
    table.guests.claim(1, "phone")
    before = table.snapshot()
    log._db.execute("CREATE TRIGGER full BEFORE INSERT ON chair BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(LogError):
        table.start(LINE | {"seats": ["D", "E"]}, HOST, before.version)
    assert table.snapshot() is before
    assert len(on_disk(path)) == 1


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="this file and its folder may be written"):
        Log(tmp_path / "no" / "table.db")


# its schema


def test_a_log_of_a_newer_program_is_refused_and_left_alone(path: Path) -> None:
    a_played_game(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(LogError, match="newer version"):
        Log(path)
    assert [part.name for part in path.parent.iterdir()] == [path.name]


def test_an_older_log_is_migrated_after_a_whole_copy(
    path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(table)
    play(table, "0:43 1:accept")
    older = copied(path, "older")
    os.utime(older, (0, 0))
    number = len(SCHEMA)
    monkeypatch.setattr(log_module, "SCHEMA", (*SCHEMA, "ALTER TABLE game ADD COLUMN note TEXT;"))
    log = Log(older)
    assert log._db.execute("SELECT note FROM game").fetchall() == [(None,)]
    assert log._db.execute("PRAGMA user_version").fetchone() == (number + 1,)
    log.close()
    copy = older.with_name(f"table.schema{number}.db")
    assert len(on_disk(copy)) == 3
    assert copy.stat().st_mtime > 0  # younger than the update that made it, whenever the last move was
    Log(older).close()


def test_hosts_of_an_older_program_stay_hosts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(log_module, "SCHEMA", SCHEMA[:3])
        Log(path).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO host VALUES ('landlord')")
    log = Log(path)
    assert log.hosts() == [Host("landlord", "")]
    log.close()


# pictures


def test_the_newest_200_pictures_are_kept(log: Log) -> None:
    game = log.start({}, 1, "{}", "host", now()).game
    versions = [
        log.append(game, 1, {}, "{}", "camera", now(), picture(str(n).encode())).version
        for n in range(KEPT + 2)
    ]
    kept = [version for version in versions if log.picture(version)]
    assert KEPT == 200
    assert kept == versions[2:]


def test_a_picture_comes_back_as_it_was_kept(log: Log) -> None:
    whole = Picture(b"\xff\xd8jpeg", 640, 480, (Circle(1.5, 2.5, 3.0), Circle(4, 5, 6)), (7.0, 8.5))
    entry = log.start({}, 1, "{}", "host", now())
    version = log.append(entry.game, 1, {}, "{}", "camera", now(), whole).version
    assert log.picture(version) == whole
    assert log.picture(entry.version) is None


@pytest.mark.parametrize(
    "damage",
    [
        "SET jpeg = x'ffd86a706568'",
        "SET about = replace(about, '640', '641')",
        "SET about = 'no JSON'",
        "SET about = '[]'",
        "SET about = '{}'",
        "SET jpeg = 'a text'",
    ],
)
def test_a_picture_that_is_damaged_is_no_evidence(log: Log, path: Path, damage: str) -> None:
    entry = log.start({}, 1, "{}", "host", now())
    version = log.append(entry.game, 1, {}, "{}", "camera", now(), Picture(b"\xff\xd8jpeg", 640, 480)).version
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE picture {damage}")
    with pytest.raises(DamagedLogError):
        log.picture(version)


def test_pictures_of_an_older_program_carry_no_sum_and_stay(log: Log, path: Path) -> None:
    entry = log.start({}, 1, "{}", "host", now())
    whole = Picture(b"\xff\xd8jpeg", 640, 480)
    version = log.append(entry.game, 1, {}, "{}", "camera", now(), whole).version
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE picture SET about = json_remove(about, '$.sum')")
    assert log.picture(version) == whole


def test_deleted_pictures_leave_no_byte_in_any_file(log: Log, path: Path) -> None:
    mark = b"a face over the table"
    game = log.start({}, 1, "{}", "host", now()).game
    for _ in range(5):
        log.append(game, 1, {}, "{}", "camera", now(), picture(1000 * mark))
    log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy = path.with_name("table.schema3.db")
    shutil.copyfile(path, copy)
    os.utime(copy, (0, 1))
    for broken in ("table.schema2.db", f"{path.name}.damaged-20261122-201500"):
        path.with_name(broken).write_bytes(path.read_bytes()[:5_000] + mark)
    assert sum(mark in part.read_bytes() for part in path.parent.iterdir()) >= 4
    log.forget_pictures()
    assert not any(mark in part.read_bytes() for part in path.parent.iterdir())
    assert {part.name for part in path.parent.iterdir()} - {"table.db-wal", "table.db-shm"} == {
        path.name,
        copy.name,
    }
    assert (len(log.entries(game)), len(on_disk(copy)), copy.stat().st_mtime) == (6, 6, 1)


class Faulty:
    """A database whose disk fails when it is asked for the newest move."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
        if "MAX(version)" in query:
            raise sqlite3.OperationalError("disk I/O error")
        return self._db.execute(query, *values)

    def __getattr__(self, name: str) -> object:
        return getattr(self._db, name)


def test_a_move_whose_number_cannot_be_read_again_is_not_made(path: Path) -> None:
    log = MarkedLog(path)
    table = Table(log, now)
    before = start(table)
    sound, log._db = log._db, cast("sqlite3.Connection", Faulty(log._db))
    with pytest.raises(LogError, match="I/O"):
        play(table, "0:43")
    log._db = sound
    assert table.snapshot() is before
    assert [entry.version for entry in log.entries(1)] == [before.version]
    table.close()
