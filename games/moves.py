"""Moves: what can happen in a game, as frozen data, and how a move is written down.

The written form is one JSON object a move, `{"move": "accept", "seat": 1}`; docs/moves.md holds all of them.
A game adds moves of its own by subclassing `Move`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from reprlib import repr as brief
from typing import Any, ClassVar

from games.refusal import RefusedError


class IllegalMoveError(RefusedError):
    """The rules refuse a move here: `code` is what the panel translates, the message names the rule."""


class MalformedMoveError(RefusedError, ValueError):
    """What was written is no move at all: `code` says what is wrong with it."""


def written(parse: Callable[[object], Any], say: Callable[[Any], object], *, default: Any = MISSING) -> Any:
    """Return a dataclass field with the two functions that read and write it; `parse` raises ValueError."""
    return field(default=default, metadata={"parse": parse, "say": say})


def some_games(default: Any, say: Callable[[Any], object] | None = None) -> Any:
    """Return the field of a part that only some games have; `say` writes it where it is none of JSON's."""
    return field(default=default, metadata={"some_games": True} | ({"say": say} if say else {}))


def _parse_seat(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"a seat is a number from 0, not {brief(value)}")
    return value


def _parse_dice(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(type(p) is int and 1 <= p <= 6 for p in value):
        raise ValueError(f"dice are a list of pips from 1 to 6, not {brief(value)}")
    return tuple(value)


def _parse_flag(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError(f"expected true or false, not {brief(value)}")
    return value


class Push(StrEnum):
    """How a player on turn says something with one button."""

    NONE = ""
    SHORT = "short"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Move:
    """Anything that happens in a game; `NAME` is what it is called where it is written down.

    `PUSH` is how a button says it, `ANYONE` whether every player may make it, on turn or not. `SHOWS` says
    that everyone has seen what lay hidden after it, `TOUCHES` that it may have been seen or picked up, so
    that taking the move back asks.
    """

    NAME: ClassVar[str] = ""
    PUSH: ClassVar[Push] = Push.NONE
    ANYONE: ClassVar[bool] = False
    SHOWS: ClassVar[bool] = False
    TOUCHES: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SeatMove(Move):
    """A move that one seat makes."""

    seat: int = written(_parse_seat, int)


@dataclass(frozen=True, slots=True)
class SealedAnswer(SeatMove):
    """What a seat answers; it may be that nobody else is told before all have answered."""

    TOUCHES: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Accept(SeatMove):
    """The responder believes the call."""

    NAME: ClassVar[str] = "accept"
    PUSH: ClassVar[Push] = Push.SHORT
    TOUCHES: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Challenge(SeatMove):
    """The responder does not believe the call: the dice are to be shown."""

    NAME: ClassVar[str] = "challenge"
    PUSH: ClassVar[Push] = Push.HELD
    TOUCHES: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class OpenThrow(SeatMove):
    """The player on turn has thrown openly: the dice are to be read."""

    NAME: ClassVar[str] = "throw"
    PUSH: ClassVar[Push] = Push.SHORT


@dataclass(frozen=True, slots=True)
class Leave(SeatMove):
    """A player leaves the game for good."""

    NAME: ClassVar[str] = "leave"
    ANYONE: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Reveal(Move):
    """The dice that count are seen, whether by the camera or by people."""

    NAME: ClassVar[str] = "reveal"
    SHOWS: ClassVar[bool] = True
    dice: tuple[int, ...] = written(_parse_dice, list)


@dataclass(frozen=True, slots=True)
class Correct(Move):
    """An appeal: the dice that were ruled on were these."""

    NAME: ClassVar[str] = "correct"
    dice: tuple[int, ...] = written(_parse_dice, list)


@dataclass(frozen=True, slots=True)
class Void(Move):
    """The throw on the table does not count."""

    NAME: ClassVar[str] = "void"


@dataclass(frozen=True, slots=True)
class Undo(Move):
    """The last move is taken back; `untouched` says that its dice still lie as they were, unseen."""

    NAME: ClassVar[str] = "undo"
    untouched: bool = written(_parse_flag, bool, default=True)


HOST_MOVES: tuple[type[Move], ...] = (Reveal, Correct, Void, Undo)
SHARED_MOVES: tuple[type[Move], ...] = (Accept, Challenge, Leave, *HOST_MOVES)


def dump_move(move: Move) -> dict[str, object]:
    """Return `move` as it is written; what stands at its default is left out."""
    values = {f.name: (f, getattr(move, f.name)) for f in fields(move)}
    return {"move": move.NAME} | {
        name: f.metadata["say"](value) for name, (f, value) in values.items() if value != f.default
    }


def dump_parts(part: Any) -> dict[str, object]:
    """Return the parts of a verdict or another frozen dataclass by name, as they are written.

    A part that only some games have is left out where it stands at its default.
    """
    values = {f.name: (f, getattr(part, f.name)) for f in fields(part)}
    return {
        name: f.metadata["say"](value) if "say" in f.metadata and value is not None else value
        for name, (f, value) in values.items()
        if not (f.metadata.get("some_games") and value == f.default)
    }


def own_moves(moves: Iterable[Move], seat: int | None) -> tuple[Move, ...]:
    """Return those of `moves` that `seat` makes."""
    return tuple(move for move in moves if isinstance(move, SeatMove) and move.seat == seat)


def parse_move(data: object, kinds: Iterable[type[Move]]) -> Move:
    """Return the move that `data`, parsed JSON, writes down; `kinds` are the moves of the game.

    Raises:
        MalformedMoveError: it is none of them, or a part is missing, unknown or wrong.
    """
    if not isinstance(data, Mapping):
        raise MalformedMoveError("malformed", f"a move is an object, {{'move': 'undo'}}, not {brief(data)}")
    name = data.get("move")
    kind = next((kind for kind in kinds if name == kind.NAME), None)
    if kind is None:
        raise MalformedMoveError("unknown_move", f"no move of this game is called {brief(name)}")
    return kind(**_parse_parts(kind, {key: value for key, value in data.items() if key != "move"}))


def _parse_parts(kind: type[Move], parts: Mapping[str, object]) -> dict[str, object]:
    known = {f.name: f for f in fields(kind)}
    for name in parts.keys() - known.keys():
        raise MalformedMoveError("malformed", f"{kind.NAME!r} has no part {brief(name)}")
    for name, f in known.items():
        if f.default is MISSING and name not in parts:
            raise MalformedMoveError("malformed", f"{kind.NAME!r} needs {name!r}")
    try:
        return {name: known[name].metadata["parse"](value) for name, value in parts.items()}
    except ValueError as error:
        raise MalformedMoveError("malformed", f"{kind.NAME!r}: {error}") from error
