"""Spare room on the table's disk, given up once it is full: moves need some, and deleting pictures does."""

import shutil
from pathlib import Path
from typing import Final

from companion.fittings.rounds import Rounds
from companion.kept.whole_file import write_whole
from table.table import Table

FILE: Final = "spare"
SPARE_BYTES: Final = 4 * 2**20
"""Thousands of moves, or an evening's pictures."""
PLENTY_BYTES: Final = 8 * SPARE_BYTES
LOOK_EVERY_S: Final = 60.0


def make_way(data: Path) -> None:
    """Give the spare room in folder `data` up where there is little else; OSError if that can't be."""
    if _free_bytes(data) < SPARE_BYTES:
        (data / FILE).unlink(missing_ok=True)


class SpareRoom(Rounds):
    """Keeps the room in folder `data` while there is plenty; a host is told once it is gone."""

    def __init__(self, data: Path, table: Table, every_s: float = LOOK_EVERY_S) -> None:
        self._data, self._table = data, table
        super().__init__("spare room", self.look, every_s)

    def look(self) -> None:
        """Keep the room or give it up, as the disk is now; OSError if that can't be."""
        make_way(self._data)
        kept = (self._data / FILE).exists()
        if not kept and _free_bytes(self._data) < PLENTY_BYTES:
            self._table.tell_host("disk_full")
            return
        if not kept:
            write_whole(self._data / FILE, bytes(SPARE_BYTES))
        self._table.untell_host("disk_full")


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free
