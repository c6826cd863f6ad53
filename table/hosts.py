"""Who may become a host without the button: who knows the table's PIN."""

import hmac
import threading
from collections.abc import Callable
from typing import Final

WRONG_PINS: Final = 5
PIN_WAIT_S: Final = 60.0
MANY_PINS: Final = 20
"""So many wrong ones from anywhere since the last right one, and everybody waits, twice as long each time."""
LONGEST_WAIT_S: Final = 3600.0


class TooManyPinsError(Exception):
    """This address, or everybody, has to wait after too many wrong PINs; `wait_s` says how long still."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many wrong PINs: {wait_s:.0f} s to wait")
        self.wait_s = wait_s


class Doorkeeper:
    """Asks for the PIN. `clock` is monotonic, in s: a Pi has no time of day of its own.

    `pin` tells the table's PIN as it is now. `guesses` is how many wrong ones came since the last right one,
    before this start too; `count` is told whenever it changes.
    """

    def __init__(
        self,
        pin: Callable[[], str],
        clock: Callable[[], float],
        guesses: int = 0,
        count: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._pin = pin
        self._clock = clock
        self._guesses, self._count = guesses, count
        self._guessed_at = clock()
        self._lock = threading.Lock()
        self._wrong: dict[str, list[float]] = {}

    def check_pin(self, pin: str, address: str) -> bool:
        """Return whether `pin` is the table's; five wrong ones cost an address a minute.

        Wrong ones are forgotten a minute after the last; those of all addresses together only when the right
        one comes.

        Raises:
            TooManyPinsError: the wait is not over.
        """
        with self._lock:
            now = self._clock()
            self._forget_old(now)
            wrong = self._wrong.get(address, [])
            if len(wrong) >= WRONG_PINS:
                raise TooManyPinsError(wrong[-1] + PIN_WAIT_S - now)
            if (wait_s := self._guessed_at + _wait_of_all(self._guesses) - now) > 0:
                raise TooManyPinsError(wait_s)
            if pin and hmac.compare_digest(pin.encode(errors="replace"), self._pin().encode()):
                self._wrong.pop(address, None)
                self._counted(0)
                return True
            self._wrong[address] = [*wrong, now]
            self._guessed_at = now
            self._counted(self._guesses + 1)
            return False

    def _counted(self, guesses: int) -> None:
        if guesses != self._guesses:
            self._guesses = guesses
            self._count(guesses)

    def _forget_old(self, now: float) -> None:
        self._wrong = {who: at for who, at in self._wrong.items() if at[-1] > now - PIN_WAIT_S}


def _wait_of_all(guesses: int) -> float:
    """How long everybody waits after so many wrong PINs, s."""
    doublings = guesses - MANY_PINS
    return min(LONGEST_WAIT_S, PIN_WAIT_S * 2.0 ** min(doublings, 10)) if doublings >= 0 else 0.0
