"""The button, on simulated pins: they know no bounce, and a press runs in the test's own thread."""

import logging
from collections.abc import Callable
from contextlib import closing
from queue import Empty, SimpleQueue

import pytest
from gpiozero import Button
from gpiozero.pins.mock import MockFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.button import ButtonEvents, NoButton, OneButton, TwoButtons
from device.pins import SimulatedPress
from tests.device.conftest import Clock

GPIO = 17
OTHER_GPIO = 18
LONG_S = 10.0  # a wait that ends at once unless something is broken


class Heard:
    """What a button told, in order; how far the light filled is kept apart."""

    def __init__(self) -> None:
        self._told: SimpleQueue[str] = SimpleQueue()
        self._shares: SimpleQueue[float] = SimpleQueue()

    def events(self) -> ButtonEvents:
        return ButtonEvents(
            press=self._teller("press"),
            accept=self._teller("accept"),
            challenge=self._teller("challenge"),
            pair=self._teller("pair"),
            fill=self._shares.put,
        )

    def next(self) -> str:
        return self._told.get(timeout=LONG_S)

    def rest(self) -> list[str]:
        told = []
        while True:
            try:
                told.append(self._told.get_nowait())
            except Empty:
                return told

    def wait_for_share(self, share: float) -> None:
        while self._shares.get(timeout=LONG_S) != pytest.approx(share):
            pass

    def _teller(self, what: str) -> Callable[[], None]:
        return lambda: self._told.put(what)


@pytest.fixture
def heard() -> Heard:
    return Heard()


def test_a_short_press_accepts_once_and_only_on_release(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(OneButton(GPIO, on=heard.events(), clock=clock)):
        SimulatedPress(GPIO).press()
        assert heard.rest() == ["press"]
        clock.pass_by(0.79)
        SimulatedPress(GPIO).release()
        assert heard.rest() == ["accept"]


def test_a_hold_challenges_while_it_lasts_and_its_release_does_not_accept(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(OneButton(GPIO, on=heard.events(), clock=clock)):
        SimulatedPress(GPIO).press()
        clock.pass_by(0.8)
        assert [heard.next(), heard.next()] == ["press", "challenge"]
        clock.pass_by(1)
        heard.wait_for_share(1)
        SimulatedPress(GPIO).release()
        assert heard.rest() == []


def test_a_hold_of_five_seconds_pairs_once(pins: MockFactory, clock: Clock, heard: Heard) -> None:
    with closing(OneButton(GPIO, on=heard.events(), clock=clock)):
        SimulatedPress(GPIO).press()
        clock.pass_by(0.8)
        assert [heard.next(), heard.next()] == ["press", "challenge"]
        clock.pass_by(4.2)
        assert heard.next() == "pair"
        clock.pass_by(10)
        SimulatedPress(GPIO).release()
        assert heard.rest() == []


def test_a_hold_that_nobody_noticed_in_time_still_counts_on_release(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(OneButton(GPIO, on=heard.events(), hold_s=0.8, clock=clock)) as button:
        button._button._button.hold_time = 60  # the thread of holds sleeps through it
        SimulatedPress(GPIO).press()
        clock.pass_by(0.9)
        SimulatedPress(GPIO).release()
        assert heard.rest() == ["press", "challenge"]


def test_a_short_press_accepts_though_all_threads_were_kept_waiting_before_its_release_was_told(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(OneButton(GPIO, on=heard.events(), hold_s=0.8, clock=clock)) as button:
        pin = pins.pin(GPIO)
        SimulatedPress(GPIO).press()
        clock.pass_by(0.2)
        pin._change_state(True)  # up, and nobody is told yet
        clock.pass_by(3)
        button._button._held()
        pin._call_when_changed()
        assert heard.rest() == ["press", "accept"]


def test_a_short_press_accepts_though_all_threads_were_kept_waiting_once_its_pin_was_read(
    pins: MockFactory, clock: Clock, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(OneButton(GPIO, on=heard.events(), hold_s=0.8, clock=clock)) as button:
        button._button._button.hold_time = 60  # the thread of holds comes when it is told to
        pin = pins.pin(GPIO)

        def let_go_once_read() -> bool:
            clock.pass_by(0.2)
            pin._change_state(True)  # up, and nobody is told yet
            clock.pass_by(3)
            return False

        SimulatedPress(GPIO).press()
        monkeypatch.setattr(pin, "_get_state", let_go_once_read)
        button._button._held()
        pin._call_when_changed()
        assert heard.rest() == ["press", "accept"]


def test_two_short_presses_are_no_hold_though_nobody_was_told_yet_that_the_first_is_over(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(OneButton(GPIO, on=heard.events(), hold_s=0.8, clock=clock)) as button:
        button._button._button.when_held = lambda: None  # the thread of holds comes when it is told to
        pin = pins.pin(GPIO)
        SimulatedPress(GPIO).press()
        clock.pass_by(0.1)
        pin._change_state(True)
        clock.pass_by(1.3)
        pin._change_state(False)  # down anew, and nobody is told yet of either
        button._button._held()
        assert heard.rest() == ["press"]


def test_a_hold_challenges_though_its_press_was_told_late(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(OneButton(GPIO, on=heard.events(), hold_s=0.8, clock=clock)) as button:
        button._button._button.hold_time = 60  # the thread of holds sleeps through it
        pin = pins.pin(GPIO)
        pin._change_state(False)  # down, and nobody is told yet
        clock.pass_by(0.5)
        pin._call_when_changed()
        clock.pass_by(0.4)
        SimulatedPress(GPIO).release()
        assert heard.rest() == ["press", "challenge"]


def test_the_light_fills_while_a_button_is_held_and_empties_on_release(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    clock.pass_by(60)  # what counts is how long it is held, not since when the program runs
    with closing(OneButton(GPIO, on=heard.events(), hold_s=0.8, clock=clock)):
        SimulatedPress(GPIO).press()
        for held_s, share in ((0.2, 0.25), (0.4, 0.75), (1.0, 1.0)):
            clock.pass_by(held_s)
            heard.wait_for_share(share)
        SimulatedPress(GPIO).release()
        heard.wait_for_share(0)


def test_a_short_press_after_a_hold_accepts(pins: MockFactory, clock: Clock, heard: Heard) -> None:
    with closing(OneButton(GPIO, on=heard.events(), clock=clock)):
        SimulatedPress(GPIO).press()
        clock.pass_by(2)
        SimulatedPress(GPIO).release()
        SimulatedPress(GPIO).press()
        SimulatedPress(GPIO).release()
        assert heard.rest() == ["press", "challenge", "press", "accept"]


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(holds_s=st.lists(st.floats(0, 6), max_size=5))
def test_each_press_counts_once_however_long(pins: MockFactory, clock: Clock, holds_s: list[float]) -> None:
    heard = Heard()
    with closing(OneButton(GPIO, on=heard.events(), clock=clock)):
        for hold_s in holds_s:
            began_s = clock.now_s
            for _ in range(3):
                SimulatedPress(GPIO).press()  # the level is low already: no edge, no second press
            clock.pass_by(hold_s)
            held_s = clock.now_s - began_s
            SimulatedPress(GPIO).release()
            answer = ["accept"] if held_s < 0.8 else ["challenge"]
            assert heard.rest() == ["press", *answer, *(["pair"] if held_s >= 5 else [])]
    pins.reset()


def test_the_pin_is_told_how_long_its_contacts_bounce(pins: MockFactory, heard: Heard) -> None:
    with closing(OneButton(GPIO, on=heard.events(), bounce_s=0.03)):
        assert pins.pin(GPIO).bounce == 0.03


def test_no_bounce_time_is_none(pins: MockFactory, heard: Heard) -> None:
    with closing(OneButton(GPIO, on=heard.events(), bounce_s=0)):
        assert pins.pin(GPIO).bounce is None


def test_a_button_that_is_down_at_the_start_tells_nothing_until_its_next_press(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    pins.pin(GPIO)
    with closing(OneButton(GPIO, on=heard.events(), clock=clock)) as button:
        button._button._released()
        assert heard.rest() == []


def test_a_press_at_the_very_moment_in_which_a_button_begins_to_listen_is_heard(
    pins: MockFactory, clock: Clock, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def set_and_pressed(button: object, name: str, value: object) -> None:
        Button.__setattr__(button, name, value)
        if name == "when_pressed":
            SimulatedPress(GPIO).press()

    pressed = type("Pressed", (Button,), {"__setattr__": set_and_pressed})
    monkeypatch.setattr("device.button.Button", pressed)
    with closing(OneButton(GPIO, on=heard.events(), clock=clock)):
        SimulatedPress(GPIO).release()
        assert heard.rest() == ["press", "accept"]


def test_two_buttons_accept_on_release_and_challenge_on_the_press(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(TwoButtons(GPIO, OTHER_GPIO, on=heard.events(), clock=clock)):
        SimulatedPress(GPIO).press()
        assert heard.rest() == ["press"]
        SimulatedPress(GPIO).release()
        assert heard.rest() == ["accept"]
        SimulatedPress(OTHER_GPIO).press()
        assert heard.rest() == ["press", "challenge"]
        SimulatedPress(OTHER_GPIO).release()
        assert heard.rest() == []


def test_holding_the_accepting_one_of_two_buttons_pairs_and_does_not_accept(
    pins: MockFactory, clock: Clock, heard: Heard
) -> None:
    with closing(TwoButtons(GPIO, OTHER_GPIO, on=heard.events(), pair_s=5, clock=clock)):
        SimulatedPress(GPIO).press()
        clock.pass_by(5)
        assert [heard.next(), heard.next()] == ["press", "pair"]
        SimulatedPress(GPIO).release()
        assert heard.rest() == []


def test_a_listener_that_fails_is_logged_and_the_next_press_is_heard(
    pins: MockFactory, clock: Clock, heard: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("the table is gone")

    told = heard.events()
    failing = ButtonEvents(fail, told.accept, told.challenge, told.pair, told.fill)
    with caplog.at_level(logging.ERROR), closing(OneButton(GPIO, on=failing, clock=clock)):
        SimulatedPress(GPIO).press()
        SimulatedPress(GPIO).release()
    assert heard.rest() == ["accept"]
    assert "a press of the button was lost" in caplog.text


def test_closing_frees_the_pins_and_may_be_done_twice(pins: MockFactory, heard: Heard) -> None:
    two = TwoButtons(GPIO, OTHER_GPIO, on=heard.events())
    two.close()
    two.close()
    one = OneButton(GPIO, on=heard.events())
    one.close()
    one.close()
    NoButton().close()


def test_a_pin_that_is_taken_is_named_and_the_other_button_is_let_go(pins: MockFactory, heard: Heard) -> None:
    with closing(OneButton(OTHER_GPIO, on=heard.events())):
        with pytest.raises(OSError, match=r"the button can't have GPIO 18 .*check the pins"):
            TwoButtons(GPIO, OTHER_GPIO, on=heard.events())
        OneButton(GPIO, on=heard.events()).close()
