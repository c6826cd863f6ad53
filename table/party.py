"""The party: everyone who is at the table this evening, in their order round it.

A person keeps an id for good: renamed, moved on to another phone or game, it is still the same one.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from typing import Final

from table.actors import NotAllowedError
from table.names import SetupError, check_shown, is_taken

MARKS: Final = 12
SIGNS: Final = 2 * MARKS
"""Every mark has a colour of its own; the second dozen is the same, hollow."""
MOST: Final = SIGNS
NO_PHONE: Final = ""


@dataclass(frozen=True, slots=True)
class Guest:
    """One person: `sign` is their colour and mark, `phone` sits for them, if any does.

    The host plays for those without a phone; of those who are `kept`, no phone may sit down for them.
    `sat` is the number of the game that they sat in last, else of the last that was over when they came.
    """

    id: int
    name: str
    sign: int
    phone: str = NO_PHONE
    kept: bool = False
    sat: int = 0

    @property
    def is_free(self) -> bool:
        """Whether a phone may sit down for this person."""
        return self.phone == NO_PHONE and not self.kept


@dataclass(frozen=True, slots=True)
class Party:
    """Everyone at the table. `away` are phones that were sent away, `last` is the last id that was given.

    While it is `closed`, no phone sits down for anybody. Those on the phones that went `home` left with the
    evening: they are told so until they sit down again, the next game starts, or the table does. `left` are
    those who sat in the game on the table, and are not here any more, under their last name and sign.
    """

    guests: tuple[Guest, ...] = ()
    away: frozenset[str] = frozenset()
    closed: bool = False
    last: int = 0
    home: frozenset[str] = frozenset()
    left: tuple[Guest, ...] = ()

    def find(self, guest: int) -> Guest | None:
        """Return who has an id, None if they are not here any more."""
        return next((one for one in self.guests if one.id == guest), None)

    def sitter(self, guest: int) -> Guest | None:
        """Return who has an id, of those who have left as well, None if nobody knows them any more."""
        return self.find(guest) or next((one for one in self.left if one.id == guest), None)

    def get(self, guest: int) -> Guest:
        """Return who has an id.

        Raises:
            NotAllowedError: they are not here any more.
        """
        found = self.find(guest)
        if found is None:
            raise NotAllowedError("no_such_guest", f"guest {guest} is not here")
        return found

    def of(self, phone: str) -> tuple[Guest, ...]:
        """Return for whom a phone sits."""
        return tuple(guest for guest in self.guests if guest.phone == phone != NO_PHONE)

    def check_door(self, phone: str) -> None:
        """Check that a phone may sit down for somebody.

        Raises:
            NotAllowedError: it was sent away, or nobody may.
        """
        if phone in self.away:
            raise NotAllowedError("sent_away", "this phone was sent away")
        if self.closed:
            raise NotAllowedError("doors_closed", "nobody sits down any more")

    def joined(self, name: str, sign: int, phone: str = NO_PHONE) -> "Party":
        """Return the party with one more; a sign that somebody has gives way to the first that is free.

        Raises:
            SetupError: the name can't be seen or told from another's, or there is no room.
        """
        if phone != NO_PHONE and is_taken(name, (guest.name for guest in self.guests if guest.is_free)):
            raise SetupError("name_waits", "somebody of that name waits for a phone")
        if len(self.guests) >= MOST:
            raise SetupError("party_full", f"there is room for {MOST}")
        return self._with(self._checked(name), sign, phone)

    def coming(self, names: Sequence[str]) -> "Party":
        """Return the party with these people first, in this order; who is not here yet comes to the table."""
        party = self
        for name in names:
            if party.named(name) is None:
                party = party._with(name, 0)
        ahead = tuple(guest for name in names if (guest := party.named(name)))
        rest = tuple(guest for guest in party.guests if guest not in ahead)
        return replace(party, guests=ahead + rest)

    def named(self, name: str) -> Guest | None:
        """Return who has exactly this name."""
        return next((guest for guest in self.guests if guest.name == name), None)

    def changed(self, guest: int, name: str, sign: int) -> "Party":
        """Return the party after somebody has taken another name or sign.

        Raises:
            NotAllowedError: there is no such guest.
            SetupError: the name can't be seen or told from another's, or the sign is another's, or nobody's.
        """
        one = self.get(guest)
        if sign >= SIGNS or any(other.sign == sign and other is not one for other in self.guests):
            raise SetupError("sign_taken", f"sign {sign} is taken")
        name = name if name == one.name else self._checked(name, one)
        return self._replaced(replace(one, name=name, sign=sign))

    def claimed(self, guest: int, phone: str) -> "Party":
        """Return the party after a phone has sat down for somebody who had none.

        Raises:
            NotAllowedError: there is no such guest, another phone sits for them, or the host keeps them.
        """
        one = self.get(guest)
        if one.kept or one.phone not in (NO_PHONE, phone):
            raise NotAllowedError("seat_taken", f"guest {guest} is taken")
        return replace(self, home=self.home - {phone})._replaced(replace(one, phone=phone))

    def freed(self, guest: int, *, kept: bool = False) -> "Party":
        """Return the party once no phone sits for somebody; `kept` says that none may from now on."""
        return self._replaced(replace(self.get(guest), phone=NO_PHONE, kept=kept))

    def without(self, guest: int) -> "Party":
        """Return the party once somebody has left the table."""
        gone = self.get(guest)
        return replace(self, guests=tuple(one for one in self.guests if one is not gone))

    def remembering(self, before: "Party", sitters: Container[int]) -> "Party":
        """Return the party that still knows those of these sitters who were there before, and are not now."""
        gone = (one for one in before.guests if one.id in sitters and self.find(one.id) is None)
        return replace(self, left=(*before.left, *(Guest(one.id, one.name, one.sign) for one in gone)))

    def moved(self, guest: int, step: int) -> "Party":
        """Return the party with somebody so many places further on; at either end they stay."""
        one = self.get(guest)
        others = [other for other in self.guests if other is not one]
        others.insert(max(0, self.guests.index(one) + step), one)
        return replace(self, guests=tuple(others))

    def waiting_since(self, guests: Container[int], game: int) -> "Party":
        """Return the party where these have sat in a game last, by its number, or wait as if they had."""
        waiting = (replace(one, sat=game) if one.id in guests else one for one in self.guests)
        return replace(self, guests=tuple(waiting))

    def sent_away(self, phone: str, plays: Callable[[int], bool]) -> "Party":
        """Return the party once a phone sits for nobody, and may not any more.

        Those for whom it sat go with it, or it would have filled the table; but who `plays` stays.
        """
        left = (guest for guest in self.guests if guest.phone != phone or plays(guest.id))
        guests = tuple(replace(g, phone=NO_PHONE) if g.phone == phone else g for g in left)
        return replace(self, guests=guests, away=self.away | {phone})

    def ended(self, plays: Callable[[int], bool]) -> "Party":
        """Return the party of the next evening: those who still play stay, and whoever comes may sit down."""
        stay = tuple(guest for guest in self.guests if plays(guest.id))
        home = self.home.union(guest.phone for guest in self.guests)
        return Party(stay, last=self.last, home=home - {NO_PHONE, *(guest.phone for guest in stay)})

    def free_sign(self, wish: int = 0) -> int:
        """Return the sign that was wished for if nobody has it, else the first that is free."""
        taken = {guest.sign for guest in self.guests}
        order = (wish, *range(SIGNS)) if 0 <= wish < SIGNS else range(SIGNS)
        return next((sign for sign in order if sign not in taken), 0)

    def _with(self, name: str, sign: int, phone: str = NO_PHONE) -> "Party":
        guest = Guest(self.last + 1, name, self.free_sign(sign), phone)
        return replace(self, guests=(*self.guests, guest), last=guest.id, home=self.home - {phone})

    def _replaced(self, guest: Guest) -> "Party":
        return replace(self, guests=tuple(guest if one.id == guest.id else one for one in self.guests))

    def _checked(self, name: str, own: Guest | None = None) -> str:
        """Return a name as it is written down, if it can be seen and told from everybody else's."""
        written = check_shown(name, "bad_names")
        if is_taken(written, (guest.name for guest in self.guests if guest is not own)):
            raise SetupError("name_taken", "somebody is called that, or nearly")
        return written
