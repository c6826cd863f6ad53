"""Whether all is well with the machine and what hangs on it, for the host's page and for the log."""

import logging
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.fittings.report import said, versions
from companion.fittings.rounds import Rounds
from companion.kept.forgetful import forgets
from table.table import Table
from web.ports import Sign, State

_LOG = logging.getLogger(__name__)
WARM_C: Final = 70.0
HOT_C: Final = 80.0
"""From here on a Pi slows itself down. Source: Raspberry Pi documentation, "Frequency management and thermal
control"."""
LITTLE_GB: Final = 0.5
"""Some thousand evidence pictures."""
LITTLE_MB: Final = 60
"""A quarter of what the program itself takes, with a Pi's camera."""
LOW_NOW: Final = 1 << 0
SLOWED_NOW: Final = 0b1110
SINCE_START: Final = 16
"""So many bits further left stands whether it was so at any time since the start.
Bits of the firmware's `get_throttled`. Source: Raspberry Pi documentation, "vcgencmd"."""
WORN: Final = 0x0A
"""Of the eleven steps in which an eMMC tells its wear, the last but one: nine tenths are used up. SD cards
tell nothing."""
LOG_EVERY_S: Final = 60.0
NOTED: Final = MappingProxyType({"power": "low_voltage", "card": "card_worn", "pins": "pins_taken"})
"""Signs of which hosts are told though nobody asks: what a landlord does not look for ends the table."""
BUILT: Final = datetime(2026, 1, 1)
"""A clock that shows an earlier time was never set: a Pi has none that runs without power."""


@dataclass(frozen=True, slots=True)
class Health:
    """Asks the camera, the window and the network, and the kernel's files under `root` for the rest.

    `camera` says whether it is there, None where the table has none; `window` whether it is set up; `voltage`
    what the voltmeter says, None without one; `taken` are the pins that something else has.
    """

    data: Path
    camera: Callable[[], bool] | None
    window: Callable[[], bool]
    address: Callable[[], str | None]
    now: Callable[[], datetime] = datetime.now
    root: Path = Path("/")
    voltage: Callable[[], State | None] = lambda: None
    taken: Sequence[int] = ()

    def signs(self) -> tuple[Sign, ...]:
        """Everything that this machine can tell."""
        return tuple(self._signs())

    def _signs(self) -> Iterator[Sign]:
        if self.camera is None:
            yield Sign("camera", State.WATCH, "")
        else:
            yield Sign("camera", State.WELL if self.camera() else State.BAD, "")
            yield Sign("window", State.WELL if self.window() else State.WATCH, "")
        if self.taken:
            yield Sign("pins", State.BAD, ", ".join(map(str, self.taken)))
        address = self.address()
        yield Sign("network", State.WELL if address else State.BAD, address or "")
        yield from self._warmth()
        yield from self._power()
        free_gb = shutil.disk_usage(self.data).free / 1e9
        yield Sign("disk", State.WELL if free_gb >= LITTLE_GB else State.WATCH, f"{free_gb:.1f}")
        yield from self._card()
        yield from self._ram()
        forgotten = forgets(self.data, self.root / "proc/mounts")
        yield Sign("memory", State.BAD if forgotten else State.WELL, "")
        now = self.now()
        yield Sign("clock", State.WELL if now >= BUILT else State.WATCH, f"{now:%Y-%m-%d %H:%M}")
        yield Sign("program", State.WELL, versions())

    def _warmth(self) -> Iterator[Sign]:
        with suppress(OSError, ValueError):
            degrees = int((self.root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
            bits = self._throttled() or 0
            hot = degrees >= HOT_C or _slowed_by_warmth(bits)
            warm = degrees >= WARM_C or _slowed_by_warmth(bits >> SINCE_START)
            yield Sign("warmth", State.BAD if hot else State.WATCH if warm else State.WELL, f"{degrees:.0f}")

    def _power(self) -> Iterator[Sign]:
        """What the voltmeter says, else the Pi's firmware."""
        if state := self.voltage():
            yield Sign("power", state, "")
        elif (bits := self._throttled()) is not None:
            since = State.WATCH if bits >> SINCE_START & LOW_NOW else State.WELL
            yield Sign("power", State.BAD if bits & LOW_NOW else since, "")

    def _throttled(self) -> int | None:
        """What the firmware says of voltage and speed, None where it says nothing.

        Beside a voltmeter it isn't asked: the kernel has cleared there what was since the start, and writes a
        warning with a call trace to its log when somebody reads the file.
        """
        if self.voltage():
            return None
        for file in (self.root / "sys/devices/platform").glob("soc*/*firmware/get_throttled"):
            with suppress(OSError, ValueError):
                return int(file.read_text(), 16)
        return None

    def _card(self) -> Iterator[Sign]:
        """Errors that any file system on it has met, and its wear where it tells."""
        errors = [int(_text(file)) for file in (self.root / "sys/fs/ext4").glob("*/errors_count")]
        worn = [_text(file) for file in (self.root / "sys/block").glob("mmcblk*/device/life_time")]
        if any(errors):
            yield Sign("card", State.BAD, "")
        elif any(int(step, 16) >= WORN for steps in worn for step in steps.split()):
            yield Sign("card", State.WATCH, "")
        elif errors:
            yield Sign("card", State.WELL, "")

    def _ram(self) -> Iterator[Sign]:
        with suppress(OSError, ValueError, StopIteration):
            lines = (self.root / "proc/meminfo").read_text().splitlines()
            free_mb = int(next(line for line in lines if line.startswith("MemAvailable:")).split()[1]) // 1024
            yield Sign("ram", State.WELL if free_mb >= LITTLE_MB else State.WATCH, str(free_mb))


class HealthWatch(Rounds):
    """Writes to the log what is no longer well or is again, and tells hosts what costs them the table."""

    def __init__(self, health: Health, table: Table, every_s: float = LOG_EVERY_S) -> None:
        self._health, self._table = health, table
        self._known: dict[str, State] = {}
        super().__init__("health", self.look, every_s)

    def look(self) -> None:
        """Notice how everything is now."""
        for sign in self._health.signs():
            if sign.state is self._known.get(sign.code, State.WELL):
                continue
            self._known[sign.code] = sign.state
            level = logging.INFO if sign.state is State.WELL else logging.WARNING
            _LOG.log(level, "%s", said(sign))
            if note := NOTED.get(sign.code):
                tell = self._table.untell_host if sign.state is State.WELL else self._table.tell_host
                tell(note)


def _slowed_by_warmth(bits: int) -> bool:
    """Whether the Pi slows down and its voltage is not why."""
    return bool(bits & SLOWED_NOW) and not bits & LOW_NOW


def _text(file: Path) -> str:
    """What a file of the kernel's says, "0" where it can't be read."""
    try:
        return file.read_text().strip()
    except OSError:
        return "0"
