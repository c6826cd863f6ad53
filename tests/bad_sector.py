"""A card that can't give back what was written."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch


@contextmanager
def unreadable(file: Path) -> Iterator[None]:
    """Let nobody read a file; another that comes in its place may be read."""
    number, read = file.stat().st_ino, Path.read_bytes

    def tried(path: Path) -> bytes:
        if path.stat().st_ino == number:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return read(path)

    with patch.object(Path, "read_bytes", tried):
        yield
