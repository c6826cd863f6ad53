"""Damage in the write-ahead log is told from what an older one has left there."""

import shutil
from pathlib import Path

from table.log import Log
from table.table import Table
from table.wal import HEADER
from tests.table.evening import now, play, start
from tests.table.test_opening import MOVES, cut_short, opened


def test_damage_is_noticed_where_no_older_one_lies_behind_it(path: Path) -> None:
    Log(path).close()
    cut = cut_short(path)
    wal = cut.with_name("table.db-wal")
    data = bytearray(wal.read_bytes())
    data[HEADER.size + 1000] ^= 1
    wal.write_bytes(data)
    shot, message = opened(cut)
    assert message
    assert shot.note == "log_damaged", "no move can be read"


def test_what_an_older_one_left_behind_the_newest_moves_is_no_damage(path: Path) -> None:
    table = Table(Log(path), now)
    start(table)
    play(table, MOVES)
    table._log._db.execute("PRAGMA wal_checkpoint(RESTART)")
    shown = play(table, "2:accept")
    folder = path.parent / "cut"
    folder.mkdir()
    for part in (path, path.with_name("table.db-wal")):
        shutil.copy2(part, folder)
    table.close()
    shot, message = opened(folder / path.name)
    assert (shot.version, message) == (shown.version, None)
