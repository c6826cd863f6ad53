"""The plug pulled between any two writes, on disks that reorder, tear and lie: what stands there then.

While a game is played and its pictures come and go, and while a newer program changes the log's form.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Final

from table import album, newest
from table import log as log_module
from table.opening import open_table
from table.schema import SCHEMA
from tests.torture.evening import STAMP, Evening, check_pictures
from tests.torture.tape import Tape, Taped, taped

MOVES: Final = 40
DISKS: Final = 40
"""So many disks are cut together from one evening."""
HONEST: Final = 0.5
FILES: Final = ("table.db", "table.db-wal")
PICTURES: Final = 3
"""So many are kept, so that pruning is among what the plug interrupts."""
NEWER: Final = (
    "CREATE TABLE more AS SELECT version, line FROM entry;",
    "ALTER TABLE more ADD COLUMN note TEXT; UPDATE more SET note = 'new';",
)
"""How a newer program changes the log's form, in two steps."""


def trial(seed: int, folder: Path) -> Counter[str]:
    """Play, pull the plug at many places, and open what then lies there; return what became of it."""
    chance, tally = random.Random(seed), Counter[str]()
    with _played(folder, chance) as (tape, told, states):
        for number in range(DISKS):
            end = chance.randrange(len(tape.done) + 1)
            lying = "" if chance.random() < HONEST else chance.choice(FILES)
            since = chance.randrange(end + 1)

            def lies(step: int, one: Taped, name: str = lying, since: int = since) -> bool:
                return one.name == name and step >= since

            copy = folder / f"disk {number}"
            copy.mkdir()
            for name, content in tape.disk(end, chance, lies).items():
                (copy / name).write_bytes(content)
            confirmed = max((version for step, version in told if step <= end), default=0)
            tally[_opened(copy / "table.db", confirmed, states, lying)] += 1
    return tally


def upgrade(seed: int, folder: Path) -> Counter[str]:
    """Let a newer program change a log's form, pull the plug at many places, and let it begin again."""
    chance, tally = random.Random(seed), Counter[str]()
    evening = Evening(folder / "table.db", chance)
    evening.start()
    evening.play(MOVES)
    version, state = evening.table.snapshot().version, evening.state
    evening.table.close()
    with _set(log_module, "SCHEMA", (*SCHEMA, *NEWER)):
        with taped() as tape:
            tape.begin(folder)
            open_table(evening.path, lambda: "", STAMP)[0].close()
        for number in range(DISKS):
            copy = folder / f"disk {number}"
            copy.mkdir()
            end = number % (len(tape.done) + 1)
            for name, content in tape.disk(end, chance, lambda *_: False).items():
                (copy / name).write_bytes(content)
            tally[_opened(copy / "table.db", version, {version: state}, "")] += 1
    return tally


@contextmanager
def _played(
    folder: Path, chance: random.Random
) -> Iterator[tuple[Tape, list[tuple[int, int]], dict[int, str]]]:
    """Play on tape: with it, which version was told after which step, and the state that each one made."""
    told: list[tuple[int, int]] = []
    with taped() as tape:
        evening = Evening(folder / "table.db", chance)
        tape.begin(folder)
        with _marks_on(tape), _set(album, "KEPT", PICTURES):
            states = {0: ""}
            while evening.table.snapshot().version < MOVES:
                evening.step()
                shot = evening.table.snapshot()
                states[shot.version] = evening.state
                told.append((len(tape.done), shot.version))
    assert any(one.name == FILES[1] for one in tape.done), "SQLite was not heard"
    try:
        yield tape, told, states
    finally:
        evening.table.close()


def _marks_on(tape: Tape) -> AbstractContextManager[None]:
    """Tape the marks as well, which are not written by SQLite."""
    put = newest.put

    def put_taped(path: Path, data: bytes) -> None:
        tape.put(path, data)
        put(path, data)

    return _set(newest, "put", put_taped)


@contextmanager
def _set(module: ModuleType, name: str, value: object) -> Iterator[None]:
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def _opened(path: Path, confirmed: int, states: dict[int, str], lying: str) -> str:
    """Open a disk: an honest one has all that was confirmed, a lying one never loses in silence."""
    table, message = open_table(path, lambda: "", STAMP)
    shot = table.snapshot()
    state = shot.game.state_text() if shot.game else ""
    check_pictures(table, sound=not lying)
    table.close()
    what = f"{lying or 'nothing'} lied, version {confirmed} was confirmed, {shot.version} stands there"
    assert state in states.values(), f"{what}: a state that never was"
    has_all = state in (states[confirmed], states.get(confirmed + 1))
    assert has_all or message, f"{what}: not a word of what was lost"
    assert lying or (has_all and message is None), f"{what}: {message}"
    if has_all:
        return "all is there"
    return "something is gone, and it said so"
