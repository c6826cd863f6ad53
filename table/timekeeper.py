"""The timekeeper: says that time is up where a game gives only so long for what it waits for."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.moves import IllegalMoveError, parse_move
from table.actors import CLOCK
from table.follower import Follower
from table.log import LogError
from table.snapshot import Snapshot, StaleMoveError
from table.table import Table

_LOG = logging.getLogger(__name__)
TIME_UP: Final = {"move": "time_up"}
AGAIN_S: Final = 1.0
"""So long after time could not be called it is tried again."""
STEP_S: Final = 1.0
HELD_UP_S: Final = 2.0
"""A step that took so long counts for nothing: program or disk stood still, and no answer could come in. So
long there is then at least for those that wait at the door."""


class Timekeeper(Follower):
    """Calls the time; `clock` is monotonic, in s.

    A wait that is interrupted, by an undo or a restart, has its whole time again. While the table itself is
    held up, no time passes.
    """

    def __init__(self, table: Table, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._said = clock, ""
        super().__init__(table, "timekeeper", self._follow)

    def _follow(self) -> None:
        waited, left_s, seen_s = None, 0.0, self._clock()
        shot = self._table.snapshot()
        while not self._stop.is_set():
            if (now := _timed(shot)) != waited:
                waited, left_s = now, now.time_s if now else 0.0
            elif waited and left_s <= 0:
                self._call_time(shot)
            shot = self._table.wait(shot.revision, min(STEP_S, max(0.0, left_s)) if waited else None)
            self._table.breathe()
            before_s, seen_s = seen_s, self._clock()
            passed_s = seen_s - before_s
            left_s = left_s - passed_s if passed_s < HELD_UP_S else max(left_s, HELD_UP_S)

    def _call_time(self, shot: Snapshot) -> None:
        try:
            if shot.game:
                self._table.submit(parse_move(TIME_UP, shot.game.rules.MOVES), CLOCK, shot.version)
            self._said = ""
        except (StaleMoveError, IllegalMoveError):
            pass  # an answer came at the same moment: the table is looked at anew
        except LogError as error:
            if str(error) != self._said:  # a notebook that is full of it would have room for nothing else
                self._said = str(error)
                _LOG.error("that time is up could not be kept: %s", error)
            self._stop.wait(AGAIN_S)


@dataclass(frozen=True, slots=True)
class _Timed:
    """A wait that has its time: of which game, since which version it is asked, and how many seconds."""

    game: int
    asked: int
    time_s: int


def _timed(shot: Snapshot) -> _Timed | None:
    time_s = shot.game.view(None).time_s if shot.game else 0
    return _Timed(shot.game.number, shot.asked, time_s) if shot.game and time_s else None
