"""What was found lost of the table's memory: told to the host at every start until one of a game answers it.

A file holds the notes after the number of the newest game that there was.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.kept.whole_file import write_whole
from table.table import Table

FILE: Final = "untold"
NEWS: Final = ("log_damaged", "log_salvaged", "log_shortened")
"""Notes that only the first to open a memory has: for the next one it is whole."""


def keep_untold(data: Path, table: Table) -> None:
    """Keep what is news of the table's notes, beside what is kept already; OSError if it can't be written."""
    known = _kept(data, table)
    news = [note for note in NEWS if note in {*known, *table.snapshot().notes}]
    text = " ".join((str(_begun(table)), *news)) if news else ""
    if text and text.encode() != _written(data):
        write_whole(data / FILE, text.encode())
    elif not text:
        (data / FILE).unlink(missing_ok=True)


def tell_untold(data: Path, table: Table) -> None:
    """Tell the host what is kept, and keep it, with what the table has found itself, for another start."""
    for note in _kept(data, table):
        table.tell_host(note)
    with suppress(OSError):  # where nothing can be written, this start tells it all the same
        keep_untold(data, table)


def _kept(data: Path, table: Table) -> list[str]:
    """Return what no start of a game has answered yet."""
    told_at, *words = _written(data).decode(errors="replace").split() or [""]
    if told_at.isdecimal() and int(told_at) < _begun(table):
        return []
    return [note for note in NEWS if note in (told_at, *words)]


def _written(data: Path) -> bytes:
    with suppress(OSError):  # there is none, or the card can't read it any more
        return (data / FILE).read_bytes()
    return b""


def _begun(table: Table) -> int:
    """Return the number of the game that was started last, 0 if none is known."""
    game = table.snapshot().game
    return game.number if game else 0
