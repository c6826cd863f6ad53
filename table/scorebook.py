"""The score book: games add up, over an evening and over many, from when the host wants it kept.

A game is settled, written down for good or left out, when the next one begins, the evening ends, or the host
wants games kept or kept no more: until then it may be taken back or corrected, so that its shares are worked
out from its moves, whenever somebody looks. One that is, after its evening has ended, counts in the next.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from games.tally import Tally, losers
from table.actors import Actor
from table.game import Game, added_up
from table.log import Log, LogError
from table.party import Guest
from table.score import Score, Share, ranked
from table.snapshot import Snapshot

_LOG = logging.getLogger(__name__)
EVENING: Final = timedelta(hours=12)
"""A game that began so long after an evening belongs to the next, though nobody has ended it."""


class ScoreBook:
    """The scores in a table's log; `lock` is the table's, `now` tells how it stands."""

    def __init__(self, log: Log, lock: AbstractContextManager[object], now: Callable[[], Snapshot]) -> None:
        self._log, self._ledger = log, log.ledger
        self._lock = lock
        self._now = now
        self._earlier: dict[str, Score] | None = None
        self._tallied: tuple[int, Tally] | None = None

    def evening(self) -> list[Score]:
        """Return what everyone has this evening, the best first, the game that has just ended included."""
        with self._lock:
            tonight = self._tonight()
        return ranked(_with({}, tonight).values())

    def regulars(self) -> list[Score]:
        """Return what everyone has over all evenings that are kept, the best first."""
        with self._lock:
            earlier, tonight = self._before(), self._tonight()
        return ranked(_with(earlier, tonight).values())

    def known(self) -> list[Score]:
        """Return who has played here, once each, those who came last first."""
        with self._lock:
            written = self._so_far()
        return list(reversed(written.values()))

    def settle(self) -> None:
        """Write down for good what the game that is over gave, nothing where games are not kept.

        Raises:
            LogError: it can't be written.
        """
        with self._lock:
            last, game = self._last(), self._over()
            if game and last:
                self._ledger.write_shares(game.number, self._log.entries(game.number)[0].at, last)
            elif game:  # else it would count once games are kept, or once who was forgotten counts again
                self._ledger.leave_out(game.number)

    def reopen(self, game: Game) -> None:
        """Take back what a game gave that was settled with its evening, as it is played on.

        Raises:
            LogError: it can't be written.
        """
        with self._lock:
            if game.view(None).outcome and self._ledger.is_settled(game.number):
                self._earlier = None
                self._ledger.reopen(game.number)

    def begin(self, at: str) -> None:
        """Settle the game before, as one begins (ISO); the first of the next evening ends this one."""
        self.settle()
        with self._lock:
            tonight, began = self._ledger.tonight()
            if tonight and _is_next(began, at):
                self._end_evening()

    def let_go(self) -> None:
        """Delete the game before the one on the table, where it is to go; what fails is done next time."""
        try:
            self._ledger.drop_doomed()
        except LogError as error:
            _LOG.warning("a game of somebody who was forgotten could not be deleted yet: %s", error)

    def end(self) -> None:
        """End the evening: what is played from now on is the next one's."""
        self.settle()
        with self._lock:
            self._end_evening()

    def forget(self, name: str, by: Actor) -> None:
        """Forget somebody: all that they did, and games of earlier; who is here is not counted tonight.

        Raises:
            NotAllowedError: only the host may.
            LogError: it can't be written; nothing has changed.
        """
        by.check_host()
        with self._lock:
            here = [*self._now().party.guests, *self._sitters()]
            same = {one.id for one in here if one.name.casefold() == name.casefold()}
            self._earlier = None
            self._ledger.forget(name, same)

    def empty(self, by: Actor) -> None:
        """Forget everybody, and begin a new evening; raises as `forget` does."""
        by.check_host()
        with self._lock:
            game = self._now().game
            self._earlier = None
            self._ledger.empty(game.number if game and game.view(None).outcome else 0)

    def _end_evening(self) -> None:
        self._earlier = None
        self._ledger.end_evening()

    def _before(self) -> dict[str, Score]:
        """Return what everyone had by name before this evening: read again once that has changed."""
        if self._earlier is None:
            tonight, _ = self._ledger.tonight()
            rows = self._ledger.scores_but(tonight)
            self._earlier = _added(rows)
        return self._earlier

    def _written(self) -> list[Score]:
        """Return what everyone has by what is written down for this evening."""
        tonight, _ = self._ledger.tonight()
        return self._ledger.scores(tonight)

    def _tonight(self) -> list[Score]:
        """Return what everyone has this evening, and what the game gave that has just ended."""
        return [*self._written(), *(share.score for share in self._last())]

    def _so_far(self) -> dict[str, Score]:
        """Return what everyone has by name, the game that has just ended left out."""
        return _with(self._before(), self._written())

    def _last(self) -> list[Share]:
        """Return what the game on the table gave, if it is over and not written down for good."""
        game = self._over()
        if game is None or game.opened_anew or not self._now().habits.keeps:
            return []
        gave = _shares(game, self._sitters(), self._tally(game, self._now().version))
        unkept = self._ledger.forgotten()
        return [share for share in gave if share.guest not in unkept]

    def _over(self) -> Game | None:
        """Return the game on the table, if it is over and not settled yet."""
        game = self._now().game
        if game is None or game.view(None).outcome is None or self._ledger.is_settled(game.number):
            return None
        return game

    def _sitters(self) -> list[Guest]:
        """Return who sits on the seats of the game, those who have left the table since as well."""
        shot = self._now()
        seats = zip(shot.chairs, shot.game.seats if shot.game else (), strict=True)
        return [shot.party.sitter(one) or Guest(one, name, shot.party.free_sign()) for one, name in seats]

    def _tally(self, game: Game, version: int) -> Tally:
        """Return what the game adds up to that made the table's version, its moves played once for all."""
        if self._tallied is None or self._tallied[0] != version:
            self._tallied = version, added_up(self._log.entries(game.number))
        return self._tallied[1]


def _shares(game: Game, people: Sequence[Guest], tally: Tally) -> list[Share]:
    """Return what a game gave everyone, [] before it is over; `people` are the guests on its seats."""
    view = game.view(None)
    if view.outcome is None:
        return []
    buy, found = losers(tally, view, game.options), []
    for seat, guest in enumerate(people):
        did, won = tally.deeds(seat), seat in view.outcome.winners
        found.append(Share(guest.id, guest.name, guest.sign, won, seat in buy, did.fooled, did.caught))
    return found


def _added(rows: Iterable[tuple[int, Score]]) -> dict[str, Score]:
    """Add up what each person had in which evening, by their names alone; those who came last stand last."""
    scores: dict[str, Score] = {}
    evenings: dict[str, set[int]] = {}
    for evening, score in rows:
        person = score.name.casefold()
        before = scores.pop(person, None)  # who comes again has come last
        scores[person] = before.add(score) if before else score
        evenings.setdefault(person, set()).add(evening)
    return {one: replace(score, evenings=len(evenings[one])) for one, score in scores.items()}


def _with(earlier: Mapping[str, Score], tonight: Iterable[Score]) -> dict[str, Score]:
    """Return what everyone has by name, over all evenings up to this one; those who came last stand last."""
    added = _added((0, score) for score in tonight)
    absent = {name: score for name, score in earlier.items() if name not in added}
    here = {name: earlier[name].add(score) if name in earlier else score for name, score in added.items()}
    return {**absent, **here}


def _is_next(began: str, at: str) -> bool:
    """Return whether a game began, ISO, too long after an evening to be of it; a Pi's clock may jump back.

    An evening of which a flipped bit hides when it began is over.
    """
    try:
        return abs(datetime.fromisoformat(at) - datetime.fromisoformat(began)) >= EVENING
    except (TypeError, ValueError):
        return True
