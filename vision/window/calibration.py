"""What set-up learns from the empty window, and every reading then knows."""

import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.arrays import Mask
from vision.level import Level, cut, shrink
from vision.picture import Frame, Gray, require_gray, to_gray
from vision.reading import Circle
from vision.window.finding import EDGE_SHARE, REACH, find_window
from vision.window.light import noise_in

LAMP_LEVEL: Final = 240
"""Grey level from which a spot in the empty window is a lamp's mirror image."""
LAMP_LEAST_SHARE: Final = 0.0008
"""Least area of a lamp's image, as a share of the square over the window's radius."""
LAMPS_REACH: Final = 1.1
"""Lamps' images that are no further from the window's middle, in its radii, may lie on a die."""
VERSION: Final = 1
UNREADABLE: Final = (
    *(ArithmeticError, EOFError, LookupError, MemoryError, OSError, RuntimeError, TypeError, ValueError),
    *(struct.error, zipfile.BadZipFile, zlib.error),
)
"""What comes of reading a stored archive that is none or that was spoilt, as cards do: sums that do not add
up, lengths that can't be, packings that nobody knows, members that seem encrypted."""


class CalibrationError(ValueError):
    """The picture shows no empty window that could be calibrated from."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """One table: window, range of a die's edge, the lamps' mirror images (in px), and the empty picture.

    `noise` is that of the empty window's pictures (`vision.window.light`); 0 where none is known.
    Each is itself alone, so that what follows from one can be kept.
    """

    window: Circle
    edges: tuple[float, float]
    lamps: tuple[Circle, ...]
    background: Gray
    noise: float = 0.0


def calibrate(empty: Frame | Sequence[Frame], window: Circle | None = None) -> Calibration:
    """Learn a table from its empty window.

    Args:
        empty: one picture of the window without dice, or several of the same size, whose light is averaged.
        window: where the window is, if somebody has said so; else it is looked for.

    Raises:
        CalibrationError: no window is to be seen.
        ValueError: no picture, or pictures of different sizes.
    """
    frames = greys_of([empty] if isinstance(empty, np.ndarray) else empty)
    background = np.rint(np.mean(frames, axis=0)).astype(np.uint8)
    window = window or find_window(background, at_length=True)
    if window is None:
        raise CalibrationError("expected the window's rim in full view, round or square, found none")
    middle = EDGE_SHARE * 2 * window.radius
    edges = (middle / REACH, middle * REACH)
    return Calibration(window, edges, _lamps(background, window), background, noise_in(frames, window))


def greys_of(empty: Sequence[Frame]) -> list[Gray]:
    """Pictures of an empty window without their colours; ValueError if there are none, or of two sizes."""
    greys = [to_gray(frame) for frame in empty]
    if not greys or len({grey.shape for grey in greys}) != 1:
        raise ValueError("expected pictures of the empty window, all of one size")
    for grey in greys:
        require_gray(grey)
    return greys


def calibrate_blind(picture: Frame, window: Circle | None = None) -> Calibration:
    """Learn a table from a picture that may show dice: its window and its surroundings.

    What the bare window looks like stays unknown, and is black; so does where lamps shine in it, as what does
    may be a die.

    Raises:
        CalibrationError: no window is to be seen.
    """
    seen = calibrate(picture, window)
    background, (x, y) = seen.background.copy(), (round(seen.window.x), round(seen.window.y))
    cv2.circle(background, (x, y), round(seen.window.radius), 0, cv2.FILLED)
    return replace(seen, lamps=(), background=background)


def dump(calibration: Calibration) -> bytes:
    """Write a calibration as bytes that `load` reads."""
    circles = [calibration.window, *calibration.lamps]
    stored = io.BytesIO()
    np.savez_compressed(
        stored,
        version=VERSION,
        circles=np.array([(circle.x, circle.y, circle.radius) for circle in circles]),
        edges=np.array(calibration.edges),
        background=calibration.background,
        noise=calibration.noise,
    )
    return stored.getvalue()


def load(data: bytes) -> Calibration:
    """Read what `dump` wrote.

    Raises:
        CalibrationError: `data` is no calibration of this version.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            if int(stored["version"]) != VERSION:
                raise CalibrationError(f"expected calibration {VERSION}, got {int(stored['version'])}")
            window, *lamps = (Circle(*map(float, row)) for row in stored["circles"])
            least, greatest = map(float, stored["edges"])
            background = np.asarray(stored["background"], np.uint8)
            noise = float(stored["noise"]) if "noise" in stored else 0.0  # files from before have none
    except UNREADABLE as error:
        raise CalibrationError(f"expected a stored calibration: {error}") from error
    return Calibration(window, (least, greatest), tuple(lamps), background, noise)


def lamp_spots(half: Level, window: Circle) -> Mask:
    """Which px of a bare window's picture are of a lamp's mirror image, in the window or near it.

    `half` is of half the picture's size: at full size noise breaks small lamps into pieces that are too small
    to count.
    """
    middle = half.from_frame(np.array([[window.x, window.y]], np.float32))[0]
    radius = window.radius / half.factor
    bright = (half.picture >= LAMP_LEVEL).astype(np.uint8)
    _, spots, stats, centres = cv2.connectedComponentsWithStats(bright)
    large = stats[:, cv2.CC_STAT_AREA] >= LAMP_LEAST_SHARE * radius**2
    near = np.hypot(*(centres - middle).T) < LAMPS_REACH * radius
    counts = large & near
    counts[0] = False
    return np.asarray(counts[spots], np.bool_)


def _lamps(background: Gray, window: Circle) -> tuple[Circle, ...]:
    """The lamps' mirror images, as discs of their size."""
    half = shrink(cut(background), 2.0)
    _, _, stats, centres = cv2.connectedComponentsWithStats(lamp_spots(half, window).astype(np.uint8))
    radii = half.factor * np.sqrt(stats[1:, cv2.CC_STAT_AREA] / np.pi)
    places = half.to_frame(np.asarray(centres[1:], np.float32))
    return tuple(
        Circle(float(x), float(y), float(radius)) for (x, y), radius in zip(places, radii, strict=True)
    )
