"""Simulated pins for every test here, a clock that only a test moves, and a place for picamera2."""

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Self, cast

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.pins import mock_pins
from tests.device.picamera import ColorSpace, Install, Picamera2


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s

    def pass_by(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return a clock by which simulated pins note their edges, too."""
    clock = Clock()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", clock)
    return clock


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    factory = mock_pins()
    yield factory
    factory.reset()
    Device.pin_factory = before


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return what puts a stand-in where picamera2 would be."""

    def install(camera: Picamera2) -> Picamera2:
        class Opening(Picamera2):
            _cm = camera

            def __new__(cls) -> Self:
                camera.__class__ = cls
                return cast("Self", camera)

            def __init__(self) -> None:
                self.open()

        for name, known in (("picamera2", {"Picamera2": Opening}), ("libcamera", {"ColorSpace": ColorSpace})):
            module = ModuleType(name)
            vars(module).update(known)
            monkeypatch.setitem(sys.modules, name, module)
        return camera

    return install
