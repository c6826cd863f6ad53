"""What goes wrong with files and ports is said without the system's numbers."""

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands import pin
from companion.commands.plainly import PLAIN, plainly
from companion.kept.places import log_file
from companion.main import main
from table.actors import PEOPLE
from table.log import Log
from table.table import Table


@pytest.mark.parametrize("number", [*PLAIN, errno.EIO])
def test_no_number_of_the_system_reaches_people(number: int) -> None:
    said = plainly(OSError(number, os.strerror(number), "data/pin"))
    assert "Errno" not in said
    assert said.startswith("data/pin: ")


def test_our_own_messages_stay_as_they_are() -> None:
    assert plainly(OSError("the camera hangs: check its cable")) == "the camera hangs: check its cable"


def test_a_port_that_is_taken_is_said_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["run", "--data", str(tmp_path), f"--port={port}", "--camera", "none"]) == 2
    said = capsys.readouterr().err
    assert "its port is taken" in said
    assert "Errno" not in said


def test_a_file_where_the_table_s_folder_is_to_be_is_called_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.txt"
    file.touch()
    assert main(["run", "--data", str(file), "--camera", "none"]) == 2
    assert capsys.readouterr().err == f"maexle run: {file}: that is a file, not a folder\n"


@pytest.mark.parametrize("command", ["log", "hosts", "pin"])
def test_a_reader_that_has_gone_away_is_told_nothing(tmp_path: Path, command: str) -> None:
    table = Table(Log(log_file(tmp_path)), lambda: "2026-11-21T20:15:00+01:00")
    table.start({"game": "maexle", "seats": ["Anna", "Ben"]}, PEOPLE, 0)
    table.close()
    reader, writer = os.pipe()
    os.close(reader)
    command_line = (sys.executable, "-u", "-m", "companion.main", command, "--data", str(tmp_path))
    ended = subprocess.run(command_line, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert ended.stderr == ""


def test_a_read_only_disk_is_called_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(data: Path) -> str:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(data / "pin.new"))

    log_file(tmp_path).touch()
    monkeypatch.setattr(pin, "host_pin", refuse)
    assert main(["pin", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said == f"maexle pin: {tmp_path}/pin.new: {PLAIN[errno.EROFS]}\n"


@pytest.mark.parametrize("command", ["read", "replay"])
def test_a_file_that_is_not_there_is_named_once(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, "nowhere"]) == 2
    assert capsys.readouterr().err == f"maexle {command}: nowhere: there is no such file or folder\n"
