"""Reactions: cheers and gasps on their way to every screen. They are told once, and kept nowhere."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final

KINDS: Final = ("cheers", "gasp", "liar", "beer")
KEPT: Final = 16
"""So many may wait for a stream that looks once a second; of more at once, the oldest are not shown."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """One reaction: its number, its kind, and the sign of who it came from; None from who only watches."""

    number: int
    kind: str
    sign: int | None

    @property
    def line(self) -> str:
        """What goes out to pages."""
        return f"{self.kind} {'' if self.sign is None else self.sign}".strip()


class Reactions:
    """The newest reactions, numbered as they came."""

    def __init__(self) -> None:
        """Begin with none."""
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
            self._newest.append(Reaction(self._last, kind, sign))

    def since(self, number: int) -> list[Reaction]:
        """Return those that came after one, oldest first."""
        with self._lock:
            return [one for one in self._newest if one.number > number]
