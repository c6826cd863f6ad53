"""Who may become a host: by holding the button, or by the table's PIN."""

import hmac
import threading
from collections.abc import Callable
from typing import Final

PAIRING_S: Final = 60.0
WRONG_PINS: Final = 5
PIN_WAIT_S: Final = 60.0


class TooManyPinsError(Exception):
    """This address has to wait after too many wrong PINs; `wait_s` says how long still."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many wrong PINs: {wait_s:.0f} s to wait")
        self.wait_s = wait_s


class Doorkeeper:
    """Lets hosts in. `clock` is monotonic, in s: a Pi has no time of day of its own."""

    def __init__(self, pin: str, clock: Callable[[], float]) -> None:
        self._pin = pin
        self._clock = clock
        self._lock = threading.Lock()
        self._open_until = float("-inf")
        self._wrong: dict[str, list[float]] = {}

    def open(self) -> None:
        """Let in the next phone that asks within a minute: somebody held the button."""
        with self._lock:
            self._open_until = self._clock() + PAIRING_S

    @property
    def is_open(self) -> bool:
        """Whether a phone that asks now would be let in."""
        return self._clock() < self._open_until

    def enter(self) -> bool:
        """Return whether the phone that asks is let in; the door closes behind it."""
        with self._lock:
            if not self.is_open:
                return False
            self._open_until = float("-inf")
            return True

    def check_pin(self, pin: str, address: str) -> bool:
        """Return whether `pin` is the table's; five wrong ones cost an address a minute.

        Wrong ones are forgotten a minute after the last.

        Raises:
            TooManyPinsError: the minute is not over.
        """
        with self._lock:
            now = self._clock()
            self._forget_old(now)
            wrong = self._wrong.get(address, [])
            if len(wrong) >= WRONG_PINS:
                raise TooManyPinsError(wrong[-1] + PIN_WAIT_S - now)
            if hmac.compare_digest(pin.encode(errors="replace"), self._pin.encode()):
                self._wrong.pop(address, None)
                return True
            self._wrong[address] = [*wrong, now]
            return False

    def _forget_old(self, now: float) -> None:
        self._wrong = {who: at for who, at in self._wrong.items() if at[-1] > now - PIN_WAIT_S}
