"""A memory that was brought back: laid ready beside the old one, whole, and taken over at the next start.

Until all of it lies on the disk under its last name, the old one counts; from then on the new one, however
often the plug is pulled while its files take their places.
"""

import shutil
from pathlib import Path
from typing import Final

from companion.kept.places import log_file
from table.disk import sync
from table.newest import SUFFIX

DRAFT: Final = "brought.new"
READY: Final = "brought"
BESIDE: Final = ("-wal", "-shm", SUFFIX)
"""What belongs to a log and would not fit another one."""


def draft_folder(data: Path) -> Path:
    """Return an empty folder for a memory that is being brought; what was left of another one is gone."""
    folder = data / DRAFT
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def make_ready(data: Path) -> None:
    """Say that the memory in the draft is whole and counts; OSError if the disk does not hold it."""
    draft = data / DRAFT
    for path in (*draft.rglob("*"), draft):
        sync(path)
    shutil.rmtree(data / READY, ignore_errors=True)
    draft.rename(data / READY)
    try:
        sync(data)
    except OSError:  # the table goes on with the old one, whose next moves no start may throw away
        shutil.rmtree(data / READY, ignore_errors=True)
        raise


def take_over(data: Path) -> None:
    """Put a memory that is ready in the old one's place; OSError if it can't be, and then it stays ready."""
    shutil.rmtree(data / DRAFT, ignore_errors=True)
    ready = data / READY
    if not ready.exists():
        return
    if log_file(ready).exists():
        log = log_file(data)
        for beside in BESIDE:
            log.with_name(log.name + beside).unlink(missing_ok=True)
        sync(data)  # SQLite would read an old write-ahead log into the new file
        log_file(ready).replace(log)
    for file in [path for path in ready.rglob("*") if path.is_file()]:
        place = data / file.relative_to(ready)
        place.parent.mkdir(parents=True, exist_ok=True)
        file.replace(place)
        sync(place.parent)
    sync(data)
    shutil.rmtree(ready)
