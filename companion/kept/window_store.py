"""What set-up has learnt of the window, kept with the table's data in one file."""

import json
import logging
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from companion.kept.whole_file import write_whole
from companion.settings import Camera, CameraKind
from table.builds import Build
from vision import Calibration, dump, load
from vision.calibration import UNREADABLE

FILE: Final = "calibration.npz"
MEMBER: Final = "setup.json"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptWindow:
    """A calibration, which camera it is for, the build that was proven, and what the settings said then."""

    calibration: Calibration
    source: str
    build: Build
    said: Build

    def build_for(self, said: Build) -> Build:
        """Return the proven build; settings that were changed since set-up have the last word."""
        return self.build if said is self.said else said


def source_of(camera: Camera) -> str:
    """Return which camera a calibration is for, as far as the settings tell."""
    which = {CameraKind.USB: camera.usb, CameraKind.FOLDER: camera.folder}.get(camera.kind, "")
    return f"{camera.kind}:{which}"


def keep_window(data: Path, kept: KeptWindow) -> None:
    """Write it; the new file is whole on disk before it takes the place of the old one.

    Raises:
        OSError: it can't be written; what was kept before still is.
    """
    whole = BytesIO(dump(kept.calibration))
    with zipfile.ZipFile(whole, "a") as archive:
        archive.writestr(MEMBER, json.dumps({"source": kept.source, "build": kept.build, "said": kept.said}))
    write_whole(data / FILE, whole.getvalue())


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
    return KeptWindow(calibration, str(line["source"]), Build(line["build"]), Build(line["said"]))
