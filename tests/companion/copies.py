"""A table with a past, what its copy holds, and copies as somebody might forge them."""

import json
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.fittings.memory import TableMemory
from companion.kept.memory_copy import ABOUT, LINES
from companion.kept.places import log_file
from companion.kept.window_store import KeptWindow, keep_window
from table.builds import Build
from table.habits import Habits
from table.house import house_rules
from table.log import Log
from table.opening import open_table
from table.table import Table
from tests.table.evening import HOST, now, picture, play, start
from tests.vision.lesson_throws import TABLE

CAMERA = "usb:0"
GAME = "0:43 1:challenge reveal:31"
OWNER = "the phone of the new table's host"
PHONES = ("a host's very own phone", "a guest's very own phone", "one that was sent away")
SEEN = b"\xff\xd8 what lay under the cup"


def lived(data: Path, camera: str = CAMERA) -> None:
    """Let a table in the folder `data` have had an evening, its host and a window."""
    data.mkdir(exist_ok=True)
    table = Table(Log(log_file(data)), now)
    table.add_host(PHONES[0])
    table.habits.settle(Habits(patience_s=60, keeps=True), HOST)
    table.plate.call("Zum Löwen", HOST)
    table.house.keep(house_rules("maexle", "Stammtisch", {"lives": 3}), HOST)
    for _ in range(2):
        start(table, options={"lives": 1}, seats=["Anna", "Bö"])
        play(table, GAME)
    guests = table.snapshot().party.guests
    table.guests.claim(guests[1].id, PHONES[1])
    table._log.keep_said(1, {0: (1, 2)})
    table._log._album.keep(table.snapshot().version, picture(SEEN))
    table.close()
    keep_window(data, KeptWindow(TABLE, camera, Build.PLATE, Build.SHAKER))


def memory(data: Path, table: Table, restart: Callable[[], None] = lambda: None) -> TableMemory:
    return TableMemory(data, table, CAMERA, now, restart)


def bring(
    data: Path, table: Table, parcel: BytesIO, phone: str = OWNER, restart: Callable[[], None] = lambda: None
) -> None:
    """Let a host's phone bring a copy to a table."""
    memory(data, table, restart).bring_back(parcel, phone)


def opened(data: Path) -> Table:
    table, note = open_table(log_file(data), now, "stamp")
    assert note is None
    return table


def copy_of(data: Path) -> dict[str, bytes]:
    """Return the parts of a copy of a table's memory."""
    table = opened(data)
    with zipfile.ZipFile(memory(data, table).copy()) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    table.close()
    return parts


def packed(parts: Mapping[str, bytes]) -> BytesIO:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    file.seek(0)
    return file


def rows(parts: Mapping[str, bytes]) -> list[Any]:
    return [json.loads(line) for line in parts[LINES].splitlines()]


def with_rows(parts: Mapping[str, bytes], *lines: Any) -> dict[str, bytes]:
    """Return a copy with these rows in place of its own."""
    return {**parts, LINES: "".join(f"{json.dumps(line)}\n" for line in lines).encode()}


def bare() -> dict[str, bytes]:
    """Return a copy without anything in it."""
    return with_rows({ABOUT: b'{"maexle": 1}'}, {"schema": 8})


def files(data: Path) -> dict[str, bytes]:
    """Return every file of a table, less what SQLite reads into."""
    return {
        str(path.relative_to(data)): path.read_bytes()
        for path in data.rglob("*")
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }
