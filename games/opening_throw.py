"""Who opens a game is thrown for: each throws openly in turn, the highest sum opens, ties throw again.

Rules: docs/rules.md, "Every game", who opens.
"""

from dataclasses import dataclass, replace

from games.ruleset import Shown


@dataclass(frozen=True, slots=True)
class Opening:
    """The throws for who opens: `throwers` throw for it, in order; `shown` are those read in this go.

    Once `closed` they have decided who is left in `throwers`, and the next throw begins a new go.
    """

    throwers: tuple[int, ...]
    shown: tuple[Shown, ...] = ()
    closed: bool = False

    @classmethod
    def among(cls, seats: int, first: int) -> "Opening":
        """Return the opening before its first throw, which is seat `first`'s; the others follow in order."""
        return cls(tuple((first + step) % seats for step in range(seats)))

    @property
    def opener(self) -> int | None:
        """Who opens, None while that is being thrown for."""
        return self.throwers[0] if len(self.throwers) == 1 else None

    @property
    def turn(self) -> int:
        """Who throws next, or opens."""
        return self._owed[0]

    @property
    def in_it(self) -> tuple[int, ...]:
        """Who can still win: those who are still to throw, and whoever has thrown the highest so far.

        Who is beaten is a thrower all the same: whoever leads may leave before all have thrown.
        """
        return tuple(seat for seat in self.throwers if seat in (*self._owed, *self._highest))

    def read(self, dice: tuple[int, ...]) -> "Opening":
        """Return the opening once the dice of the one on turn are known."""
        before = () if self.closed else self.shown
        return Opening(self.throwers, (*before, Shown(self.turn, dice, 1)))._decided()

    def without(self, seat: int) -> "Opening":
        """Return the opening without a player who leaves; a throw of theirs wins nothing."""
        left = replace(self, throwers=tuple(other for other in self.throwers if other != seat))
        return left._decided()

    @property
    def _owed(self) -> tuple[int, ...]:
        """Those who are still to throw in this go, or in the next one."""
        thrown = () if self.closed else {shown.seat for shown in self.shown}
        return tuple(seat for seat in self.throwers if seat not in thrown)

    @property
    def _highest(self) -> tuple[int, ...]:
        """Those whose throws are the highest of this go."""
        sums = {shown.seat: sum(shown.dice) for shown in self.shown if shown.seat in self.throwers}
        return tuple(seat for seat in sums if sums[seat] == max(sums.values()))

    def _decided(self) -> "Opening":
        """Return the opening with those who threw highest left in it, once all have thrown."""
        if self._owed or not self.throwers:
            return self
        return replace(self, throwers=self._highest, closed=True)
