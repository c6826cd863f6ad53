"""One scale of the frame, or of the part of it where dice can lie."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.picture import Colour, Gray
from vision.reading import Circle


@dataclass(frozen=True, slots=True)
class Level:
    """A part of the frame from (`left`, `top`) on; `factor` px of the frame are one px here."""

    picture: Gray | Colour
    factor: float
    left: int = 0
    top: int = 0

    def to_frame(self, points: Floats) -> Floats:
        """Bring points, shape (N, 2), from px of this level to px of the frame."""
        return (points * self.factor + self._corner).astype(np.float32)

    def from_frame(self, points: Floats) -> Floats:
        """Bring points, shape (N, 2), from px of the frame to px of this level."""
        return ((points - self._corner) / self.factor).astype(np.float32)

    @property
    def _corner(self) -> tuple[float, float]:
        """Where the middle of this level's first px lies in the frame."""
        middle = (self.factor - 1) / 2
        return self.left + middle, self.top + middle


def cut(frame: Gray | Colour, window: Circle | None = None) -> Level:
    """Take the frame, or the square of it that the window just fits into."""
    left, top, right, bottom = _around(frame, window)
    return Level(frame[top:bottom, left:right], 1.0, left, top)


def shrink(level: Level, factor: float) -> Level:
    """Shrink a level, so that `factor` px of the frame are one of the new one's."""
    rest = factor / level.factor
    if rest == 2:
        # Halving by area is many times faster than any other shrinking by area, and enough against aliasing
        even = level.picture[: level.picture.shape[0] // 2 * 2, : level.picture.shape[1] // 2 * 2]
        picture = cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    else:
        size = [max(1, round(length / rest)) for length in level.picture.shape[1::-1]]
        picture = cv2.resize(level.picture, size, interpolation=cv2.INTER_LINEAR)
    return Level(np.asarray(picture, np.uint8), factor, level.left, level.top)


def _around(frame: Gray | Colour, window: Circle | None) -> tuple[int, int, int, int]:
    """The frame's part that holds the window, as left, top, right, bottom."""
    height, width = frame.shape[:2]
    if window is None:
        return 0, 0, width, height
    reach = window.radius
    left, top = max(0, int(window.x - reach)), max(0, int(window.y - reach))
    right, bottom = int(window.x + reach) + 1, int(window.y + reach) + 1
    return left, top, min(width, right), min(height, bottom)
