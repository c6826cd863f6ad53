"""A stand-in for picamera2 that records what is asked of it.

It keeps picamera2's ways that matter here: requests that queue up while nobody asks, rows padded to a stride,
metadata apart from the buffers, controls that are offered or not and that arrive late, and a focus that is
searched for.
"""

import os
import time
from io import BytesIO
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from device.light_and_lens import Locked
from device.pi_camera import FRAME_US
from tests.device.pictures import WatchedLamps

SIZE = (60, 40)
STRIDE = 64
SPARE = 128  # what libcamera rounds a buffer up by
GREY = 60
BELOW = (40, 60, 200)
EXPOSURE_US = 8000
DAZZLED_US = 30_000
SETTLED = {"ExposureTime": EXPOSURE_US, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "LensPosition": 7.5}
GIVEN = Locked(5000, 1.5, (1.0, 2.0), 8.0)
LATE = 17  # frames: four wait in the queue, the sensor is three behind, and a lens is ten from end to end
DARK = 2  # frames that are on their way when the lamps are lit; the next is half lit
FROM_DARK = 55  # frames until automatics no longer dazzle, once they had opened wide in the dark
FROM_HELD = 20  # the same from a middling exposure
SCANNING, FOCUSED, FAILED = 1, 2, 3  # libcamera's AfStateEnum
MONO = dict.fromkeys(
    ("AeEnable", "ExposureTime", "AnalogueGain", "FrameDurationLimits", "NoiseReductionMode")
)
FIXED_LENS = MONO | dict.fromkeys(("AwbEnable", "ColourGains"))
MOVING_LENS = FIXED_LENS | dict.fromkeys(("AfMode", "AfRange", "LensPosition"))


class ColorSpace:
    """As in libcamera's Python binding."""

    @staticmethod
    def Smpte170m() -> str:  # noqa: N802 - libcamera's name
        return "SMPTE170M"


class Request:
    def __init__(self, camera: "Picamera2", exposed_ns: int) -> None:
        self._camera = camera
        self._exposed_ns = exposed_ns

    def get_metadata(self) -> dict[str, Any]:
        read_ns = self._exposed_ns + 1000 * EXPOSURE_US
        return {"SensorTimestamp": read_ns, "ExposureTime": EXPOSURE_US}

    def make_buffer(self, name: str) -> npt.NDArray[np.uint8]:
        self._camera.calls.append(f"make_buffer {name}")
        width, height = SIZE
        self._camera.mapped += 1
        self._camera.pictures.append(self._camera.seen())
        self._camera.bent_by.append(self._camera.histogram())
        seen = np.full((height, width, 3), GREY + 10 * self._camera.mapped, np.uint8)
        if self._camera.colours:
            seen[height // 2 :] = BELOW
        planes = cv2.cvtColor(seen, cv2.COLOR_BGR2YUV_I420).reshape(-1)
        luma, chroma = planes[: width * height], planes[width * height :]
        luma_rows = _padded(luma.reshape(height, width), STRIDE)
        chroma_rows = _padded(chroma.reshape(height, width // 2), STRIDE // 2)
        return np.concatenate([luma_rows, chroma_rows, np.full(SPARE, 255, np.uint8)])

    def release(self) -> None:
        self._camera.held -= 1


def _padded(rows: npt.NDArray[Any], stride: int) -> npt.NDArray[Any]:
    """Return the rows as they lie in a buffer, rubbish between them."""
    return np.pad(rows, ((0, 0), (0, stride - rows.shape[1])), constant_values=255).reshape(-1)


class Picamera2:
    """One camera; `stale` requests queued up before anybody asked."""

    def __init__(self, controls: dict[str, Any] | None = None, stale: int = 0) -> None:
        self.calls: list[str] = []
        self.config: dict[str, Any] = {}
        self.set_before_start: dict[str, Any] = {}
        self.set_after_start: dict[str, Any] = {}
        self.camera_controls = FIXED_LENS if controls is None else controls
        self.sensor_resolution = (4608, 2592)
        self.scene = dict(SETTLED)
        self.scan = (86, FOCUSED)
        self.frames = 0
        self.mapped = 0
        self.pictures: list[dict[str, Any]] = []
        self.bent_by: list[str] = []
        self.colours = True
        self.held = 0
        self.fail: Exception | None = None
        self.missing: Exception | None = None
        self.half: Exception | None = None
        self.bound = True
        self.listed: bool | None = None
        self.cameras: dict[int, Picamera2] = {}
        self.lamps = WatchedLamps()
        self.id = "/base/soc/i2c0mux/i2c@1/imx708@1a"
        self._arrived: dict[str, Any] = {}
        self._pending: dict[str, Any] = {}
        self._coming: list[tuple[int, dict[str, Any]]] = []
        self._passed = 0
        self._lit = 0
        self._passed_lit = 0
        self._to_settle = FROM_DARK
        self._stale = [time.monotonic_ns()] * stale

    def reset(self) -> None:
        """As picamera2's `CameraManager` does it: libcamera starts anew, and lists what is there by now."""
        self.listed = self.bound

    def open(self) -> None:
        """As picamera2 does it: a pipe, then the camera, then what can fail though the camera is held."""
        self.notifymeread, self.notifyme_w = BytesIO(), os.open(os.devnull, os.O_WRONLY)
        self.is_open, self.camera = False, self
        if self.listed is None:
            self.listed = self.bound
        if not self.listed:
            raise RuntimeError("No camera number 0 found")
        if self.missing:
            raise self.missing
        self.is_open = True
        if self.half:
            raise self.half

    def create_video_configuration(self, **config: Any) -> dict[str, Any]:
        return config

    def configure(self, config: dict[str, Any]) -> None:
        self._call("configure")
        self.config = config

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": {"format": "YUV420", "size": SIZE, "stride": STRIDE}}

    def set_controls(self, controls: dict[str, Any]) -> None:
        """As picamera2's `Controls` does it."""
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        started = "start" in self.calls
        (self.set_after_start if started else self.set_before_start).update(controls)
        self._pending |= controls

    def seen(self) -> dict[str, Any]:
        """What the newest frame has: what the automatics see, or what was set when that has arrived."""
        held = self._arrived
        seen = self._as_far_as_settled() if self._is_automatic() else self.scene | held
        return {name: seen[name] for name in SETTLED if name in self.camera_controls}

    def _is_automatic(self) -> bool:
        return bool(self._arrived.get("AeEnable", True))

    def _as_far_as_settled(self) -> dict[str, Any]:
        return self.scene | {"ExposureTime": DAZZLED_US} if self._to_settle else self.scene

    def histogram(self) -> str:
        """What the frame before the newest showed, by which libcamera bends the newest's tones."""
        before = self._passed_lit - 1
        return "dark" if before <= DARK else "half lit" if before == DARK + 1 else "lit"

    def start(self) -> None:
        self._call("start")
        self._hand_on(0)

    def idle(self) -> None:
        """Let time go by in the dark: automatics that are on open wide."""
        for _ in range(LATE + 1):
            self._pass_frame()
        self._to_settle = FROM_DARK if self._is_automatic() else self._to_settle

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        """As libcamera has it: the focus is sought for a while."""
        assert self.lamps.burn
        assert wait > 0
        if self.calls[-1] != "capture_metadata":
            self._call("capture_metadata")
        self.frames += 1
        self._pass_frame()
        frames, end = self.scan
        state = {"AfState": SCANNING if self.frames < frames else end} if self._arrived.get("AfMode") else {}
        return state | self.seen()

    def capture_request(self, wait: float) -> Request:
        assert self.lamps.burn
        assert wait > 0
        self._call("capture_request")
        self.held += 1
        self._pass_frame()
        since_lit = self._passed_lit - (DARK + 2)
        begun_ns = time.monotonic_ns() + since_lit * FRAME_US * 1000
        return Request(self, self._stale.pop(0) if self._stale else begun_ns)

    def cancel_all_and_flush(self) -> None:
        self._call("cancel")

    def release(self) -> None:
        self.calls.append("release")

    def close(self) -> None:
        self.calls.append("close")
        if self.is_open:
            self.notifymeread.close()
            os.close(self.notifyme_w)

    def _pass_frame(self) -> None:
        self._passed += 1
        self._passed_lit = 1 if self._lit != self.lamps.lit else self._passed_lit + 1
        self._lit = self.lamps.lit
        self._hand_on(self._passed + LATE)
        was_automatic = self._is_automatic()
        while self._coming and self._coming[0][0] < self._passed:
            self._arrived |= self._coming.pop(0)[1]
        if self._is_automatic():
            self._to_settle = max(0, self._to_settle - 1) if was_automatic else FROM_HELD

    def _hand_on(self, due: int) -> None:
        """As picamera2 does with all that was set since the last frame: an exposure ends the automatics."""
        if self._pending.get("ExposureTime"):
            self._pending["AeEnable"] = False
        self._coming.append((due, self._pending))
        self._pending = {}

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if self.fail and name in ("start", "capture_request"):
            raise self.fail


class Install(Protocol):
    def __call__(self, camera: Picamera2) -> Picamera2: ...
