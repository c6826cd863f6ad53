"""Copies of a memory that are none: whatever they carry, they are refused, and the table keeps its own."""

import json
import sqlite3
import zipfile
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.kept import window_store
from companion.kept.brought import take_over
from companion.kept.memory_copy import ABOUT, LINES, WINDOW
from companion.kept.proof import size_px
from companion.kept.zipped import zipped
from table import memory as memory_lines
from table.schema import SCHEMA
from table.table import Table
from tests.companion.copies import (
    OWNER,
    bare,
    bring,
    copy_of,
    files,
    lived,
    opened,
    packed,
    rows,
    with_rows,
)
from tests.companion.test_teach import schooled
from tests.table.evening import play, start
from vision import Calibration, Circle, dump, load
from web.ports import MemoryRefusedError

Parts = dict[str, bytes]


def damaged(change: Callable[[list[Any]], object]) -> Callable[[Parts], BytesIO]:
    """Return how to forge a copy by changing its rows."""

    def forge(parts: Parts) -> BytesIO:
        lines = rows(parts)
        change(lines)
        return packed(with_rows(parts, *lines))

    return forge


def after(lines: list[Any], table: str) -> int:
    return (
        next(at for at, line in enumerate(lines) if isinstance(line, dict) and line.get("table") == table) + 1
    )


def extra(table: str, *row: object) -> Callable[[Parts], BytesIO]:
    return damaged(lambda lines: lines.insert(after(lines, table), list(row)))


def twice(parts: Parts) -> BytesIO:
    file = packed(parts)
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as archive:
        archive.writestr(LINES, b"")
    return file


def encrypted(parts: Parts) -> BytesIO:
    data = bytearray(packed(parts).getvalue())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return BytesIO(bytes(data))


def packed_otherwise(parts: Parts) -> BytesIO:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_BZIP2) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file


def flipped(parts: Parts) -> BytesIO:
    data = bytearray(packed(parts).getvalue())
    data[data.index(LINES.encode()) + 60] ^= 0xFF
    return BytesIO(bytes(data))


def jpeg(width: int, height: int) -> bytes:
    size = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08" + size + b"\x01\x01\x11\x00"


def dice_with(picture: bytes) -> Callable[[Parts], BytesIO]:
    """Return how to forge a copy whose dice were taught by such a picture."""

    def forge(parts: Parts) -> BytesIO:
        name = next(name for name in parts if name.startswith("dice/") and name.endswith(".zip"))
        with zipfile.ZipFile(BytesIO(parts[name])) as archive:
            inner = {one: archive.read(one) for one in archive.namelist()}
        return packed({**parts, name: packed({**inner, "0.jpg": picture}).getvalue()})

    return forge


def pickled() -> bytes:
    file = BytesIO()
    np.savez(file, version=np.array([{}], object))
    return file.getvalue()


def nested(parts: Parts) -> BytesIO:
    return packed({**parts, WINDOW: packed({"background.npy": bytes(64 * 2**20)}).getvalue()})


def window_at(x: float, y: float, radius: float) -> Callable[[Parts], BytesIO]:
    """Return how to forge a copy whose window lies elsewhere."""
    return calibrated(lambda known: replace(known, window=Circle(x, y, radius)))


def lamp_at(x: float, y: float, radius: float) -> Callable[[Parts], BytesIO]:
    """Return how to forge a copy whose window mirrors a lamp elsewhere."""
    return calibrated(lambda known: replace(known, lamps=(Circle(x, y, radius),)))


def calibrated(change: Callable[[Calibration], Calibration]) -> Callable[[Parts], BytesIO]:
    """Return how to forge a copy by changing what set-up learnt."""

    def forge(parts: Parts) -> BytesIO:
        moved = change(load(parts[WINDOW]))
        with zipfile.ZipFile(BytesIO(parts[WINDOW])) as archive:
            line = archive.read(window_store.MEMBER)
        return packed({**parts, WINDOW: zipped({window_store.MEMBER: line}, onto=dump(moved))})

    return forge


FORGED: dict[str, tuple[str, Callable[[Parts], BytesIO]]] = {
    "nothing": ("memory_foreign", lambda _: BytesIO()),
    "no archive": ("memory_foreign", lambda _: BytesIO(b"nonsense" * 100)),
    "a database": ("memory_foreign", lambda _: BytesIO(b"SQLite format 3\0" + bytes(4096))),
    "another archive": ("memory_foreign", lambda _: packed({"photo.jpg": b"\xff\xd8"})),
    "no lines": ("memory_foreign", lambda _: packed({ABOUT: b'{"maexle": 1}'})),
    "not said what": ("memory_foreign", lambda parts: packed({**parts, ABOUT: b"[[["})),
    "another kind": ("memory_newer", lambda parts: packed({**parts, ABOUT: b'{"maexle": 2}'})),
    "a way out": ("memory_foreign", lambda parts: packed({**parts, "../pin": b"123456"})),
    "a way out by the root": ("memory_foreign", lambda parts: packed({**parts, "/etc/passwd": b""})),
    "a PIN": ("memory_foreign", lambda parts: packed({**parts, "pin": b"123456"})),
    "a key among dice": ("memory_foreign", lambda parts: packed({**parts, "dice/../key": b""})),
    "one part twice": ("memory_foreign", twice),
    "encrypted": ("memory_foreign", encrypted),
    "packed otherwise": ("memory_foreign", packed_otherwise),
    "a flipped bit": ("memory_foreign", flipped),
    "a bomb": ("memory_large", lambda parts: packed({**parts, LINES: bytes(100 * 2**20)})),
    "a bomb in the window": ("memory_large", nested),
    "a list of names without end": (
        "memory_large",
        lambda parts: packed({**parts, **{f"dice/{number:016x}.zip": b"" for number in range(500)}}),
    ),
    "a line without end": ("memory_damaged", lambda parts: packed({**parts, LINES: b"[" * 2**20})),
    "a line that nests too deep": (
        "memory_damaged",
        lambda parts: packed({**parts, LINES: b"[" * 10**5 + b"\n"}),
    ),
    "no text": ("memory_damaged", lambda parts: packed({**parts, LINES: b"\xff\xfe\n"})),
    "newer rows": ("memory_newer", damaged(lambda lines: lines.__setitem__(0, {"schema": len(SCHEMA) + 1}))),
    "no schema": ("memory_damaged", damaged(lambda lines: lines.pop(0))),
    "an unknown table": (
        "memory_damaged",
        damaged(lambda lines: lines.append({"table": "host", "columns": ["phone"]})),
    ),
    "a column that is a command": (
        "memory_damaged",
        damaged(lambda lines: lines.append({"table": "game", "columns": ["id) SELECT 1; --"]})),
    ),
    "a number that is a text": ("memory_damaged", extra("habit", "keeps", "1")),
    "a number that is too large": ("memory_damaged", extra("settled", 10**9)),
    "a row that is too short": ("memory_damaged", extra("house", "maexle")),
    "a row twice": ("memory_damaged", damaged(lambda lines: lines.insert(2, lines[2]))),
    "a time without a zone": ("memory_damaged", extra("evening", 9, "2026-11-21T20:15:00", 0)),
    "a time that is none": ("memory_damaged", extra("evening", 9, "yesterday", 0)),
    "a name that is too long": ("memory_damaged", extra("guest", 9, 9, "A" * 99, 3, 0)),
    "a table's name that shows nothing": ("memory_damaged", extra("plate", "\u3164")),
    "a table's name of blanks": ("memory_damaged", extra("plate", " \n ")),
    "a mark that nobody has": ("memory_damaged", extra("guest", 9, 9, "Cem", 99, 0)),
    "another move": ("memory_damaged", damaged(lambda lines: lines[3].__setitem__(2, '{"move": "accept"}'))),
    "a game of no rules": ("memory_damaged", extra("game", 7, 1, "")),
    "a pickle": ("memory_damaged", lambda parts: packed({**parts, WINDOW: pickled()})),
    "a window inside out": ("memory_damaged", window_at(480, 360, -50)),
    "a window like a spot": ("memory_damaged", window_at(480, 360, 0.2)),
    "a window beside the picture": ("memory_damaged", window_at(2_000, 360, 290)),
    "a lamp in the next village": ("memory_damaged", lamp_at(1e9, 360, 20)),
    "a window of nothing": ("memory_foreign", lambda parts: packed({**parts, WINDOW: b""})),
    "dice called otherwise": (
        "memory_damaged",
        lambda parts: packed(
            {
                **parts,
                "dice/0123456789abcdef.zip": next(parts[n] for n in parts if "dice/" in n and ".zip" in n),
            }
        ),
    ),
    "a picture of a thousand million": ("memory_damaged", dice_with(jpeg(65535, 65535))),
    "a picture that is none": ("memory_damaged", dice_with(b"GIF89a")),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    """A sound copy that has everything."""
    folder = tmp_path_factory.mktemp("sound")
    lived(folder)
    schooled(folder)
    return copy_of(folder)


@pytest.mark.parametrize("name", FORGED)
def test_what_is_no_sound_copy_is_refused_and_changes_nothing(
    name: str, sound: Parts, tmp_path: Path, table: Table
) -> None:
    code, forge = FORGED[name]
    before = files(tmp_path)
    with pytest.raises(MemoryRefusedError, match=f"^{code}$"):
        bring(tmp_path, table, forge(sound))
    assert files(tmp_path) == before
    start(table)


@pytest.mark.parametrize("empty", [False, True])
def test_what_the_forged_ones_are_made_of_is_taken(
    sound: Parts, tmp_path: Path, table: Table, empty: bool
) -> None:
    table.add_host(OWNER)
    bring(tmp_path, table, packed(bare() if empty else sound))
    take_over(tmp_path)
    again = opened(tmp_path)
    assert (again.snapshot().game is None) == empty
    again.close()


def test_a_game_that_only_a_state_of_anybody_s_tells_the_end_of_is_left_out(
    sound: Parts, tmp_path: Path, table: Table
) -> None:
    def forge(lines: list[Any]) -> None:
        last = after(lines, "game") + 1
        number, _, state = lines[last]
        lines[last] = [number, 0, json.dumps(json.loads(state) | {"turn": 99, "lives": []})]

    table.add_host(OWNER)
    bring(tmp_path, table, damaged(forge)(sound))
    take_over(tmp_path)
    again = opened(tmp_path)
    game = again.snapshot().game
    assert game
    assert (game.number, game.opened_anew) == (1, False)
    start(again, options={"lives": 1}, seats=["Anna", "Bö"])
    play(again, "0:43 1:challenge reveal:31")
    assert [one.games for one in again.scores.regulars()] == [2, 2], "the next one counts"
    again.close()


def test_a_refusal_is_logged_without_the_names_that_a_copy_holds(
    sound: Parts, tmp_path: Path, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(MemoryRefusedError):
        bring(tmp_path, table, extra("guest", 9, 9, "Margarethe " * 9, 3, 0)(sound))
    assert "refused" in caplog.text
    assert "Margarethe" not in caplog.text


def test_a_copy_for_which_the_disk_has_no_room_is_not_called_damaged(
    sound: Parts, tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(memory_lines, "_insert", full)
    with pytest.raises(OSError, match="full"):
        bring(tmp_path, table, packed(sound))
    start(table)


def test_the_size_of_a_picture_is_what_it_says() -> None:
    assert size_px(jpeg(640, 480)) == (640, 480)
