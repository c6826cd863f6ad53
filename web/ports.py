"""What the web side is handed: the table, who lets hosts in, and what is true of this one table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, Final, Protocol

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
    def places(self) -> Sequence[str]:
        """What can be laid out for the window's set-up: "empty", dice in the "middle", or at the "rim"."""

    def lay_out(self, place: str) -> None:
        """Lay dice so until the next throw."""

    def picture(self) -> bytes:
        """Return what lies under the cup now, as a JPEG or PNG; nothing where a real camera looks."""

    def press(self, button: str) -> None:
        """Push the button "accept" or "challenge" down; ValueError if there is none of that name."""

    def release(self, button: str) -> None:
        """Let a button go; ValueError if there is none of that name."""


class MemoryRefusedError(Exception):
    """The table's memory is not copied, or another not taken, for a reason that `code` tells."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Memory(Protocol):
    """The table's memory, to take away and to bring back.

    Both raise MemoryRefusedError or OSError where that can't be, and bringing one NotAllowedError where the
    phone that does is no host's any more.
    """

    @property
    def allowed(self) -> bool:
        """Whether nobody plays, so that one may be brought back."""

    @property
    def ready(self) -> bool:
        """Whether one was brought back, with which the table starts anew within a moment."""

    def copy(self) -> IO[bytes]:
        """Return a copy, as a file from its beginning."""

    def bring_back(self, parcel: IO[bytes], phone: str) -> None:
        """Let the table start anew with a copy."""


class State(StrEnum):
    """How something is: all is well, it wants an eye, or it has to be mended."""

    WELL = "well"
    WATCH = "watch"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Sign:
    """How one thing is, by its code; `value` is what its sentence may name."""

    code: str
    state: State
    value: str


class Machine(Protocol):
    """What the table runs on and what hangs on it: how that is, and what a host does about it."""

    @property
    def presses(self) -> int:
        """How often the button was pressed, since the start, while it had nothing to say."""

    def signs(self) -> Sequence[Sign]:
        """Return how everything is that this machine can tell."""

    def look_again(self) -> None:
        """Look through the window anew, unless somebody plays."""

    def restart(self) -> None:
        """Let the program start anew within a moment; the game goes on where it stands."""

    def report(self) -> str:
        """Return what helps to find a fault, as text: no name of anybody, nothing that is still secret."""


@dataclass(frozen=True, slots=True)
class Parts:
    """One table's own.

    `key` signs the phone's cookie and the form tokens. `usual_name` is what the table is called until a host
    gives it another name, `usual_is_given` whether the settings give that one. `language` is for browsers
    that ask for none, `hosts` are the host names, without port, besides IP addresses, under which phones may
    come; `find_url` says what the QR code is to say now, None without a network. Over `streams` event streams
    at once, phones poll. `new_phone` gives a new phone's random name; `button` says what hangs on the table:
    "one", "two" or "none", `pair_s` how long it is held for the host's code, and `button_shines` whether its
    light can blink that. `window` walks through the window's set-up, where there is anything to look through,
    and `lesson` through teaching the table its dice. `forget_pictures` deletes what these two and evenings
    have kept of pictures, as a table has still that has no camera any more. `machine` is what all that runs
    on, `memory` copies what the table remembers, where there is a disk. `cup_path` is the secret part of the
    simulated cup's address. `sign` is told of every phone at the table that asks for anything.
    """

    table: Table
    doorkeeper: Doorkeeper
    pairing: Pairing
    key: bytes
    usual_name: str
    language: str
    hosts: frozenset[str]
    find_url: Callable[[], str | None]
    streams: int
    new_phone: Callable[[], str]
    button: str
    machine: Machine
    usual_is_given: bool = False
    pair_s: float = 5.0
    button_shines: bool = True
    window: WindowSetup | None = None
    lesson: DiceLesson | None = None
    forget_pictures: Callable[[], object] = lambda: None
    memory: Memory | None = None
    cup: Cup | None = None
    cup_path: str = ""
    sign: Callable[[str], None] = lambda _phone: None

    @property
    def name(self) -> str:
        """What the table is called now."""
        return self.table.snapshot().name or self.usual_name

    @property
    def is_named(self) -> bool:
        """Whether a host, or the settings, have named the table."""
        return bool(self.table.snapshot().name) or self.usual_is_given


def current_parts() -> Parts:
    """Return the parts of the table that this request is for."""
    parts: Parts = current_app.extensions[EXTENSION]
    return parts
