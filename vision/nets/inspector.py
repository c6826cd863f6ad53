"""The inspector: a small net that looks closer at one straightened face and says what it shows.

It is a witness of its own: it sees each face upright, at the same contrast, turned so that the camera's axis
lies to the right. Trained on rendered and drawn scenes only (`tests/training/inspector.py`).
"""

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats
from vision.level import Level
from vision.nets.net import Net, in_squares
from vision.picture import Colour, Gray, hues, to_gray
from vision.sightings import CLASSES, Sightings
from vision.straighten import straighten, straighten_from_axis

FOR_PHOTOGRAPHS: Final = "inspector_anywhere"
"""The weights for photographs, which know colour but no axis."""
SECOND_OPINION: Final = "inspector_second"
"""Others of that kind, for what leaves a doubt: they have learned from other pictures, and err elsewhere."""
MIRROR: Final = "inspector_mirror"
"""The table's own, gone on with other windows: what leaves a doubt in one is asked of it besides."""
SIZE_PX: Final = 64
SPAN: Final = 1.6
"""What a straightened picture shows, in edges: the face, and what lies round it."""
MIDDLE: Final = slice(12, 52)
QUIET: Final = 5.0
"""Added to a face's own spread of grey levels, so that noise on plain ground stays small."""
CLIP: Final = 3.0
LEVELS: Final = np.arange(256)
PLANES: Final = 3
"""What the net sees of each px: grey, and how far from grey towards red and towards blue."""
MAPS: Final = 4 * PLANES + 2
"""These planes, all of them in squares, and how far right and below of the face the camera's axis is."""
FAR: Final = 3.0
"""How far a die may lie from the axis, in edges: the unit in which the net knows it."""


class Inspector:
    """The net with its weights; one that never learned what an axis tells is told of none."""

    def __init__(self, weights: bytes) -> None:
        self._net = Net(weights)
        self._knows_axis = self._net.maps == MAPS

    def chances(self, level: Level, seen: Sightings, axis: tuple[float, float] | None) -> Floats:
        """Say of each sighting how likely it is of each class, shape (N, 8).

        `axis` is where the camera's axis meets the frame, in px of it; None where that tells nothing.
        """
        if not len(seen):
            return np.empty((0, CLASSES), np.float32)
        centre, edge = level.from_frame(seen.centre), seen.edge / level.factor
        told = axis if self._knows_axis else None
        middle = None if told is None else level.from_frame(np.array([told], np.float32))
        return self._net.chances(lay_out(level.picture, centre, seen.angle, edge, middle))


@cache
def inspector(weights: str = "inspector") -> Inspector:
    """The inspector with weights that come with the program.

    `inspector` and `inspector_mirror` are for windows, `inspector_anywhere` and `inspector_second` for
    photographs.
    """
    return Inspector((Path(__file__).parent / f"{weights}.net").read_bytes())


def lay_out(
    picture: Gray | Colour, centre: Floats, angle: Floats, edge: Floats, axis: Floats | None
) -> Floats:
    """Return what the net sees of faces, shape (N, `MAPS`, 32, 32): each upright, and where the axis is.

    A flat die shows side faces only towards the axis, and the further off the more; one that shows others, or
    none where they must be seen, leans. `centre`, `edge` and `axis`, shape (1, 2), are in px of the picture.
    What is not known, the axis or the colours, is 0.
    """
    seen = np.zeros((len(centre), MAPS, SIZE_PX // 2, SIZE_PX // 2), np.float32)
    if axis is None:
        faces = straighten(picture, centre, angle, edge, span=SPAN, size_px=SIZE_PX)
    else:
        faces, towards = straighten_from_axis(picture, centre, angle, edge, axis, span=SPAN, size_px=SIZE_PX)
        seen[:, -2:] = (towards / FAR)[..., None, None]
    squares = seen[:, :-2].reshape(-1, PLANES, 2, 2, *seen.shape[2:])
    for planes, face in zip(squares, faces, strict=True):
        planes[0] = _normalised(to_gray(face))
        if face.ndim == 3:
            planes[1], planes[2] = (_normalised(hue) for hue in hues(face))
    return seen


def _normalised(plane: Gray) -> Floats:
    """A plane of a face in squares, with the same mean and spread as any, so that light does not matter."""
    mean, spread = cv2.meanStdDev(plane[MIDDLE, MIDDLE])
    tones = ((LEVELS - mean[0, 0]) / (spread[0, 0] + QUIET)).clip(-CLIP, CLIP)
    return in_squares(cv2.LUT(plane, tones.astype(np.float32)))
