"""The command line, whatever stands at its other end."""

import io
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import cv2
import pytest

from companion.commands import read
from companion.fittings.wiring import DEMO
from companion.kept.places import log_file
from companion.main import COMMANDS, STOPPED, main
from table.actors import PEOPLE
from table.log import Log
from table.table import Table
from tests.vision.drawn import draw


def test_a_name_that_can_t_be_written_here_keeps_no_other_file_from_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / os.fsdecode(name) for name in (b"w\xfcrfel.png", "Würfel.png".encode(), b"last.png")]
    for file in files:
        file.write_bytes(cv2.imencode(".png", draw([])[:200, :200])[1].tobytes())
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["read", *map(str, files)]) == read.UNCERTAIN
    first, second, last = written.getvalue().decode("ascii").splitlines()
    assert "w\\udcfcrfel.png: no dice" in first
    assert "W\\xfcrfel.png: no dice" in second
    assert "last.png: no dice" in last


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(read, "run", interrupted)
    assert main(["read", "throw.jpg"]) == STOPPED


def test_ctrl_c_while_a_command_is_loaded_leaves_no_traceback_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.main.importlib.import_module", interrupted)
    assert main(["read", "throw.jpg"]) == STOPPED


def test_it_says_which_version_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"maexle {version('maexle')}\n"


def test_without_a_command_it_says_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([])
    assert "start the table" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_tells_no_default_in_python(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "None" not in capsys.readouterr().out


def test_a_command_whose_output_nobody_takes_says_by_its_status_how_it_went(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["games"]) == 0


@pytest.mark.parametrize("python", [(), ("-u",)])
@pytest.mark.parametrize("command", ["games", "log", "replay", "--version", "--help"])
def test_a_disk_that_is_too_full_for_the_output_is_said_once_in_words(
    tmp_path: Path, command: str, python: tuple[str, ...]
) -> None:
    table = Table(Log(log_file(tmp_path)), lambda: "2026-11-21T20:15:00+01:00")
    table.start({"game": "maexle", "seats": ["Anna", "Ben"]}, PEOPLE, 0)
    table.close()
    (moves := tmp_path / "moves.jsonl").write_text('{"game": "maexle", "seats": ["Anna", "Ben"]}')
    more = {"log": ["--data", str(tmp_path)], "replay": [str(moves)]}.get(command, [])
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    whole = (sys.executable, *python, "-m", "companion.main", command, *more)
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(whole, stdout=full, stderr=subprocess.PIPE, text=True, env=plain, check=False)
    assert ended.stderr.startswith(f"maexle {command}: ")
    assert ended.stderr.endswith("the disk is full: make room\n")
    assert ended.stderr.count("\n") == 1
    assert ended.returncode == 1


@pytest.mark.parametrize(
    ("command_line", "status", "said"),
    [
        (["replay", "-"], 2, "- does not begin with a game"),
        (["setup", "--data", "DATA", "--camera", f"folder:{DEMO}"], 1, "Stopped: nothing has been stored."),
    ],
)
def test_where_nobody_can_answer_it_is_taken_for_the_end(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command_line: list[str],
    status: int,
    said: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # as it is where it was closed before the start
    assert main([str(tmp_path) if word == "DATA" else word for word in command_line]) == status
    assert said in "".join(capsys.readouterr())


def test_half_a_letter_in_an_answer_is_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n\xfc\n"), encoding="utf-8"))
    assert main(["setup", "--data", str(tmp_path), "--camera", f"folder:{DEMO}"]) == 1
    assert "three numbers, please, or o." in capsys.readouterr().out
