"""The people at the table as one phone sees them: its own, those who wait, and whose seat is free."""

from dataclasses import dataclass
from typing import Final

from table.actors import Actor
from table.names import is_taken
from table.party import MARKS, SIGNS, Guest
from table.score import Score
from table.scorebook import ScoreBook
from table.seating import players
from table.snapshot import Snapshot

OFFERED: Final = 8
"""So many of the last evenings' regulars are offered to who comes."""


@dataclass(frozen=True, slots=True)
class Guests:
    """Everyone at the table, for a phone that may act as `actor`."""

    shot: Snapshot
    actor: Actor

    @property
    def all(self) -> tuple[Guest, ...]:
        """Everyone, in order round the table."""
        return self.shot.party.guests

    @property
    def as_they_came(self) -> list[Guest]:
        """Everyone in the order in which they came, which nobody changes."""
        return sorted(self.all, key=lambda guest: guest.id)

    @property
    def mine(self) -> list[Guest]:
        """For whom this phone sits."""
        return [guest for guest in self.all if guest.id in self.actor.guests]

    @property
    def waiting(self) -> list[Guest]:
        """Who is not in the game on the table and plays in the next, if that is for as many."""
        return [guest for guest in self.next_players(self._most) if guest in self._watching]

    @property
    def has_room(self) -> bool:
        """Whether who comes now plays in the next game, if that is for as many."""
        return len(self._watching) < self._most

    @property
    def are_enough(self) -> bool:
        """Whether there are enough here for the game on the table to be played again."""
        return self.shot.game is not None and len(self.all) >= self.shot.game.rules.PLAYERS[0]

    def next_players(self, most: int) -> tuple[Guest, ...]:
        """Return who plays the next game, if it is for so many at most."""
        return players(self.shot.party, most)

    @property
    def waits(self) -> bool:
        """Whether this phone sits for somebody, and for nobody in this game."""
        return bool(self.shot.game and self.actor.guests) and not self.actor.seats

    @property
    def plays_next(self) -> bool:
        """Whether anybody for whom this phone sits is among those who play in the next game."""
        return any(guest in self.waiting for guest in self.mine)

    @property
    def runs(self) -> bool:
        """Whether a game is being played, so that who comes now waits for the next."""
        return self.shot.game is not None and self.shot.game.view(None).outcome is None

    @property
    def may_sit(self) -> bool:
        """Whether this phone may sit down for somebody."""
        return not self.shot.party.closed and not self.actor.away

    def plays(self, guest: Guest) -> bool:
        """Return whether somebody is in the game that runs."""
        return self.shot.plays(guest.id)

    def sign(self, seat: int) -> int | None:
        """Return the sign of who sits on a seat of the game, None if they have left the table."""
        guest = self.shot.party.find(self.shot.chairs[seat]) if seat < len(self.shot.chairs) else None
        return guest.sign if guest else None

    def signs(self, own: Guest | None = None) -> list[tuple[int, bool]]:
        """Return the signs to choose from, and whether each is free; the hollow ones once the full are taken.

        The sign of `own` is free for that guest.
        """
        taken = {guest.sign for guest in self.all if guest is not own}
        count = SIGNS if taken.issuperset(range(MARKS)) or (own and own.sign >= MARKS) else MARKS
        return [(sign, sign not in taken) for sign in range(count)]

    def free_sign(self, wish: int) -> int:
        """Return the sign that a new guest begins with."""
        return self.shot.party.free_sign(wish)

    @property
    def _watching(self) -> list[Guest]:
        """Who is not in the game on the table."""
        return [guest for guest in self.all if self.shot.game and guest.id not in self.shot.chairs]

    @property
    def _most(self) -> int:
        """For how many the game on the table is at most."""
        return self.shot.game.rules.PLAYERS[1] if self.shot.game else 0


def absent_regulars(shot: Snapshot, scores: ScoreBook) -> list[Score]:
    """Return who has played here lately and is not at the table, where the host wants it kept."""
    if not shot.habits.keeps:
        return []
    here = [guest.name for guest in shot.party.guests]
    return [one for one in scores.known() if not is_taken(one.name, here)][:OFFERED]
