"""What a table keeps with its data: the key that signs cookies, the host's PIN, and guesses at it."""

import errno
import logging
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.kept.whole_file import write_whole

KEY_BYTES = 32
PIN_DIGITS = 6
GUESSES = "wrong-pins"
_KEY: Final = re.compile(rb"[0-9a-f]{%d}" % (2 * KEY_BYTES))
_PIN: Final = re.compile(rb"[0-9]{%d}" % PIN_DIGITS)
_LOG = logging.getLogger(__name__)


def cookie_key(data: Path) -> bytes:
    """Return the table's secret key, 32 bytes, made at the first asking and again where it was spoilt.

    Raises:
        OSError: it can't be read or made.
    """
    lost = "the key that knows phones was spoilt, and is made anew: take your chairs again, pair again"
    return bytes.fromhex(_kept(data / "key", _KEY, lambda: secrets.token_hex(KEY_BYTES), lost))


def host_pin(data: Path) -> str:
    """Return the host's PIN, six digits, made at the first asking and again where it was spoilt.

    Raises:
        OSError: it can't be read or made.
    """
    lost = f"the PIN was not {PIN_DIGITS} digits, and is made anew: `maexle pin` shows it"
    return _kept(data / "pin", _PIN, _some_pin, lost)


def new_pin(data: Path) -> str:
    """Make another PIN, which counts from now on, and return it; OSError if it can't be written."""
    pin = _some_pin()
    write_whole(data / "pin", f"{pin}\n".encode(), mode=0o600)
    return pin


def _some_pin() -> str:
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def guesses(data: Path) -> int:
    """Return how many wrong PINs came since the last right one, 0 where that can't be read."""
    try:
        return max(0, int((data / GUESSES).read_text()))
    except (OSError, ValueError):
        return 0


def keep_guesses(data: Path, count: int) -> None:
    """Write how many wrong PINs came since the last right one; OSError if that can't be written."""
    write_whole(data / GUESSES, f"{count}\n".encode())


def _kept(path: Path, shape: re.Pattern[bytes], make: Callable[[], str], lost: str) -> str:
    """Return what the file says, which its owner alone may read; another where that has not the shape.

    What the card can't read any more has none.
    """
    try:
        said = path.read_bytes().strip() if path.exists() else None
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        said = b""
    if said is not None and shape.fullmatch(said):
        return said.decode()
    made = make()
    write_whole(path, f"{made}\n".encode(), mode=0o600)
    if said is not None:
        _LOG.warning("%s: %s", path, lost)
    return made
