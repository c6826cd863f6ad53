"""What is on disk, and not only in the memory of a system whose plug may be pulled."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


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
