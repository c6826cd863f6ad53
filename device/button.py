"""The button under the hand of the player whose turn it is: one for both answers, or one for each.

Each presses BCM pins against ground. Everything is told in gpiozero's threads, so what is called must return
at once; of two things that happen together, the second waits for the first.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from gpiozero import Button

from device.pins import claiming

_LOG = logging.getLogger(__name__)
_STEPS: Final = 32  # in which the light fills, and within which a hold is noticed
_LATE_STEPS: Final = 4  # by then a finger may have let go and pressed anew

Clock = Callable[[], float]
Step = tuple[float, Callable[[], None]]


@dataclass(frozen=True, slots=True)
class ButtonEvents:
    """What a button tells.

    `press` at the moment of each press; `accept`, `challenge` and `pair` as the press turns out; `fill` the
    share (0 to 1) of a challenge's hold, while it is held, and 0 on release.
    """

    press: Callable[[], None]
    accept: Callable[[], None]
    challenge: Callable[[], None]
    pair: Callable[[], None]
    fill: Callable[[float], None]


class OneButton:
    """One button for both answers: a short press accepts, a hold of `hold_s` challenges, of `pair_s` pairs.

    A press that was held for a challenge never accepts. A hold that reaches `pair_s` has challenged before.
    """

    def __init__(
        self,
        gpio: int,
        *,
        on: ButtonEvents,
        bounce_s: float = 0.02,
        hold_s: float = 0.8,
        pair_s: float = 5.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self._fill = on.fill
        self._hold_s = hold_s
        self._button = _TimedButton(
            gpio,
            bounce_s,
            on_press=on.press,
            on_short=on.accept,
            on_held=self._show,
            steps=((hold_s, on.challenge), (pair_s, on.pair)),
            clock=clock,
        )

    def close(self) -> None:
        """Free the pin; may be called twice."""
        self._button.close()

    def _show(self, held_s: float) -> None:
        self._fill(min(1.0, held_s / self._hold_s))


class TwoButtons:
    """A button for each answer: accepting counts on release, challenging on the press.

    Holding the accepting one for `pair_s` pairs instead.
    """

    def __init__(
        self,
        accept_gpio: int,
        challenge_gpio: int,
        *,
        on: ButtonEvents,
        bounce_s: float = 0.02,
        pair_s: float = 5.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self._on = on
        pair = (pair_s, on.pair)
        self._accept = _TimedButton(
            accept_gpio, bounce_s, on_press=on.press, on_short=on.accept, steps=(pair,), clock=clock
        )
        try:
            self._challenge = _TimedButton(
                challenge_gpio, bounce_s, on_press=self._press_to_challenge, clock=clock
            )
        except OSError:
            self._accept.close()
            raise

    def close(self) -> None:
        """Free both pins; may be called twice."""
        self._accept.close()
        self._challenge.close()

    def _press_to_challenge(self) -> None:
        self._on.press()
        self._on.challenge()


class NoButton:
    """The button of a table that has none: nobody ever presses it."""

    def close(self) -> None:
        """Do nothing, as often as you like."""


def _nothing(*_: float) -> None:
    pass


class _TimedButton:
    """How long one button is held: tells the press, each step that a hold reaches, and a short release.

    `steps` are (seconds, what to call), the shortest first. A short press is one that reached none of them.
    """

    def __init__(
        self,
        gpio: int,
        bounce_s: float,
        *,
        on_press: Callable[[], object],
        on_short: Callable[[], None] = _nothing,
        on_held: Callable[[float], None] = _nothing,
        steps: Sequence[Step] = (),
        clock: Clock,
    ) -> None:
        self._on_press = on_press
        self._on_short = on_short
        self._on_held = on_held
        self._steps = tuple(steps)
        self._clock = clock
        self._turn = Lock()
        self._since: float | None = None
        self._looked_at = 0.0
        self._late_s = 0.0
        self._reached = 0
        with claiming("the button", gpio):
            self._button = Button(gpio, bounce_time=bounce_s or None)
        self._listen()

    def close(self) -> None:
        self._button.close()

    def _listen(self) -> None:
        if self._steps:
            # gpiozero never wakes early, so the last of these steps does not fall just short of the hold
            self._button.hold_time = self._steps[0][0] / _STEPS
            self._button.hold_repeat = True
            self._button.when_held = self._held
        self._button.when_released = self._released
        self._button.when_pressed = self._pressed

    def _pressed(self) -> None:
        with self._turn:
            self._since = self._looked_at = self._clock()
            self._late_s = self._button.active_time or 0.0
            self._reached = 0
            _tell(self._on_press)

    def _held(self) -> None:
        with self._turn:
            # by now, before the pin is read: after that all threads may be kept waiting, and it may go up
            now, before = self._clock(), self._looked_at
            self._looked_at = now
            # gpiozero's thread of holds may come here after the release, and before anybody was told of it
            if self._since is not None and self._button.is_pressed:
                held_s = now - self._since
                _tell(lambda: self._on_held(held_s))
                # or even in the next press: after a long wait, who tells of both is given a step's time
                if now - before < _LATE_STEPS * self._button.hold_time:
                    self._reach(held_s)

    def _released(self) -> None:
        with self._turn:
            # a button that was down when the program started has no press to end
            if self._since is not None:
                # all threads may have been kept waiting: what counts is when the pin itself went down and up,
                # by a clock that may be another than ours, as both ends are held against it
                late_s = self._button.inactive_time or 0.0
                self._reach(self._clock() - self._since + self._late_s - late_s)
                self._since = None
                if not self._reached:
                    _tell(self._on_short)
                _tell(lambda: self._on_held(0.0))

    def _reach(self, held_s: float) -> None:
        for due_s, tell in self._steps[self._reached :]:
            if held_s >= due_s:
                self._reached += 1
                _tell(tell)


def _tell(listener: Callable[[], object]) -> None:
    """Call a listener; one that fails must not end gpiozero's thread, and with it all later presses."""
    try:
        listener()
    except Exception:
        _LOG.exception("a press of the button was lost")
