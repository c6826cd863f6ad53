"""A look at the dice: what stands between a challenge and its verdict."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from table.ports import Picture

VOID: Final = ()
"""What a seat says that asks for the throw to be void: no dice count."""


class Stage(StrEnum):
    """How far a look is. From `ASKING` on people decide."""

    READING = "reading"
    MOVING = "moving"
    NO_CUP = "no_cup"
    ASKING = "asking"


@dataclass(frozen=True, slots=True)
class Look:
    """A look for the challenge that made `version`; `attempt` counts how often a look was asked for.

    While `ASKING`, `reason` is a reading's code, "camera", "no_camera" or "restarted"; `picture` is what the
    camera saw; `entries` is what each of the two seats says the dice are, or `VOID`.
    """

    version: int
    attempt: int = 1
    stage: Stage = Stage.READING
    reason: str = ""
    picture: Picture | None = None
    entries: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def going_on(self, version: int, witnesses: Container[int]) -> "Look":
        """Return the look once somebody has left who leaves the dice as they lie; what they said goes."""
        still = {seat: said for seat, said in self.entries.items() if seat in witnesses}
        return replace(self, version=version, entries=still)

    def with_said(self, said: tuple[int, ...], seats: Iterable[int]) -> "Look":
        """Return the look once these seats have said so, in place of what they said before."""
        return replace(self, entries={**self.entries, **dict.fromkeys(seats, said)})

    def is_agreed(self, said: tuple[int, ...]) -> bool:
        """Return whether two say so, which is enough."""
        return list(self.entries.values()).count(said) > 1
