"""The learned witnesses: small nets that say how many pips a straightened face shows, or that it is none.

Seven classes, 0 for "no flat, whole face". Trained on rendered pictures only (`vision/training`), never on
photographs; run by OpenCV's own `dnn`, from 4.6 on.
"""

import threading
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Guesses
from vision.level import Level
from vision.picture import Gray
from vision.straighten import straighten, straighten_from_axis

Floats = npt.NDArray[np.float32]

HERE: Final = Path(__file__).parent
QUIET: Final = 6.0
"""Added to a face's own spread of grey levels, so that noise on plain ground stays small."""
CLIP: Final = 3.0


class Net:
    """One net, loaded once; OpenCV's nets serve one caller at a time, hence the lock."""

    def __init__(self, weights: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
        self._lock = threading.Lock()

    def chances(self, faces: Floats) -> Floats:
        """Say of normalised faces, shape (N, size, size), how likely each shows 0 (none) to 6 pips."""
        if not len(faces):
            return np.empty((0, 7), np.float32)
        scores = self._run(faces[:, None])
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)

    def scores(self, picture: Floats) -> Floats:
        """Run over one whole picture, shape (H, W); return the map, shape (channels, rows, columns)."""
        return np.asarray(self._run(picture[None, None])[0], np.float32)

    def _run(self, planes: Floats) -> Floats:
        with self._lock:
            self._net.setInput(planes)
            return np.asarray(self._net.forward(), np.float32)


class Counter:
    """What does a face show? Knows faces on any ground; a leaning die's face counts as well."""

    SIZE_PX: Final = 36
    SPAN: Final = 1.7
    MIDDLE: Final = slice(8, 28)

    def __init__(self, weights: bytes) -> None:
        self._net = Net(weights)

    def chances(self, level: Level, guesses: Guesses) -> Floats:
        """Say of each guess how likely it shows 0 (no face) to 6 pips, shape (N, 7)."""
        centre, edge = level.from_frame(guesses.centre), guesses.edge / level.factor
        faces = straighten(level.picture, centre, guesses.angle, edge, span=self.SPAN, size_px=self.SIZE_PX)
        return self._net.chances(normalise(faces, self.MIDDLE))


class Inspector:
    """Does a face lie flat on the plate, whole and unspoilt? Knows where the camera's axis is."""

    SIZE_PX: Final = 56
    SPAN: Final = 1.6
    MIDDLE: Final = slice(10, 46)

    def __init__(self, weights: bytes) -> None:
        self._net = Net(weights)

    def chances(self, level: Level, guesses: Guesses, axis: tuple[float, float]) -> Floats:
        """Say of each guess how likely it is a flat face of 1 to 6 pips, or none (0), shape (N, 7)."""
        centre, edge = level.from_frame(guesses.centre), guesses.edge / level.factor
        middle = level.from_frame(np.array([axis], np.float32))
        faces = straighten_from_axis(
            level.picture, centre, guesses.angle, edge, middle, span=self.SPAN, size_px=self.SIZE_PX
        )
        return self._net.chances(normalise(faces, self.MIDDLE))


@cache
def counter() -> Counter:
    """The counter whose weights come with the program."""
    return Counter((HERE / "counter.onnx").read_bytes())


@cache
def inspector() -> Inspector:
    """The inspector whose weights come with the program."""
    return Inspector((HERE / "inspector.onnx").read_bytes())


def normalise(faces: Gray, middle: slice) -> Floats:
    """Bring every face to the same mean and spread, so that light and exposure do not matter."""
    plane = faces.astype(np.float32)
    face = plane[:, middle, middle]
    mean = face.mean(axis=(1, 2), keepdims=True)
    spread = face.std(axis=(1, 2), keepdims=True) + QUIET
    return np.asarray(np.clip((plane - mean) / spread, -CLIP, CLIP), np.float32)
