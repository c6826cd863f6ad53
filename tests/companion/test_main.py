"""The command line, whatever stands at its other end."""

import io
import os
import sys
from importlib.metadata import version
from pathlib import Path

import cv2
import pytest

from companion.commands import read
from companion.main import COMMANDS, STOPPED, main
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
