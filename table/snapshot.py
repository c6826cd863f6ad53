"""A snapshot: the table as everybody who follows it sees it at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from table.actors import Actor
from table.game import Game
from table.habits import Habits
from table.look import Look
from table.notes import Notes, shown
from table.party import NO_PHONE, Party


class StaleMoveError(Exception):
    """The table has moved on since the sender looked."""


class Late(StrEnum):
    """Why somebody is missed: their phone gives no sign, or they take longer than the host has patience."""

    GONE = "gone"
    SLOW = "slow"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment.

    `version` counts what is in the log, `revision` rises with anything that shows. `party` is who is at the
    table, `chairs` which guest sits on each seat of the game; `notes` are the messages that stand for hosts.
    `asked` is the version that asked for what is waited for; sealed answers, which nobody sees, do not raise
    it. `late` are the seats that are asked in vain, `bets` what those who are out bet in this game,
    as in `Ledger.bets`, and `bettors` which phone each came from, by its call and seat, as far as that is
    known since the start. `name` is what a host has called the table, "" if nobody has.
    """

    version: int
    revision: int
    game: Game | None
    look: Look | None
    party: Party
    hosts: frozenset[str]
    notes: Notes
    asked: int = 0
    chairs: tuple[int, ...] = ()
    late: Mapping[int, Late] = field(default_factory=dict)
    bets: Mapping[int, Mapping[int, bool]] = field(default_factory=dict)
    bettors: Mapping[tuple[int, int], str] = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    name: str = ""

    @property
    def note(self) -> str:
        """The message that the host is shown, "" for none."""
        return shown(self.notes)

    @property
    def phones(self) -> Mapping[int, str]:
        """Which phone holds which seat of the game."""
        phone_of = {guest.id: guest.phone for guest in self.party.guests}
        held = {seat: phone_of.get(guest, NO_PHONE) for seat, guest in enumerate(self.chairs)}
        return {seat: phone for seat, phone in held.items() if phone != NO_PHONE}

    def check_seen(self, seen: int) -> None:
        """Check that the table has not moved on since the version `seen`; raises StaleMoveError if it has."""
        if seen != self.version:
            raise StaleMoveError(f"version {seen} was seen, but the table is at {self.version}")

    def actor(self, phone: str) -> Actor:
        """Return what a phone may act as."""
        mine = frozenset(guest.id for guest in self.party.of(phone))
        seats = frozenset(seat for seat, guest in enumerate(self.chairs) if guest in mine)
        away, home = phone in self.party.away, phone in self.party.home
        return Actor("phone", seats, phone in self.hosts, mine, away, home)

    def may_take_back(self, by: Actor) -> bool:
        """Return whether the last thing that happened is a call of this phone's that has no answer yet."""
        caller = self.game.fresh_caller if self.game else None
        return caller is not None and caller in by.seats

    def plays(self, guest: int) -> bool:
        """Return whether somebody is in the game that runs."""
        if self.game is None or guest not in self.chairs or self.game.view(None).outcome:
            return False
        return not self.game.view(None).standing[self.chairs.index(guest)].out

    def named(self) -> "Snapshot":
        """Return the table with its game's seats under the names that people have now, or had last."""
        if self.game is None:
            return self
        found = map(self.party.sitter, self.chairs)
        seats = tuple(one.name if one else name for one, name in zip(found, self.game.seats, strict=True))
        return replace(self, game=replace(self.game, seats=seats))
