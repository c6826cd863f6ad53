"""The throws of a lesson, kept until they are learned or deleted: one file a throw, written once.

All of them in one file would be written anew with each: twenty times as much for a card to bear.
"""

import json
import logging
import shutil
import zipfile
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np

from companion.kept.dice_store import MOST_THROWS, KeptThrow, line_of, throw_of
from companion.kept.whole_file import write_whole
from companion.kept.zipped import zipped
from table.disk import sync
from vision.arrays import Floats
from vision.window.calibration import UNREADABLE

FOLDER: Final = "lesson"
ABOUT: Final = "throw.json"
PICTURE: Final = "throw.jpg"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A throw that was taken into the lesson, and the colours of its dice (`vision.witnesses.looks.tones`).

    `own` is the set in use then, "" for none; None if a die is plainly another's. `window` is the mark of the
    calibration that it was seen with; `sure` says whether the reader was certain of it untaught.
    """

    throw: KeptThrow
    tones: Floats
    own: str | None
    window: str
    sure: bool


class TakenThrows:
    """The throws that were taken at one table, in a folder of their own."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER
        self._kept = dict(_read(self._folder))

    def of(self, window: str) -> Sequence[Taken]:
        """Return those that were seen through the window of that mark, oldest first."""
        return [one for one in self._kept.values() if one.window == window]

    def add(self, one: Taken) -> None:
        """Keep one more; the oldest goes where there are too many, and all of other windows do.

        OSError if it can't be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        sync(self._folder.parent)
        number = max(self._kept, default=0) + 1
        write_whole(self._file(number), _dumped(one))
        self._kept = {**self._kept, number: one}
        fitting = [other for other, kept in self._kept.items() if kept.window == one.window]
        self._delete(self._kept.keys() - set(fitting[-MOST_THROWS:]))

    def drop(self, one: Taken) -> None:
        """Delete one; OSError if that can't be done."""
        self._delete({number for number, kept in self._kept.items() if kept is one})

    def clear(self) -> None:
        """Delete all of them, and what a power cut left half written; OSError if that can't be done."""
        if self._folder.exists():
            shutil.rmtree(self._folder)
            sync(self._folder.parent)
        self._kept = {}

    def _delete(self, numbers: Set[int]) -> None:
        for number in numbers:
            self._file(number).unlink(missing_ok=True)
        if numbers:
            sync(self._folder)
        self._kept = {number: one for number, one in self._kept.items() if number not in numbers}

    def _file(self, number: int) -> Path:
        return self._folder / f"{number:04}.zip"


def _read(folder: Path) -> Iterator[tuple[int, Taken]]:
    for file in sorted(folder.glob("*.zip")):
        try:
            yield int(file.stem), _understood(file.read_bytes())
        except UNREADABLE as error:
            _LOG.warning("a throw of the lesson can't be understood and is lost: %s: %s", file, error)


def _dumped(one: Taken) -> bytes:
    about = {"window": one.window, "own": one.own, "tones": one.tones.tolist(), "sure": one.sure}
    about |= line_of(one.throw)
    return zipped({ABOUT: json.dumps(about), PICTURE: one.throw.jpeg})


def _understood(stored: bytes) -> Taken:
    with zipfile.ZipFile(BytesIO(stored)) as archive:
        about = json.loads(archive.read(ABOUT))
        throw = throw_of(about, archive.read(PICTURE))
    sure = bool(about.get("sure", True))  # a lesson may have been begun before that was asked
    return Taken(throw, np.array(about["tones"], np.float32), about["own"], about["window"], sure)
