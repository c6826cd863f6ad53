"""The keypad of calls: the values of a game in ranking order, laid out for one thumb."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.moves import Move, dump_move
from games.throws import Throw, say_throw

ROWS: Final = {21: (5, 4, 5, 3, 3, 1), 45: (7, 7, 7, 7, 7, 5, 5)}
"""How many keys stand in each row, by how many values there are."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: the value as it is written, the throw it stands for, and whether it may be called now."""

    value: str
    throw: Throw
    on: bool

    @property
    def pair(self) -> bool:
        """Whether both numbers are the same."""
        return self.throw[0] == self.throw[1]


def keypad(order: Sequence[Throw], on: Collection[str]) -> list[list[Key]]:
    """Return the rows of a keypad for the values of `order`; a key is on if its value is among `on`."""
    keys = iter([Key(say_throw(throw), throw, say_throw(throw) in on) for throw in order])
    return [[next(keys) for _ in range(count)] for count in ROWS.get(len(order), ())]


def values(moves: Iterable[Move], **parts: str) -> set[str]:
    """Return the values that `moves` call, of those moves alone that have these parts."""
    lines = (dump_move(move) for move in moves)
    return {str(line["value"]) for line in lines if "value" in line and _has(line, parts)}


def _has(line: dict[str, object], parts: dict[str, str]) -> bool:
    return all(str(line.get(part)) == content for part, content in parts.items())
