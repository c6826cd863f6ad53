"""A table with its camera alone, for the commands that look at the window while no table runs."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from companion.fittings.eyes import TableEyes
from companion.fittings.window_check import PATIENCE_S
from companion.fittings.wiring import Hardware, is_pi, wire_at
from companion.kept.brought import take_over
from companion.kept.holder import hold, refuse_beside_service
from companion.kept.places import log_file
from companion.kept.untold import keep_untold
from companion.kept.window_store import keep_proven, kept_window
from companion.settings import Settings
from device.patient import PatientCamera
from table.builds import Build
from table.opening import open_table
from table.table import Table


@dataclass(frozen=True, slots=True)
class BareTable:
    """The table as its log says it stands, what it looks through, and what it makes of it."""

    table: Table
    hardware: Hardware
    eyes: TableEyes
    build: Build

    def begin_anew(self) -> None:
        """Let set-up find light and lens anew, in the room of the empty window that it saw before."""
        self.hardware.light_and_lens.begin_anew()
        self.eyes.begin_anew()


def open_bare_table(data: Path, settings: Settings, parts: ExitStack) -> BareTable:
    """Open the table on the data in folder `data`; `parts` closes it.

    Raises:
        InUseError: a table runs on this folder, or as a service with these pins and this camera.
        LogError, OSError, SettingsError: a part can't be had.
    """
    if not log_file(data).exists():  # who mistypes a folder sees it before a cup is fetched
        print(f"There is no table in {data.absolute()} yet: this begins one.")
    data.mkdir(parents=True, exist_ok=True)
    if is_pi():
        refuse_beside_service()
    hold(data, parts)
    take_over(data)
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    table, note = open_table(
        log_file(data), lambda: datetime.now().astimezone().isoformat(timespec="seconds"), stamp
    )
    parts.callback(table.close)
    if note:
        print(f"{note}. The host is told so, too, once the table runs.", file=sys.stderr)
        keep_untold(data, table)
    kept = kept_window(data, settings.camera)
    hardware = wire_at(table, settings, parts, kept)
    if isinstance(hardware.camera, PatientCamera):
        hardware.camera.await_opening(PATIENCE_S)
    keep, said = partial(keep_proven, data, settings, hardware.light_and_lens), settings.table.build
    eyes = TableEyes(kept.calibration if kept else None, keep)
    return BareTable(table, hardware, eyes, kept.build_for(said) if kept else said)
