"""What is on disk, and not only in the memory of a system whose plug may be pulled."""

import os
from pathlib import Path


def sync(place: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk; OSError if they can't be."""
    opened = os.open(place, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
