"""The portrait of a window: its picture as set-up shows it, blind outside, and where things are in it."""

from dataclasses import dataclass
from typing import Final

from vision.picture import Frame, blind_outside, encode, middle_of, to_show
from vision.reading import Circle

QUALITY: Final = 70
MARGIN: Final = 1.06
"""What is shown, in radii of the window, so that its rim can be seen."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A JPEG of `width` x `height` px that begins at (`left`, `top`) of its frame and is `scale` as large."""

    jpeg: bytes
    width: int
    height: int
    left: int
    top: int
    scale: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the frame is in the picture."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def circle(self, circle: Circle) -> Circle:
        """Return what a circle of the frame is in the picture."""
        return Circle(*self.point(circle.x, circle.y), circle.radius * self.scale)

    def in_frame(self, circle: Circle) -> Circle:
        """Return what a circle of the picture is in the frame."""
        return Circle(
            circle.x / self.scale + self.left, circle.y / self.scale + self.top, circle.radius / self.scale
        )


def whole(frame: Frame) -> Portrait:
    """Make a picture of all that the camera sees: to find the window in, at set-up, and for nothing else."""
    return _portrait(frame, 0, 0)


def portrait(frame: Frame, window: Circle | None) -> Portrait:
    """Make the picture of a window with its rim; black outside.

    Args:
        frame: grey or in colour, dtype uint8. Not changed.
        window: the window; None where none was found: then the largest circle in the middle is shown.
    """
    height, width = frame.shape[:2]
    shown = _with_rim(window) if window else middle_of(frame)
    left, top = max(0, int(shown.x - shown.radius)), max(0, int(shown.y - shown.radius))
    right, bottom = min(width, round(shown.x + shown.radius)), min(height, round(shown.y + shown.radius))
    cut = blind_outside(frame[top:bottom, left:right], shown, left, top)
    return _portrait(cut, left, top)


def window_alone(frame: Frame, window: Circle) -> Frame:
    """What may be kept of a frame: its window with the rim, in place, and black for the room round it."""
    return blind_outside(frame, _with_rim(window))


def _with_rim(window: Circle) -> Circle:
    return Circle(window.x, window.y, window.radius * MARGIN)


def _portrait(cut: Frame, left: int, top: int) -> Portrait:
    cut, scale = to_show(cut)
    return Portrait(encode(cut, QUALITY), cut.shape[1], cut.shape[0], left, top, scale)
