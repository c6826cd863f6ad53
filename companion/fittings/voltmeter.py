"""The Pi's voltmeter, which the kernel shows as `rpi_volt`: whether the voltage is too low, or was."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.fittings.rounds import Rounds
from web.ports import State

LOOK_EVERY_S: Final = 1.0
"""The kernel asks the firmware every 2 s, and clears what it was told (`raspberrypi-hwmon.c`): its file says
whether the voltage was too low since it asked last, and nobody else can tell later."""


class Voltmeter(Rounds):
    """Reads the alarm again and again, and remembers one."""

    def __init__(self, root: Path = Path("/"), every_s: float = LOOK_EVERY_S) -> None:
        self._alarm = _alarm(root)
        self._low = self._was_low = False
        with suppress(OSError):
            self.look()
        super().__init__("voltmeter", self.look, every_s)

    @property
    def state(self) -> State | None:
        """Bad while the voltage is too low, to be watched if it was since the start; None without a meter."""
        if self._alarm is None:
            return None
        return State.BAD if self._low else State.WATCH if self._was_low else State.WELL

    def look(self) -> None:
        """Read the alarm once; OSError if it can't be read."""
        if self._alarm:
            self._low = self._alarm.read_text().strip() == "1"
            self._was_low |= self._low


def _alarm(root: Path) -> Path | None:
    for meter in sorted((root / "sys/class/hwmon").glob("*")):
        alarm, name = meter / "in0_lcrit_alarm", meter / "name"
        if alarm.exists() and name.exists() and name.read_text().strip() == "rpi_volt":
            return alarm
    return None
