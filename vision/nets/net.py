"""Small learned nets, run by OpenCV's own `dnn` (4.6 to 4.14)."""

import threading
import zlib
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats


def in_squares(plane: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Look at a plane, shape (H, W), as the nets do: in squares, shape (2, 2, H / 2, W / 2).

    It is four of half its size, one for each px of a square of 2 × 2. The nets halve a picture first, and
    OpenCV runs a plain layer over these several times faster than one with a stride over the whole.
    """
    height, width = plane.shape
    return plane.reshape(height // 2, 2, width // 2, 2).transpose(1, 3, 0, 2)


class Net:
    """One net, loaded once from packed ONNX; OpenCV's nets serve one caller at a time, hence the lock.

    It sees `maps` maps; of more it sees the first.
    """

    def __init__(self, weights: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(zlib.decompress(weights), np.uint8))
        self._lock = threading.Lock()
        self.maps = int(self._net.getParam(self._net.getLayerNames()[0]).shape[1])

    def chances(self, faces: Floats) -> Floats:
        """Say of faces, shape (N, maps, rows, columns), how likely they are of each class."""
        scores = self._run(faces)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)

    def scores(self, seen: Floats) -> Floats:
        """Run over a whole picture, shape (maps, rows, columns); return its map of scores."""
        return np.asarray(self._run(seen[None])[0], np.float32)

    def _run(self, seen: Floats) -> Floats:
        with self._lock:
            self._net.setInput(np.ascontiguousarray(seen[:, : self.maps]))
            return np.asarray(self._net.forward(), np.float32)
