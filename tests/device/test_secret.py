"""A look that had to wait for its camera is not made where a secret throw may lie under the cup by then."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from device.camera import Frame
from device.patient import PatientCamera
from table.builds import Build
from table.log import Log
from table.referee import Referee
from table.table import Table
from table.window import RoundRunsError, lies_open, look
from tests.device.pictures import plain
from tests.table.evening import WoodenReader, now, play, sees, start

LONG_S = 10.0


class SlowCamera:
    """Is not there at first; the table plays on while it opens. Counts what is read out of it."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[], object] = lambda: None
        self.opened = Event()
        self.read_out = 0
        self._tried = False

    def __call__(self) -> "SlowCamera":
        if not self._tried:
            self._tried = True
            raise OSError("plug it in")
        self.meanwhile()
        self.opened.set()
        return self

    def look(self, frames: int) -> list[Frame]:
        self.read_out += frames
        return [plain(level) for level in range(frames)]

    def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(Log(tmp_path / "t.db"), now)
    yield table
    table.close()


def patient(slow: SlowCamera, table: Table) -> PatientCamera:
    """Return the table's camera, which has failed to open once."""
    camera = PatientCamera(
        slow, lies_open=lambda: lies_open(table.snapshot()), timeout_s=LONG_S, pause_s=LONG_S
    )
    assert camera.await_opening(LONG_S)
    return camera


def test_set_up_reads_nothing_where_a_game_began_while_its_camera_was_opening(table: Table) -> None:
    slow = SlowCamera()
    slow.meanwhile = lambda: start(table)
    with closing(patient(slow, table)) as camera, pytest.raises(RoundRunsError):
        look(camera, 3, table.snapshot)
    assert slow.read_out == 0


def test_set_up_looks_where_nobody_plays_once_its_camera_is_open(table: Table) -> None:
    slow = SlowCamera()
    with closing(patient(slow, table)) as camera:
        assert len(look(camera, 3, table.snapshot)) == 3


@pytest.mark.parametrize(("moves", "read_out"), [("undo", 0), ("void", 0), ("", 3)])
def test_a_challenge_is_looked_at_where_it_still_stands_once_the_camera_is_open(
    table: Table, moves: str, read_out: int
) -> None:
    slow = SlowCamera()
    start(table)
    play(table, "0:43")
    slow.meanwhile = lambda: play(table, moves)
    with closing(patient(slow, table)) as camera:
        referee = Referee(table, camera, WoodenReader(sees(4, 3)), Build.SHAKER)
        play(table, "1:challenge")
        assert slow.opened.wait(LONG_S)
        referee.close()
    assert slow.read_out == read_out
