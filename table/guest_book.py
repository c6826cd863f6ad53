"""The guest book: who comes, goes, and sits for whom; every line on disk before anyone is told."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from table.actors import Actor, NotAllowedError
from table.party import NO_PHONE, Party

Change = Callable[[Party], Party]


class GuestBook:
    """The people at a table. `party` tells who is there, `write` keeps a change and shows it.

    `plays` tells whether somebody is in the game that runs, and `hosts` which phones are hosts'; `end` is
    called when an evening ends. Whatever is refused or can't be written (LogError) changes nothing.
    """

    def __init__(
        self,
        write: Callable[[Change], Any],
        plays: Callable[[int], bool],
        hosts: Callable[[], frozenset[str]],
        end: Callable[[], None],
    ) -> None:
        self._write = write
        self._end = end
        self._plays = plays
        self._hosts = hosts

    def join(self, name: str, sign: int, phone: str) -> None:
        """Let a phone sit down for somebody new.

        Raises:
            NotAllowedError: the doors are closed, or the phone was sent away.
            SetupError: the name is none, or another's.
        """

        def joined(party: Party) -> Party:
            party.check_door(phone)
            return party.joined(name, sign, phone)

        self._write(joined)

    def add(self, name: str, by: Actor) -> None:
        """Let somebody without a phone come to the table; raises as `join` does, and for who is no host."""
        by.check_host()
        self._write(lambda party: party.joined(name, 0))

    def claim(self, guest: int, phone: str) -> None:
        """Let a phone sit down for somebody who has none.

        Raises:
            NotAllowedError: another phone sits there, the host keeps the seat, or the door is shut.
        """

        def claimed(party: Party) -> Party:
            party.check_door(phone)
            return party.claimed(guest, phone)

        self._write(claimed)

    def free(self, guest: int, by: Actor) -> None:
        """Let no phone sit for somebody: their own hands the seat on so, or the host takes it back."""
        _check_own(guest, by)
        self._write(lambda party: party.freed(guest))

    def change(self, guest: int, name: str, sign: int, by: Actor) -> None:
        """Give somebody another name or sign; raises as `join` does, and for another phone's."""
        _check_own(guest, by)
        self._write(lambda party: party.changed(guest, name, sign))

    def leave(self, guest: int, by: Actor) -> None:
        """Let somebody leave the table.

        Raises:
            NotAllowedError: it is another phone's guest, or one who still plays.
        """
        _check_own(guest, by)

        def left(party: Party) -> Party:
            if self._plays(guest):
                raise NotAllowedError("still_plays", f"guest {guest} is in the game")
            return party.without(guest)

        self._write(left)

    def keep(self, guest: int, by: Actor) -> None:
        """Take a seat back for good: no phone may sit there until it is offered again."""
        by.check_host()
        self._write(lambda party: party.freed(guest, kept=True))

    def move(self, guest: int, step: int, by: Actor) -> None:
        """Let somebody sit so many places further on."""
        by.check_host()
        self._write(lambda party: party.moved(guest, step))

    def send_away(self, guest: int, by: Actor) -> None:
        """Send the phone away that sits for somebody: it may only watch, and who does not play goes with it.

        Raises:
            NotAllowedError: no phone sits there, or it is a host's.
        """
        by.check_host()

        def sent_away(party: Party) -> Party:
            phone = party.get(guest).phone
            if phone == NO_PHONE or phone in self._hosts():
                raise NotAllowedError("no_guests_phone", f"guest {guest} has no phone that can be sent away")
            return party.sent_away(phone, self._plays)

        self._write(sent_away)

    def let_back(self, by: Actor) -> None:
        """Let every phone that was sent away sit down again."""
        by.check_host()
        self._write(lambda party: replace(party, away=frozenset()))

    def close_doors(self, by: Actor, *, closed: bool = True) -> None:
        """Let nobody sit down any more, or anybody again."""
        by.check_host()
        self._write(lambda party: replace(party, closed=closed))

    def empty(self, by: Actor) -> None:
        """End the evening: all who do not play leave, phones that were sent away may come, doors open."""
        by.check_host()
        self._end()
        self._write(lambda party: party.ended(self._plays))


def _check_own(guest: int, by: Actor) -> None:
    if not by.host and guest not in by.guests:
        raise NotAllowedError("not_your_seat", f"guest {guest} is another phone's")
