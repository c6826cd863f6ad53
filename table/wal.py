"""SQLite's write-ahead log: a database with one, and whether one that lies there is damaged.

It is where a frame before a move that was confirmed is not what was written: SQLite itself takes what comes
before such a frame and says nothing of what comes after. A last write that was cut short is no damage: nobody
was told of it. Format: https://www.sqlite.org/fileformat2.html#walformat
"""

import errno
import sqlite3
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HEADER: Final = struct.Struct(">8I")
FRAME: Final = struct.Struct(">6I")
MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""How the words are read that are summed up."""
MOST_BYTES: Final = 16 * 2**20
"""What is longer is not looked through: only deleting all pictures writes so much, and no move with it."""
CHECKPOINT_PAGES: Final = 16
"""So soon moves go from the write-ahead log to the database itself: damage to the former then costs few."""
Pair = tuple[int, int]


def connected(path: Path) -> sqlite3.Connection:
    """Open a database with a write-ahead log.

    Its index is shared with other programs, in a file. Where a full disk has no room for that, it is this
    program's alone: what was written can be read all the same, and written on once there is room.
    """
    db = _connected(path)
    try:
        return _with_log(db)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_IOERR:
            raise
    db = _connected(path)
    db.execute("PRAGMA locking_mode=EXCLUSIVE")
    return _with_log(db)


def is_damaged(wal: Path) -> bool:
    """Return whether a frame is not what was written though a whole transaction follows its own."""
    if not wal.exists() or not 0 < wal.stat().st_size <= MOST_BYTES:
        return False
    try:
        data = wal.read_bytes()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return True  # the card can't give back what was written
    if len(data) < HEADER.size:
        return False
    magic, _, page, _, *salts, first, second = HEADER.unpack_from(data)
    sums = _summed(data[: HEADER.size - 8], MAGIC.get(magic, "<"), (0, 0))
    if magic not in MAGIC or sums != (first, second) or page < 512:
        return True
    return _is_broken(list(_frames(data, page)), (salts[0], salts[1]), MAGIC[magic], sums)


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


def _with_log(db: sqlite3.Connection) -> sqlite3.Connection:
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    except BaseException:
        db.close()
        raise
    return db


@dataclass(frozen=True, slots=True)
class _Frame:
    """One page as it was written; `ends` says that it ends a transaction, `told` what it should sum up to."""

    ends: bool
    salts: Pair
    summed: bytes
    told: Pair


def _frames(data: bytes, page: int) -> Iterator[_Frame]:
    """Yield the whole frames that lie in a log."""
    for at in range(HEADER.size, len(data) - FRAME.size - page + 1, FRAME.size + page):
        _, size, salt, other_salt, first, second = FRAME.unpack_from(data, at)
        content = data[at : at + 8] + data[at + FRAME.size : at + FRAME.size + page]
        yield _Frame(size > 0, (salt, other_salt), content, (first, second))


def _is_broken(frames: Sequence[_Frame], salts: Pair, order: str, sums: Pair) -> bool:
    """Return whether a frame does not sum up though another transaction follows the one that it is of.

    A disk may write the end of the last one before its beginning: nobody was told of that one.
    """
    for index, frame in enumerate(frames):
        sums = _summed(frame.summed, order, sums)
        if frame.salts != salts or sums != frame.told:
            return sum(later.ends and later.salts == salts for later in frames[index:]) > 1
    return False


def _summed(data: bytes, order: str, sums: Pair) -> Pair:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = first + one + second & 0xFFFFFFFF
        second = second + other + first & 0xFFFFFFFF
    return first, second
