"""What every guest can be asked, however it is made."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

SLOWLY: Final = 1800.0
"""Seconds for what takes seconds on a Pi: much is emulated, on a machine that has other work."""
HOME: Final = "10.0.2.15"
"""The address that the pub's network gives to a guest."""


class GuestError(AssertionError):
    """The guest did not do what it was told; the message says what it said."""


class Guest(ABC):
    """A landlord's machine; phones find its table at `address`."""

    address: str

    @abstractmethod
    def tried(self, command: str, timeout_s: float = SLOWLY) -> tuple[int, str, str]:
        """Run a command as root and return its status, what it said, and what it said of errors."""

    def run(self, command: str, timeout_s: float = SLOWLY) -> str:
        """Run a command as root and return what it said; GuestError if it failed."""
        status, said, wrong = self.tried(command, timeout_s)
        if status:
            raise GuestError(f"{command}: {status}\n{said[-3000:]}{wrong[-3000:]}")
        return said

    def as_landlord(self, command: str, timeout_s: float = SLOWLY) -> str:
        """Run a command as the landlord would type it after logging in; GuestError if it failed."""
        return self.run(f"su - landlord -c {json.dumps(command)}", timeout_s)

    def until(self, command: str, said: str, timeout_s: float = SLOWLY) -> None:
        """Wait until a command says something that has `said` in it; GuestError if it never does."""
        heard = ""
        end = time.monotonic() + timeout_s
        while said not in heard:
            if time.monotonic() > end:
                raise GuestError(f"{command} never said {said!r} but {heard[-3000:]!r}")
            time.sleep(0.5)
            heard = "".join(self.tried(command)[1:])


def patiently(done: Callable[[], object], *passing: type[BaseException], timeout_s: float = SLOWLY) -> None:
    """Ask again and again until something is so; errors that are `passing` count as not yet."""
    end = time.monotonic() + timeout_s
    while True:
        try:
            if done():
                return
        except passing:
            pass
        if time.monotonic() > end:
            raise GuestError(f"it never came to {done}")
        time.sleep(0.2)
