"""Small learned nets, run by OpenCV's own `dnn` (4.6 to 4.14)."""

import threading

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class Net:
    """One net, loaded once; OpenCV's nets serve one caller at a time, hence the lock."""

    def __init__(self, weights: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
        self._lock = threading.Lock()

    def chances(self, faces: Floats) -> Floats:
        """Say of faces, shape (N, planes, H, W), how likely they are of each class, shape (N, classes)."""
        scores = self._run(faces)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)

    def scores(self, planes: Floats) -> Floats:
        """Run over a whole picture, shape (planes, H, W); return the map, shape (channels, rows, columns)."""
        return np.asarray(self._run(planes[None])[0], np.float32)

    def _run(self, planes: Floats) -> Floats:
        with self._lock:
            self._net.setInput(planes)
            return np.asarray(self._net.forward(), np.float32)
