"""One game on the table: what was agreed before it, and the match so far; from the log and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr as brief
from typing import Any, Final

import cattrs
from cattrs.errors import BaseValidationError

from games.match import Match, Step, begin
from games.moves import IllegalMoveError, MalformedMoveError, Move, Push, SealedAnswer, SeatMove, parse_move
from games.options import Value, check_options
from games.ruleset import Ruleset, View, Wait, Waiting
from games.rulesets import RULESETS
from games.tally import Tally, tally
from table.log import Entry
from table.names import SetupError, check_names

_CONVERTER: Final = cattrs.Converter()
NO_RULES: Final = 0
"""The version of no rules at all: the game goes on from its last state, whatever its moves were."""
TAKEN_BACK: Final = 200
"""After so many moves that were taken back a call stands: a phone that called and took back without end would
let nobody answer, and write a log that the table could not start with any more."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its number in the log, its rules, who sits where, and the match; `first` opens.

    `opened` is the table's version that its first line made. `opened_anew` says that newer rules replay its
    moves differently, so that it goes on from its last state.
    """

    number: int
    rules: Ruleset
    options: Mapping[str, Value]
    seats: tuple[str, ...]
    first: int
    match: Match
    opened: int = 0
    opened_anew: bool = False

    def play(self, move: Move) -> "Game":
        """Return the game after `move`; raises IllegalMoveError where the rules refuse it."""
        return replace(self, match=self.match.play(move))

    def view(self, seat: int | None) -> View:
        """Return what a seat may see; None is anyone."""
        return self.rules.view(self.match.state, seat)

    @property
    def waiting(self) -> Waiting:
        """What the table waits for, and from whom."""
        return self.rules.waiting_for(self.match.state)

    def pushed(self, push: Push) -> Move | None:
        """Return the move that a push of the button makes now, None if it says nothing here."""
        return next((move for move in self.rules.allowed(self.match.state) if move.PUSH is push), None)

    @property
    def rules_version(self) -> int:
        """The version of the rules that replay it as it stands."""
        return NO_RULES if self.opened_anew else self.rules.VERSION

    @property
    def witnesses(self) -> tuple[int, ...]:
        """The seats that may say what dice lie there: the two of a challenge, everyone for an open throw."""
        owed = self.waiting.seats
        if len(owed) > 1:
            return owed
        return tuple(one.seat for one in self.rules.standing(self.match.state) if not one.out)

    @property
    def fresh_caller(self) -> int | None:
        """The seat whose call is the last thing that happened, and lacks an answer; None if there is none.

        Nor is there where too much was taken back before it.
        """
        last = self.match.last
        if last.before is None or not isinstance(last.move, SeatMove):
            return None
        if last.number - last.before.number > TAKEN_BACK:
            return None
        now, before = (self.rules.view(step.state, None) for step in (last, last.before))
        is_open = now.waiting.what in (Wait.RESPONSE, Wait.DOUBTS)
        called = now.call if is_open and now.call != before.call else None
        return called.seat if called and called.seat == last.move.seat else None

    @property
    def open_call(self) -> int:
        """The number of the move that made the call which one player is to answer, 0 if none is."""
        return self._call_at(self.match.last) if self.waiting.what is Wait.RESPONSE else 0

    @property
    def ruled_call(self) -> int:
        """The number of the move that made the call that was ruled on last, 0 if its verdict is gone."""
        step = self.match.last
        if not self._is_ruled(step):
            return 0
        while step.before and self._is_ruled(step.before):
            step = step.before
        return self._call_at(step.before) if step.before else 0

    def _is_ruled(self, step: Step) -> bool:
        return self.rules.view(step.state, None).verdict is not None

    def _call_at(self, step: Step) -> int:
        """The number of the move that made the call which stands at a step, 0 if none does."""
        call = self.rules.view(step.state, None).call
        while step.before and self.rules.view(step.before.state, None).call == call:
            step = step.before
        # The step from which a game was opened anew made no call: nobody knows which move did
        return step.number if call and step.before else 0

    @property
    def ruled(self) -> int:
        """The version that the dice made which an appeal can correct, 0 if none lie open."""
        return self.opened + self.match.last_reveal() if self.view(None).dice else 0

    def state_text(self) -> str:
        """Return the state as text that `reopen` understands."""
        return json.dumps(_CONVERTER.unstructure(self.match.state))

    def line(self) -> dict[str, object]:
        """Return the game's first line in the log."""
        return {
            "game": self.rules.NAME,
            "options": dict(self.options),
            "seats": list(self.seats),
            "first": self.first,
        }


def set_up(line: Mapping[str, object], number: int = 0) -> Game:
    """Return a new game as its first line says; `options` and `first` may be left out.

    Raises:
        SetupError: there is no such game, or seats or options that it can't have.
    """
    name = line.get("game")
    rules = RULESETS.get(name) if isinstance(name, str) else None
    if rules is None:
        raise SetupError("no_such_game", f"no game is called {brief(name)}; there are: {', '.join(RULESETS)}")
    seats, options, first = line.get("seats"), line.get("options", {}), line.get("first", 0)
    if not isinstance(options, Mapping) or type(first) is not int:
        raise SetupError("bad_options", "options is an object, first a seat's number")
    names = check_names(seats)
    try:
        checked = check_options(rules.OPTIONS, options)
        match = begin(rules, len(names), checked, first)
    except ValueError as error:
        raise SetupError("bad_options", str(error)) from error
    return Game(number, rules, checked, names, first, match)


def reopen(entries: Sequence[Entry], rules_version: int, state: str) -> Game:
    """Return a game as its log's entries, the version of its rules and its last state tell it.

    Raises:
        SetupError: its first line or its last state is none of this program's.
    """
    game = replace(set_up(entries[0].line, entries[0].game), opened=entries[0].version)
    played, count = replayed(game, entries[1:])
    is_whole = count == len(entries) - 1
    if is_whole and rules_version == game.rules.VERSION:
        return played
    last = known_state(game, state)
    if is_whole and played.match.state == last:
        return played
    if last is None:
        raise SetupError("no_such_state", "newer rules neither replay it nor know its last state")
    played_before = len(entries) - 1
    match = Match(game.rules, Step(last, number=played_before), played_before)
    return replace(game, match=match, opened_anew=True)


def replayed(game: Game, entries: Sequence[Entry]) -> tuple[Game, int]:
    """Return a game after its log's moves, as far as the rules play them, and how many they are."""
    for count, entry in enumerate(entries):
        try:
            game = game.play(parse_move(entry.line, game.rules.MOVES))
        except (IllegalMoveError, MalformedMoveError):
            return game, count
    return game, len(entries)


def asked_at(game: Game, entries: Sequence[Entry]) -> int:
    """Return the version that asked for what a game waits for; sealed answers, which nobody sees, do not."""
    sealed = {kind.NAME for kind in game.rules.MOVES if issubclass(kind, SealedAnswer)}
    waits = game.waiting.what is Wait.DOUBTS
    asking = (entry for entry in reversed(entries) if not (waits and entry.line.get("move") in sealed))
    return next(asking).version


def added_up(entries: Sequence[Entry]) -> Tally:
    """Return what the entries of a game add up to; raises what its rules raise where they refuse one."""
    game = set_up(entries[0].line)
    return tally(game.match, [parse_move(entry.line, game.rules.MOVES) for entry in entries[1:]])


def known_state(game: Game, text: str) -> Any | None:
    """Return the state of a game that a text tells, None if these rules do not know it."""
    try:
        return _CONVERTER.structure(json.loads(text), game.rules.State)
    except (BaseValidationError, TypeError, ValueError):
        return None
