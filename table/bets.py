"""Bets, for honour: those who are out say before the cup lifts whether a call is a lie.

A bet is nobody else's to see before the verdict, as who is out may know more than who has to answer. It rests
on the move that made the call, so that it stands, falls and turns with that through undo and appeals.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from games.moves import IllegalMoveError
from games.tally import Fate, Tally
from table.actors import Actor, NotAllowedError
from table.ledger import Ledger
from table.party import NO_PHONE
from table.snapshot import Snapshot

Bets = Mapping[int, Mapping[int, bool]]
"""What each seat has bet, true for a lie, by the number of the move that made the call."""


Bettors = Mapping[tuple[int, int], str]
"""Which phone each of these came from, by the call and the seat."""


class BetBook:
    """Takes bets into the log's `ledger`; `lock` is the table's, `now` how it stands, `show` shows them."""

    def __init__(
        self,
        ledger: Ledger,
        lock: AbstractContextManager[object],
        now: Callable[[], Snapshot],
        show: Callable[[Bets, Bettors], Any],
    ) -> None:
        self._ledger, self._lock = ledger, lock
        self._now, self._show = now, show

    def place(self, seat: int, by: Actor, seen: int, *, lie: bool) -> None:
        """Bet for a seat that is out, in place of what it has bet on this call.

        Raises:
            NotAllowedError: it is another phone's seat, or still in.
            StaleMoveError: the table has moved on since the version `seen`.
            IllegalMoveError: no call waits for its answer.
            LogError: it can't be written; nothing has changed.
        """
        with self._lock:
            shot = self._now()
            game, call = shot.game, shot.game.open_call if shot.game else 0
            if game is None or seat not in by.seats:
                raise NotAllowedError("not_your_seat", f"{by.name} does not hold seat {seat}")
            if not game.view(None).standing[seat].out:
                raise NotAllowedError("not_out", f"seat {seat} still plays")
            shot.check_seen(seen)
            if not call:
                raise IllegalMoveError("too_late_to_bet", "no call waits for its answer")
            self._ledger.keep_bet(game.number, call, seat, lie=lie)
            bets = {**shot.bets, call: {**shot.bets.get(call, {}), seat: lie}}
            self._show(bets, {**shot.bettors, (call, seat): shot.phones.get(seat, NO_PHONE)})


def settled(bets: Bets, tally: Tally) -> dict[int, tuple[int, int]]:
    """Return how many of each seat's bets were right, and how many were settled at all."""
    found: dict[int, tuple[int, int]] = {}
    for told in tally.calls:
        if told.fate in (Fate.TRUE, Fate.CAUGHT):
            for seat, lie in bets.get(told.number, {}).items():
                right, count = found.get(seat, (0, 0))
                found[seat] = right + (lie is (told.fate is Fate.CAUGHT)), count + 1
    return found
