"""A cup without a camera: pictures of throws, for the demo, for tests, and for reading a folder."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from device.camera import Frame, without_empty_colours

ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png"})


class SimulatedCup:
    """A cup that throws the pictures of a deck, and the camera that sees what lies under it.

    With an `order` the deck is shuffled, and again each time it runs out; without, it is played as given.
    `counted` are the pictures for a cup with so many dice; `pictures` are thrown where it has none, and until
    somebody takes so many dice. `looks` counts the looks of the camera. A first throw lies under the cup from
    the start. With a picture of the `empty` window the dice can be taken away.
    """

    def __init__(
        self,
        pictures: Sequence[Path],
        order: random.Random | None,
        empty: Path | None = None,
        counted: Mapping[int, Sequence[Path]] = MappingProxyType({}),
    ) -> None:
        if not all((pictures, *counted.values())):
            raise ValueError("a cup needs at least one picture of a throw, but none came")
        self._pictures = self._thrown = tuple(pictures)
        self._counted = {dice: tuple(throws) for dice, throws in counted.items()}
        self._order = order
        self._empty = empty
        self._turn = Lock()
        self._deck: list[Path] = []
        self._lying: Path | None = None
        self.looks = 0
        self.shake()

    def take(self, dice: int) -> None:
        """Put so many dice into the cup; if other dice lie there, a first throw of these does from now on."""
        with self._turn:
            pictures = self._counted.get(dice, self._pictures)
            if pictures != self._thrown:
                self._thrown, self._deck = pictures, []
                self._lying = self._dealt()

    def shake(self) -> None:
        """Throw: the deck's next picture lies under the cup."""
        with self._turn:
            self._lying = self._dealt()

    @property
    def can_clear(self) -> bool:
        """Whether there is a picture of the empty window."""
        return self._empty is not None

    def clear(self) -> None:
        """Take the dice away, until the next throw; nothing happens without a picture of the empty window."""
        with self._turn:
            self._lying = self._empty or self._lying

    def picture(self) -> bytes:
        """Return the picture that lies under the cup, encoded as its file is.

        Raises:
            OSError: the file can't be read.
        """
        return self._file().read_bytes()

    def look(self, frames: int) -> list[Frame]:
        """Return that many frames of what lies under the cup, in colour if it has any, each its own array.

        Raises:
            OSError: the file is no picture, or can't be read.
        """
        self.looks += 1
        picture = _decoded(self._file())
        return [picture.copy() for _ in range(frames)]

    def close(self) -> None:
        """Do nothing, as often as you like."""

    def _file(self) -> Path:
        with self._turn:
            assert self._lying is not None
            return self._lying

    def _dealt(self) -> Path:
        """Return the next card of the deck, of a new one where it has run out."""
        if not self._deck:
            self._deck = self._shuffled()
        return self._deck.pop()

    def _shuffled(self) -> list[Path]:
        """Return a new deck, its first card last; it never begins with the picture that lies there."""
        deck = list(reversed(self._thrown))
        if self._order:
            self._order.shuffle(deck)
            if deck[-1] == self._lying:
                deck.reverse()
        return deck


def pictures_in(folder: Path) -> list[Path]:
    """Return the folder's pictures of throws by name (JPEG and PNG; not `*_empty*`, the empty window).

    Raises:
        OSError: the folder can't be read or has none; the message names it.
    """
    pictures = sorted(
        file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and "_empty" not in file.stem
    )
    if not pictures:
        raise FileNotFoundError(
            f"{folder}: no pictures there (files that end in {', '.join(sorted(ENDINGS))})"
        )
    return pictures


def counted_in(folder: Path) -> dict[int, list[Path]]:
    """Return the pictures of the folder's own folders of throws, which are named by their number of dice.

    Raises:
        OSError: one of them can't be read or has none; the message names it.
    """
    return {
        int(inner.name): pictures_in(inner)
        for inner in sorted(folder.iterdir())
        if inner.is_dir() and inner.name.isdecimal()
    }


def empty_in(folder: Path) -> Path | None:
    """Return the folder's picture of the empty window (`*_empty*`), if it has one; OSError if unreadable."""
    empty = (file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and "_empty" in file.stem)
    return min(empty, default=None)


def _decoded(file: Path) -> Frame:
    raw = np.frombuffer(file.read_bytes(), np.uint8)
    picture = cv2.imdecode(raw, cv2.IMREAD_ANYCOLOR) if raw.size else None
    if picture is None:
        raise OSError(f"{file}: is no picture that can be read")
    return without_empty_colours(np.asarray(picture, dtype=np.uint8))
