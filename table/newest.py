"""The newest version, marked beside the log: a log whose end is gone looks like one that never had it.

Each mark is on disk before anybody is told of the move, and after the move itself: so one that is ahead of
its log says that something is missing, and a plug that is pulled between the two costs nothing.
"""

import hashlib
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from table.disk import sync
from table.log import Log

_LOG = logging.getLogger(__name__)
SUFFIX: Final = ".newest"
DIGITS: Final = 20
SUM_DIGITS: Final = 8
LENGTH: Final = DIGITS + 1 + SUM_DIGITS + 1
"""Within one sector of any disk, so that a mark is written whole or not at all."""


class Mark:
    """The mark of the log at `log`, in a small file of its own that is written over and over."""

    def __init__(self, log: Path) -> None:
        self._path = log.with_name(f"{log.name}{SUFFIX}")
        self._last = self.read()

    def read(self) -> int:
        """Return the version that was marked, 0 where no mark can be read."""
        try:
            text = self._path.read_bytes()[:LENGTH].decode("ascii", "replace")
        except OSError:
            return 0
        version = text[:DIGITS]
        return int(version) if version.isdigit() and text == _written(int(version)) else 0

    def write(self, version: int) -> None:
        """Mark a version, synced; where that fails, its move is on disk all the same, and the log says so."""
        if version == self._last:
            return
        try:
            put(self._path, _written(version).encode())
            self._last = version
        except OSError as error:
            _LOG.warning("the newest move is not marked beside the log: %s", error)


class MarkedLog(Log):
    """A log that marks its newest version whenever it has written."""

    def __init__(self, path: Path) -> None:
        self._mark = Mark(path)
        super().__init__(path)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with super()._transaction():
            yield
            # what fails here takes the move back with it: after it was told nobody may hear that it was not
            newest: int = self._db.execute("SELECT COALESCE(MAX(version), 0) FROM entry").fetchone()[0]
        self._mark.write(newest)


def put(path: Path, data: bytes) -> None:
    """Write over the beginning of a file, and wait until that is on disk; OSError if it can't be."""
    is_new = not path.exists()
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.pwrite(file, data, 0)
        os.fsync(file)
    finally:
        os.close(file)
    if is_new:
        sync(path.parent)


def _written(version: int) -> str:
    text = f"{version:0{DIGITS}}"
    return f"{text} {hashlib.sha256(text.encode()).hexdigest()[:SUM_DIGITS]}\n"
