"""The Pi's camera, through picamera2: frames in colour whose light and lens were locked at start.

picamera2 exists on a Pi only, and opens devices when it is imported, so that happens at construction.
"""

import os
import time
from collections.abc import Container, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from device.camera import Frame, without_empty_colours

FRAME_WAIT_S: Final = 2.0
"""A camera that gives no frame for so long gives none at all: at 30 frames/s the next is due in 0.03 s."""

FRAME_US: Final = 33_333
"""How long a frame of picamera2's videos lasts: longer exposures are cut to it, unless it is made longer."""

SETTLING_FRAMES: Final = 60
"""How many frames exposure, white balance and focus get to find their values at start: two seconds."""

MOST_STALE_FRAMES: Final = 20
"""More frames from before the lamps burned than any queue holds."""

# libcamera's AfModeEnum.Manual and Continuous, and AfRangeEnum.Macro, which keeps the ceiling out
_AF_MANUAL: Final = 0
_AF_CONTINUOUS: Final = 2
_AF_MACRO: Final = 1


class PiCamera:
    """The camera on the Pi's ribbon cable, giving pictures of `size` (width, height) px.

    It streams from construction on, but no frame is read out of its buffer before `look`. What is not given
    of `exposure_us` (microseconds), `gain`, `colour_gains` (red, blue) and `lens_position` (dioptres: 1 /
    metres; only where the lens moves) settles at start under the lamps, by the frames' metadata alone, and
    is locked then.

    Raises:
        OSError: there is no camera, or it can't be used; the message says what to do.
    """

    def __init__(
        self,
        size: tuple[int, int] = (960, 720),
        *,
        lamps: AbstractContextManager[object],
        exposure_us: int | None = None,
        gain: float | None = None,
        colour_gains: tuple[float, float] | None = None,
        lens_position: float | None = None,
    ) -> None:
        self._lamps = lamps
        with _explained():
            self._camera = _opened()
        try:
            with _explained():
                self._configure(size)
                self._start(_Wish(exposure_us, gain, colour_gains, lens_position))
        except OSError:
            self.close()
            raise

    def look(self, frames: int) -> list[Frame]:
        """Return that many fresh frames in time order, dtype uint8: in colour, or grey from a mono sensor.

        Raises:
            OSError: the camera failed; TimeoutError when it gives no frames.
        """
        if self._camera is None:
            raise OSError("the Pi's camera is closed: start the table again")
        with self._lamps, _explained():
            lit_ns = time.monotonic_ns()
            return [self._frame(lit_ns) for _ in range(frames)]

    def close(self) -> None:
        """Stop the camera and let it go; may be called twice."""
        camera, self._camera = self._camera, None
        if camera is not None:
            # a job that timed out would keep `close` waiting for ever
            camera.cancel_all_and_flush()
            camera.close()

    def _configure(self, size: tuple[int, int]) -> None:
        width, height = self._camera.sensor_resolution
        config = self._camera.create_video_configuration(
            main={"size": size, "format": "YUV420"},
            # half the sensor's size is a mode of the whole sensor; the one nearest to `size` is often a crop
            raw={"size": (width // 2, height // 2)},
            buffer_count=4,
            queue=False,
            display=None,
            encode=None,
        )
        self._camera.configure(config)

    def _start(self, wish: "_Wish") -> None:
        if wish.is_whole(self._camera.camera_controls):
            self._set(wish.locked({}))
            self._camera.start()
            return
        self._set({"AfMode": _AF_CONTINUOUS, "AfRange": _AF_MACRO})
        self._camera.start()
        self._set(wish.locked(self._settled()))

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Set those that this camera has: mono sensors have no colours to balance, most lenses don't move.

        One that libcamera doesn't advertise makes picamera2 raise.
        """
        offered = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in controls.items() if name in offered})

    def _settled(self) -> Mapping[str, Any]:
        """Return what the automatics chose under the lamps; only frames' metadata is fetched, no picture."""
        metadata: Mapping[str, Any] = {}
        with self._lamps:
            for _ in range(SETTLING_FRAMES):
                metadata = self._camera.capture_metadata(wait=FRAME_WAIT_S)
        return metadata

    def _frame(self, lit_ns: int) -> Frame:
        """Return the next frame that was wholly exposed under the lamps.

        Frames from before wait in picamera2's and libcamera's queues; they are handed back without a look at
        their buffers. picamera2's own `flush` does the same, but only for cameras that tell their exposure.
        """
        for _ in range(MOST_STALE_FRAMES):
            request = self._camera.capture_request(wait=FRAME_WAIT_S)
            try:
                if _exposed_from_ns(request.get_metadata()) >= lit_ns:
                    return self._picture(request)
            finally:
                request.release()
        raise TimeoutError(f"its last {MOST_STALE_FRAMES} frames are older than the look")

    def _picture(self, request: Any) -> Frame:
        """Return the buffer in colour: luma, and both chroma planes at half size, rows padded to the stride.

        picamera2 makes small videos in the colour space that OpenCV takes YUV for (BT.601, 16 to 235).
        """
        stream = self._camera.camera_configuration()["main"]
        width, height = stream["size"]
        rows, stride = height * 3 // 2, stream["stride"]
        buffer = np.asarray(request.make_buffer("main"), dtype=np.uint8)
        # the chroma planes' rows are half as long as the luma's, padding and all: one picture with wider rows
        wide = cv2.cvtColor(buffer[: stride * rows].reshape(rows, stride), cv2.COLOR_YUV2BGR_I420)
        return without_empty_colours(np.ascontiguousarray(wide[:, :width], dtype=np.uint8))


def _opened() -> Any:
    """Open the camera, which is known before that, as picamera2 keeps hold of one that it opened in part."""
    from picamera2 import Picamera2

    camera = Picamera2.__new__(Picamera2)
    with ExitStack() as unless_opened:
        unless_opened.callback(_let_go, camera)
        camera.__init__()
        unless_opened.pop_all()
    if "/usb" in camera.camera.id:  # libcamera has webcams too, and gives one where it has nothing else
        camera.close()
        raise FileNotFoundError(
            "there is no camera on the Pi's ribbon cable: check both its ends, "
            'or set kind = "usb" for the USB camera that is plugged in'
        )
    return camera


def _let_go(camera: Any) -> None:
    """Let go of a camera that was opened in part: else it stays busy, and its pipe open, for ever.

    picamera2's own `close` leaves the pipe of one that it never got, and trips over one that it has not
    registered yet.
    """
    if getattr(camera, "is_open", False):
        camera.camera.release()
        camera.is_open = False
    if hasattr(camera, "notifyme_w"):
        camera.notifymeread.close()
        os.close(camera.notifyme_w)


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the settings give of light and focus."""

    exposure_us: int | None
    gain: float | None
    colour_gains: tuple[float, float] | None
    lens_position: float | None

    def is_whole(self, offered: Container[str]) -> bool:
        """Say whether nothing is left to settle of the controls that are offered."""
        given = {
            "ExposureTime": self.exposure_us,
            "AnalogueGain": self.gain,
            "ColourGains": self.colour_gains,
            "LensPosition": self.lens_position,
        }
        return None not in (value for name, value in given.items() if name in offered)

    def locked(self, settled: Mapping[str, Any]) -> dict[str, Any]:
        """Return the controls that hold what is given, and for the rest what settled.

        Where exposure or gain alone is given, the other makes up for it: the picture stays as bright.
        """
        exposure_us, gain = self.exposure_us, self.gain
        light = settled.get("ExposureTime", 0) * settled.get("AnalogueGain", 0)
        exposure_us = exposure_us or (int(light / gain) if gain else settled.get("ExposureTime"))
        gain = gain or (light / exposure_us if exposure_us else None)
        wanted = {
            "ExposureTime": exposure_us,
            "AnalogueGain": gain,
            "ColourGains": self.colour_gains or settled.get("ColourGains"),
            "LensPosition": self.lens_position or settled.get("LensPosition"),
        }
        known: dict[str, Any] = {name: value for name, value in wanted.items() if value}
        if exposure_us and exposure_us > FRAME_US:
            known["FrameDurationLimits"] = (exposure_us, exposure_us)
        return {"AeEnable": False, "AwbEnable": False, "AfMode": _AF_MANUAL} | known


def _exposed_from_ns(metadata: Mapping[str, Any]) -> int:
    """Return when a frame's exposure began, on the monotonic clock.

    Its stamp is the moment when its first row was read, at the end of that row's exposure. The stamp's clock
    runs through a sleep and the monotonic one does not, but a Pi never sleeps.
    """
    return int(metadata.get("SensorTimestamp", 0)) - 1000 * int(metadata.get("ExposureTime", 0))


@contextmanager
def _explained() -> Iterator[None]:
    """Turn what picamera2 and libcamera raise into an OSError that says what to do."""
    try:
        yield
    except TimeoutError as error:
        raise TimeoutError("the Pi's camera gives no frames: check both ends of its ribbon cable") from error
    except ImportError as error:
        raise OSError(
            f"the Pi's camera can't be used ({error}): install the system's package python3-picamera2"
        ) from error
    except (LookupError, RuntimeError) as error:
        raise OSError(
            f"the Pi's camera can't be used ({error}): check its ribbon cable, "
            "and that no other program uses it"
        ) from error
