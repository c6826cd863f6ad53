"""What is on disk, and not only in the memory of a system whose plug may be pulled."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

OF_THE_DISK: Final = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
"""What SQLite says of a disk or a folder; all else is damage."""
UNREADABLE: Final = frozenset({sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_CORRUPTFS})
"""What SQLite says where a card can't give back what was written: that is damage as well."""
SPENT: Final = frozenset({errno.EIO, errno.ENOSPC, errno.EROFS})
SPENT_BY_SQLITE: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""What the system, and what SQLite says of a card that is full, locked or worn out."""
PART_BYTES: Final = 4096
"""So much is lost where a card can't read: a system reads no less."""


def is_of_the_disk(error: sqlite3.Error) -> bool:
    """Return whether it is the disk or the folder that fails, and not what lies there."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in OF_THE_DISK and code not in UNREADABLE  # the upper bits say which of them


def is_spent(error: BaseException | None) -> bool:
    """Return whether an error, or what led to it, is that a card is full, locked or worn out."""
    match error:
        case None:
            return False
        case sqlite3.Error():
            return getattr(error, "sqlite_errorcode", 0) & 0xFF in SPENT_BY_SQLITE
        case OSError():
            return error.errno in SPENT
    return is_spent(error.__cause__)


def copy_readable(source: Path, copy: Path) -> None:
    """Copy a file, with zeros for what the card can't read any more; OSError if it can't be done."""
    with source.open("rb") as there, copy.open("wb") as here:
        for at in range(0, os.fstat(there.fileno()).st_size, PART_BYTES):
            try:
                part = os.pread(there.fileno(), PART_BYTES, at)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                part = bytes(PART_BYTES)
            here.write(part)


def sync(place: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk; OSError if they can't be."""
    opened = os.open(place, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def gone_if_unfinished(draft: Path) -> Iterator[None]:
    """Delete a draft that can't be finished: on a full disk it would take the last room, which moves need."""
    try:
        yield
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
