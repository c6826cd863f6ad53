"""The scout: a small convolutional net that says where in the window flat faces lie, and what they show.

It knows the scale from the window, sees side faces, lamps and neighbours at once, and tells a leaning die
from a flat one. Trained on rendered and drawn scenes only (`tests/training/scout.py`).
"""

from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.level import Level, shrink
from vision.net import Net, in_squares
from vision.picture import NO_HUE, Colour, Gray, hues, to_gray
from vision.sightings import CLASSES, Sightings

Floats = npt.NDArray[np.float32]

EDGE_PX: Final = 34.0
"""What the edge of a middling die measures in the picture that the net sees."""
CELLS_PX: Final = 24
"""Widths and heights of what the net sees are multiples of this, so that it seldom meets a new size."""
STRIDE_PX: Final = 8
CHANNELS: Final = 6
"""What the net sees of each px: grey, local contrast, how far right and below of the camera's axis it is, and
how far from grey towards red and towards blue. What is not known, the axis or the colours, is 0."""
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
        return _sightings(self._net.scores(planes(np.asarray(padded, np.uint8), axis)), level, least)


def planes(picture: Gray | Colour, axis: tuple[float, float] | None) -> Floats:
    """Return what the net sees of a picture, shape (24, H / 2, W / 2): `CHANNELS`, all of them in squares.

    `axis` is in px of the picture, None where unknown.
    """
    grey = to_gray(picture)
    height, width = grey.shape
    seen = np.zeros((CHANNELS, 2, 2, height // 2, width // 2), np.float32)
    seen[0] = in_squares(cv2.LUT(grey, TONES))
    seen[1] = in_squares(_contrast(grey))
    if axis is not None:
        right, below = (_from(middle, size) for middle, size in zip(axis, (width, height), strict=True))
        seen[2] = right[:, None]
        seen[3] = below[:, None, :, None]
    if picture.ndim == 3:
        seen[4], seen[5] = (in_squares(cv2.LUT(hue, HUES)) for hue in hues(picture))
    return seen.reshape(-1, height // 2, width // 2)


@cache
def scout(weights: str = "scout") -> Scout:
    """The scout with weights that come with the program.

    `scout` is for windows, `scout_anywhere` for photographs.
    """
    return Scout((Path(__file__).parent / f"{weights}.onnx").read_bytes())


def _from(middle: float, size: int) -> Floats:
    """How far each column, or row, is from the axis, in squares, shape (2, size / 2)."""
    return (np.arange(size, dtype=np.float32) - middle).reshape(-1, 2).T / np.float32(AXIS_PX)


def _contrast(grey: Gray) -> Floats:
    """How each px differs from what surrounds it, in units of how much that differs in itself."""
    size = (AROUND_PX, AROUND_PX)
    mean = cv2.boxFilter(grey, cv2.CV_32F, size)
    spread = np.sqrt(np.maximum(cv2.sqrBoxFilter(grey, cv2.CV_32F, size) - mean * mean, 0))
    return np.asarray(((grey - mean) / (spread + QUIET)).clip(-3, 3) / 2, np.float32)


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
