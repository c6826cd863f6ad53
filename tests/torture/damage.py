"""Damage to the files of a table's memory: it always starts, says what was lost, and invents nothing."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from table.newest import SUFFIX
from table.opening import open_table
from tests.torture.evening import STAMP, Evening, check_pictures

PAGE: Final = 4096
Ruin = Callable[[bytearray, random.Random], None]


def trial(seed: int, folder: Path) -> str:
    """Play, damage what lies on the disk, open it again and play on; return what became of the game."""
    chance = random.Random(seed)
    evening = Evening(folder / "whole.db", chance)
    evening.start()
    evening.table.add_host("landlord")
    evening.play(chance.randint(0, 60))
    path = _as_it_lies(evening, chance, folder)
    named = chance.choice(sorted(part for part in folder.iterdir() if part.name.startswith("table.db")))
    ruin = chance.choice(RUINS)
    _ruin(named, ruin, chance)
    table, message = open_table(path, lambda: "2030-02-03T20:16:00+01:00", STAMP)
    game = table.snapshot().game
    state = game.state_text() if game else ""
    check_pictures(table, sound=False)
    table.close()
    what = f"{ruin.__name__} of {named.name}"
    assert not state or state in evening.states, f"{what}: a state that never was"
    assert message or state == evening.states[-1], f"{what}: not a word of what was lost"
    _plays_on(path, chance)
    if state == evening.states[-1]:
        return "whole"
    return "earlier" if state else "afresh"


def _as_it_lies(evening: Evening, chance: random.Random, folder: Path) -> Path:
    """Return a copy of the files, as a plug that is pulled leaves them or as they are after the evening."""
    path = folder / "table.db"
    pulled = chance.random() < 0.5
    if not pulled:
        evening.table.close()
    for part in ("", "-wal", SUFFIX):
        if (lies := evening.path.with_name(evening.path.name + part)).exists():
            shutil.copyfile(lies, path.with_name(path.name + part))
    if pulled:
        evening.table.close()
    return path


def _ruin(file: Path, ruin: Ruin, chance: random.Random) -> None:
    data = bytearray(file.read_bytes())
    if data:
        ruin(data, chance)
    file.write_bytes(data)


def _plays_on(path: Path, chance: random.Random) -> None:
    """Play on, and open the table once more: then all is well."""
    evening = Evening(path, chance)
    evening.play(5)
    state = evening.state
    evening.table.close()
    table, message = open_table(path, lambda: "", STAMP)
    game = table.snapshot().game
    assert message is None
    assert (game.state_text() if game else "") == state
    table.close()


def flip(data: bytearray, chance: random.Random) -> None:
    """Flip a few bits."""
    for _ in range(chance.choice((1, 1, 2, 20))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def overwrite(data: bytearray, chance: random.Random) -> None:
    """Overwrite a stretch with anything."""
    at, length = chance.randrange(len(data)), chance.choice((1, 16, 512, PAGE))
    data[at : at + length] = chance.randbytes(min(length, len(data) - at))


def blank(data: bytearray, chance: random.Random) -> None:
    """Turn some pages to zeros."""
    for _ in range(chance.choice((1, 1, 3))):
        at = chance.randrange(0, len(data), PAGE)
        data[at : at + PAGE] = bytes(min(PAGE, len(data) - at))


def swap(data: bytearray, chance: random.Random) -> None:
    """Let two pages change places."""
    if len(data) >= 2 * PAGE:
        one, other = sorted(chance.sample(range(0, len(data) - PAGE + 1, PAGE), 2))
        data[one : one + PAGE], data[other : other + PAGE] = (
            data[other : other + PAGE],
            data[one : one + PAGE],
        )


def cut(data: bytearray, chance: random.Random) -> None:
    """Cut the end off, anywhere or at a page."""
    at = chance.randrange(len(data))
    del data[chance.choice((at, at // PAGE * PAGE)) :]


def lengthen(data: bytearray, chance: random.Random) -> None:
    """Add something at the end."""
    data += chance.randbytes(chance.choice((1, 512, PAGE)))


def empty(data: bytearray, _chance: random.Random) -> None:
    """Leave nothing of it."""
    data.clear()


RUINS: Final[tuple[Ruin, ...]] = (flip, flip, overwrite, overwrite, blank, swap, cut, lengthen, empty)
