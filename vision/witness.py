"""The learned witness: a small net that says how many pips a straightened face shows, or that it is none.

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

from vision.picture import Gray

Floats = npt.NDArray[np.float32]

WEIGHTS: Final = Path(__file__).with_name("faces.onnx")
MIDDLE: Final = slice(8, 28)
QUIET: Final = 6.0
"""Added to a face's own spread of grey levels, so that noise on plain ground stays small."""
CLIP: Final = 3.0


class Witness:
    """The net, loaded once; OpenCV's nets serve one caller at a time, hence the lock."""

    def __init__(self, weights: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
        self._lock = threading.Lock()

    def chances(self, faces: Gray) -> Floats:
        """Say how likely each face shows 0 (none) to 6 pips.

        Args:
            faces: straightened faces as `straighten` makes them, shape (N, 36, 36), dtype uint8.

        Returns:
            Chances, shape (N, 7), that sum to 1.
        """
        if not len(faces):
            return np.empty((0, 7), np.float32)
        with self._lock:
            self._net.setInput(normalise(faces)[:, None])
            scores = np.asarray(self._net.forward(), np.float32)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


@cache
def default_witness() -> Witness:
    """The witness whose weights come with the program."""
    return Witness(WEIGHTS.read_bytes())


def normalise(faces: Gray) -> Floats:
    """Bring every face to the same mean and spread, so that light and exposure do not matter."""
    plane = faces.astype(np.float32)
    middle = plane[:, MIDDLE, MIDDLE]
    mean = middle.mean(axis=(1, 2), keepdims=True)
    spread = middle.std(axis=(1, 2), keepdims=True) + QUIET
    return np.asarray(np.clip((plane - mean) / spread, -CLIP, CLIP), np.float32)
