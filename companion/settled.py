"""What people settle: doubtful readings and appeals become suggestions for the next lesson."""

import logging
import threading
from collections.abc import Callable

from companion.eyes import TableEyes
from companion.suggestions import SuggestionBox
from companion.teacher import encoded
from games.moves import Correct, Reveal
from table.builds import Build, counts
from table.look import Stage
from table.table import Snapshot, Table

_LOG = logging.getLogger(__name__)


class SettledThrows:
    """Follows the table in a thread of its own, and puts what people settled into the box.

    Nothing is learned from it before a host confirms it. `build` gives which faces count.
    """

    def __init__(self, table: Table, eyes: TableEyes, box: SuggestionBox, build: Callable[[], Build]) -> None:
        self._table = table
        self._eyes = eyes
        self._box = box
        self._build = build
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="settled throws", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; may be called twice."""
        self._stop.set()
        self._table.wake()
        self._thread.join()

    def _follow(self) -> None:
        before = self._table.snapshot()
        while not self._stop.is_set():
            shot = self._table.wait(before.revision)
            if dice := settled_by_people(before, shot):
                self._suggest(dice)
            before = shot

    def _suggest(self, dice: tuple[int, ...]) -> None:
        frame = self._eyes.judged
        if frame is None:
            return
        try:
            self._box.add(encoded(frame), counts(dice, self._build()))
        except OSError as error:
            _LOG.warning("a suggestion can't be kept: %s", error)


def settled_by_people(before: Snapshot, shot: Snapshot) -> tuple[int, ...]:
    """Return the dice that count, where people have just said them of a throw with a picture; else none."""
    if shot.game is None or shot.version == before.version:
        return ()
    move = shot.game.match.last.move
    if isinstance(move, Correct):
        return move.dice
    asked = before.look is not None and before.look.stage is Stage.ASKING and before.look.picture is not None
    return move.dice if asked and isinstance(move, Reveal) else ()
