"""`maexle log`: the story in words, and the lines that replay it."""

import json
from pathlib import Path

import pytest

from companion.main import main
from games import maexle
from games.moves import parse_move
from table.actors import PEOPLE
from table.log import Log
from table.table import Table

MOVES = (
    {"move": "call", "seat": 0, "value": "43"},
    {"move": "accept", "seat": 1},
    {"move": "call", "seat": 1, "value": "21"},
    {"move": "challenge", "seat": 2},
    {"move": "reveal", "dice": [5, 3]},
    {"move": "undo"},
    {"move": "leave", "seat": 2},
)


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
        "20:15  Änne, Bo, Cy sit down. Änne opens.",
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
