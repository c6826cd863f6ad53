"""A copy of the table's memory in one file, to be taken away and brought back.

It holds what was played, by whom, and what a host has settled, the window and the dice; no PIN, no key, no
phone and no picture of a verdict.
"""

import json
import logging
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Final

from companion.kept import dice_store, window_store
from companion.kept.places import log_file
from companion.kept.proof import check_dice, check_window
from companion.kept.small_zip import LargeArchiveError, open_small
from table.memory import LINE_BYTES, ForeignMemoryError, made_anew, told
from vision.window.calibration import UNREADABLE

FORMAT: Final = 1
ABOUT: Final = "about.json"
LINES: Final = "memory.jsonl"
WINDOW: Final = window_store.FILE
USED: Final = f"{dice_store.FOLDER}/{dice_store.USED}"
SET: Final = re.compile(rf"{dice_store.FOLDER}/[0-9a-f]{{16}}\.zip", re.ASCII)
MOST_BYTES: Final = 96 * 2**20
"""So much it may unpack to: the lines of many evenings, and pictures of taught dice."""
DICE_BYTES: Final = 16 * 2**20
"""Three sets with all the throws that taught them, or so."""
_LOG = logging.getLogger(__name__)


def write_copy(data: Path, file: IO[bytes], without: Collection[int] = ()) -> None:
    """Write a copy of the memory in the folder `data`, as it is now, `without` some games.

    A window or a set of dice that the card has spoilt is left out: it would keep all else from coming back.

    Raises:
        ForeignMemoryError: its sets of dice are more than one file carries.
        OSError, sqlite3.Error: it can't be read or written.
    """
    kept = (f"{dice_store.FOLDER}/{path.name}" for path in (data / dice_store.FOLDER).glob("*.zip"))
    sets = sorted(name for name in kept if SET.fullmatch(name))
    if sum((data / name).stat().st_size for name in sets) > DICE_BYTES:
        raise ForeignMemoryError("memory_dice", "there are too many pictures of dice")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        archive.writestr(zipfile.ZipInfo(ABOUT), json.dumps({"maexle": FORMAT}))
        with archive.open(LINES, "w") as lines:
            for line in told(log_file(data), without):
                lines.write(f"{line}\n".encode())
        for name in (WINDOW, USED, *sets):
            if (stored := _sound(data, name)) is not None:
                archive.writestr(zipfile.ZipInfo(name), stored)


def _sound(data: Path, name: str) -> bytes | None:
    """Return what a file of the memory holds; None where there is none, or none that would come back."""
    try:
        stored = (data / name).read_bytes()
        _camera_of(name, stored)
    except FileNotFoundError:
        return None
    except UNREADABLE as error:
        _LOG.warning("%s can't be read, and is left out of the copy: %s", name, error)
        return None
    return stored


def unpack(parcel: IO[bytes], folder: Path, now: Callable[[], str]) -> str:
    """Lay a copy out in an empty folder as a table's data, every part once it is proven.

    Return for which camera its window is, "" where it has none.

    Raises:
        ForeignMemoryError: it is no copy that this program can go on with.
        OSError: it can't be written; what lies in the folder then is to be thrown away.
    """
    try:
        with open_small(parcel, MOST_BYTES) as archive:
            _check_names(archive)
            made_anew(log_file(folder), _lines(archive), now)
            return _lay_out(archive, folder)
    except LargeArchiveError as error:
        raise ForeignMemoryError("memory_large", str(error)) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise ForeignMemoryError("memory_foreign", str(error)) from error


def _check_names(archive: zipfile.ZipFile) -> None:
    """Refuse whatever is not called as in a copy: so nothing can be laid elsewhere either."""
    names = archive.namelist()
    if ABOUT not in names or LINES not in names:
        raise ForeignMemoryError("memory_foreign", "it is no copy of a table's memory")
    strange = [name for name in names if name not in (ABOUT, LINES, WINDOW, USED) and not SET.fullmatch(name)]
    if strange or archive.getinfo(ABOUT).file_size > LINE_BYTES:
        raise ForeignMemoryError("memory_foreign", f"no copy has a part that is called {strange[:1]}")
    try:
        number = json.loads(archive.read(ABOUT))["maexle"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise ForeignMemoryError("memory_foreign", "it does not say what it is") from error
    if number != FORMAT:
        raise ForeignMemoryError("memory_newer", f"it is a copy of kind {number!r:.20}, this is {FORMAT}")


def _lines(archive: zipfile.ZipFile) -> Iterator[str]:
    with TextIOWrapper(archive.open(LINES), encoding="utf-8", newline="\n") as lines:
        while line := lines.readline(LINE_BYTES):
            if not line.endswith("\n"):
                raise ForeignMemoryError("memory_damaged", "a line does not end")
            yield line


def _lay_out(archive: zipfile.ZipFile, folder: Path) -> str:
    """Write the window and the dice, each proven before; return for which camera the window is."""
    camera = ""
    for name in archive.namelist():
        if name in (ABOUT, LINES):
            continue
        stored = archive.read(name)
        try:
            camera = _camera_of(name, stored) or camera
        except zipfile.BadZipFile:  # no copy of ours at all, or too large a one: `unpack` says so
            raise
        except UNREADABLE as error:
            raise ForeignMemoryError("memory_damaged", f"{name}: {error!r:.200}") from error
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(stored)
    return camera


def _camera_of(name: str, stored: bytes) -> str:
    """Prove what a copy calls so; return for which camera it is if it is a window, else ""."""
    if name == WINDOW:
        return check_window(stored)
    if SET.fullmatch(name):
        check_dice(stored, Path(name).name)
    return ""
