"""A cup without a camera: pictures of throws, for the demo, for tests, and for reading a folder."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from device.camera import Frame, without_empty_colours

ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png"})
EMPTY: Final = "empty"
LAID: Final = (EMPTY, "middle", "rim")
"""What people lay out while a window is set up; their pictures have names like `*_empty*`."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A set of dice by the pictures of its throws.

    `counted` are those for a cup with so many dice; `pictures` are thrown where it has none, and until
    somebody takes so many.
    """

    pictures: Sequence[Path]
    counted: Mapping[int, Sequence[Path]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not all((self.pictures, *self.counted.values())):
            raise ValueError("a cup needs at least one picture of a throw, but none came")

    def throws(self, dice: int) -> Sequence[Path]:
        """The pictures of throws of so many dice, or what there is."""
        return self.counted.get(dice, self.pictures)


class SimulatedCup:
    """A cup that throws the pictures of a deck, and the camera that sees what lies under it.

    With an `order` the deck is shuffled, and again each time it runs out; without, it is played as given.
    `others` are sets of dice that can be put in instead. `looks` counts the looks of the camera. A first
    throw lies under the cup from the start. There may be pictures of what is `laid` out, see `LAID`, too.
    """

    def __init__(
        self,
        dice: Dice,
        order: random.Random | None,
        laid: Mapping[str, Path] = MappingProxyType({}),
        others: Sequence[Dice] = (),
    ) -> None:
        self._sets = (dice, *others)
        self._used, self._count = 0, 0
        self._thrown: Sequence[Path] = dice.pictures
        self._order = order
        self._laid = laid
        self._turn = Lock()
        self._deck: list[Path] = []
        self._lying: Path | None = None
        self.looks = 0
        self.shake()

    def take(self, dice: int) -> None:
        """Put so many dice into the cup; if other dice lie there, a first throw of these does from now on."""
        with self._turn:
            self._count = dice
            self._put_in()

    @property
    def can_swap(self) -> bool:
        """Whether there are other dice."""
        return len(self._sets) > 1

    def swap(self) -> None:
        """Put the next set of dice into the cup: a first throw of these lies there from now on."""
        with self._turn:
            self._used = (self._used + 1) % len(self._sets)
            self._put_in()

    def _put_in(self) -> None:
        pictures = self._sets[self._used].throws(self._count)
        if pictures != self._thrown:
            self._thrown, self._deck = pictures, []
            self._lying = self._dealt()

    def shake(self) -> None:
        """Throw: the deck's next picture lies under the cup."""
        with self._turn:
            self._lying = self._dealt()

    @property
    def lying(self) -> Path:
        """The picture that lies under the cup."""
        with self._turn:
            assert self._lying is not None
            return self._lying

    def lay(self, picture: Path) -> None:
        """Let this picture lie under the cup until the next throw."""
        with self._turn:
            self._lying = picture

    @property
    def places(self) -> tuple[str, ...]:
        """What can be laid out, see `LAID`."""
        return tuple(place for place in LAID if place in self._laid)

    def lay_out(self, place: str) -> None:
        """Lay dice so, or take them away, until the next throw; nothing happens without a picture of it."""
        with self._turn:
            self._lying = self._laid.get(place, self._lying)

    def picture(self) -> bytes:
        """Return the picture that lies under the cup, encoded as its file is.

        Raises:
            OSError: the file can't be read.
        """
        return self.lying.read_bytes()

    def look(self, frames: int) -> list[Frame]:
        """Return that many frames of what lies under the cup, in colour if it has any, each its own array.

        Raises:
            OSError: the file is no picture, or can't be read.
        """
        self.looks += 1
        picture = _decoded(self.lying)
        return [picture.copy() for _ in range(frames)]

    def close(self) -> None:
        """Do nothing, as often as you like."""

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
    """Return the folder's pictures of throws by name (JPEG and PNG; not of what is laid out, see `LAID`).

    Raises:
        OSError: the folder can't be read or has none; the message names it.
    """
    pictures = _throws_in(folder)
    if not pictures:
        raise FileNotFoundError(
            f"{folder}: no pictures there (files that end in {', '.join(sorted(ENDINGS))})"
        )
    return pictures


def dice_in(folder: Path) -> Dice:
    """Return a folder's set of dice: its pictures, and those of its folders named by a number of dice.

    Raises:
        OSError: one of them can't be read or has none; the message names it.
    """
    inner = {int(inner.name): pictures_in(inner) for inner in _folders(folder) if inner.name.isdecimal()}
    return Dice(pictures_in(folder), inner)


def other_dice_in(folder: Path) -> list[Dice]:
    """Return the sets of dice in the folder's own folders with pictures, by name; OSError as `dice_in`."""
    named = (inner for inner in _folders(folder) if not inner.name.isdecimal())
    return [dice_in(inner) for inner in named if _throws_in(inner)]


def _throws_in(folder: Path) -> list[Path]:
    return sorted(file for file in _pictures(folder) if not any(_shows(file, place) for place in LAID))


def _pictures(folder: Path) -> list[Path]:
    return [file for file in _shown(folder) if file.suffix.lower() in ENDINGS]


def _shows(file: Path, place: str) -> bool:
    return f"_{place}" in file.stem


def _folders(folder: Path) -> list[Path]:
    return sorted(inner for inner in _shown(folder) if inner.is_dir())


def _shown(folder: Path) -> list[Path]:
    """What a folder shows: a Mac lays a `._name.jpg` that is no picture beside each one on a stick."""
    return [inner for inner in folder.iterdir() if not inner.name.startswith(".")]


def laid_in(folder: Path) -> dict[str, Path]:
    """Return the pictures of what people lay out, see `LAID`, that a folder has; OSError if unreadable."""
    pictures = sorted(_pictures(folder))
    return {
        place: shown[0] for place in LAID if (shown := [file for file in pictures if _shows(file, place)])
    }


def _decoded(file: Path) -> Frame:
    raw = np.frombuffer(file.read_bytes(), np.uint8)
    picture = cv2.imdecode(raw, cv2.IMREAD_ANYCOLOR) if raw.size else None
    if picture is None:
        raise OSError(f"{file}: is no picture that can be read")
    return without_empty_colours(np.asarray(picture, dtype=np.uint8))
