"""The plug pulled between any two writes, on disks that reorder, tear and lie: what stands there then."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from table import newest
from table.opening import open_table
from tests.torture.evening import STAMP, Evening
from tests.torture.tape import Tape, Taped, taped

MOVES: Final = 40
DISKS: Final = 40
"""So many disks are cut together from one evening."""
HONEST: Final = 0.5
FILES: Final = ("table.db", "table.db-wal")


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


@contextmanager
def _played(
    folder: Path, chance: random.Random
) -> Iterator[tuple[Tape, list[tuple[int, int]], dict[int, str]]]:
    """Play on tape: with it, which version was told after which step, and the state that each one made."""
    told: list[tuple[int, int]] = []
    with taped() as tape:
        evening = Evening(folder / "table.db", chance)
        tape.begin(folder)
        with _marks_on(tape):
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


@contextmanager
def _marks_on(tape: Tape) -> Iterator[None]:
    """Tape the marks as well, which are not written by SQLite."""
    put = newest.put

    def put_taped(path: Path, data: bytes) -> None:
        tape.put(path, data)
        put(path, data)

    newest.put = put_taped
    try:
        yield
    finally:
        newest.put = put


def _opened(path: Path, confirmed: int, states: dict[int, str], lying: str) -> str:
    """Open a disk: an honest one has all that was confirmed, a lying one never loses in silence."""
    table, message = open_table(path, lambda: "", STAMP)
    shot = table.snapshot()
    state = shot.game.state_text() if shot.game else ""
    table.close()
    what = f"{lying or 'nothing'} lied, version {confirmed} was confirmed, {shot.version} stands there"
    assert state in states.values(), f"{what}: a state that never was"
    has_all = state in (states[confirmed], states.get(confirmed + 1))
    assert has_all or message, f"{what}: not a word of what was lost"
    assert lying or (has_all and message is None), f"{what}: {message}"
    if has_all:
        return "all is there"
    return "something is gone, and it said so"
