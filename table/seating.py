"""Seating: who of the party plays a new game, in which order, and who opens; who sits where in the last."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.rulesets import RULESETS
from table.game import Game, set_up
from table.log import Log
from table.names import SetupError
from table.party import NO_PHONE, Guest, Party
from table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that can begin, the party as it is then, and the guest on each seat."""

    game: Game
    party: Party
    chairs: tuple[int, ...]


def begin(line: Mapping[str, object], party: Party, opens: int) -> Begun:
    """Return a new game as its first line says, for the people that it names, else for all of the party.

    `opens` is the id of who opens, the first if there is no room for them, or for 0.

    Raises:
        SetupError: the game can't start so, or who was to open has left.
    """
    if "seats" in line:
        game = set_up(line)
        party = party.coming(game.seats)
        return Begun(game, party, tuple(guest.id for guest in party.guests[: len(game.seats)]))
    if opens and party.find(opens) is None:
        raise SetupError("opener_left", f"guest {opens} was to open and is not here")
    chairs = tuple(guest.id for guest in players(party, _room(line, party)))
    first = chairs.index(opens) if opens in chairs else 0
    seats = [party.get(guest).name for guest in chairs]
    return Begun(set_up({**line, "seats": seats, "first": first}), replace(party, home=frozenset()), chairs)


def players(party: Party, most: int) -> tuple[Guest, ...]:
    """Return who of a party plays a game for so many at most, in their order round the table.

    Of a party too large for it those come first who have waited longest.
    """
    chosen = sorted(party.guests, key=lambda guest: guest.sat)[:most]
    return tuple(guest for guest in party.guests if guest in chosen)


def seated(log: Log, shot: Snapshot, game: Game) -> Snapshot:
    """Return the table with its guests on a game's seats; an older program's log knows names alone."""
    chairs = log.chairs(game.number)
    if len(chairs) == len(game.seats):
        return replace(shot, chairs=chairs).named()
    party = shot.party.coming(game.seats)
    chairs = tuple(guest.id for guest in party.guests[: len(game.seats)])
    for seat, phone in log.seats().items():
        if seat < len(chairs) and party.get(chairs[seat]).phone == NO_PHONE:
            party = party.claimed(chairs[seat], phone)
    log.seat(game.number, party, chairs)
    return replace(shot, party=party.waiting_since(chairs, game.number), chairs=chairs)


def _room(line: Mapping[str, object], party: Party) -> int:
    """Return for how many a game has room at most."""
    name = line.get("game")
    rules = RULESETS.get(name) if isinstance(name, str) else None
    fewest, most = rules.PLAYERS if rules else (0, 0)
    if len(party.guests) < fewest:
        raise SetupError("too_few", f"{name} is for {fewest} at least, not {len(party.guests)}")
    return most
