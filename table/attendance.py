"""Attendance: who is asked in vain, because their phone gives no sign or they take their time."""

from collections.abc import Callable
from typing import Final

from games.ruleset import Wait
from table.look import Stage
from table.snapshot import Late, Snapshot
from table.table import Table

GONE_S: Final = 45.0
"""So long a phone that is asked gives no sign before somebody is missed; its page gives one every 15 s."""


class Attendance:
    """Misses whoever does not answer; `clock` is monotonic, in s.

    What a restart forgets is only how long somebody was missed already.
    """

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self._table, self._clock = table, clock
        self._signs: dict[str, float] = {}
        self._asked: tuple[int, int, Stage | None] | None = None
        self._since = clock()

    def sign(self, phone: str) -> None:
        """Note that a phone at the table is there."""
        self._signs[phone] = self._clock()

    def look(self) -> None:
        """Look who is missed now, and let the table show it."""
        shot, now = self._table.snapshot(), self._clock()
        staying = {guest.phone for guest in shot.party.guests}
        for phone in self._signs.keys() - staying:
            self._signs.pop(phone, None)
        if (asked := _asked(shot)) != self._asked:
            self._asked, self._since = asked, now
        said = shot.look.entries if shot.look else {}  # who has said what lies there has answered
        seats = set(shot.game.waiting.seats).difference(said) if asked and shot.game else ()
        late = {seat: why for seat in seats if (why := self._late(shot, seat, now))}
        self._table.miss(late, shot)

    def _late(self, shot: Snapshot, seat: int, now: float) -> Late | None:
        phone = shot.phones.get(seat)
        if phone and now - max(self._since, self._signs.get(phone, self._since)) >= GONE_S:
            return Late.GONE
        patience_s = shot.habits.patience_s
        return Late.SLOW if patience_s and now - self._since >= patience_s else None


def _asked(shot: Snapshot) -> tuple[int, int, Stage | None] | None:
    """Return what is asked, None while nobody is; others' sealed answers leave it as it is."""
    if shot.game is None:
        return None
    stage = shot.look.stage if shot.look else None
    looks = shot.game.waiting.what is Wait.REVEAL and stage is not Stage.ASKING
    return None if looks else (shot.game.number, shot.asked, stage)
