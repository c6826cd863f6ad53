"""What set-up has learnt of the window, kept with the table's data in one file."""

import json
import logging
import zipfile
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from companion.kept.whole_file import write_whole
from companion.kept.zipped import zipped
from companion.settings import Camera, CameraKind, Settings
from device.light_and_lens import LightAndLens, Locked
from table.builds import Build
from vision import Calibration, dump, load
from vision.window.calibration import UNREADABLE

FILE: Final = "calibration.npz"
MEMBER: Final = "setup.json"
LONGEST_US, MOST_GAIN, NEAREST = 200_000, 64, 32
"""The most that the settings take, too: µs, times, dioptres."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptWindow:
    """A calibration, which camera it is for, the build that was proven, and what the settings said then.

    `locked` is the light and the lens with which all was seen, None where the camera tells nothing of them.
    """

    calibration: Calibration
    source: str
    build: Build
    said: Build
    locked: Locked | None = None

    def build_for(self, said: Build) -> Build:
        """Return the proven build; settings that were changed since set-up have the last word."""
        return self.build if said is self.said else said


def source_of(camera: Camera) -> str:
    """Return which camera a calibration is for, as far as the settings tell."""
    which = {CameraKind.USB: camera.usb, CameraKind.FOLDER: camera.folder}.get(camera.kind, "")
    return f"{camera.kind}:{which}"


def keep_proven(data: Path, settings: Settings, own: LightAndLens, learnt: Calibration, build: Build) -> None:
    """Keep what set-up has proven, for the camera that the settings name; OSError if it can't be written."""
    source, said = source_of(settings.camera), settings.table.build
    own.keep(lambda locked: keep_window(data, KeptWindow(learnt, source, build, said, locked)))


def keep_window(data: Path, kept: KeptWindow) -> None:
    """Write it; the new file is whole on disk before it takes the place of the old one.

    Raises:
        OSError: it can't be written; what was kept before still is.
    """
    line: dict[str, Any] = {"source": kept.source, "build": kept.build, "said": kept.said}
    if kept.locked:
        line["locked"] = asdict(kept.locked)
    write_whole(data / FILE, zipped({MEMBER: json.dumps(line)}, onto=dump(kept.calibration)))


def kept_window(data: Path, camera: Camera) -> KeptWindow | None:
    """Return what was kept for this camera; None if nothing was, or if it can't be understood."""
    try:
        stored = (data / FILE).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        _LOG.warning("the window's set-up can't be read, set it up again: %s", error)
        return None
    try:
        kept = understood(stored)
    except UNREADABLE as error:
        _LOG.warning("the window's set-up can't be understood, set it up again: %s", error)
        return None
    return kept if kept.source == source_of(camera) else None


def understood(stored: bytes) -> KeptWindow:
    """Read the window's file; one of `UNREADABLE` if it is none."""
    calibration = load(stored)
    with zipfile.ZipFile(BytesIO(stored)) as archive:
        line = json.loads(archive.read(MEMBER))
    source, build, said = str(line["source"]), Build(line["build"]), Build(line["said"])
    return KeptWindow(calibration, source, build, said, _locked(line.get("locked")))


def _locked(line: Any) -> Locked | None:
    """Return light and lens as they were kept; None where they are not, or where no camera could hold them.

    They are found anew then: the window is worth keeping without them.
    """
    try:
        return line and Locked(
            int(_held(line["exposure_us"], LONGEST_US) or 0) or None,
            _held(line["gain"], MOST_GAIN),
            _colour_gains(line["colour_gains"]),
            _held(line["lens_position"], NEAREST),
        )
    except (LookupError, TypeError, ValueError) as error:
        _LOG.warning("the camera's light and lens can't be understood and are found anew: %s", error)
        return None


def _colour_gains(pair: Any) -> tuple[float, float] | None:
    red, blue = (_held(gain, MOST_GAIN) for gain in pair or (None, None))
    return (red, blue) if red and blue else None


def _held(value: object, most: float) -> float | None:
    """Return a number that a camera can hold, None where none was kept; ValueError for all else."""
    if value is None:
        return None
    if not isinstance(value, int | float) or not 0 < value <= most:
        raise ValueError(f"{value!r:.20} came, but a number up to {most:g} was expected")
    return float(value)
