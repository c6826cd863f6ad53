"""Pairing: who held the button gives back the code that the table then shows, and is a host."""

import hmac
import secrets
import threading
from collections.abc import Callable
from enum import StrEnum
from typing import Final

OPEN_S: Final = 60.0
NUMBERS: Final = 4
MOST: Final = 6
"""A code is so many numbers from 1 to this one, as on a die: what a light can count out."""
WRONG_CODES: Final = 3
ALL_WRONG_CODES: Final = 10
"""So many wrong ones from one address, and it is out; so many from all of them, and the door is shut."""


class Answer(StrEnum):
    """What a phone that wants to be a host's is told."""

    IN = "in"
    SHUT = "door_shut"
    FASTER = "door_faster"
    WRONG = "wrong_code"
    TOO_MANY = "many_codes"


class Pairing:
    """The door that the button opens, for the one phone that gives back the code.

    `clock` is monotonic, in s. `pick` gives a number below the one it is handed, by chance that nobody can
    foresee. `changed` is told, by whatever thread it was, when the door opens or shuts before its time.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        changed: Callable[[], None] = lambda: None,
        pick: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self._clock, self._changed, self._pick = clock, changed, pick
        self._lock = threading.Lock()
        self._open_until = float("-inf")
        self._code = ""
        self._outcome = Answer.SHUT
        self._wrong: dict[str, int] = {}

    def open(self) -> None:
        """Open the door for a minute, with a code of its own: somebody held the button."""
        with self._lock:
            self._open_until = self._clock() + OPEN_S
            self._code = "".join(str(1 + self._pick(MOST)) for _ in range(NUMBERS))
            self._outcome = Answer.SHUT
            self._wrong = {}
        self._changed()

    @property
    def code(self) -> str:
        """What the table shows now: the code while the door is open, else ""."""
        return self._code if self.left_s else ""

    @property
    def left_s(self) -> float:
        """For how long the door is still open; 0 when it is shut."""
        return max(0.0, self._open_until - self._clock())

    def enter(self, code: str, address: str) -> Answer:
        """Answer a phone that gives a code back; the door shuts behind the one that is let in.

        For the rest of the minute whoever comes too late is told why the door is shut.
        """
        with self._lock:
            before = self._code
            answer = self._answer(code, address)
            shut = self._code != before
        if shut:
            self._changed()
        return answer

    def _answer(self, code: str, address: str) -> Answer:
        if not self.left_s:
            return Answer.SHUT
        if self._outcome is not Answer.SHUT:
            return self._outcome
        if self._wrong.get(address, 0) >= WRONG_CODES:
            return Answer.TOO_MANY
        if hmac.compare_digest(code.encode(errors="replace"), self._code.encode()):
            self._outcome, self._code = Answer.FASTER, ""
            return Answer.IN
        self._wrong[address] = self._wrong.get(address, 0) + 1
        if sum(self._wrong.values()) < ALL_WRONG_CODES:
            return Answer.WRONG
        self._outcome, self._code = Answer.TOO_MANY, ""
        return Answer.TOO_MANY
