"""Bets as one phone sees them: its own while a call is open, everyone's once the dice are."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from table.actors import Actor
from table.game import Game
from table.snapshot import Snapshot


@dataclass(frozen=True)
class Betting:
    """The bets in a game, for a phone that may act as `actor`."""

    shot: Snapshot
    game: Game
    actor: Actor

    @cached_property
    def seats(self) -> list[int]:
        """The seats on this phone that may bet now: they are out, and a call waits for its answer."""
        if not self.game.open_call:
            return []
        out = [one.seat for one in self.game.view(None).standing if one.out]
        return [seat for seat in out if seat in self.actor.seats]

    def own(self, seat: int) -> bool | None:
        """Return whether this phone has bet for one of its seats that the call is a lie, None if it has not.

        A seat that is handed on takes its bet along, but not the sight of it: its next phone may be one whose
        owner has to answer.
        """
        call, phone = self.game.open_call, self.shot.phones.get(seat)
        if seat not in self.seats or phone is None or self.shot.bettors.get((call, seat)) != phone:
            return None
        return self.shot.bets.get(call, {}).get(seat)

    @property
    def right(self) -> tuple[int, ...]:
        """Who has bet right on the call that was ruled on."""
        return tuple(seat for seat, lie in self._ruled.items() if lie is self._lied)

    @property
    def wrong(self) -> tuple[int, ...]:
        """Who has bet wrong on it."""
        return tuple(seat for seat, lie in self._ruled.items() if lie is not self._lied)

    @cached_property
    def _lied(self) -> bool:
        verdict = self.game.view(None).verdict
        return verdict is not None and verdict.truth is False

    @cached_property
    def _ruled(self) -> Mapping[int, bool]:
        verdict = self.game.view(None).verdict
        if verdict is None or verdict.truth is None:
            return {}
        return self.shot.bets.get(self.game.ruled_call, {})
