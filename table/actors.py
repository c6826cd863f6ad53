"""Who does something at the table, and what they may do."""

from dataclasses import dataclass
from typing import Final

from games.moves import Move, Reveal, SeatMove
from games.refusal import RefusedError


class NotAllowedError(RefusedError):
    """This actor may not do that: `code` is what the panel translates."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A phone with the seats it holds, the host's phone, whoever presses the button, or the camera.

    `guests` are the people that a phone sits for, in the game or not; one that is `away` was sent away.
    Those for whom it sat, and sits no more, went `home` with the evening.
    """

    name: str
    seats: frozenset[int] = frozenset()
    host: bool = False
    guests: frozenset[int] = frozenset()
    away: bool = False
    home: bool = False

    def check_host(self) -> None:
        """Check that this is a host's phone; raises NotAllowedError where it is not."""
        if not self.host:
            raise NotAllowedError("host_only", f"{self.name} is no host's")

    def check(self, move: Move) -> None:
        """Check that this actor may make `move`, as far as that does not depend on the game.

        Raises:
            NotAllowedError: it is for another seat, or for the host.
        """
        if self.host or (self is CAMERA and isinstance(move, Reveal)):
            return
        if self is BUTTON and move.PUSH:
            return
        if not isinstance(move, SeatMove):
            raise NotAllowedError("host_only", f"{move.NAME} is for the host")
        if move.seat not in self.seats:
            raise NotAllowedError("not_your_seat", f"{self.name} does not hold seat {move.seat}")


BUTTON: Final = Actor("button")
CAMERA: Final = Actor("camera")
PEOPLE: Final = Actor("people", host=True)
"""The two of a challenge who entered the same dice."""
CLOCK: Final = Actor("clock", host=True)
"""The time that is up."""
