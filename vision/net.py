"""Small learned nets, run by OpenCV's own `dnn` (4.6 to 4.14)."""

import threading

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


def in_squares(planes: Floats) -> Floats:
    """Lay planes, shape (..., C, H, W), out as the nets see them, shape (..., 4 C, H / 2, W / 2).

    Each becomes four of half its size, one for each px of a square of 2 × 2. The nets halve a picture first,
    and OpenCV runs a plain layer over these several times faster than one with a stride over the whole.
    """
    *many, channels, height, width = planes.shape
    squares = planes.reshape(-1, channels, height // 2, 2, width // 2, 2).transpose(0, 1, 3, 5, 2, 4)
    return np.ascontiguousarray(squares).reshape(*many, 4 * channels, height // 2, width // 2)


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
            self._net.setInput(in_squares(planes))
            return np.asarray(self._net.forward(), np.float32)
