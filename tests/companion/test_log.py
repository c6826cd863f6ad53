"""`maexle log`: the story in words, and the lines that replay it."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.main import main
from games import maexle
from games.moves import parse_move
from table.actors import PEOPLE
from table.log import Log
from table.opening import open_table
from table.table import Table
from web.words.story import WENT_ON

MOVES = (
    {"move": "call", "seat": 0, "value": "43"},
    {"move": "accept", "seat": 1},
    {"move": "call", "seat": 1, "value": "21"},
    {"move": "challenge", "seat": 2},
    {"move": "reveal", "dice": [5, 3]},
    {"move": "undo"},
    {"move": "leave", "seat": 2},
)
MORE = ({"move": "call", "seat": 1, "value": "54"}, {"move": "accept", "seat": 0})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the folder of a table that has played MOVES."""
    table = Table(Log(tmp_path / "maexle.db"), lambda: "2026-11-21T20:15:00+01:00")
    shot = table.start({"game": "maexle", "seats": ["Änne", "Bo", "Cy"]}, PEOPLE, 0)
    for move in MOVES:
        shot = table.submit(parse_move(move, maexle.MOVES), PEOPLE, shot.version)
    table.close()
    return tmp_path


def test_the_story_says_who_called_what_and_who_paid(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "--data", str(data), "--language", "en"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "20:15  Änne, Bo and Cy sit down. Änne opens.",
        "20:15  Änne calls 43.",
        "20:15  Bo accepts.",
        "20:15  Bo calls Mäxle.",
        "20:15  Cy challenges.",
        "20:15  The dice: 5 3. A lie! Bo loses 2 lives.",
        "20:15  The last move is taken back.",
        "20:15  Cy leaves the game.",
    ]


def test_the_exported_lines_are_the_moves_as_they_were_played(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--data", str(data), "--json"]) == 0
    first, *moves = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first["seats"] == ["Änne", "Bo", "Cy"]
    assert moves == [*MOVES[:5], {"move": "undo"}, MOVES[6]]


def test_a_game_that_is_not_there_is_a_message_and_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--data", str(tmp_path)]) == 1
    assert "no game has been kept" in capsys.readouterr().err


def test_a_file_that_is_no_log_is_a_message_and_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "maexle.db").write_bytes(b"beer" * 4096)
    assert main(["log", "--data", str(tmp_path)]) == 1
    assert "damaged" in capsys.readouterr().err


def test_a_game_can_be_read_from_a_disk_on_which_nobody_may_write(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_log = Log(data / "maexle.db")
    open_log.add_host("somebody", "")  # so that there is a write-ahead log, as after a plug that was pulled
    folder = data / "read-only"
    folder.mkdir()
    for part in ("maexle.db", "maexle.db-wal"):
        shutil.copy2(data / part, folder)
    open_log.close()
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    folder.chmod(0o555)
    try:
        with as_nobody(folder):
            assert main(["log", "--data", str(folder), "--language", "en"]) == 0
    finally:
        folder.chmod(0o755)
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(MOVES)
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == before


def test_reading_beside_a_running_table_shows_its_newest_move(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(Log(data / "maexle.db"), lambda: "2026-11-21T20:16:00+01:00")
    shot = table.snapshot()
    table.submit(parse_move({"move": "undo"}, maexle.MOVES), PEOPLE, shot.version)
    assert main(["log", "--data", str(data), "--language", "en"]) == 0
    table.close()
    assert capsys.readouterr().out.splitlines()[-1] == "20:16  The last move is taken back."


@pytest.fixture
def went_on(data: Path) -> Path:
    """Return the folder of a table that has gone on from its last state after damage, and played MORE."""
    with closing(sqlite3.connect(data / "maexle.db")) as db, db:
        db.execute("UPDATE entry SET line = replace(line, '43', '44') WHERE version = 2")
    table, _ = open_table(data / "maexle.db", lambda: "2026-11-21T20:15:00+01:00", "")
    shot = table.snapshot()
    for move in MORE:
        shot = table.submit(parse_move(move, maexle.MOVES), PEOPLE, shot.version)
    table.close()
    return data


def test_a_game_that_went_on_after_damage_is_told_as_far_as_can_be_and_why_no_further(
    went_on: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--data", str(went_on), "--language", "en"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines() == ["20:15  Änne, Bo and Cy sit down. Änne opens."]
    assert said.err.splitlines() == [WENT_ON]


def test_the_lines_of_a_game_that_went_on_after_damage_are_exported_with_a_word_on_that(
    went_on: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--data", str(went_on), "--json"]) == 0
    said = capsys.readouterr()
    _first, *moves = [json.loads(line) for line in said.out.splitlines()]
    assert moves == [*MORE]
    assert said.err.splitlines() == [WENT_ON]


@contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Be a user whom the folder's rights bind, where this one is none."""
    if os.geteuid():
        yield
        return
    rights = [(parent, mode) for parent in folder.parents if not (mode := parent.stat().st_mode) & 0o001]
    for file in folder.iterdir():
        file.chmod(0o444)
    for parent, mode in rights:
        parent.chmod(mode | 0o055)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
        for parent, mode in rights:
            parent.chmod(mode)


def test_a_game_that_is_not_there_is_said_with_the_last_one(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--data", str(data), "--game", "99"]) == 1
    assert "there is no game 99; the last one is 1" in capsys.readouterr().err


def test_a_table_at_which_nothing_was_played_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Log(tmp_path / "maexle.db").close()
    assert main(["log", "--data", str(tmp_path)]) == 1
    assert "no game has been begun at this table yet" in capsys.readouterr().err


def test_a_language_that_the_table_does_not_tell_in_is_refused_when_typed_not_as_the_terminal_s(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["log", "--data", str(data), "--language", "xx"])
    assert ended.value.code == 2
    assert "'de', 'en', 'fr', 'it'" in capsys.readouterr().err
    monkeypatch.setattr("locale.getlocale", lambda: ("es_ES", "UTF-8"))
    assert main(["log", "--data", str(data)]) == 0
    assert "Bo accepts." in capsys.readouterr().out
