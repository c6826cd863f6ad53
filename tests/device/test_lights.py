"""The lights, on simulated pins that tell what they shone; patterns run in gpiozero's own threads."""

import re
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device import lights
from device.lights import BUTTON, GREEN, RED, Light, Lights, counting

BUTTON_GPIO, TRUE_GPIO, LIE_GPIO = 27, 23, 24
LONG_S = 10.0  # a wait that ends at once unless something is broken


class WatchedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """Tells a test as soon as what it shone is what the test waits for."""

    def __init__(self, *args: Any) -> None:
        self.until: Callable[[list[float]], bool] = lambda _: False
        self.reached = Event()
        super().__init__(*args)

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed and self.until(self.shone()):
            self.reached.set()
        return changed

    def shone(self) -> list[float]:
        return [float(each.state) for each in self.states]

    def wait_until(self, until: Callable[[list[float]], bool]) -> None:
        self.reached.clear()
        self.until = until
        assert until(self.shone()) or self.reached.wait(LONG_S), self.shone()


@pytest.fixture
def all_lights(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lights]:
    pins.pin_class = WatchedPin
    monkeypatch.setattr(lights, "FRAME_S", 0.001)
    made = Lights(BUTTON_GPIO, TRUE_GPIO, LIE_GPIO)
    yield made
    made.close()


def _pin(pins: MockFactory, gpio: int) -> WatchedPin:
    pin = pins.pin(gpio)
    assert isinstance(pin, WatchedPin)
    return pin


@pytest.mark.parametrize("light", list(Light))
def test_the_buttons_light_alone_says_everything(light: Light) -> None:
    assert all(BUTTON[light] != BUTTON[other] for other in Light if other is not light)


def test_a_light_that_fails_is_told_once_and_tried_again(
    all_lights: Lights, pins: MockFactory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def cut(_pin: WatchedPin, _value: float) -> bool:
        raise OSError("the wire is cut")

    with monkeypatch.context() as broken:
        broken.setattr(WatchedPin, "_change_state", cut)
        for light in (Light.TRUE, Light.OFF, Light.TRUE):
            all_lights.show(light)
        all_lights.fill(0.5)
        all_lights.fill(0)
    assert caplog.text.count("a light on the table fails") == 1
    all_lights.show(Light.TRUE)
    assert pins.pin(TRUE_GPIO).state == 1


@pytest.mark.parametrize("light", list(Light))
def test_every_pattern_is_a_share_of_the_light(light: Light) -> None:
    for patterns in (BUTTON, GREEN, RED):
        assert all(0 <= value <= 1 for value in patterns.get(light, ()))


@pytest.mark.parametrize(
    ("light", "button", "green", "red"),
    [(Light.OFF, 0, 0, 0), (Light.TRUE, 1, 1, 0), (Light.LIE, None, 0, 1), (Light.WAITING, None, 0, 0)],
)
def test_what_is_shown_stands_on_every_light(
    all_lights: Lights, pins: MockFactory, light: Light, button: int | None, green: int, red: int
) -> None:
    all_lights.show(light)
    assert button is None or pins.pin(BUTTON_GPIO).state == button
    assert (pins.pin(TRUE_GPIO).state, pins.pin(LIE_GPIO).state) == (green, red)


def test_waiting_breathes_over_and_over(all_lights: Lights, pins: MockFactory) -> None:
    all_lights.show(Light.WAITING)
    _pin(pins, BUTTON_GPIO).wait_until(lambda shone: shone.count(1.0) >= 2 and 0.48 in shone)


def test_a_lie_blinks_on_the_button_alone(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    pins.pin_class = WatchedPin
    monkeypatch.setattr(lights, "FRAME_S", 0.001)
    alone = Lights(BUTTON_GPIO, None, None)
    alone.show(Light.LIE)
    _pin(pins, BUTTON_GPIO).wait_until(lambda shone: shone[-4:] == [1.0, 0.0, 1.0, 0.0])
    alone.close()


def test_uncertain_winks_on_all_lights(all_lights: Lights, pins: MockFactory) -> None:
    all_lights.show(Light.UNCERTAIN)
    for gpio in (BUTTON_GPIO, TRUE_GPIO, LIE_GPIO):
        _pin(pins, gpio).wait_until(lambda shone: shone.count(1.0) >= 2)


def test_no_blinks_three_times_and_then_shows_what_was_shown(all_lights: Lights, pins: MockFactory) -> None:
    all_lights.show(Light.TRUE)
    pin = _pin(pins, BUTTON_GPIO)
    pin.clear_states()
    all_lights.no()
    pin.wait_until(lambda shone: len(shone) == 9)
    assert pin.shone() == [1, 0, 1, 0, 1, 0, 1, 0, 1]


def test_filling_shows_the_share_and_emptying_what_was_shown(all_lights: Lights, pins: MockFactory) -> None:
    all_lights.show(Light.TRUE)
    for share in (0.25, 0.5, 1.5):
        all_lights.fill(share)
        assert pins.pin(BUTTON_GPIO).state == min(share, 1)
    all_lights.fill(0.1)
    all_lights.fill(0)
    assert pins.pin(BUTTON_GPIO).state == 1


def test_emptying_what_was_not_filled_leaves_the_pattern_alone(all_lights: Lights, pins: MockFactory) -> None:
    all_lights.show(Light.WAITING)
    playing = all_lights._button._led.source  # type: ignore[attr-defined]  # the real bulb's
    all_lights.fill(0)
    assert all_lights._button._led.source is playing  # type: ignore[attr-defined]


def test_a_hold_that_was_not_taken_shows_no_until_it_is_let_go_and_the_next_fills_again(
    all_lights: Lights, pins: MockFactory
) -> None:
    all_lights.show(Light.TRUE)
    all_lights.fill(1)
    pin = _pin(pins, BUTTON_GPIO)
    pin.clear_states()
    for told in (all_lights.no, lambda: all_lights.fill(1), lambda: all_lights.fill(1)):
        told()
    pin.wait_until(lambda shone: len(shone) == 9)
    assert pin.shone() == [1, 0, 1, 0, 1, 0, 1, 0, 1]
    all_lights.fill(0)
    all_lights.fill(0.25)
    assert pin.state == 0.25


def test_a_no_after_the_release_leaves_the_next_hold_its_light(all_lights: Lights, pins: MockFactory) -> None:
    all_lights.fill(0.1)
    all_lights.fill(0)
    all_lights.no()
    all_lights.fill(0.5)
    assert pins.pin(BUTTON_GPIO).state == 0.5


def test_lights_that_are_not_there_do_nothing(pins: MockFactory) -> None:
    none = Lights(None, None, None)
    for light in Light:
        none.show(light)
    none.fill(0.5)
    none.no()
    none.close()


def test_closed_lights_are_dark_free_and_silent(pins: MockFactory) -> None:
    made = Lights(BUTTON_GPIO, TRUE_GPIO, LIE_GPIO)
    made.show(Light.WAITING)
    made.close()
    made.close()
    made.show(Light.TRUE)
    made.no()
    assert pins.pin(BUTTON_GPIO).state == 0
    Lights(BUTTON_GPIO, TRUE_GPIO, LIE_GPIO).close()


def test_a_lights_pin_that_is_taken_is_named_and_the_others_are_let_go(pins: MockFactory) -> None:
    taken = Lights(None, None, LIE_GPIO)
    with pytest.raises(OSError, match="the light for a lie can't have GPIO 24"):
        Lights(BUTTON_GPIO, TRUE_GPIO, LIE_GPIO)
    Lights(BUTTON_GPIO, TRUE_GPIO, None).close()
    taken.close()


def test_numbers_are_counted_out_over_and_over_and_the_game_takes_the_light_back(
    all_lights: Lights, pins: MockFactory
) -> None:
    all_lights.show(Light.TRUE)
    all_lights.count([2, 1])
    _pin(pins, BUTTON_GPIO).wait_until(lambda shone: shone.count(1.0) > 6)
    assert pins.pin(TRUE_GPIO).state == 0
    all_lights.show(Light.TRUE)
    assert pins.pin(TRUE_GPIO).state == 1
    assert pins.pin(BUTTON_GPIO).state == 1


def test_a_number_is_as_many_blinks_as_it_says_and_the_longest_pause_comes_before_the_first() -> None:
    played = "".join("#" if value else "." for value in counting([3, 1, 6]))
    short, long = "." * 10, "." * 50
    assert played.startswith(long)
    assert long not in played.lstrip(".")
    numbers = [part for part in played.split(short) if "#" in part]
    assert [len(re.findall("#+", number)) for number in numbers] == [3, 1, 6]
