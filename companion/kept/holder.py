"""Who holds the table: its camera, its pins and its memory are one program's at a time."""

import fcntl
import os
import subprocess
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, TextIO

BY_SERVICE = (
    "the table runs as a service and has its camera and its pins. To have them here: "
    "sudo systemctl stop maexle, and afterwards sudo systemctl start maexle"
)
RUNNING: Final = ("activating", "active", "reloading", "deactivating")
"""In these states of a service its camera and its pins are its own, or are about to be."""


class InUseError(Exception):
    """Another program has the table; the message says which, and how to end it."""


def hold(data: Path, parts: ExitStack) -> None:
    """Hold the folder for this process; the kernel lets it go however the process ends.

    Raises:
        InUseError: another process holds it.
    """
    file = parts.enter_context((data / "lock").open("a+", encoding="ascii"))
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InUseError(BY_SERVICE if service_runs() else _by_hand(data, file)) from error
    with suppress(OSError):  # on a full disk; it serves a message alone, and the lock holds without it
        file.truncate(0)
        os.write(file.fileno(), str(os.getpid()).encode())


def refuse_beside_service() -> None:
    """See that no service has the pins and the camera, for a program on another folder than the service's.

    Raises:
        InUseError: it runs.
    """
    if service_runs():
        raise InUseError(BY_SERVICE)


def service_runs() -> bool:
    """Say whether systemd runs the table here, as another process; anybody may ask it."""
    try:
        asked = subprocess.run(
            ["systemctl", "show", "-p", "ActiveState", "-p", "MainPID", "maexle"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # where another init runs, systemctl says so
            check=False,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    told = dict(line.split("=", 1) for line in asked.stdout.decode().splitlines() if "=" in line)
    return told.get("ActiveState") in RUNNING and told.get("MainPID") != str(os.getpid())


def _by_hand(data: Path, file: TextIO) -> str:
    file.seek(0)
    process = file.read().strip()
    which = f" (process {process})" if process.isdecimal() else ""
    return (
        f"a table already runs on {data}{which} and has its camera and its pins. To have them here: "
        "end it where it was started, with Ctrl-C"
    )
