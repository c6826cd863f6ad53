import sys
from pathlib import Path

import pytest
from gpiozero import LED, PWMLED, Device
from gpiozero.pins.mock import MockFactory

from device.pins import NOTED, SimulatedPress, claiming, mock_pins, real_pins


def test_simulated_pins_can_dim_lights(pins: MockFactory) -> None:
    with PWMLED(27) as led:
        led.value = 0.5
        assert pins.pin(27).state == 0.5


def test_a_simulated_pin_does_not_remember_all_that_it_ever_was(pins: MockFactory) -> None:
    with PWMLED(27) as led:
        for _ in range(NOTED):
            led.on()
            led.off()
    assert len(pins.pin(27).states) == NOTED


def test_a_machine_without_pins_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(OSError, match="install the system's package python3-lgpio"):
        real_pins()


def test_pins_that_fail_say_why(monkeypatch: pytest.MonkeyPatch, pins: MockFactory, tmp_path: Path) -> None:
    class Lgpio:
        class LGPIOFactory:
            def __init__(self) -> None:
                raise RuntimeError("can not open gpiochip")

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Lgpio)
    with pytest.raises(OSError, match=r"can not open gpiochip.*group gpio"):
        real_pins()
    assert Device.pin_factory is pins


def test_real_pins_are_the_ones_in_use_from_then_on(
    monkeypatch: pytest.MonkeyPatch, pins: MockFactory
) -> None:
    class Lgpio:
        LGPIOFactory = MockFactory

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Lgpio)
    factory = real_pins()
    assert Device.pin_factory is factory is not pins


def test_only_simulated_pins_can_be_pressed_by_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(ValueError, match="GPIO 17 is no simulated pin"):
        SimulatedPress(17)


def test_a_part_that_fails_on_its_pin_is_named_with_it(pins: MockFactory) -> None:
    with LED(22), pytest.raises(OSError, match=r"the lamps can't have GPIO 22"), claiming("the lamps", 22):
        LED(22)


def test_simulated_pins_make_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = Device.pin_factory
    mock_pins()
    Device.pin_factory = before
    assert list(tmp_path.iterdir()) == []
