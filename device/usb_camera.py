"""A USB camera, through OpenCV: what hobbyists have in a drawer."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from device.camera import Frame, without_empty_colours

QUEUED_FRAMES: Final = 5
"""Dropped before each look, whatever it takes: the driver's queue holds up to four of long ago, and one more
was half exposed when the lamps lit."""

STALE_FRAMES: Final = 15
STALE_S: Final = 0.7
"""So many are dropped, and for so long: the camera's own exposure needs about ten frames, and most of a
second, to get used to the lamps' light."""

MOST_STALE_S: Final = 1.5
"""No longer than that, half of the time that a look may take: slow cameras give 5 frames a second."""

DEVICES: Final = Path("/dev")
_MJPG: Final = cv2.VideoWriter.fourcc(*"MJPG")

Clock = Callable[[], float]


class UsbCamera:
    """The camera with that number or device path (`/dev/video0`), asked for pictures of `size` px.

    `size` is (width, height); the camera may choose another one. It opens at once, but reads nothing before
    it is to look.
    A path that is no device is opened as a film or a row of pictures; one that ends is a camera that failed.
    A number that has gone is that of the only USB camera there is.
    """

    def __init__(
        self,
        index_or_path: int | str,
        size: tuple[int, int],
        lamps: AbstractContextManager[object],
        *,
        stale_frames: int = STALE_FRAMES,
        stale_s: float = STALE_S,
        most_stale_s: float = MOST_STALE_S,
        clock: Clock = time.monotonic,
    ) -> None:
        self._name = f"the USB camera {index_or_path}"
        self._lamps = lamps
        self._stale_frames = stale_frames
        self._stale_s = stale_s
        self._most_stale_s = most_stale_s
        self._clock = clock
        source = _now(index_or_path)
        self._device = _device(source)
        self._capture = cv2.VideoCapture(source, _driver(source))
        if not self._capture.isOpened():
            raise FileNotFoundError(
                f"{self._name} was not found: plug it in, and check its number in the settings"
            )
        # OpenCV asks for raw pictures first, of which many cameras give 5 or 10 a second; and the sizes that
        # there are depend on the kind. A camera that has no JPEG stays as it was
        self._capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])

    @property
    def is_unplugged(self) -> bool:
        """Whether its device has gone, as far as there was one; nothing is asked of the camera for that."""
        return self._device is not None and not self._device.exists()

    def look(self, frames: int) -> list[Frame]:
        """Return that many fresh frames in time order, dtype uint8: in colour, or grey from a camera without.

        Raises:
            OSError: the camera gives no picture.
        """
        with self._lamps:
            self._drop_stale()
            return [self._frame() for _ in range(frames)]

    def close(self) -> None:
        """Let the camera go; may be called twice."""
        self._capture.release()

    def _drop_stale(self) -> None:
        """Hand back unseen what was not exposed as the lamps want it: only what is decoded is read out."""
        begun, dropped = self._clock(), 0
        while True:
            passed_s = self._clock() - begun
            enough = dropped >= self._stale_frames and passed_s >= self._stale_s
            if enough or (dropped >= QUEUED_FRAMES and passed_s >= self._most_stale_s):
                return
            self._require(self._capture.grab())
            dropped += 1

    def _frame(self) -> Frame:
        came, picture = self._capture.read()
        self._require(came)
        return without_empty_colours(np.asarray(picture, dtype=np.uint8))

    def _require(self, came: bool) -> None:
        if not came:
            raise OSError(f"{self._name} gives no picture: check its cable, or plug it in again")


def _now(index_or_path: int | str) -> int | str:
    """Return where the camera is now.

    Linux frees a number once nobody holds the camera any more (`v4l2_device_release`): one that was plugged
    in again before anybody missed it has another, and nobody would find it until it is plugged in once more.
    """
    if isinstance(index_or_path, int) and not (DEVICES / f"video{index_or_path}").exists():
        there = [str(camera) for camera in (DEVICES / "v4l" / "by-id").glob("usb-*-video-index0")]
        return there[0] if len(there) == 1 else index_or_path
    return index_or_path


def _device(index_or_path: int | str) -> Path | None:
    """Return the device itself, whose name no other gets while it is held; None of what is no file."""
    device = DEVICES / (f"video{index_or_path}" if isinstance(index_or_path, int) else index_or_path)
    return device.resolve() if device.exists() else None


def _driver(index_or_path: int | str) -> int:
    # a system's OpenCV would try GStreamer first, which opens slowly and queues more frames
    is_device = isinstance(index_or_path, int) or index_or_path.startswith("/dev/")
    return cv2.CAP_V4L2 if is_device else cv2.CAP_ANY
