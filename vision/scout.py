"""The scout: a small convolutional net that says where in the window flat faces lie, and what they show.

It knows the scale from the window, sees side faces, lamps and neighbours at once, and tells a leaning die
from a flat one. Trained on rendered pictures only (`tests/training/scout.py`), run by OpenCV's own `dnn`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.level import Level, shrink
from vision.window import EDGE_SHARE
from vision.witness import Net

Floats = npt.NDArray[np.float32]

EDGE_PX: Final = 34.0
"""What the edge of a middling die measures in the picture that the net sees."""
SIZE_PX: Final = 216
"""That picture's width and height: the window and its surroundings."""
STRIDE_PX: Final = 4
LEAST: Final = 0.1
APART: Final = 0.6
"""Sightings closer than so many edges are of one die."""
LEANING: Final = 7
"""The class of a die that does not lie flat; 0 is no die."""


@dataclass(frozen=True, slots=True)
class Sightings:
    """What the scout sees, the surest first: places and edges in px of the frame, turns in radians.

    `chances` has 8 columns: no die, a flat face of 1 to 6 pips, a die that leans.
    """

    centre: Floats
    edge: Floats
    angle: Floats
    chances: Floats

    def __len__(self) -> int:
        return len(self.edge)


class Scout:
    """The net with its weights."""

    def __init__(self, weights: bytes) -> None:
        self._net = Net(weights)

    def look(self, whole: Level, radius_px: float) -> Sightings:
        """See what lies in the window, whose radius is known, of which `whole` is the picture."""
        level = shrink(whole, EDGE_SHARE * 2 * radius_px / EDGE_PX)
        picture = level.picture[:SIZE_PX, :SIZE_PX]
        below, right = SIZE_PX - picture.shape[0], SIZE_PX - picture.shape[1]
        padded = cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE)
        return _sightings(self._net.scores(np.sqrt(padded.astype(np.float32) / 255) - np.float32(0.4)), level)


@cache
def scout() -> Scout:
    """The scout whose weights come with the program."""
    return Scout((Path(__file__).parent / "scout.onnx").read_bytes())


def _sightings(scores: Floats, level: Level) -> Sightings:
    """Read the net's map, shape (13, rows, columns): 8 classes, place, edge and turn of each cell."""
    raised = np.exp(scores[:8] - scores[:8].max(axis=0))
    chances = raised / raised.sum(axis=0)
    there = np.asarray(1 - chances[0], np.float32)
    peaks = (there == cv2.dilate(there, np.ones((3, 3), np.uint8))) & (there > LEAST)
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-there[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    dx, dy, size, cosine, sine = scores[8:, rows, columns]
    centre = np.stack([columns + dx, rows + dy], axis=1)
    found = Sightings(
        level.to_frame(((centre + 0.5) * STRIDE_PX - 0.5).astype(np.float32)),
        (EDGE_PX * np.exp(np.clip(size, -1, 1)) * level.factor).astype(np.float32),
        (np.arctan2(sine, cosine) / 4).astype(np.float32),
        np.asarray(chances[:, rows, columns].T, np.float32),
    )
    return _one_a_die(found)


def _one_a_die(found: Sightings) -> Sightings:
    kept: list[int] = []
    for index in range(len(found)):
        apart = np.hypot(*(found.centre[kept] - found.centre[index]).T)
        if not (apart < APART * found.edge[index]).any():
            kept.append(index)
    return Sightings(found.centre[kept], found.edge[kept], found.angle[kept], found.chances[kept])
