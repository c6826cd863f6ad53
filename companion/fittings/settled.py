"""What people settle: doubtful readings and appeals become suggestions for the next lesson."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.fittings.eyes import TableEyes
from companion.fittings.teacher import encoded
from companion.kept.dice_store import mark_of
from companion.kept.suggestions import Settled, SuggestionBox
from games.match import Step
from games.moves import Correct, Reveal
from table.actors import CAMERA
from table.builds import Build, counts
from table.follower import Follower
from table.game import Game
from table.log import Entry, LogError
from table.snapshot import Snapshot
from table.table import Table

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Said:
    """The step of a game by which people settled a throw, and the number of the suggestion that it made.

    `before` is what they had said of the same picture: it counts again once this is taken back.
    """

    game: int
    step: int
    suggestion: int
    before: Settled | None

    def stands(self, game: Game | None) -> bool:
        """Whether nobody has taken that step back; in another game nobody can."""
        if game is None or game.number != self.game:
            return True
        step: Step | None = game.match.last
        while step and step.number > self.step:
            step = step.before
        return step is not None and step.number == self.step


class SettledThrows(Follower):
    """Puts what people settled into the box.

    What they take back is taken out again. Nothing is learned from it before a host confirms it. `build`
    gives which faces count.
    """

    def __init__(self, table: Table, eyes: TableEyes, box: SuggestionBox, build: Callable[[], Build]) -> None:
        self._eyes = eyes
        self._box = box
        self._build = build
        self._before = table.snapshot()
        self._said: tuple[_Said, ...] = ()  # of the game on the table, the oldest first
        super().__init__(table, "settled throws", self._follow)

    def _follow(self) -> None:
        while not self._stop.is_set():
            shot = self._table.wait(self._before.revision)
            if shot.version != self._before.version:
                try:
                    self._take_back(shot)
                    self._suggest(shot)
                except (LogError, OSError) as error:
                    _LOG.warning("a suggestion can't be kept: %s", error)
            self._before = shot

    def _take_back(self, shot: Snapshot) -> None:
        """Take the suggestions out whose moves were undone: a host may undo many."""
        while self._said and not self._said[-1].stands(shot.game):
            self._box.remove(self._said[-1].suggestion, self._said[-1].before)
            self._said = self._said[:-1]

    def _suggest(self, shot: Snapshot) -> None:
        judged, move = self._eyes.judged, shot.game.match.last.move if shot.game else None
        if judged is None or shot.game is None or not isinstance(move, Reveal | Correct):
            return
        version = settled_by_people(self._table.entries(), shot.version)
        if version is None:
            return
        picture = self._table.picture(version)
        # Another throw's frame has another picture; and where it was deleted, nothing is kept of it
        if picture is not None and picture.jpeg == judged.picture.jpeg:
            jpeg = encoded(judged.frame)
            before = self._box.said_of(jpeg)
            suggestion = self._box.add(jpeg, counts(move.dice, self._build()), mark_of(judged.known))
            if self._table.picture(version) is None:  # deleted meanwhile, with all that was said before
                self._box.remove(suggestion)
                return
            said = _Said(shot.game.number, shot.game.match.last.number, suggestion, before)
            self._said = (*(one for one in self._said if one.game == said.game), said)


def settled_by_people(entries: Sequence[Entry], version: int) -> int | None:
    """Return which entry has the picture of the dice that people settled at a version; None if none did."""
    reveals = [entry for entry in entries if entry.line.get("move") == Reveal.NAME]
    last = next((entry for entry in reversed(entries) if entry.version == version), None)
    if not reveals or last is None:
        return None
    move = last.line.get("move")
    people = move == Correct.NAME or (move == Reveal.NAME and last.who != CAMERA.name)
    return reveals[-1].version if people else None
