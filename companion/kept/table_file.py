"""A taught table in one file, its calibration and its dice: what `maexle teach` writes and `read` takes."""

import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import vision
from companion.kept.whole_file import write_whole
from companion.kept.zipped import zipped
from vision import Calibration, DiceSet, TaughtError
from vision.taught.dice import dump as dump_dice
from vision.taught.dice import load as load_dice
from vision.window.calibration import UNREADABLE

WINDOW: Final = "calibration.npz"
DICE: Final = "dice.npz"


@dataclass(frozen=True, slots=True)
class TaughtTable:
    """A table's window and its own dice."""

    calibration: Calibration
    dice: DiceSet


def write_table(file: Path, table: TaughtTable) -> None:
    """Write a taught table.

    Raises:
        OSError: it can't be written.
    """
    members = {WINDOW: vision.dump(table.calibration), DICE: dump_dice(table.dice)}
    write_whole(file, zipped(members))


def read_table(file: Path) -> TaughtTable:
    """Read what `write_table` wrote.

    Raises:
        OSError: the file can't be read.
        TaughtError: it is no taught table.
    """
    stored = file.read_bytes()
    try:
        with zipfile.ZipFile(BytesIO(stored)) as archive:
            return TaughtTable(vision.load(archive.read(WINDOW)), load_dice(archive.read(DICE)))
    except UNREADABLE as error:
        raise TaughtError(f"expected a table that `maexle teach` wrote: {error}") from error
