"""The evidence: the picture that a verdict is shown with, cut to the dice and blind outside the window.

It has the colours that the camera saw: a referee's picture should look like the dice that people know.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.picture import Frame, blind_outside, encode, middle_of, require_gray, to_gray, to_show
from vision.reading import Circle, Reading
from vision.window.finding import find_window

Box = tuple[int, int, int, int]

MARGIN: Final = 0.9
"""What is shown round the dice, in edges from a die's centre."""
LEAST_SHARE: Final = 0.4
"""Least width and height of the cut, as a share of the frame's height: one die is not blown up."""
MOST_BYTES: Final = 60_000
QUALITIES: Final = (85, 75, 65, 50, 35, 20, 10)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A JPEG picture, its size in px, a ring for each counted pip and the place of the trouble, in its px."""

    jpeg: bytes
    width: int
    height: int
    rings: tuple[Circle, ...]
    place: tuple[float, float] | None


def evidence(frame: Frame, reading: Reading) -> Evidence:
    """Make the picture that shows what `reading` says of `frame`.

    Args:
        frame: the frame that was read, grey or in colour. Not changed.
        reading: what `read` said of it.

    Returns:
        The dice alone where the reading is certain, else the whole window, or the middle of the frame where
        no window is known; black outside its circle.
    """
    window = reading.window
    if window is None and not (reading.certain and reading.dice):  # which are shown alone
        window = _window(frame) or middle_of(frame)
    left, top, right, bottom = _box(frame, reading, window)
    cut = frame[top:bottom, left:right]
    if window is not None:
        cut = blind_outside(cut, window, left, top)
    cut, scale = to_show(cut)
    rings = tuple(
        Circle((spot.x - left) * scale, (spot.y - top) * scale, spot.radius * scale)
        for die in reading.dice
        for spot in die.spots
    )
    place = reading.place and ((reading.place[0] - left) * scale, (reading.place[1] - top) * scale)
    return Evidence(_encode(cut), cut.shape[1], cut.shape[0], rings, place)


def _window(frame: Frame) -> Circle | None:
    grey = to_gray(frame)
    require_gray(grey)
    return find_window(grey)


def _box(frame: Frame, reading: Reading, window: Circle | None) -> Box:
    """What to show, as left, top, right, bottom."""
    height, width = frame.shape[:2]
    if reading.certain and reading.dice:
        corners = [
            (die.x + dx * MARGIN * die.edge, die.y + dy * MARGIN * die.edge)
            for die in reading.dice
            for dx, dy in ((-1, -1), (1, 1))
        ]
        (left, top), (right, bottom) = np.min(corners, axis=0), np.max(corners, axis=0)
        short = LEAST_SHARE * height
        spare_x, spare_y = max(0.0, short - (right - left)) / 2, max(0.0, short - (bottom - top)) / 2
        box = (left - spare_x, top - spare_y, right + spare_x, bottom + spare_y)
    elif window is not None:
        reach = window.radius
        box = (window.x - reach, window.y - reach, window.x + reach, window.y + reach)
    else:
        return 0, 0, width, height
    left, top = max(0, int(box[0])), max(0, int(box[1]))
    return left, top, min(width, max(left + 2, round(box[2]))), min(height, max(top + 2, round(box[3])))


def _encode(picture: Frame) -> bytes:
    for quality in QUALITIES:
        encoded = encode(picture, quality)
        if len(encoded) <= MOST_BYTES:
            break
    return encoded
