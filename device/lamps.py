"""The lamps under the window, which burn only while the camera looks."""

from gpiozero import DigitalOutputDevice

from device.pins import claiming


class Lamps:
    """The lamps switched by BCM pin `gpio`, high for light; they burn inside a `with`."""

    def __init__(self, gpio: int) -> None:
        with claiming("the lamps' switch", gpio):
            self._switch = DigitalOutputDevice(gpio)

    def __enter__(self) -> None:
        self._switch.on()

    def __exit__(self, *_: object) -> None:
        self._switch.off()

    def close(self) -> None:
        """Put the lamps out and free the pin; may be called twice."""
        self._switch.close()


class NoLamps:
    """Lamps of a table that has none, or none that the program switches."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...

    def close(self) -> None:
        """Do nothing, as often as you like."""
