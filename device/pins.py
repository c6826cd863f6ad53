"""The pins: real ones on a Pi, simulated ones anywhere else, and a finger for the simulated ones."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from gpiozero import Device, Factory, GPIODevice
from gpiozero.pins.mock import MockFactory, MockPWMPin, PinState

NOTED: Final = 1000
"""So many of its newest states a simulated pin remembers, and a light that breathes makes 24 a second."""


def real_pins() -> Factory:
    """Make gpiozero use the Pi's own pins from now on, and return their factory.

    Raises:
        OSError: the pins can't be had; the message says why.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        Device.pin_factory = LGPIOFactory()
    except ImportError as error:
        raise OSError(
            f"the pins can't be used ({error}): install the system's package python3-lgpio"
        ) from error
    except Exception as error:  # lgpio raises an exception of its own, which exists only where lgpio does
        raise OSError(
            f"the pins can't be used ({error}): the program needs a Raspberry Pi, the group gpio, "
            "and a working directory that it may write to"
        ) from error
    return Device.pin_factory


def mock_pins() -> MockFactory:
    """Make gpiozero use simulated pins from now on, which can dim lights too, and return their factory."""
    factory = MockFactory(pin_class=_Pin)
    Device.pin_factory = factory
    return factory


class _Pin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's own remembers every state that it ever had, for tests: 200 MB a day that a table waits."""

    states: deque[PinState]

    def clear_states(self) -> None:
        super().clear_states()
        self.states = deque(self.states, maxlen=NOTED)


class SimulatedPress:
    """A finger on the button between the simulated BCM pin `gpio` and ground; `mock_pins` comes first."""

    def __init__(self, gpio: int) -> None:
        if not isinstance(Device.pin_factory, MockFactory):
            raise ValueError(f"GPIO {gpio} is no simulated pin: only a real finger can press its button")
        self._pins = Device.pin_factory
        self._gpio = gpio

    def press(self) -> None:
        """Push the button down; what it calls runs in this thread."""
        self._pins.pin(self._gpio).drive_low()

    def release(self) -> None:
        """Let the button go; what it calls runs in this thread."""
        self._pins.pin(self._gpio).drive_high()


def try_pin(part: str, gpio: int) -> None:
    """See that `part` can have a pin; OSError if not, as from `claiming`."""
    with claiming(part, gpio):
        GPIODevice(gpio).close()


@contextmanager
def claiming(part: str, gpio: int) -> Iterator[None]:
    """Claim pin `gpio` for `part`; whatever refuses it becomes an OSError that names both."""
    try:
        yield
    except Exception as error:  # gpiozero's, or lgpio's own, which exists only where lgpio does
        raise OSError(
            f"{part} can't have GPIO {gpio} ({error}): check the pins in the settings, "
            "and that nothing else uses them"
        ) from error
