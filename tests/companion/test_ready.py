"""When the program says that it is up: systemd confirms an update by that word."""

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select

import pytest

import companion.commands.run as table_command
from companion.fittings.window_check import PATIENCE_S
from tests.ports import free_port

PATIENT_S = 60.0
JOURNAL = "journal"
# The program, with a USB camera whose driver does as it is told once a line comes
PROGRAM = """
import os, sys
from companion.fittings import wiring
from companion.commands import run
from companion.main import main

run.TRIAL = run.Path(os.environ.get("TRIAL", "/dev/null/none"))

def opened(settings, lamps):
    if run.TRIAL.is_dir():
        print("opening", flush=True)
    said = sys.stdin.readline().strip()
    if said == "die":
        os._exit(7)
    raise OSError("no camera: plug it in")

wiring._usb_camera = opened
sys.exit(main(sys.argv[1:]))
"""


class Service:
    """The program as systemd starts it, with what it has said to systemd."""

    def __init__(self, process: "subprocess.Popen[str]", words: socket.socket, port: int) -> None:
        self.process, self.words, self.port = process, words, port

    def told(self, said: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{said}\n")
        self.process.stdin.flush()

    def heard(self) -> list[bytes]:
        """What was said to systemd so far."""
        words = []
        while select([self.words], [], [], 0)[0]:
            words.append(self.words.recv(1024))
        return words


@contextmanager
def service(place: Path, *, begun: bool = True) -> Iterator[Service]:
    """A table that serves, if it has `begun`, and whose camera is just being opened."""
    port = free_port()
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as words,
        (place / JOURNAL).open("w") as journal,
    ):
        (place / "notify").unlink(missing_ok=True)
        words.bind(str(place / "notify"))
        words.settimeout(PATIENT_S)
        told = ("run", "--service", "--data", str(place), f"--port={port}", "--camera=usb:0")
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=journal,
            text=True,
            env=os.environ | {"NOTIFY_SOCKET": str(place / "notify")},
        )
        with process:
            try:
                assert process.stdout
                assert process.stdout.readline() == ("simulated here: the button\n" if begun else "opening\n")
                yield Service(process, words, port)
            finally:
                process.kill()


def test_a_program_that_dies_while_its_camera_opens_has_not_come_up(tmp_path: Path) -> None:
    with service(tmp_path) as table:
        with urllib.request.urlopen(f"http://127.0.0.1:{table.port}/", timeout=PATIENT_S) as page:
            assert page.status == 200  # phones are served meanwhile
        table.told("die")
        assert table.process.wait(PATIENT_S) == 7
        assert table.heard() == []


def test_an_update_on_trial_lets_nobody_make_a_move_that_may_yet_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIAL", str(tmp_path))
    with service(tmp_path, begun=False) as table:
        table.told("die")
        assert table.process.wait(PATIENT_S) == 7
        assert table.heard() == []
        assert table.process.stdout
        assert table.process.stdout.read() == "", "no page was served"
    with service(tmp_path, begun=False) as table:
        table.told("fail")
        assert table.words.recv(1024) == b"READY=1"
        with urllib.request.urlopen(f"http://127.0.0.1:{table.port}/", timeout=PATIENT_S) as page:
            assert page.status == 200


def test_a_camera_that_is_missing_holds_nothing_up(tmp_path: Path) -> None:
    with service(tmp_path) as table:
        assert table.heard() == []
        table.told("fail")
        assert table.words.recv(1024) == b"READY=1"


def test_a_table_whose_camera_still_opens_can_be_ended_and_was_never_up(tmp_path: Path) -> None:
    with service(tmp_path) as table:
        table.process.terminate()
        assert table.words.recv(1024) == b"STOPPING=1"


def test_an_update_on_trial_can_be_ended_while_it_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIAL", str(tmp_path))
    with service(tmp_path, begun=False) as table:
        table.process.terminate()
        assert table.words.recv(1024) == b"STOPPING=1"


def test_a_table_that_the_watchdog_ends_says_where_it_hung(tmp_path: Path) -> None:
    with service(tmp_path) as table:
        with urllib.request.urlopen(f"http://127.0.0.1:{table.port}/", timeout=PATIENT_S):
            table.process.send_signal(signal.SIGABRT)
        assert table.process.wait(PATIENT_S) == -signal.SIGABRT
    said = (tmp_path / JOURNAL).read_text()
    for where in ("in _await_camera", "in opened", "in _follow"):  # whoever works here, each in a thread
        assert where in said


@pytest.mark.parametrize("hangs", [True, False])
def test_a_camera_that_hangs_is_waited_for_so_long_and_no_longer(hangs: bool) -> None:
    waited: list[float] = []

    def await_camera(wait_s: float) -> bool:
        waited.append(wait_s)
        return not hangs

    table_command._await_camera(threading.Event(), await_camera)
    assert sum(waited) == (PATIENCE_S if hangs else table_command.STOP_S)
