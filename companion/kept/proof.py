"""The proof of a window or a set of dice from elsewhere: that it is one, and does no harm when it is read."""

import struct
from io import BytesIO
from math import isfinite
from typing import Final

from companion.kept import dice_store, window_store
from companion.kept.dice_store import MOST_THROWS, KeptThrow, file_of
from companion.kept.small_zip import open_small
from table.names import check_names
from table.window import SMALLEST

WINDOW_BYTES: Final = 16 * 2**20
SET_BYTES: Final = 48 * 2**20
PICTURE_PX: Final = 16 * 2**20
"""No camera of a table takes larger pictures; a few bytes can claim to be one of a thousand times as many."""
FARTHEST_PX: Final = 10_000.0
_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2})
"""JPEG's marks before a picture's size, of the kinds that OpenCV writes. Source: ITU-T T.81, B.2.2."""


def check_window(stored: bytes) -> str:
    """Return for which camera a kept window is.

    Raises:
        BadZipFile, CalibrationError, KeyError, TypeError, ValueError: it is none.
    """
    open_small(BytesIO(stored), WINDOW_BYTES).close()
    kept = window_store.understood(stored)
    known = kept.calibration
    circles = [(circle.x, circle.y, circle.radius) for circle in (known.window, *known.lamps)]
    if known.background.ndim != 2 or known.background.size > PICTURE_PX:
        raise ValueError("the window's background is no picture of a table's")
    if not all(isfinite(length) and abs(length) < FARTHEST_PX for circle in circles for length in circle):
        raise ValueError("the window lies nowhere")
    (height, width), (x, y, radius) = known.background.shape, circles[0]
    if not (0 <= x <= width and 0 <= y <= height and radius >= SMALLEST * width):
        raise ValueError("the window is none that set-up draws")
    return kept.source


def check_dice(stored: bytes, name: str) -> None:
    """Check a kept set of dice under its file's name.

    Raises:
        BadZipFile, TaughtError, KeyError, TypeError, ValueError: it is none.
    """
    with open_small(BytesIO(stored), SET_BYTES) as archive:
        open_small(BytesIO(archive.read(dice_store.DICE)), SET_BYTES).close()
    kept = dice_store.understood(stored)
    check_names([kept.dice.name])
    if file_of(kept.dice.name) != name:
        raise ValueError("the set is called otherwise than its file")
    if len(kept.throws) > MOST_THROWS:
        raise ValueError("the set has more throws than are kept")
    for throw in kept.throws:
        _check_throw(throw)


def _check_throw(throw: KeptThrow) -> None:
    width, height = size_px(throw.jpeg)
    if width * height > PICTURE_PX:
        raise ValueError("a throw's picture is larger than a table's are")
    for face in throw.faces:
        lengths = (float(face.x), float(face.y), float(face.edge), float(face.angle))
        if not all(isfinite(length) and abs(length) < FARTHEST_PX for length in lengths):
            raise ValueError("a die lies nowhere")
        if face.pips not in range(8) or face.said not in range(8):
            raise ValueError("a die has no such face")


def size_px(jpeg: bytes) -> tuple[int, int]:
    """Return the width and height that a JPEG says it has, without unpacking it; ValueError if it is none."""
    at = 2
    while jpeg[:2] == b"\xff\xd8" and at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        mark, length = struct.unpack_from(">BH", jpeg, at + 1)
        if mark in _FRAMES:
            height, width = struct.unpack_from(">HH", jpeg, at + 5)
            return width, height
        at += 2 + length
    raise ValueError("a throw's picture is no JPEG as ours are")
