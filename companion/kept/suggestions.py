"""Suggestions: throws of an evening that people settled, kept until the host confirms or drops them."""

import json
import logging
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from companion.kept.whole_file import write_whole
from companion.kept.zipped import zipped
from table.disk import sync
from vision.window.calibration import UNREADABLE

FILE: Final = "suggestions.zip"
ABOUT: Final = "values.json"
MOST: Final = 12
"""Suggestions that are kept, the newest: an evening's, and a minute's work for the host."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settled:
    """A throw that people settled: a number of its own, its picture, encoded, and what it showed.

    `window` is the mark of the calibration with which it was seen.
    """

    number: int
    jpeg: bytes
    values: tuple[int, ...]
    window: str


class SuggestionBox:
    """The suggestions of one table, in one file."""

    def __init__(self, data: Path) -> None:
        self._file = data / FILE
        self._turn = Lock()
        self._kept, self._last = _read(self._file)

    @property
    def kept(self) -> Sequence[Settled]:
        """The suggestions, oldest first."""
        return self._kept

    def add(self, jpeg: bytes, values: tuple[int, ...], window: str) -> int:
        """Keep one more under the number that is returned; the oldest goes where there are too many.

        No other is given that number, or a host might confirm what a page showed under it before.

        What was said of the same picture before no longer counts. OSError if it can't be written.
        """
        with self._turn:
            self._last += 1
            others = (one for one in self._kept if one.jpeg != jpeg)
            self._keep((*others, Settled(self._last, jpeg, values, window))[-MOST:])
            return self._last

    def said_of(self, jpeg: bytes) -> Settled | None:
        """Return what was said of a picture last, None if nothing was."""
        return next((one for one in self._kept if one.jpeg == jpeg), None)

    def remove(self, number: int, before: Settled | None = None) -> None:
        """Delete one, if it is there, or put in its place what was said of its picture before.

        OSError if that can't be written.
        """
        with self._turn:
            replaced = (before if one.number == number else one for one in self._kept)
            self._keep(tuple(one for one in replaced if one))

    def clear(self) -> None:
        """Delete all of them; OSError if that can't be done."""
        with self._turn:
            self._file.unlink(missing_ok=True)
            self._kept = ()
            sync(self._file.parent)

    def _keep(self, kept: tuple[Settled, ...]) -> None:
        lines = [(one.number, one.values, one.window) for one in kept]
        pictures = {f"{one.number}.jpg": one.jpeg for one in kept}
        about = json.dumps({"last": self._last, "kept": lines})
        write_whole(self._file, zipped({ABOUT: about, **pictures}))
        self._kept = kept


def _read(file: Path) -> tuple[tuple[Settled, ...], int]:
    """Return what a file keeps, and the last number that was given."""
    try:
        with zipfile.ZipFile(file) as archive:
            about = json.loads(archive.read(ABOUT))
            if "last" not in about:
                if about:
                    _LOG.warning(
                        "suggestions of an older program, which knew no window, are lost: %d", len(about)
                    )
                return (), 0
            kept = tuple(
                Settled(int(number), archive.read(f"{number}.jpg"), tuple(map(int, values)), str(window))
                for number, values, window in about["kept"]
            )
            return kept, int(about["last"])
    except FileNotFoundError:
        return (), 0
    except (*UNREADABLE, AttributeError) as error:
        _LOG.warning("the suggestions can't be read, they are lost: %s", error)
        return (), 0
