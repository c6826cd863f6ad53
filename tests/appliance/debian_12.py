"""A Debian 12 with no init of its own: the oldest Python and OpenCV that are promised, no pins, no camera."""

import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Final

from tests.appliance.guests import SLOWLY, patiently
from tests.appliance.report import Report
from tests.bot import Bot
from tests.phone import Phone
from tests.torture.kills import entries_of

PROGRAM: Final = "/opt/maexle/venv/bin"
VERSIONS: Final = "import cv2, sys; print(*sys.version_info[:2], cv2.__version__)"
MEMORY: Final = "var/lib/maexle"
PORT: Final = 8080
REVEALS: Final = 5


def check_debian_12(root: Path, report: Report) -> None:
    """Look at what the installer left in the tree `root`, and play there."""
    with report.check("on Debian 12 the installer goes to its end, in an image that is being made"):
        said = (root / "home/landlord/install.log").read_text()
        assert "the table starts with the Pi" in said, said[-2000:]
    with report.check("Python 3.11 and OpenCV 4.6 run there, and the program reads its own pictures"):
        assert _said(root, f"{PROGRAM}/python -c '{VERSIONS}'").startswith("3 11 4.6.")
        _said(root, f"{PROGRAM}/maexle proof")
    with report.check(f"a game is played there: {REVEALS} throws under the simulated cup are read and ruled"):
        with _running(root):
            phone = Phone(f"http://127.0.0.1:{PORT}/", timeout_s=SLOWLY)
            patiently(lambda: phone.get(), HTTPException, OSError)
            phone.pair((root / MEMORY / "pin").read_text().strip())
            phone.start("Anna", "Bert", "Cleo")
            bot = Bot(phone, random.Random(1))

            def enough() -> bool:
                bot.step()
                return _read_by_camera(root) >= REVEALS

            patiently(enough)
        lines = [entry.line for entry in entries_of(root / MEMORY)]
        assert [line for line in bot.confirmed if "move" in line and line not in lines] == []


def _said(root: Path, command: str) -> str:
    """What a command says in the tree."""
    done = subprocess.run(
        ["chroot", root, "/bin/sh", "-c", command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def _running(root: Path) -> Iterator[None]:
    """The table as its own user has it, with pins and a cup that are simulated."""
    _said(root, f"mount -t proc proc /proc; install -d -o maexle -g maexle -m 700 /{MEMORY}")
    user = ("setpriv", "--reuid=maexle", "--regid=maexle", "--init-groups", "env", f"HOME=/{MEMORY}")
    table = ("maexle", "run", "--data", f"/{MEMORY}", "--port", str(PORT))
    process = subprocess.Popen(["chroot", root, *user, f"{PROGRAM}/{table[0]}", *table[1:]])
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)
        _said(root, "umount /proc")


def _read_by_camera(root: Path) -> int:
    """How many throws the camera has read."""
    return sum(
        entry.who == "camera" and entry.line.get("move") == "reveal" for entry in entries_of(root / MEMORY)
    )
