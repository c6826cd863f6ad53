"""An evening at the table, for tests: who sits there, what is played; a camera and a reader made of wood."""

import resource
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from games.ruleset import Wait
from table.actors import Actor
from table.log import Log
from table.look import Look, Stage
from table.ports import Frame, Picture
from table.snapshot import Snapshot
from table.table import Table
from tests.games.playing import move
from vision.reading import Die, Reading, Reason

HOST = Actor("host", host=True)
PATIENCE_S = 10.0
A_GAME = (
    "0:43 1:accept 1:54 2:challenge reveal:31 correct:54 1:21 2:accept undo 2:challenge void 1:65 0:leave"
)
LINE: dict[str, object] = {"game": "maexle", "seats": ["Anna", "Bö", "Cem"]}


def now() -> str:
    return "2030-02-03T20:15:00+01:00"


def phone(*seats: int) -> Actor:
    return Actor("phone", frozenset(seats))


def start(table: Table, **line: object) -> Snapshot:
    return table.start(LINE | line, HOST, table.snapshot().version)


def play(table: Table, moves: str) -> Snapshot:
    """Let the host play `moves`, in the notation of tests.games.playing."""
    shot = table.snapshot()
    for text in moves.split():
        shot = table.submit(move(text), HOST, shot.version)
    return shot


def asked(table: Table) -> Snapshot:
    """Bring the table to a challenge of seat 0's 43 by seat 1 that people are asked about."""
    start(table)
    shot = play(table, "0:43 1:challenge")
    return table.report(Look(shot.version, stage=Stage.ASKING, reason="blurred", picture=picture()))


def on_disk(path: Path) -> list[tuple[int, str]]:
    """The version and the line of every entry in the log's file."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT version, line FROM entry ORDER BY version").fetchall()


def waits_for(shot: Snapshot) -> Wait:
    assert shot.game is not None
    return shot.game.view(None).waiting.what


def until(table: Table, holds: Callable[[Snapshot], bool]) -> Snapshot:
    """Wait until the table stands so."""
    shot = table.snapshot()
    while not holds(shot):
        following = table.wait(shot.revision, PATIENCE_S)
        assert following.revision != shot.revision, f"nothing happened any more: {shot}"
        shot = following
    return shot


def reopened(table: Table, path: Path) -> Table:
    """Open the table anew, as after a power cut: what it had in memory is gone."""
    table.close()
    return Table(Log(path), now)


@contextmanager
def no_room(beyond: int = 0) -> Iterator[None]:
    """Let every write to the log's files fail, as on a full disk, or what lies beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (beyond, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def lives(shot: Snapshot) -> tuple[int, ...]:
    assert shot.game is not None
    return tuple(standing.count for standing in shot.game.view(None).standing)


def picture(mark: bytes = b"picture") -> Picture:
    return Picture(mark, 640, 480)


def sees(*pips: int, reason: Reason | None = None) -> Reading:
    dice = tuple(Die(p, 100.0, 100.0, 60.0, 0.0, 0.99, ()) for p in pips)
    return Reading(dice, reason)


class WoodenCamera:
    """Counts its looks and notes how the table stood at each; fails with `error`; `gate` holds it up."""

    def __init__(self, table: Table, error: BaseException | None = None) -> None:
        self.phases: list[str] = []
        self.error = error
        self.gate = threading.Event()
        self.gate.set()
        self.looking = threading.Event()
        self._table = table

    @property
    def looks(self) -> int:
        return len(self.phases)

    def look(self, frames: int) -> list[Frame]:
        game = self._table.snapshot().game
        assert game is not None
        self.phases.append(game.view(None).waiting.what)
        self.looking.set()
        assert self.gate.wait(PATIENCE_S)
        if self.error:
            raise self.error
        return [np.zeros((4, 4), np.uint8)] * frames

    def close(self) -> None:
        pass


class WoodenReader:
    """Gives `readings` one after the other, the last one for ever; notes how many dice were expected."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = list(readings)
        self.expected: list[int] = []

    def __call__(self, frames: Sequence[Frame], dice: int) -> tuple[Reading, Picture]:
        self.expected.append(dice)
        return (self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]), picture()
