"""The two builds of a table: which face of a die the camera sees, and which one counts."""

from collections.abc import Iterable
from enum import StrEnum


class Build(StrEnum):
    """What lies on the camera's window: the clear end of a shaker, or dice on a plate under a cup."""

    SHAKER = "shaker"
    PLATE = "plate"


def counts(seen: Iterable[int], build: Build) -> tuple[int, ...]:
    """Return the pips that count, sorted, from those the camera sees: opposite faces of a die sum to 7."""
    return tuple(sorted(seen if build is Build.SHAKER else (7 - pips for pips in seen)))
