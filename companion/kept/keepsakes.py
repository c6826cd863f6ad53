"""What a table makes once and keeps with its data: the key that signs cookies, and the host's PIN."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

PIN_DIGITS = 6


def cookie_key(data: Path) -> bytes:
    """Return the table's secret key, 32 bytes, made at the first asking."""
    return bytes.fromhex(_kept(data / "key", lambda: secrets.token_hex(32)))


def host_pin(data: Path) -> str:
    """Return the host's PIN, six digits, made at the first asking."""
    return _kept(data / "pin", lambda: f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}")


def _kept(path: Path, make: Callable[[], str]) -> str:
    """Return what the file says; a new one is whole on disk, for its owner alone, before it has its name."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.new")
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make() + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    return path.read_text().strip()
