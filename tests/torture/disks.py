"""Disks that are full or read-only for a while: what is confirmed is kept, what is refused is not."""

import random
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.log import Log, LogError
from table.opening import open_table
from tests.torture.evening import Evening

SLICES = 12


def trial(seed: int, folder: Path) -> int:
    """Play on a disk that fails now and then, and open it again; return how many moves were refused."""
    chance = random.Random(seed)
    evening = Evening(folder / "table.db", chance)
    evening.start()
    refused = 0
    for _ in range(SLICES):
        with chance.choice((_full, _nearly_full, _read_only))(evening, chance):
            refused += _play_until_refused(evening)
        evening.play(chance.randint(0, 4))
    state, version = evening.state, evening.table.snapshot().version
    evening.table.close()
    table, message = open_table(evening.path, lambda: "", "20300203-201500")
    shot = table.snapshot()
    table.close()
    assert message is None, message
    assert shot.game is not None
    assert (shot.version, shot.game.state_text()) == (version, state)
    return refused


def _play_until_refused(evening: Evening) -> int:
    for _ in range(10):
        before, state = evening.table.snapshot(), evening.state
        try:
            evening.step()
        except LogError:
            assert evening.table.snapshot() is before
            assert evening.state == state
            return 1
    return 0


@contextmanager
def _full(_evening: Evening, _chance: random.Random) -> Iterator[None]:
    """Let no file grow, or be written at all."""
    with _limited(0):
        yield


@contextmanager
def _nearly_full(evening: Evening, chance: random.Random) -> Iterator[None]:
    """Leave room for some of a write, but perhaps not for all of it."""
    wal = evening.path.with_name(f"{evening.path.name}-wal")
    with _limited((wal.stat().st_size if wal.exists() else 0) + chance.randint(0, 20_000)):
        yield


@contextmanager
def _read_only(evening: Evening, _chance: random.Random) -> Iterator[None]:
    """Let SQLite find that it may not write, as on a card that has locked itself."""
    log: Log = evening.table._log
    log._db.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        log._db.execute("PRAGMA query_only = OFF")


@contextmanager
def _limited(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
