"""The floor of any reader's time: what it must at least do to a frame, for `make bench` to compare with."""

import cv2

from vision.picture import Frame, decode


def floor(data: bytes) -> None:
    """One grey decode, 5 × 5 blur, mean adaptive threshold and pass for contours."""
    blurred = cv2.GaussianBlur(decode(data), (5, 5), 0)
    method = cv2.ADAPTIVE_THRESH_MEAN_C
    edges = cv2.adaptiveThreshold(blurred, 255, method, cv2.THRESH_BINARY_INV, 31, 5)
    cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)


def one_thread() -> None:
    """Let OpenCV use one thread, so that times can be compared."""
    cv2.setNumThreads(1)


def encoded(frame: Frame, size: tuple[int, int]) -> bytes:
    """The frame at another size, (width, height), as JPEG."""
    scaled = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", scaled, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
