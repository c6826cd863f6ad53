"""The scout: a small convolutional net that says where in the window flat faces lie, and what they show.

It knows the scale from the window, sees side faces, lamps and neighbours at once, and tells a leaning die
from a flat one. Trained on rendered and drawn scenes only (`tests/training/scout.py`).
"""

import math
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats
from vision.level import Level, shrink
from vision.nets.net import Net, in_squares
from vision.picture import NO_HUE, Colour, Gray, hues, to_gray
from vision.sightings import CLASSES, Sightings

EDGE_PX: Final = 34.0
"""What the edge of a middling die measures in the picture that the net sees."""
CELLS_PX: Final = 24
"""Widths and heights of what the net sees are multiples of this, so that it seldom meets a new size."""
STRIDE_PX: Final = 8
PLANES: Final = 4
"""What the net sees of each px: grey, local contrast, and how far from grey towards red and towards blue."""
MAPS: Final = 4 * PLANES + 2
"""These planes, all of them in squares, and how far right and below of the camera's axis each square is. What
is not known, the colours or the axis, is 0."""
BAND_PX: Final = 900_000
"""So many px are looked at together: more takes longer for each, and memory."""
BESIDE_PX: Final = 64
"""How far the net sees, 44 px, and half of `AROUND_PX`, which it takes contrast over, as whole cells."""
AXIS_PX: Final = 94.0
"""The window's radius in the picture that the net sees: the unit in which it knows where the axis is."""
AROUND_PX: Final = 31
"""Over how much of the picture local contrast is taken."""
QUIET: Final = 4.0
"""Grey levels added to the local spread, so that noise on plain ground stays small."""
HUES: Final = ((np.arange(256) - NO_HUE) / 32).astype(np.float32)
"""What the net sees of each hue."""
TONES: Final = (np.sqrt(np.arange(256) / 255) - 0.4).astype(np.float32)
"""What the net sees of each grey level."""
LEAST: Final = 0.5
"""What the scout itself holds for less than that is no sighting, unless it is to look harder."""
MOST: Final = 60
"""So many sightings of one look, the likeliest, are enough for any throw; texture can give hundreds."""


class Scout:
    """The net with its weights."""

    def __init__(self, weights: bytes) -> None:
        self._net = Net(weights)

    def look(
        self, whole: Level, scale: float, axis: tuple[float, float] | None, least: float = LEAST
    ) -> Sightings:
        """See what lies in a part of the frame, of which a middling die's edge has `scale` times `EDGE_PX`.

        `axis` is where the camera's axis meets the frame, None where that tells nothing; `least` is the least
        chance of a die that counts.
        """
        level = shrink(whole, scale)
        if axis is not None:
            x, y = level.from_frame(np.array([axis], np.float32))[0]
            axis = (float(x), float(y))
        height, width = level.picture.shape[:2]
        below, right = -height % CELLS_PX, -width % CELLS_PX
        padded = cv2.copyMakeBorder(level.picture, 0, below, 0, right, cv2.BORDER_REPLICATE)
        return _sightings(self._scores(np.asarray(padded, np.uint8), axis), level, least)

    def _scores(self, picture: Gray | Colour, axis: tuple[float, float] | None) -> Floats:
        """The net's map of a picture; large ones are looked at in bands, each with what lies round it."""
        height, width = picture.shape[:2]
        count = math.ceil(height * width / BAND_PX)
        band = math.ceil(height / count / STRIDE_PX) * STRIDE_PX
        parts = []
        for top in range(0, height, band):
            begin, end = max(0, top - BESIDE_PX), min(height, top + band)
            told = None if axis is None else (axis[0], axis[1] - begin)
            seen = self._net.scores(planes(picture[begin : end + BESIDE_PX], told))
            parts.append(seen[:, (top - begin) // STRIDE_PX : (end - begin) // STRIDE_PX])
        return np.concatenate(parts, axis=1)


def planes(picture: Gray | Colour, axis: tuple[float, float] | None) -> Floats:
    """Return what the net sees of a picture, shape (`MAPS`, H / 2, W / 2).

    `axis` is in px of the picture, None where unknown.
    """
    grey = to_gray(picture)
    height, width = grey.shape
    seen = np.zeros((MAPS, height // 2, width // 2), np.float32)
    squares = seen[: 4 * PLANES].reshape(PLANES, 2, 2, height // 2, width // 2)
    squares[0] = in_squares(cv2.LUT(grey, TONES))
    squares[1] = in_squares(_contrast(grey))
    if picture.ndim == 3:
        squares[2], squares[3] = (in_squares(cv2.LUT(hue, HUES)) for hue in hues(picture))
    if axis is not None:
        seen[-2] = _from(axis[0], width)
        seen[-1] = _from(axis[1], height)[:, None]
    return seen


@cache
def scout(weights: str = "scout") -> Scout:
    """The scout with weights that come with the program.

    `scout` is for windows, `scout_anywhere` and `scout_second` are for photographs.
    """
    return Scout((Path(__file__).parent / f"{weights}.net").read_bytes())


def _from(middle: float, size: int) -> Floats:
    """How far each column, or row, of squares is from the axis, shape (size / 2,)."""
    return (np.arange(size, dtype=np.float32)[::2] - np.float32(middle - 0.5)) / np.float32(AXIS_PX)


def _contrast(grey: Gray) -> Floats:
    """How each px differs from what surrounds it, in units of how much that differs in itself."""
    size = (AROUND_PX, AROUND_PX)
    mean: Floats = np.asarray(cv2.boxFilter(grey, cv2.CV_32F, size), np.float32)
    spread: Floats = np.asarray(cv2.sqrBoxFilter(grey, cv2.CV_32F, size), np.float32)
    spread -= mean * mean
    np.sqrt(np.maximum(spread, 0, out=spread), out=spread)
    off = np.subtract(grey, mean, out=mean)
    off /= spread + np.float32(QUIET)
    return np.asarray(np.clip(off, -3, 3, out=off) / 2, np.float32)


def _sightings(scores: Floats, level: Level, least: float) -> Sightings:
    """Read the net's map, shape (13, rows, columns): 8 classes, place, edge and turn of each cell."""
    raised = np.exp(scores[:CLASSES] - scores[:CLASSES].max(axis=0))
    chances = raised / raised.sum(axis=0)
    there = np.asarray(1 - chances[0], np.float32)
    peaks = (there == cv2.dilate(there, np.ones((3, 3), np.uint8))) & (there > least)
    rows, columns = np.nonzero(peaks)
    dx, dy, size, cosine, sine = scores[CLASSES:, rows, columns]
    centre = np.stack([columns + dx, rows + dy], axis=1)
    found = Sightings(
        level.to_frame(((centre + 0.5) * STRIDE_PX - 0.5).astype(np.float32)),
        (EDGE_PX * np.exp(np.clip(size, -1, 1)) * level.factor).astype(np.float32),
        (np.arctan2(sine, cosine) / 4).astype(np.float32),
        np.asarray(chances[:, rows, columns].T, np.float32),
    )
    return found.take(islice(found.one_a_die(), MOST))
