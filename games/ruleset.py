"""What every game offers, and the data in which it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from games.moves import Move
from games.options import Option, Value
from games.throws import Throw, say_throw


class Wait(StrEnum):
    """What a table waits for: a call, an answer to it, the dice that count, or nothing more."""

    CALL = "call"
    RESPONSE = "response"
    REVEAL = "reveal"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is waited for, and the seats that owe it (a reveal: the two of the challenge)."""

    what: Wait
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """A call that was made."""

    seat: int
    value: Throw


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat has left."""

    seat: int
    lives: int
    out: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a round ended.

    `dice` and `truth` are None when nobody looked (a called 21 that was accepted); `lives` is what `loser`
    paid; `opener` opens the next round.
    """

    caller: int
    responder: int
    call: Throw = field(metadata={"say": say_throw})
    dice: Throw | None
    truth: bool | None
    loser: int
    lives: int
    opener: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see of a game; `allowed` are that seat's own moves."""

    waiting: Waiting
    allowed: tuple[Move, ...]
    standing: tuple[Standing, ...]
    call: Called | None
    verdict: Verdict | None
    outcome: Outcome | None
    round: int


class Ruleset(Protocol):
    """A game's module. Its states are its own: nobody else looks into them, but for `throw`.

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
    def PRESETS(self) -> Mapping[str, Mapping[str, Value]]: ...  # noqa: D102, N802
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
