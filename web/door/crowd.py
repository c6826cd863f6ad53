"""The crowd before the door: who is at the table, and who asks for more than its share.

Nobody is turned away while there is room. Where there is none, whoever takes most gives way to whoever takes
less, and everybody to those who play or are hosts.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

BURST: Final = 300.0
PER_S: Final = 100.0
"""How many requests a phone at the table may send at once, and each second: no thumb is as fast."""
GUESTS_PER_S: Final = 30.0
"""What is left each second to all who only watch at one address: fifty phones there that see a move every
two seconds ask less."""
FORGOTTEN: Final = 10.0
"""So many refusals are forgotten each second: who asks on all the same is heard the less."""
Value = TypeVar("Value")
REMEMBERED: Final = 1024
AT_TABLE_S: Final = 600.0


class Crowd:
    """Who has asked for how much lately; `clock` is monotonic, in s."""

    def __init__(
        self,
        clock: Callable[[], float],
        burst: float = BURST,
        per_s: float = PER_S,
        guests_per_s: float = GUESTS_PER_S,
    ) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._phones = _Shares(burst, per_s)
        self._guests = _Shares(burst, guests_per_s)
        self._refusals = _Shares(BURST, FORGOTTEN)
        self._at_table: OrderedDict[str, float] = OrderedDict()

    def like(self, burst: float, per_s: float) -> "Crowd":
        """Return a crowd by the same clock in which everybody may ask for so much."""
        return Crowd(self._clock, burst, per_s, per_s)

    def admits(self, phone: str, address: str) -> bool:
        """Return whether one more request is within what one may send, and count it if it is.

        `phone` is who asks if it is at the table, "" else: those at the table are counted by themselves, so
        that nobody else at their address is in their way.
        """
        with self._lock:
            now = self._clock()
            if phone:
                _remember(self._at_table, address, now)
            admitted = self._phones.take(phone, now) if phone else self._guests.take(address, now)
            if not admitted:
                self._refusals.take(address, now)
            return admitted

    def is_at_table(self, address: str) -> bool:
        """Return whether a phone at the table has asked from there lately."""
        with self._lock:
            return self._clock() < self._at_table.get(address, float("-inf")) + AT_TABLE_S

    def is_deaf(self, address: str) -> bool:
        """Return whether somebody there goes on asking after as many refusals as one may send requests."""
        with self._lock:
            return self._refusals.left(address, self._clock()) < 1


class _Shares:
    """What is left to each of `burst`, which comes back by `per_s` each second."""

    def __init__(self, burst: float, per_s: float) -> None:
        self._burst, self._per_s = burst, per_s
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._left)

    def left(self, who: str, now: float) -> float:
        left, since = self._left.get(who, (self._burst, now))
        return min(self._burst, left + (now - since) * self._per_s)

    def take(self, who: str, now: float) -> bool:
        """Take one, and return whether it was there."""
        left = self.left(who, now)
        _remember(self._left, who, (left - (left >= 1), now))
        return left >= 1


def who_gives_way(held: Mapping[str, int], address: str, *, at_table: bool) -> str | None:
    """Return who gives a place up for one more at `address` where all are taken, None if nobody does.

    `held` is how many places each address holds that are not the table's own.
    """
    if not held:
        return None
    greediest = max(held, key=lambda who: held[who])
    return greediest if at_table or held[greediest] > held.get(address, 0) + 1 else None


def _remember(known: OrderedDict[str, Value], who: str, value: Value) -> None:
    known[who] = value
    known.move_to_end(who)
    if len(known) > REMEMBERED:
        known.popitem(last=False)
