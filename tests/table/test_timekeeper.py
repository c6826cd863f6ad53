"""The timekeeper calls time for whoever has not answered, once, and only where a time was set."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import luegen_kniffel
from games.moves import parse_move
from games.ruleset import Ruling, Wait
from table import timekeeper
from table.actors import PEOPLE
from table.log import Log, LogError
from table.table import Table
from table.timekeeper import Timekeeper
from tests.table.evening import now, until, waits_for

TICK_S = 0.5


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.read = threading.Event()

    def __call__(self) -> float:
        now_s = self.now_s
        self.read.set()
        return now_s

    def pass_by(self, table: Table, seconds: float) -> None:
        """Let so much time pass in which the table is well."""
        for _ in range(round(seconds / TICK_S)):
            self.read.clear()
            self.now_s += TICK_S
            table.wake()
            assert self.read.wait(10)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(Log(tmp_path / "maexle.db"), now)
    yield table
    table.close()


def play(table: Table, **line: object) -> None:
    table.submit(parse_move(line, luegen_kniffel.MOVES), PEOPLE, table.snapshot().version)


def start(table: Table, doubt_s: int) -> None:
    line = {"game": "luegen_kniffel", "seats": ["A", "B", "C"], "options": {"doubt_s": doubt_s}}
    table.start(line, PEOPLE, table.snapshot().version)
    play(table, move="call", seat=0, value="fours 12")


@pytest.mark.parametrize("doubts", [True, False])
def test_when_time_is_up_whoever_has_said_nothing_believes(table: Table, doubts: bool) -> None:
    clock = Clock()
    keeper = Timekeeper(table, clock)
    start(table, doubt_s=30)
    play(table, move="doubt" if doubts else "believe", seat=1)
    assert clock.read.wait(10)
    clock.pass_by(table, 31)
    shot = until(table, lambda shot: waits_for(shot) is not Wait.DOUBTS)
    keeper.close()
    assert shot.game
    view = shot.game.view(None)
    if doubts:
        assert view.doubters == (1,)
    else:
        assert isinstance(view.verdict, Ruling)
        assert view.verdict.wrote == (0,)


def test_without_a_time_nobody_is_hurried(table: Table) -> None:
    clock = Clock()
    keeper = Timekeeper(table, clock)
    start(table, doubt_s=0)
    clock.pass_by(table, 300)
    keeper.close()
    assert waits_for(table.snapshot()) is Wait.DOUBTS


def test_the_next_call_has_its_whole_time_again(table: Table) -> None:
    clock = Clock()
    start(table, doubt_s=30)
    clock.now_s = 29.0
    for seat in (1, 2):
        play(table, move="believe", seat=seat)
    keeper = Timekeeper(table, clock)
    play(table, move="call", seat=1, value="fives 10")
    assert clock.read.wait(10)
    clock.pass_by(table, 11)
    keeper.close()
    assert waits_for(table.snapshot()) is Wait.DOUBTS


def test_so_has_whoever_takes_an_answer_back(table: Table) -> None:
    clock = Clock()
    keeper = Timekeeper(table, clock)
    start(table, doubt_s=30)
    assert clock.read.wait(10)
    clock.pass_by(table, 28)
    play(table, move="believe", seat=1)
    play(table, move="undo")
    clock.pass_by(table, 28)
    shot = table.snapshot()
    keeper.close()
    assert waits_for(shot) is Wait.DOUBTS
    assert shot.game
    assert shot.game.view(None).waiting.seats == (1, 2)


def test_no_time_passes_while_the_table_is_held_up(table: Table) -> None:
    clock = Clock()
    keeper = Timekeeper(table, clock)
    start(table, doubt_s=30)
    assert clock.read.wait(10)
    clock.pass_by(table, 29)
    clock.read.clear()
    clock.now_s += 60.0
    table.wake()
    assert clock.read.wait(10)
    clock.pass_by(table, TICK_S)
    assert waits_for(table.snapshot()) is Wait.DOUBTS
    play(table, move="doubt", seat=1)  # tapped in that minute
    clock.pass_by(table, 2)
    until(table, lambda shot: waits_for(shot) is Wait.REVEAL)
    keeper.close()


def test_time_that_can_t_be_called_is_said_once_until_that_changes(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, over = Clock(), threading.Event()
    full, torn = LogError("the disk is full"), LogError("the file is torn")
    fails = iter([full, full, full, torn, torn])

    def submit(*_: object) -> None:
        if error := next(fails, None):
            raise error
        over.set()

    start(table, doubt_s=30)
    keeper = Timekeeper(table, clock)
    assert clock.read.wait(10)
    monkeypatch.setattr(timekeeper, "AGAIN_S", 0.001)
    monkeypatch.setattr(table, "submit", submit)
    clock.pass_by(table, 31)
    assert over.wait(10)
    keeper.close()
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"that time is up could not be kept: {error}" for error in (full, torn)]
