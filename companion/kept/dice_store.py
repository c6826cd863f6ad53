"""The sets of dice that a table knows, beside its calibration: one file a set, and which of them is used.

A set keeps the throws that taught it, so that it can be learned anew with more of them.
"""

import hashlib
import json
import logging
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.kept.whole_file import write_whole
from companion.kept.zipped import zipped
from table.disk import sync
from vision import Calibration, DiceSet
from vision.taught.dice import dump as dump_dice
from vision.taught.dice import load as load_dice
from vision.window.calibration import UNREADABLE

FOLDER: Final = "dice"
USED: Final = "used"
DICE: Final = "dice.npz"
ABOUT: Final = "throws.json"
MOST_THROWS: Final = 40
"""Throws that a set keeps, the newest."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptFace:
    """A die of a kept throw: where it lies, px, its pips, and what the nets said (0 nothing, 7 it leans)."""

    x: float
    y: float
    edge: float
    angle: float
    pips: int
    said: int


@dataclass(frozen=True, slots=True)
class KeptThrow:
    """A throw that taught: its picture, encoded, and its dice; `told` if a person said which shows what."""

    jpeg: bytes
    faces: tuple[KeptFace, ...]
    told: bool


@dataclass(frozen=True, slots=True)
class KnownSet:
    """A set that readings may use; `window` is the mark of the calibration that it was learned with."""

    dice: DiceSet
    window: str


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A set with its throws; `window` is the mark of the calibration that it was learned with."""

    dice: DiceSet
    window: str
    throws: tuple[KeptThrow, ...]


def mark_of(calibration: Calibration) -> str:
    """Return what tells one calibration from another."""
    circles = repr((calibration.window, calibration.lamps)).encode()
    return hashlib.sha256(circles + np.ascontiguousarray(calibration.background).tobytes()).hexdigest()


def file_of(name: str) -> str:
    """Return what the file of a set is called."""
    return f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.zip"


def line_of(throw: KeptThrow) -> dict[str, Any]:
    """Return what is written of a throw beside its picture."""
    return {"told": throw.told, "faces": [asdict(face) for face in throw.faces]}


def throw_of(line: Mapping[str, Any], jpeg: bytes) -> KeptThrow:
    """Return a throw of its picture and what `line_of` wrote; one of `UNREADABLE` if that is none."""
    return KeptThrow(jpeg, tuple(KeptFace(**face) for face in line["faces"]), bool(line["told"]))


class DiceShelf:
    """The sets of one table, in a folder of their own; the throws that taught them stay on the disk.

    `used` is the name of the set that readings use, "" for none; `lost` says that the one in use was not
    there any more at the start. `chosen` is called whenever another one is used from then on.
    """

    def __init__(self, data: Path, chosen: Callable[[], object] = lambda: None) -> None:
        self._folder = data / FOLDER
        self._chosen = chosen
        self.sets = {known.dice.name: known for known in self._known()}
        self.used = self._last_used()
        self.lost = not self.used and (self._folder / USED).exists()

    def dice_for(self, calibration: Calibration | None) -> DiceSet | None:
        """Return the set that readings use, if it was learned with that calibration."""
        kept = self.sets.get(self.used)
        if kept is None or calibration is None or kept.window != mark_of(calibration):
            return None
        return kept.dice

    def put(self, kept: KeptSet) -> None:
        """Keep a set, in the place of one of the same name, and use it; OSError if it can't be written."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._file(kept.dice.name), _dumped(kept))
        self.sets = {**self.sets, kept.dice.name: KnownSet(kept.dice, kept.window)}
        self.use(kept.dice.name)

    def throws(self, name: str) -> tuple[KeptThrow, ...]:
        """Return the throws that taught a set; OSError if they can't be read."""
        try:
            return understood(self._file(name).read_bytes()).throws
        except UNREADABLE as error:
            raise OSError(f"the throws of a set of dice can't be read: {error}") from error

    def use(self, name: str) -> None:
        """Use a set from now on; nothing happens if there is none of that name; OSError if unwritable."""
        if name in self.sets:
            write_whole(self._folder / USED, name.encode())
            self.used = name
            self._chosen()

    def forget(self, name: str) -> None:
        """Delete a set; where it was in use, none is any more; OSError if that can't be done."""
        if name == self.used:
            (self._folder / USED).unlink(missing_ok=True)
            self.used = ""
        if name in self.sets:
            self._file(name).unlink(missing_ok=True)
            self.sets = {other: kept for other, kept in self.sets.items() if other != name}
            sync(self._folder)

    def _file(self, name: str) -> Path:
        return self._folder / file_of(name)

    def _known(self) -> Sequence[KnownSet]:
        found = []
        for file in sorted(self._folder.glob("*.zip")):
            try:
                kept = understood(file.read_bytes())
                found.append(KnownSet(kept.dice, kept.window))
            except UNREADABLE as error:
                _LOG.warning("a set of dice can't be understood, teach it again: %s: %s", file, error)
        return found

    def _last_used(self) -> str:
        file = self._folder / USED
        try:
            said = file.read_bytes() if file.exists() else None
        except OSError:
            said = b""
        used = next((name for name in self.sets if name.encode() == said), "")
        if said is not None and not used:
            _LOG.warning("no set of dice is in use, choose one again: %s names none", file)
        return used


def _dumped(kept: KeptSet) -> bytes:
    lines = [line_of(throw) for throw in kept.throws]
    about = json.dumps({"window": kept.window, "throws": lines})
    pictures = {f"{number}.jpg": throw.jpeg for number, throw in enumerate(kept.throws)}
    return zipped({DICE: dump_dice(kept.dice), ABOUT: about, **pictures})


def understood(stored: bytes) -> KeptSet:
    """Read a set's file; one of `UNREADABLE` if it is none."""
    with zipfile.ZipFile(BytesIO(stored)) as archive:
        about = json.loads(archive.read(ABOUT))
        throws = tuple(
            throw_of(line, archive.read(f"{number}.jpg")) for number, line in enumerate(about["throws"])
        )
        return KeptSet(load_dice(archive.read(DICE)), str(about["window"]), throws)
