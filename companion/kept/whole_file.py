"""Files that are there whole or not at all, whatever happens to the power meanwhile."""

import os
from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """Write a file; the new one is whole on disk before it takes the place of the old one.

    Raises:
        OSError: it can't be written; what was there before still is.
    """
    draft = file.with_name(f"{file.name}.new")
    with draft.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
