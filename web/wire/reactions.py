"""Reactions: cheers and gasps on their way to every screen. They are told once, and not kept."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

KINDS: Final = ("cheers", "gasp", "liar", "beer")
KEPT: Final = 16
"""So many may wait for a stream that looks once a second; of more at once, the oldest are not shown."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """One reaction: its number, its kind, the sign of who it came from, and when, in s.

    It has no sign where it comes from somebody who only watches.
    """

    number: int
    kind: str
    sign: int | None
    at: float

    @property
    def line(self) -> str:
        """What goes out to pages."""
        return f"{self.kind} {'' if self.sign is None else self.sign}".strip()


class Reactions:
    """The newest reactions, numbered as they came."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with none; `clock` is monotonic, in s."""
        self._clock = clock
        self._lock = threading.Lock()
        self._newest: deque[Reaction] = deque(maxlen=KEPT)
        self._last = 0

    @property
    def last(self) -> int:
        """The number of the newest, 0 before the first."""
        return self._last

    def add(self, kind: str, sign: int | None) -> None:
        """Tell a reaction to everyone who follows."""
        with self._lock:
            self._last += 1
            self._newest.append(Reaction(self._last, kind, sign, self._clock()))

    def since(self, number: int) -> list[Reaction]:
        """Return those that came after one, oldest first."""
        with self._lock:
            return [one for one in self._newest if one.number > number]

    def lately(self, seconds: float) -> list[Reaction]:
        """Return those of the last seconds, oldest first."""
        since = self._clock() - seconds
        with self._lock:
            return [one for one in self._newest if one.at > since]
