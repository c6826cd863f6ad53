"""What a table needs from outside: a camera, and someone who reads its frames."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from zlib import crc32

import numpy as np
import numpy.typing as npt

from vision.reading import Circle, Reading

Frame = npt.NDArray[np.uint8]
"""What a camera gives: in colour, shape (H, W, 3), blue first, or grey, shape (H, W)."""


class Camera(Protocol):
    """Looks at the window, only when asked."""

    def look(self, frames: int) -> list[Frame]:
        """Return that many fresh frames in time order, dtype uint8, in colour if the camera sees any.

        They are fewer where one came twice.

        Raises:
            OSError: there is no camera or it failed; TimeoutError when it hangs. The message says what to do.
        """

    def close(self) -> None:
        """Let the camera go; may be called twice."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The evidence: a JPEG of `width` x `height` px cropped to the dice, with the pips that were counted.

    `rings` and `place`, the spot of the trouble if there is one, are in px of the JPEG; `strange` says that a
    die was read which is none of those that the table was taught, `below` that it shows the faces on which
    the dice lie, while those on top count.
    """

    jpeg: bytes
    width: int
    height: int
    rings: tuple[Circle, ...] = ()
    place: tuple[float, float] | None = None
    strange: bool = False
    below: bool = False

    @property
    def mark(self) -> str:
        """What its address ends with: a browser does not ask again for what comes from one that it knows."""
        return f"{crc32(self.jpeg):08x}"


Read = Callable[[Sequence[Frame], int], tuple[Reading, Picture]]
"""Reads frames on which so many dice are expected, and keeps the evidence."""
