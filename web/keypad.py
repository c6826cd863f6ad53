"""The keypad of calls: the 21 values of two dice in ranking order, laid out for one thumb."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.moves import Move, dump_move
from games.throws import Throw, parse_throw

ROWS: Final = ("31 32 41 42 43", "51 52 53 54", "61 62 63 64 65", "11 22 33", "44 55 66", "21")


@dataclass(frozen=True, slots=True)
class Key:
    """One key: the value as it is written, the throw it stands for, and whether it may be called now."""

    value: str
    throw: Throw
    on: bool


def keypad(allowed: Iterable[Move]) -> list[list[Key]]:
    """Return the keypad's rows; a key is on if `allowed` has its call."""
    on = {dump_move(move).get("value") for move in allowed}
    return [[Key(value, parse_throw(value), value in on) for value in row.split()] for row in ROWS]
