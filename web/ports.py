"""What the web side is handed: the table, who lets hosts in, and what is true of this one table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from flask import current_app

from table.hosts import Doorkeeper
from table.lesson import DiceLesson
from table.pairing import Pairing
from table.table import Table
from table.window import WindowSetup

EXTENSION: Final = "maexle"


class Cup(Protocol):
    """The simulated cup and button, where no camera or no pins are wired."""

    def shake(self) -> None:
        """Throw again."""

    @property
    def can_swap(self) -> bool:
        """Whether there are other dice to put in."""

    def swap(self) -> None:
        """Put other dice into the cup."""

    @property
    def can_clear(self) -> bool:
        """Whether the window can be shown empty."""

    def clear(self) -> None:
        """Take the dice away until the next throw."""

    def picture(self) -> bytes:
        """Return what lies under the cup now, as a JPEG or PNG; nothing where a real camera looks."""

    def press(self, button: str) -> None:
        """Push the button "accept" or "challenge" down; ValueError if there is none of that name."""

    def release(self, button: str) -> None:
        """Let a button go; ValueError if there is none of that name."""


@dataclass(frozen=True, slots=True)
class Parts:
    """One table's own.

    `key` signs the phone's cookie and the form tokens. `language` is for browsers that ask for none,
    `hosts` are the host names, without port, besides IP addresses, under which phones may come; `join_url` is
    what the QR code says. Over `streams` event streams at once, phones poll. `new_phone` gives a new phone's
    random name; `button` says what hangs on the table: "one", "two" or "none". `window`
    walks through the window's set-up, where there is anything to look through, and `lesson` through teaching
    the table its dice. `cup_path` is the secret part of the simulated cup's address.
    """

    table: Table
    doorkeeper: Doorkeeper
    pairing: Pairing
    key: bytes
    name: str
    language: str
    hosts: frozenset[str]
    join_url: str
    streams: int
    new_phone: Callable[[], str]
    button: str
    window: WindowSetup | None = None
    lesson: DiceLesson | None = None
    cup: Cup | None = None
    cup_path: str = ""


def current_parts() -> Parts:
    """Return the parts of the table that this request is for."""
    parts: Parts = current_app.extensions[EXTENSION]
    return parts
