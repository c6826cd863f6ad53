"""After damage the table always starts, says so, keeps the file, and goes on with what can be read."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from table.log import Log
from table.newest import Mark
from table.opening import open_table, salvage
from table.ports import Picture
from table.snapshot import Snapshot
from table.table import Table
from table.wal import FRAME, HEADER, is_damaged
from tests.table.evening import now, play, start

STAMP = "20300203-201500"
MOVES = "0:43 1:accept 1:54"
SO_MANY = ("0:31", "1:accept", "1:32", "2:accept", "2:41", "0:accept", "0:42", "1:accept")


@pytest.fixture
def played(path: Path) -> Snapshot:
    """A table that was switched off in a game: a host, seats, house rules, and three moves."""
    table = Table(Log(path), now)
    table.add_host("landlord")
    start(table)
    table.guests.claim(2, "bens phone")
    shot = play(table, MOVES)
    table.close()
    return shot


def opened(path: Path) -> tuple[Snapshot, str | None]:
    table, message = open_table(path, now, STAMP)
    shot = table.snapshot()
    table.close()
    return shot, message


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def cut_short(path: Path) -> Path:
    """Return the log of a game that is still in its write-ahead log, as a pulled plug leaves it."""
    log = Log(path)
    log._db.execute("PRAGMA wal_autocheckpoint = 0")
    table = Table(log, now)
    start(table)
    play(table, MOVES)
    folder = path.parent / "cut"
    folder.mkdir()
    for part in (path, path.with_name("table.db-wal")):
        shutil.copy2(part, folder)
    table.close()
    return folder / path.name


def test_a_sound_log_opens_without_a_message(path: Path, played: Snapshot) -> None:
    shot, message = opened(path)
    assert message is None
    assert (shot.version, shot.note) == (played.version, "")


@pytest.mark.parametrize(
    "ruin",
    [
        lambda data: b"this is no database",
        lambda data: b"\0" * 100 + data[100:],
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: data[:4096] + b"\xff" * 4096 + data[8192:],
        lambda data: data[:4096] + b"\0" * (len(data) - 4096),
        lambda data: data.replace(b'{"game"', b'{{game"'),
        lambda data: data.replace(b'"maexle"', b'"kniffl"'),
        lambda data: data.replace(b'["Anna"', b'["Cem "'),
    ],
    ids=["text", "header", "cut", "empty", "page", "zeros", "first line", "another game", "same names"],
)
def test_what_is_damaged_is_set_aside_with_a_message_and_the_table_starts(
    ruin: Callable[[bytes], bytes], path: Path, played: Snapshot
) -> None:
    path.write_bytes(ruined := ruin(path.read_bytes()))
    table, message = open_table(path, now, STAMP)
    aside = path.with_name(f"table.db.damaged-{STAMP}")
    assert message
    assert str(aside) in message
    assert aside.read_bytes() == ruined
    assert table.snapshot().note in ("log_damaged", "log_salvaged")
    start(table)
    table.close()
    again, message = opened(path)
    assert message is None
    assert again.game is not None


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET line = replace(line, '4', '5') WHERE version = 2",
        "UPDATE entry SET line = '[1]' WHERE version = 3",
        "UPDATE entry SET who = 'somebody' WHERE version = 4",
        "DELETE FROM entry WHERE version = 3",
        "UPDATE entry SET sum = '' WHERE version = 3",
        "UPDATE entry SET line = CAST(x'ff' AS TEXT) WHERE version = 2",
    ],
)
def test_a_game_with_a_damaged_move_goes_on_from_its_last_state(
    path: Path, played: Snapshot, statement: str
) -> None:
    changed(path, statement)
    shot, message = opened(path)
    assert message
    assert shot.note == "log_salvaged"
    assert shot.game
    assert played.game
    assert shot.game.match.state == played.game.match.state
    assert shot.game.seats == played.game.seats
    assert (shot.phones, shot.hosts) == (played.phones, played.hosts)
    assert (shot.party, shot.chairs) == (played.party, played.chairs)


def test_a_game_without_its_last_state_goes_on_as_far_as_its_moves_can_be_read(
    path: Path, played: Snapshot
) -> None:
    changed(path, "UPDATE game SET state = '?'", "UPDATE entry SET line = '{}' WHERE version = 4")
    shot, _ = opened(path)
    assert shot.game
    assert shot.game.match.played == 2
    assert shot.note == "log_salvaged"


def test_moves_of_a_game_that_is_not_there_are_damage_and_go_on(path: Path, played: Snapshot) -> None:
    changed(path, "DELETE FROM game")
    shot, message = opened(path)
    assert message
    assert shot.note == "log_salvaged"
    assert shot.game
    assert played.game
    assert shot.game.match.state == played.game.match.state


def test_a_column_that_is_called_otherwise_is_damage_and_the_game_goes_on(
    path: Path, played: Snapshot
) -> None:
    changed(path, "ALTER TABLE share RENAME COLUMN name TO nama")
    shot, message = opened(path)
    assert message
    assert shot.game
    assert played.game
    assert shot.game.match.state == played.game.match.state


def test_a_table_that_never_was_starts_without_a_message_though_the_plug_was_pulled_as_it_was_made(
    path: Path,
) -> None:
    path.with_name("table.db.new").write_bytes(b"SQLite form")
    shot, message = opened(path)
    assert message is None
    assert shot.game is None
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_game_that_was_salvaged_is_played_on_and_still_there_after_a_restart(
    path: Path, played: Snapshot
) -> None:
    changed(path, "DELETE FROM entry WHERE version = 3")
    table, _ = open_table(path, now, STAMP)
    shot = play(table, "2:accept")
    table.close()
    again, message = opened(path)
    assert message is None
    assert again.game
    assert shot.game
    assert again.game.match.state == shot.game.match.state


def test_without_a_first_line_hosts_and_house_rules_are_kept(path: Path, played: Snapshot) -> None:
    changed(path, "DELETE FROM entry", "INSERT INTO house VALUES ('maexle', 'Ours', '{\"lives\": 3}')")
    table, _ = open_table(path, now, STAMP)
    shot = table.snapshot()
    assert shot.game is None
    assert shot.hosts == {"landlord"}
    assert shot.note == "log_damaged"
    assert [kept.name for kept in table.house.all()] == ["Ours"]
    table.close()


def test_a_plug_that_is_pulled_between_the_two_names_costs_nothing_and_the_host_is_told(
    path: Path, played: Snapshot
) -> None:
    changed(path, "DELETE FROM entry WHERE version = 3")
    salvage(path, path.with_name("table.db.fresh"))
    path.rename(path.with_name(f"table.db.damaged-{STAMP}"))
    shot, message = opened(path)
    assert shot.game
    assert message == f"the table's memory {path} was damaged; what could be read goes on"
    assert shot.notes == ("log_salvaged",)
    assert opened(path)[1] is None, "it is said once"


def test_what_was_damaged_before_at_the_same_time_of_day_is_kept_too(path: Path, played: Snapshot) -> None:
    for number in range(2):
        path.write_bytes(b"damage %d" % number)
        assert opened(path)[1]
    kept = {one.read_bytes() for one in path.parent.glob(f"table.db.damaged-{STAMP}*")}
    assert {b"damage 0", b"damage 1"} <= kept


def test_what_the_old_memory_had_not_written_back_yet_is_never_read_into_the_new_one(path: Path) -> None:
    cut = cut_short(path)
    fresh = cut.with_name("table.db.fresh")
    salvage(cut, fresh)
    saved = Table(Log(Path(shutil.copy(fresh, path.with_name("saved.db")))), now)
    cut.rename(cut.with_name(f"table.db.damaged-{STAMP}"))  # and the plug is pulled
    assert opened(cut)[0].version == saved.snapshot().version
    assert cut.with_name(f"table.db.damaged-{STAMP}-wal").exists()
    saved.close()


def test_a_last_write_that_was_cut_short_costs_that_write_alone(path: Path) -> None:
    cut = cut_short(path)
    wal = cut.with_name("table.db-wal")
    wal.write_bytes(wal.read_bytes()[:-100])
    shot, message = opened(cut)
    assert message is None
    assert shot.version == 3


def test_a_last_write_whose_end_came_to_the_disk_before_its_beginning_is_no_damage(path: Path) -> None:
    Log(path).close()
    table = Table(Log(path), now)
    table._log._db.execute("PRAGMA wal_autocheckpoint = 0")
    start(table)
    wal = path.with_name("table.db-wal")
    confirmed = wal.stat().st_size
    play(table, MOVES[:4])
    folder = path.parent / "cut"
    folder.mkdir()
    shutil.copy2(path, folder)
    data = bytearray(wal.read_bytes())
    assert len(data) > confirmed + FRAME.size + 4096, "the write has to be of several pages"
    data[confirmed : confirmed + FRAME.size + 4096] = bytes(FRAME.size + 4096)
    (folder / wal.name).write_bytes(data)
    table.close()
    shot, message = opened(folder / path.name)
    assert message is None
    assert shot.version == 1


@pytest.mark.parametrize("gone", ["all", "half", "the last write"])
def test_where_the_end_of_the_write_ahead_log_is_gone_the_host_is_told_that_moves_are_missing(
    path: Path, gone: str
) -> None:
    table, _ = open_table(path, now, STAMP)
    table._log._db.execute("PRAGMA wal_autocheckpoint = 0")
    start(table)
    for move in SO_MANY:
        play(table, move)
    folder = path.parent / "cut"
    folder.mkdir()
    for part in path.parent.glob("table.db*"):
        shutil.copy2(part, folder)
    table.close()
    wal = folder / "table.db-wal"
    data = wal.read_bytes()
    wal.write_bytes(data[: {"all": 0, "half": len(data) // 2, "the last write": -1}[gone]])
    shot, message = opened(folder / path.name)
    assert shot.version < len(SO_MANY) + 1
    assert message
    assert f"the newest moves: {len(SO_MANY) + 1 - shot.version}" in message
    assert shot.note == "log_shortened"
    assert opened(folder / path.name)[1] is None  # it is told once


@pytest.mark.parametrize("mark", [b"", b"what is this?", b"00000000000000000999 00000000\n", b"\xff" * 30])
def test_a_mark_that_can_not_be_read_is_no_loss(path: Path, mark: bytes) -> None:
    table, _ = open_table(path, now, STAMP)
    start(table)
    table.close()
    path.with_name("table.db.newest").write_bytes(mark)
    shot, message = opened(path)
    assert (shot.version, message) == (1, None)
    assert Mark(path).read() == 1


def test_each_mark_is_on_disk_once_it_is_written_and_with_the_first_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, synced, fsync = Mark(path), list[str](), os.fsync

    def watched(file: int) -> None:
        synced.append(Path(f"/proc/self/fd/{file}").readlink().name)
        fsync(file)

    monkeypatch.setattr(os, "fsync", watched)
    mark.write(1)
    mark.write(2)
    assert synced == ["table.db.newest", path.parent.name, "table.db.newest"]


def test_a_mark_that_can_not_be_written_costs_no_move(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table, _ = open_table(path, now, STAMP)
    path.with_name("table.db.newest").mkdir()
    assert start(table).version == 1
    assert "not marked" in caplog.text
    table.close()


@pytest.mark.parametrize("frame", range(20))
def test_of_moves_in_a_damaged_write_ahead_log_none_but_the_very_last_is_passed_over_in_silence(
    path: Path, frame: int
) -> None:
    table = Table(Log(path), now)
    start(table)
    shots = [play(table, move) for move in SO_MANY]
    states = {shot.game.match.played: shot.game.match.state for shot in shots if shot.game}
    folder = path.parent / "cut"
    folder.mkdir()
    for part in (path, path.with_name("table.db-wal")):
        shutil.copy2(part, folder)
    table.close()
    wal = folder / "table.db-wal"
    data = bytearray(wal.read_bytes())
    assert len(data) >= 20 * (FRAME.size + 4096)
    data[HEADER.size + frame * (FRAME.size + 4096) + 1000] ^= 1
    wal.write_bytes(data)
    shot, message = opened(folder / path.name)
    assert shot.game
    assert shot.game.match.state == states[shot.game.match.played]
    if shot.game.match.played < len(SO_MANY) - 1:  # the last may as well never have been written whole
        assert message
        assert shot.note == "log_salvaged"


def test_a_header_of_the_write_ahead_log_that_is_none_is_damage(path: Path, played: Snapshot) -> None:
    wal = path.with_name("table.db-wal")
    wal.write_bytes(b"\1" * 5000)
    assert is_damaged(wal)
    shot, message = opened(path)
    assert message
    assert shot.game
    assert played.game
    assert shot.game.match.state == played.game.match.state


def test_chairs_and_pictures_of_moves_that_never_were_stand_in_nobodys_way(
    path: Path, played: Snapshot
) -> None:
    """A flipped bit makes them: without this, no game could be started or no verdict written."""
    changed(
        path,
        "UPDATE chair SET game = game + 1",
        "UPDATE share SET game = game + 1",
        f"INSERT INTO picture VALUES ({played.version + 4}, x'00', '{{}}')",
    )
    table, _ = open_table(path, now, STAMP)
    start(table)
    play(table, "0:43 1:challenge")
    look = table.snapshot().look
    assert look
    picture = Picture(b"jpeg", 320, 240)
    version = table.reveal(look, (4, 3), picture).version
    assert version == played.version + 4
    assert table.picture(version) == picture
    table.close()


@pytest.mark.parametrize("seed", [*range(40), 422, 475, 1408])
def test_whatever_is_damaged_the_table_starts_and_rules_on_no_state_that_never_was(
    path: Path, played: Snapshot, seed: int
) -> None:
    rng = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 1, 3, 20))):
        at = rng.randrange(len(data))
        data[at : at + rng.choice((1, 1, 16, 512))] = rng.randbytes(rng.choice((1, 1, 16, 512)))
    path.write_bytes(data)
    table, message = open_table(path, now, STAMP)
    shot = table.snapshot()
    assert message or shot.version in (0, played.version)
    if shot.game and played.game and shot.game.match.played == played.game.match.played:
        assert shot.game.match.state == played.game.match.state
    start(table)
    table.close()
