"""A camera, pins and a reader that fail as they are told, and dice that only they can see."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any, Final

import numpy as np
from gpiozero.pins.mock import MockPWMPin

from table.ports import Frame, Picture
from vision.reading import Die, Reading, Reason

LONGEST_S: Final = 20.0
SHAPE: Final = (8, 8)
DARK: Final = 0


@dataclass
class Faults:
    """What fails just now, by name, and the dice in the window; `lit` says whether its lamps burn.

    `noise` makes no two lit frames alike; `last` is the last one that a sound camera gave.
    """

    chance: Random
    dice: tuple[int, ...] = (1, 1)
    now: str = ""
    lit: bool = False
    go_on: threading.Event = field(default_factory=threading.Event)
    noise: Iterator[int] = field(default_factory=lambda: cycle(range(100, 200)))
    last: Frame = field(default_factory=lambda: np.full(SHAPE, DARK, np.uint8))

    def begin(self, fault: str) -> None:
        """Let this fail from now on, and what hung go on."""
        self.go_on.set()
        self.go_on = threading.Event()
        self.now = fault

    def throw(self, count: int) -> None:
        """Let other dice lie there."""
        self.dice = tuple(sorted(self.chance.randint(1, 6) for _ in range(count)))

    def frame(self) -> Frame:
        """Return what a camera would see now: the dice in the first row, if there is light."""
        frame = np.full(SHAPE, DARK, np.uint8)
        if self.lit and self.now != "lamps burnt out":
            frame[0, : len(self.dice)] = self.dice
            frame[1:] = 200
            frame[-1, -1] = next(self.noise)
        return frame


class FaultyCamera:
    """A camera that fails as `faults` say, when it is opened and when it looks."""

    def __init__(self, faults: Faults, lamps: Any) -> None:
        self._faults, self._lamps = faults, lamps
        if faults.now == "camera can't be opened":
            raise FileNotFoundError("no such camera")

    def look(self, frames: int) -> list[Frame]:
        with self._lamps:
            return CAMERA_FAULTS.get(self._faults.now, _sound)(self._faults, frames)

    def close(self) -> None:
        if self._faults.now == "camera can't be closed":
            raise RuntimeError("the driver says no")


def _sound(faults: Faults, frames: int) -> list[Frame]:
    seen = [faults.frame() for _ in range(frames)]
    faults.last = seen[-1].copy()
    return seen


def _repeats(faults: Faults, frames: int) -> list[Frame]:
    """Show again what was seen last, whatever lies there by now."""
    return [faults.last.copy() for _ in range(frames)]


def _fails(error: Exception) -> Callable[[Faults, int], list[Frame]]:
    def fail(_faults: Faults, _frames: int) -> list[Frame]:
        raise error

    return fail


def _hangs(faults: Faults, frames: int) -> list[Frame]:
    """Hang until another moment of the game, and give what was seen before it."""
    seen, go_on = _sound(faults, frames), faults.go_on
    go_on.wait(LONGEST_S)
    return seen


def _moves(faults: Faults, frames: int) -> list[Frame]:
    """See a die that still rolls."""
    seen = _sound(faults, frames)
    seen[-1][0, 0] = faults.chance.randint(1, 6)
    return seen


def _garbage(faults: Faults, frames: int) -> list[Frame]:
    shape = faults.chance.choice(((0, 0), (1, 1), (8, 8, 3), (3,)))
    return [np.full(shape, 255, np.uint8)] * frames


CAMERA_FAULTS: Final[dict[str, Callable[[Faults, int], list[Frame]]]] = {
    "camera is unplugged": _fails(OSError("no such device")),
    "driver fails": _fails(RuntimeError("the driver says no")),
    "camera times out": _fails(TimeoutError("no frame")),
    "camera hangs": _hangs,
    "camera gives one frame": lambda faults, _: _sound(faults, 1),
    "camera gives no frame": lambda _faults, _frames: [],
    "camera gives garbage": _garbage,
    "camera repeats its picture": _repeats,
    "dice roll": _moves,
    "camera can't be opened": _fails(OSError("gone")),
    "camera can't be closed": _fails(OSError("gone")),
}


def read(frames: Sequence[Frame], expect: int) -> tuple[Reading, Picture]:
    """Read such frames as the real reader does: only what all of them show alike is certain."""
    first = frames[0]
    if first.shape != SHAPE:
        raise ValueError(f"no picture: {first.shape}")
    pips = [int(value) for value in first[0, :expect]]
    dice = tuple(Die(value, 4.0, 4.0, 2.0, 0.0, 0.99, ()) for value in pips if value)
    reason = None
    if not first[1:].any():
        reason = Reason.TOO_DARK
    elif any(not np.array_equal(frame[0], first[0]) for frame in frames):
        reason = Reason.MOVING
    return Reading(dice, reason), Picture(first.tobytes(), *SHAPE)


class FaultyPin(MockPWMPin):  # type: ignore[misc]  # gpiozero says no types
    """A simulated pin whose chip fails where `faults` say so."""

    faults: Faults | None = None

    def _set_state(self, value: float) -> None:
        self._fail_if("pins fail")
        super()._set_state(value)
        if self.faults and self.info.name == f"GPIO{LAMPS}":
            self.faults.lit = bool(value)

    def _set_frequency(self, value: float | None) -> None:
        self._fail_if("lights can't be dimmed")
        super()._set_frequency(value)

    def _fail_if(self, fault: str) -> None:
        if self.faults and self.faults.now == fault:
            raise OSError("GPIO not responding")


LAMPS: Final = 22
PIN_FAULTS: Final = ("pins fail", "lights can't be dimmed", "lamps burnt out")
