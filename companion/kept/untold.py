"""What a command found lost of the table's memory: kept until the table starts, so that the host is told."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.kept.whole_file import write_whole
from table.table import Table

FILE: Final = "untold"
NEWS: Final = ("log_damaged", "log_salvaged", "log_shortened")
"""Notes that only the first to open a memory has: for the next one it is whole."""


def keep_untold(data: Path, notes: Iterable[str]) -> None:
    """Keep what is news of these notes, beside what is kept already; OSError if it can't be written."""
    known = _kept(data)
    news = [note for note in NEWS if note in {*known, *notes}]
    if news != known:
        write_whole(data / FILE, "\n".join(news).encode())


def tell_untold(data: Path, table: Table) -> None:
    """Tell the host what is kept, and keep it no longer; OSError if it can't be taken away."""
    for note in _kept(data):
        table.tell_host(note)
    (data / FILE).unlink(missing_ok=True)


def _kept(data: Path) -> list[str]:
    if not (data / FILE).exists():
        return []
    words = (data / FILE).read_bytes().decode(errors="replace").split()
    return [note for note in NEWS if note in words]
