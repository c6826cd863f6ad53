"""What every game offers, and the data in which it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from games.cards import Turned
from games.moves import Move, dump_parts, some_games
from games.options import Option, Presets, Value
from games.scorecard import Claim, ScoreCard, say_card, say_claim
from games.throws import Throw, say_throw


class Wait(StrEnum):
    """What a table waits for: `OVER` is nothing more.

    `REVEAL` is the dice that count, `THROW` an open throw or the word that the last one stands, `DOUBTS`
    everyone's sealed answer. `CARDS`, `DRAWN` and `COUNTERS` are cards that people enter: those turned over,
    those that replace a random, those that the challenger shows against a virus or a bomb.
    """

    CALL = "call"
    RESPONSE = "response"
    REVEAL = "reveal"
    OVER = "over"
    THROW = "throw"
    DOUBTS = "doubts"
    CARDS = "cards"
    DRAWN = "drawn"
    COUNTERS = "counters"


class Unit(StrEnum):
    """What is counted: lives and chips go, crosses and (penalty) points come; a score is what one wants."""

    LIVES = "lives"
    CHIPS = "chips"
    CROSSES = "crosses"
    POINTS = "points"
    SCORE = "score"

    def is_out(self, count: int, options: Mapping[str, Value]) -> bool:
        """Return whether who has so many of it is out by that."""
        return count == 0 if self in (Unit.LIVES, Unit.CHIPS) else count >= int(options[self])


class How(StrEnum):
    """How a call came about: after a throw that its caller saw or did not see, or without a throw."""

    SEEN = "seen"
    BLIND = "blind"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is waited for, and the seats that owe it (a reveal: the two of the challenge)."""

    what: Wait
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """A call that was made, where it counts with how it came about and after how many throws."""

    seat: int
    value: Throw
    how: How | None = None
    throws: int | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A call of a combination with its points."""

    seat: int
    value: Claim


AnyCall = Called | Claimed


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat has, in the one unit that its game counts in; `card` is its score card, if it has one."""

    seat: int
    lives: int | None = some_games(None)
    out: bool = False
    chips: int | None = some_games(None)
    crosses: int | None = some_games(None)
    points: int | None = some_games(None)
    score: int | None = some_games(None)
    card: ScoreCard | None = some_games(None, say_card)

    @property
    def unit(self) -> Unit:
        """What is counted."""
        return next(unit for unit in Unit if getattr(self, unit) is not None)

    @property
    def count(self) -> int:
        """How many of it the seat has."""
        return int(getattr(self, self.unit))

    def paid_the_last(self, options: Mapping[str, Value]) -> bool:
        """Return whether the seat is out by what it has; one that has left may have more."""
        return self.unit.is_out(self.count, options)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a round ended.

    `dice` and `truth` are None when nobody looked (a called 21 that was accepted); what `loser` paid stands
    under its unit; `opener` opens the next round, None while that is being thrown off. Where several may pay,
    `losers` are all who do, and `loser` is None unless it is one. `mex` is how many Mex added to the crosses,
    `cards` what was turned over.
    """

    caller: int | None
    responder: int | None
    call: Throw | None = field(metadata={"say": say_throw})
    dice: Throw | None
    truth: bool | None
    loser: int | None
    lives: int | None = some_games(None)
    opener: int | None = None
    chips: int | None = some_games(None)
    crosses: int | None = some_games(None)
    losers: tuple[int, ...] = some_games(())
    mex: int | None = some_games(None)
    points: int | None = some_games(None)
    cards: Turned | None = some_games(None, dump_parts)

    @property
    def payers(self) -> tuple[int, ...]:
        """Who pays."""
        return self.losers or (() if self.loser is None else (self.loser,))

    @property
    def unit(self) -> Unit:
        """What was paid."""
        return next(unit for unit in Unit if getattr(self, unit, None) is not None)

    @property
    def count(self) -> int:
        """How many of it each payer paid."""
        return int(getattr(self, self.unit))


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a turn of Lügen-Kniffel ended.

    `dice` and `truth` are None when nobody doubted. `wrote` are those who write the called points, `struck`
    those who strike the combination's lie field, `cancelled` those of them who lose its points by that.
    `opener` has the next turn.
    """

    caller: int
    call: Claim = field(metadata={"say": say_claim})
    dice: tuple[int, ...] | None
    truth: bool | None
    doubters: tuple[int, ...]
    wrote: tuple[int, ...]
    struck: tuple[int, ...]
    cancelled: tuple[int, ...]
    opener: int | None = None


AnyVerdict = Verdict | Ruling


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won; where everyone has a place, `ranking` are the seats by place, the best first."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...] = some_games(())


@dataclass(frozen=True, slots=True)
class Throws:
    """How often the player on turn has thrown, and may throw at most."""

    used: int
    most: int


@dataclass(frozen=True, slots=True)
class Shown:
    """An open throw that stands: whose, and which of their throws it was."""

    seat: int
    dice: tuple[int, ...]
    throws: int


@dataclass(frozen=True, slots=True)
class CardsAsked:
    """How many cards are to be entered, at least and at most, and whether special ones can be among them."""

    fewest: int
    most: int
    specials: bool


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see of a game; what only some games have stands at its default in the others."""

    waiting: Waiting
    allowed: tuple[Move, ...]
    """That seat's own moves."""
    standing: tuple[Standing, ...]
    call: AnyCall | None
    verdict: AnyVerdict | None
    outcome: Outcome | None
    round: int
    order: tuple[Throw, ...] = ()
    """The values that can be called in this game, lowest first."""
    dice: tuple[int, ...] | None = None
    """Those that lie open, so that an appeal can correct them."""
    throws: Throws | None = None
    shown: tuple[Shown, ...] = ()
    """The open throws that stand in the round; after it, and until the next throw, those that stood in it."""
    throw_off: bool = False
    """Whether the throws decide who opens the next round."""
    opening: tuple[int, ...] = ()
    """Who can still win the open throws for who opens the game; until its first call, who has won them."""
    leaves: bool = False
    """Whether the player on turn may leave the dice as they lie."""
    all_called: bool = False
    """Whether everyone has called in this round, so that accepting ends it."""
    cards: Turned | None = None
    """Those turned over so far, while more are asked for."""
    asked: CardsAsked | None = None
    """The cards that are to be entered now."""
    direction: int = 1
    """-1 where play runs to the right."""
    skipped: int | None = None
    """The seat that the call skips."""
    answered: tuple[int, ...] = ()
    """Who has given a sealed answer."""
    believes: bool | None = None
    """That seat's own sealed answer."""
    doubters: tuple[int, ...] = ()
    """Who doubts, once all have answered."""
    last_turns: tuple[int, ...] | None = None
    """Who has a last turn after this one; None before the last turns."""
    time_s: int = 0
    """How many seconds there are for what is waited for, from when it began; 0: as many as it takes."""


class Ruleset(Protocol):
    """A game's module. Its states are its own: nobody else looks into them, but for `throw`.

    The members are a module's constants and functions, hence the capitals; what each gives stands there.
    `VERSION` rises whenever the same moves may give another state; `DICE` is how many the camera expects.
    """

    @property
    def NAME(self) -> str: ...  # noqa: D102, N802
    @property
    def VERSION(self) -> int: ...  # noqa: D102, N802
    @property
    def PLAYERS(self) -> tuple[int, int]: ...  # noqa: D102, N802
    @property
    def DICE(self) -> int: ...  # noqa: D102, N802
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: D102, N802
    @property
    def PRESETS(self) -> Presets: ...  # noqa: D102, N802
    @property
    def MOVES(self) -> tuple[type[Move], ...]: ...  # noqa: D102, N802
    @property
    def State(self) -> Any: ...  # noqa: D102, N802

    def start(self, seats: int, options: Mapping[str, object], first: int = 0) -> Any: ...  # noqa: D102
    def play(self, state: Any, move: Move) -> Any: ...  # noqa: D102
    def waiting_for(self, state: Any) -> Waiting: ...  # noqa: D102
    def allowed(self, state: Any) -> tuple[Move, ...]: ...  # noqa: D102
    def view(self, state: Any, seat: int | None) -> View: ...  # noqa: D102
    def standing(self, state: Any) -> tuple[Standing, ...]: ...  # noqa: D102
    def outcome(self, state: Any) -> Outcome | None: ...  # noqa: D102
