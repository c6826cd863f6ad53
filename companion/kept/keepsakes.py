"""What a table keeps with its data: the key that signs cookies, the host's PIN, and guesses at it."""

import secrets
from collections.abc import Callable
from pathlib import Path

from companion.kept.whole_file import write_whole

PIN_DIGITS = 6
GUESSES = "wrong-pins"


def cookie_key(data: Path) -> bytes:
    """Return the table's secret key, 32 bytes, made at the first asking."""
    return bytes.fromhex(_kept(data / "key", lambda: secrets.token_hex(32)))


def host_pin(data: Path) -> str:
    """Return the host's PIN, six digits, made at the first asking."""
    return _kept(data / "pin", _some_pin)


def new_pin(data: Path) -> str:
    """Make another PIN, which counts from now on, and return it; OSError if it can't be written."""
    pin = _some_pin()
    write_whole(data / "pin", f"{pin}\n".encode(), mode=0o600)
    return pin


def _some_pin() -> str:
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def guesses(data: Path) -> int:
    """Return how many wrong PINs came since the last right one."""
    try:
        return int((data / GUESSES).read_text())
    except (FileNotFoundError, ValueError):
        return 0


def keep_guesses(data: Path, count: int) -> None:
    """Write how many wrong PINs came since the last right one; OSError if that can't be written."""
    write_whole(data / GUESSES, f"{count}\n".encode())


def _kept(path: Path, make: Callable[[], str]) -> str:
    """Return what the file says, which its owner alone may read."""
    if not path.exists():
        write_whole(path, f"{make()}\n".encode(), mode=0o600)
    return path.read_text().strip()
