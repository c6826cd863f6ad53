"""Files that are there whole or not at all, whatever happens to the power meanwhile."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.disk import gone_if_unfinished, sync


def write_whole(file: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file; the new one is whole on disk before it takes the place of the old one.

    `mode` is who may read it, less what the process's umask takes away.

    Raises:
        OSError: it can't be written, which it names; what was there before still is.
    """
    with _draft_of(file) as draft:
        with gone_if_unfinished(draft):
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as opened:
                opened.write(data)
                opened.flush()
                os.fsync(opened.fileno())
            draft.replace(file)
        sync(file.parent)


def check_writable(file: Path) -> None:
    """Find out what `write_whole` would find out, before the work that is to be written; leave no trace.

    Raises:
        OSError: it can't be written, which it names.
    """
    with _draft_of(file) as draft:
        draft.touch()
        draft.unlink()


@contextmanager
def _draft_of(file: Path) -> Iterator[Path]:
    """Give the place of a file's draft, where none lies; what fails there is said of the file itself."""
    if file.exists() and not file.is_file():  # the new one would take the place of a device, too
        raise OSError(f"{file}: expected a file to write, found what is none")
    draft = file.with_name(f"{file.name}.new")
    try:
        draft.unlink(missing_ok=True)  # a power cut may have left one
        yield draft
    except OSError as error:
        if error.errno is not None:  # else it is told in words, in which no name is looked for
            error.filename = str(file)  # nobody has heard of a draft, and a full disk names none
        raise
