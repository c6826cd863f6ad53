"""Simulated pins for every test here, and a clock that only a test moves."""

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.pins import mock_pins


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s

    def pass_by(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    factory = mock_pins()
    yield factory
    factory.reset()
    Device.pin_factory = before
