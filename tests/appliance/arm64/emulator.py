"""qemu-user: how this kernel comes to start arm64's programs, and where in memory it puts them."""

import fcntl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FORMATS: Final = Path("/proc/sys/fs/binfmt_misc")
ENTRY: Final = "qemu-aarch64"
RULE: Final = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
"""What Debian's qemu-user-static tells a kernel of arm64's programs."""
FOR_AMD64: Final = Path("/usr/bin/qemu-x86_64-static")
WITHOUT_AVX: Final = ("-cpu", "Nehalem")
"""A processor of x86-64 that qemu 7.2 plays right: with AVX2 it crashes in Debian 12's numpy."""
ROOM: Final = range(80 << 40)
"""Addresses, in bytes, where the emulator maps what its program has; its own are above, where the kernel maps
what nobody places."""


@contextmanager
def taking_arm64() -> Iterator[None]:
    """Let this kernel start arm64's programs within the block; afterwards it is as it was.

    Raises:
        OSError: it can't, or only outside of a chroot, or another run is at it; the message says what to do.
    """
    with _alone(), _formats(), _entry():
        yield


@contextmanager
def _alone() -> Iterator[None]:
    """Keep other runs away: the first to end would take the kernel's entry from the others."""
    with RULE.open() as rule:
        try:
            fcntl.flock(rule, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OSError("another run of this is at work on this machine: let it end first") from error
        yield


@contextmanager
def _formats() -> Iterator[None]:
    """The kernel's list of foreign programs, mounted if it was not."""
    if (FORMATS / "register").exists():
        yield
        return
    done = subprocess.run(
        ["mount", "-t", "binfmt_misc", "binfmt_misc", FORMATS], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise OSError(f"this kernel takes no foreign programs (binfmt_misc): {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", FORMATS], check=True)


@contextmanager
def _entry() -> Iterator[None]:
    """The list's entry for arm64, laid if there was none; one that opens the emulator before a chroot's."""
    entry = FORMATS / ENTRY
    laid = not entry.exists()
    if laid:
        (FORMATS / "register").write_text(RULE.read_text().strip())
    try:
        if "F" not in entry.read_text().partition("flags: ")[2].partition("\n")[0]:
            raise OSError(f"{entry} has no flag F, so it is of no use in a chroot: take it away (echo -1)")
        yield
    finally:
        if laid:
            entry.write_text("-1")
