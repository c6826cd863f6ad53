"""A guest with its own init but not its own kernel: no pins and no camera, but nothing is emulated."""

import ctypes
import os
import subprocess
from pathlib import Path
from typing import Final, Self

from tests.appliance.guests import HOME, SLOWLY, Guest, GuestError, patiently

OWN_NETWORK: Final = 0x40000000  # CLONE_NEWNET
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CLEAN: Final = ("env", "-i", f"PATH={PATH}", "LANG=C.UTF-8", "HOME=/root")
UNITS: Final = "etc/systemd/system"
EMULATED: Final = ("agent.service", "pi.service")
HOW: Final = ("--quiet", "--register=no", "--keep-unit", "--console=pipe")
PATIENCE: Final = "[Service]\nTimeoutStartSec=900\nTimeoutStopSec=90\n"


def move_out() -> None:
    """Give this process and its guests a network of their own, with a loopback and nobody else on it."""
    if ctypes.CDLL(None, use_errno=True).unshare(OWN_NETWORK):
        raise OSError(ctypes.get_errno(), "no network of its own may be made here")
    network("link set lo up")


def network(words: str) -> None:
    """Change the network that this process and its guests are in."""
    subprocess.run(["ip", *words.split()], check=True)


class Container(Guest):
    """The tree `base` booted with its own init, in this process's network; what it writes is kept in `at`."""

    address = f"http://{HOME}:8080/"

    def __init__(self, base: Path, at: Path) -> None:
        self._root = at / "root"
        _lay_over(base, at)
        units = self._root / UNITS
        for each in EMULATED:
            (units / each).unlink()
            (units / each).symlink_to("/dev/null")
        (units / "maexle.service.d" / "stand-in.conf").write_text(PATIENCE)
        self._log = (at / "console").open("wb")
        self._process = subprocess.Popen(
            ["nice", "-n", "8", "systemd-nspawn", *HOW, "--boot", "--directory", str(self._root)],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
            env=os.environ | {"UNIFIED_CGROUP_HIERARCHY": "1"},
        )  # fmt: skip
        self._init = self._find_init()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let it go down, at once where it does not want to."""
        self.tried("systemctl poweroff --no-block", 60)
        try:
            self._process.wait(120)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
        subprocess.run(["umount", self._root], check=True)

    def _find_init(self) -> int:
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        found: list[int] = []

        def there() -> bool:
            if self._process.poll() is not None:
                raise GuestError(f"the container ended at once: {Path(self._log.name).read_text()}")
            found[:] = [pid for pid in map(int, children.read_text().split()) if _named(pid) == "systemd"]
            return bool(found)

        patiently(there)
        return found[0]

    def tried(self, command: str, timeout_s: float = SLOWLY) -> tuple[int, str, str]:
        """Run a command as root and return its status, what it said, and what it said of errors."""
        inside = ("nsenter", "-t", str(self._init), "-m", "-u", "-i", "-p", "-C", "--", *CLEAN)
        done = subprocess.run(
            [*inside, "/bin/bash", "-c", command], capture_output=True, text=True, errors="replace",
            timeout=timeout_s, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr


def _named(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def _lay_over(base: Path, at: Path) -> None:
    """Mount the tree with a layer of its own above it, as new."""
    subprocess.run(["rm", "-rf", *(at / each for each in ("new", "work"))], check=True)
    for each in ("root", "new", "work"):
        (at / each).mkdir(parents=True, exist_ok=True)
    layers = f"lowerdir={base},upperdir={at / 'new'},workdir={at / 'work'}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, at / "root"], check=True)
