"""A tree with the program in it and no init of its own: commands, and a game on simulated pins and cup."""

import random
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Final

from tests.appliance.guests import SLOWLY, patiently
from tests.bot import Bot
from tests.phone import Phone
from tests.torture.kills import entries_of

PROGRAM: Final = "/opt/maexle/venv/bin"
INSTALLED: Final = "the table starts with the Pi"
"""What the installer says at its end where no system runs."""
MEMORY: Final = "var/lib/maexle"
PORT: Final = 8080


def said(root: Path, command: str) -> str:
    """What a command says in the tree."""
    done = subprocess.run(
        ["chroot", root, "/bin/sh", "-c", command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_installed(root: Path) -> None:
    """See that the installer went to its end."""
    log = (root / "home/landlord/install.log").read_text()
    assert INSTALLED in log, log[-2000:]


@contextmanager
def running(root: Path, by: Sequence[str] = ()) -> Iterator[int]:
    """A table without a memory, as its own user has it, pins and cup simulated; gives its process.

    `by` is what starts the program, if it does not start by itself.
    """
    said(root, f"rm -rf /{MEMORY}; install -d -o maexle -g maexle -m 700 /{MEMORY}")
    user = ("setpriv", "--reuid=maexle", "--regid=maexle", "--init-groups", "env", f"HOME=/{MEMORY}")
    table = (f"{PROGRAM}/maexle", "run", "--data", f"/{MEMORY}", "--port", str(PORT))
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    try:
        with subprocess.Popen(["chroot", root, *user, *by, *table], stdout=subprocess.DEVNULL) as process:
            try:
                yield process.pid
            finally:
                _end(process)
    finally:
        subprocess.run(["umount", root / "proc"], check=True)


def host_there(root: Path) -> Phone:
    """A host's phone, as soon as the page answers."""
    phone = Phone(f"http://127.0.0.1:{PORT}/", timeout_s=SLOWLY)
    patiently(lambda: phone.get(), HTTPException, OSError)
    phone.pair((root / MEMORY / "pin").read_text().strip())
    return phone


def play_there(root: Path, phone: Phone, reveals: int) -> None:
    """Play until the camera has read so many throws more, and see that every confirmed move is kept."""
    phone.start("Anna", "Bert", "Cleo")
    bot = Bot(phone, random.Random(1))
    known = _read_by_camera(root)

    def enough() -> bool:
        bot.step()
        return _read_by_camera(root) >= known + reveals

    patiently(enough)
    lines = [entry.line for entry in entries_of(root / MEMORY)]
    assert [line for line in bot.confirmed if "move" in line and line not in lines] == []


def _end(process: subprocess.Popen[bytes]) -> None:
    """Let a process end; one that does not want to is an error, but does not stay either."""
    process.terminate()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def _read_by_camera(root: Path) -> int:
    """How many throws the camera has read."""
    return sum(
        entry.who == "camera" and entry.line.get("move") == "reveal" for entry in entries_of(root / MEMORY)
    )
