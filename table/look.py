"""A look at the dice: what stands between a challenge and its verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from table.ports import Picture


class Stage(StrEnum):
    """How far a look is. From `ASKING` on people decide."""

    READING = "reading"
    MOVING = "moving"
    NO_CUP = "no_cup"
    ASKING = "asking"


@dataclass(frozen=True, slots=True)
class Look:
    """A look for the challenge that made `version`; `attempt` counts how often a look was asked for.

    While `ASKING`, `reason` is a reading's code, "camera" or "restarted"; `picture` is what the camera saw;
    `entries` is what each of the two seats says the dice are.
    """

    version: int
    attempt: int = 1
    stage: Stage = Stage.READING
    reason: str = ""
    picture: Picture | None = None
    entries: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
