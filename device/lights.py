"""The lights on the table: in the button, and where built, a green one for true and a red one for a lie.

Each light plays patterns of brightness. The button's alone says everything; the other two add to it.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import chain, cycle
from threading import Lock
from typing import Final, Protocol

from gpiozero import PWMLED

from device.pins import claiming

_LOG = logging.getLogger(__name__)
FRAME_S: Final = 0.04
"""How long one value of a pattern shines."""

Pattern = tuple[float, ...]
"""Brightness (0 to 1) every `FRAME_S`: one value stays, more are played in a circle."""


class Light(StrEnum):
    """What the lights say."""

    OFF = "off"
    WAITING = "waiting"
    READING = "reading"
    TRUE = "true"
    LIE = "lie"
    UNCERTAIN = "uncertain"


def _pulse(frames: int) -> Pattern:
    """Return one swell and fade over so many frames."""
    return tuple(1 - abs(2 * frame / frames - 1) for frame in range(frames))


def _blink(on: int, off: int) -> Pattern:
    return (1.0,) * on + (0.0,) * off


_DARK: Final[Pattern] = (0.0,)
_STEADY: Final[Pattern] = (1.0,)
_ASKING: Final[Pattern] = _blink(3, 4) + _blink(3, 25)

BUTTON: Final[Mapping[Light, Pattern]] = {
    Light.OFF: _DARK,
    Light.WAITING: _pulse(50),
    Light.READING: _pulse(10),
    Light.TRUE: _STEADY,
    Light.LIE: _blink(12, 12),
    Light.UNCERTAIN: _ASKING,
}
"""What the button's light plays: slow breaths, quick ones, steady, even blinks, two winks and a pause."""

GREEN: Final[Mapping[Light, Pattern]] = {Light.TRUE: _STEADY, Light.UNCERTAIN: _ASKING}
"""What the green light plays; otherwise it is dark."""

RED: Final[Mapping[Light, Pattern]] = {Light.LIE: _STEADY, Light.UNCERTAIN: _ASKING}
"""What the red light plays; otherwise it is dark."""

NO: Final[Pattern] = (0.0,) * 3 + _blink(3, 3) * 3
"""Three short blinks after a moment of dark: this press was not taken."""

COUNTED: Final[Pattern] = _blink(6, 9)
PAUSE: Final[Pattern] = (0.0,) * 20
LONG_PAUSE: Final[Pattern] = (0.0,) * 55
"""How a number is counted out, what parts one from the next, and the last from the first again."""


def counting(numbers: Sequence[int]) -> Pattern:
    """Return the pattern that counts numbers out, each by so many blinks, after a long pause."""
    return LONG_PAUSE + tuple(chain.from_iterable(COUNTED * number + PAUSE for number in numbers))


class Lights:
    """The lights on BCM pins, lit when high; None is one that is not there."""

    def __init__(self, button_gpio: int | None, true_gpio: int | None, lie_gpio: int | None) -> None:
        self._turn = Lock()
        self._shown = Light.OFF
        self._counting: Pattern = ()
        self._filling = False
        self._refused = False
        self._failing = False
        self._button: _Bulb = _NoBulb()
        self._green: _Bulb = _NoBulb()
        self._red: _Bulb = _NoBulb()
        try:
            self._button = _bulb("the button's light", button_gpio)
            self._green = _bulb("the light for true", true_gpio)
            self._red = _bulb("the light for a lie", lie_gpio)
        except OSError:
            self.close()
            raise

    def show(self, light: Light) -> None:
        """Show this from now on."""
        with self._turn, self._spared():
            self._shown, self._counting = light, ()
            self._play()

    def count(self, numbers: Sequence[int]) -> None:
        """Count these numbers out on the button from now on, over and over; the other lights are dark."""
        with self._turn, self._spared():
            self._shown, self._counting = Light.OFF, counting(numbers)
            self._play()

    def fill(self, share: float) -> None:
        """Light the button by the share (0 to 1) of a hold; 0 goes back to what was shown.

        A hold that was not taken fills no longer: its "no" is to be seen.
        """
        with self._turn, self._spared():
            self._refused = self._refused and share > 0
            if share > 0 and not self._refused:
                self._filling = True
                self._button.play((), (min(1.0, share),))
            elif self._filling:
                self._play()

    def no(self) -> None:
        """Blink that a press was not taken, then go on with what was shown; return at once."""
        with self._turn, self._spared():
            self._refused = self._refused or self._filling
            self._play(NO)

    def close(self) -> None:
        """Put out the lights and free their pins; may be called twice."""
        with self._turn:
            for bulb in (self._button, self._green, self._red):
                bulb.close()
            self._button = self._green = self._red = _NoBulb()

    @contextmanager
    def _spared(self) -> Iterator[None]:
        """A light that fails costs nobody a press: it is told once, and tried again the next time."""
        try:
            yield
        except Exception:  # each library that drives pins raises errors of its own
            if not self._failing:
                _LOG.exception("a light on the table fails: see to its wires; the game goes on without it")
            self._failing = True
        else:
            self._failing = False

    def _play(self, first: Pattern = ()) -> None:
        self._filling = False
        self._button.play(first, self._counting or BUTTON[self._shown])
        self._green.play((), GREEN.get(self._shown, _DARK))
        self._red.play(first, RED.get(self._shown, _DARK))


class _Bulb(Protocol):
    def play(self, first: Pattern, then: Pattern) -> None:
        """Play one pattern once, then the other for ever, in a thread of gpiozero's."""

    def close(self) -> None: ...


class _RealBulb:
    def __init__(self, led: PWMLED) -> None:
        self._led = led
        self._led.source_delay = FRAME_S

    def play(self, first: Pattern, then: Pattern) -> None:
        self._led.source = None
        if first or len(then) > 1:
            self._led.source = _values(first, then)
        else:
            self._led.value = then[0]

    def close(self) -> None:
        self._led.close()


class _NoBulb:
    def play(self, first: Pattern, then: Pattern) -> None: ...

    def close(self) -> None: ...


def _bulb(part: str, gpio: int | None) -> _Bulb:
    if gpio is None:
        return _NoBulb()
    with claiming(part, gpio):
        return _RealBulb(PWMLED(gpio))


def _values(first: Pattern, then: Pattern) -> Iterable[float]:
    """Return what gpiozero shows: an end after a last steady value, so that its thread ends too."""
    return chain(first, cycle(then) if len(then) > 1 else then)
