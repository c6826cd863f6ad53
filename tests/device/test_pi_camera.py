"""The Pi's camera against a stand-in for picamera2 that records what is asked of it.

The stand-in keeps picamera2's ways that matter here: requests that queue up while nobody asks, rows padded to
a stride, metadata apart from the buffers, controls that are offered or not.
"""

import os
import sys
import time
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, Self, cast

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from device.pi_camera import MOST_STALE_FRAMES, PiCamera
from tests.device.pictures import WatchedLamps

SIZE = (60, 40)
STRIDE = 64
SPARE = 128  # what libcamera rounds a buffer up by
GREY = 60
BELOW = (40, 60, 200)
EXPOSURE_US = 8000
SETTLED = {"ExposureTime": EXPOSURE_US, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "LensPosition": 7.5}
GIVEN: dict[str, Any] = {"exposure_us": 5000, "gain": 1.5, "colour_gains": (1.0, 2.0), "lens_position": 8.0}
MONO = dict.fromkeys(
    ("AeEnable", "ExposureTime", "AnalogueGain", "FrameDurationLimits", "NoiseReductionMode")
)
FIXED_LENS = MONO | dict.fromkeys(("AwbEnable", "ColourGains"))
MOVING_LENS = FIXED_LENS | dict.fromkeys(("AfMode", "AfRange", "LensPosition"))


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
        self.mapped = 0
        self.colours = True
        self.held = 0
        self.fail: Exception | None = None
        self.missing: Exception | None = None
        self.half: Exception | None = None
        self.lamps = WatchedLamps()
        self.id = "/base/soc/i2c0mux/i2c@1/imx708@1a"
        self._stale = [time.monotonic_ns()] * stale

    def open(self) -> None:
        """As picamera2 does it: a pipe, then the camera, then what can fail though the camera is held."""
        self.notifymeread, self.notifyme_w = BytesIO(), os.open(os.devnull, os.O_WRONLY)
        self.is_open, self.camera = False, self
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
        (self.set_after_start if "start" in self.calls else self.set_before_start).update(controls)

    def start(self) -> None:
        self._call("start")

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        assert self.lamps.burn
        assert wait > 0
        if "capture_metadata" not in self.calls:
            self._call("capture_metadata")
        return {name: value for name, value in SETTLED.items() if name in self.camera_controls}

    def capture_request(self, wait: float) -> Request:
        assert self.lamps.burn
        assert wait > 0
        self._call("capture_request")
        self.held += 1
        return Request(self, self._stale.pop(0) if self._stale else time.monotonic_ns())

    def cancel_all_and_flush(self) -> None:
        self._call("cancel")

    def release(self) -> None:
        self.calls.append("release")

    def close(self) -> None:
        self.calls.append("close")
        if self.is_open:
            self.notifymeread.close()
            os.close(self.notifyme_w)

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if self.fail and name in ("start", "capture_request"):
            raise self.fail


class Install(Protocol):
    def __call__(self, camera: Picamera2) -> Picamera2: ...


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return what puts a stand-in where picamera2 would be."""

    def install(camera: Picamera2) -> Picamera2:
        class Opening(Picamera2):
            def __new__(cls) -> Self:
                camera.__class__ = cls
                return cast("Self", camera)

            def __init__(self) -> None:
                self.open()

        module = ModuleType("picamera2")
        monkeypatch.setattr(module, "Picamera2", Opening, raising=False)
        monkeypatch.setitem(sys.modules, "picamera2", module)
        return camera

    return install


def test_no_frame_is_read_out_before_a_look(install: Install) -> None:
    stub = install(Picamera2())
    PiCamera(SIZE, lamps=stub.lamps)
    assert stub.calls == ["configure", "start", "capture_metadata"]
    assert (stub.mapped, stub.lamps.burn) == (0, False)


def test_a_camera_whose_settings_are_all_given_starts_with_them_and_settles_nothing(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    PiCamera(SIZE, lamps=stub.lamps, **GIVEN)
    assert stub.calls == ["configure", "start"]
    assert stub.lamps.lit == 0
    assert stub.set_after_start == {}
    assert stub.set_before_start == {
        "AeEnable": False,
        "AwbEnable": False,
        "AfMode": 0,
        "ExposureTime": 5000,
        "AnalogueGain": 1.5,
        "ColourGains": (1.0, 2.0),
        "LensPosition": 8.0,
    }


def test_what_settled_under_the_lamps_is_locked(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    PiCamera(SIZE, lamps=stub.lamps)
    assert stub.set_before_start == {"AfMode": 2, "AfRange": 1}
    assert stub.set_after_start == {"AeEnable": False, "AwbEnable": False, "AfMode": 0} | SETTLED


def test_a_lens_that_does_not_move_is_left_alone(install: Install) -> None:
    stub = install(Picamera2(FIXED_LENS))
    PiCamera(SIZE, lamps=stub.lamps, **GIVEN)
    assert not {"AfMode", "LensPosition"} & set(stub.set_before_start)
    assert stub.calls == ["configure", "start"]


@pytest.mark.parametrize("given", [{}, {"exposure_us": 5000, "gain": 1.5}])
def test_a_mono_sensor_which_has_no_colours_to_balance_is_opened(
    install: Install, given: dict[str, Any]
) -> None:
    stub = install(Picamera2(MONO))
    PiCamera(SIZE, lamps=stub.lamps, **given)
    assert stub.lamps.lit == (0 if given else 1)
    locked = stub.set_before_start | stub.set_after_start
    assert locked == {
        "AeEnable": False,
        "ExposureTime": given.get("exposure_us", EXPOSURE_US),
        "AnalogueGain": given.get("gain", 2.0),
    }


@pytest.mark.parametrize(("exposure_us", "frame"), [(50_000, (50_000, 50_000)), (33_000, None)])
def test_an_exposure_longer_than_a_frame_makes_the_frame_longer(
    install: Install, exposure_us: int, frame: tuple[int, int] | None
) -> None:
    stub = install(Picamera2())
    PiCamera(lamps=stub.lamps, **{**GIVEN, "exposure_us": exposure_us}).close()
    assert stub.set_before_start.get("FrameDurationLimits") == frame


@pytest.mark.parametrize(
    ("given", "exposure_us", "gain"),
    [({"exposure_us": 4000}, 4000, 4.0), ({"gain": 1.0}, 16000, 1.0)],
)
def test_where_exposure_or_gain_alone_is_given_the_other_makes_up_for_it(
    install: Install, given: dict[str, Any], exposure_us: int, gain: float
) -> None:
    stub = install(Picamera2())
    PiCamera(SIZE, lamps=stub.lamps, **given)
    assert stub.set_after_start["ExposureTime"] == exposure_us
    assert stub.set_after_start["AnalogueGain"] == pytest.approx(gain)


def test_a_camera_that_tells_no_exposure_is_locked_as_far_as_it_goes(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = install(Picamera2())
    monkeypatch.setattr(stub, "capture_metadata", lambda wait: {"SensorTimestamp": 1})
    PiCamera(SIZE, lamps=stub.lamps)
    assert stub.set_after_start == {"AeEnable": False, "AwbEnable": False}


def test_the_stream_is_of_the_whole_sensor_and_never_shown(install: Install) -> None:
    stub = install(Picamera2())
    PiCamera((960, 720), lamps=stub.lamps)
    assert stub.config["main"] == {"size": (960, 720), "format": "YUV420"}
    assert stub.config["raw"] == {"size": (2304, 1296)}
    assert stub.config["queue"] is False
    assert (stub.config["display"], stub.config["encode"]) == (None, None)


def test_frames_are_in_colour_without_the_strides_padding(install: Install) -> None:
    stub = install(Picamera2())
    frames = PiCamera(SIZE, lamps=stub.lamps).look(2)
    for number, frame in enumerate(frames, start=1):
        assert frame.shape == (40, 60, 3)
        assert frame.dtype == np.uint8
        assert frame.flags["C_CONTIGUOUS"]
        assert np.abs(frame[:20].astype(int) - (GREY + 10 * number)).max() <= 2
        assert np.abs(frame[20:].astype(int) - BELOW).max() <= 4


def test_a_sensor_that_sees_no_colours_gives_grey_frames(install: Install) -> None:
    stub = install(Picamera2())
    stub.colours = False
    (frame,) = PiCamera(SIZE, lamps=stub.lamps).look(1)
    assert frame.shape == (40, 60)
    assert frame.flags["C_CONTIGUOUS"]
    assert np.abs(frame.astype(int) - (GREY + 10)).max() <= 2


def test_frames_from_before_the_look_are_handed_back_unread(install: Install) -> None:
    stub = install(Picamera2(stale=3))
    camera = PiCamera(SIZE, lamps=stub.lamps)
    assert len(camera.look(2)) == 2
    assert stub.calls.count("capture_request") == 5
    assert stub.mapped == 2
    assert stub.held == 0


def test_a_camera_that_gives_nothing_but_old_frames_hangs(install: Install) -> None:
    stub = install(Picamera2(stale=MOST_STALE_FRAMES + 5))
    camera = PiCamera(SIZE, lamps=stub.lamps)
    with pytest.raises(TimeoutError, match="ribbon cable"):
        camera.look(1)
    assert (stub.mapped, stub.held, stub.lamps.burn) == (0, 0, False)


def test_the_lamps_burn_only_during_the_look(install: Install) -> None:
    stub = install(Picamera2())
    camera = PiCamera(SIZE, lamps=stub.lamps, **GIVEN)
    camera.look(1)
    assert (stub.lamps.lit, stub.lamps.burn) == (1, False)


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (TimeoutError(), TimeoutError, "gives no frames: check both ends of its ribbon cable"),
        (RuntimeError("Camera in Acquired state"), OSError, "Acquired state.*no other program uses it"),
    ],
)
def test_a_look_that_fails_says_what_to_do_and_puts_the_lamps_out(
    install: Install, error: Exception, kind: type[Exception], words: str
) -> None:
    stub = install(Picamera2())
    camera = PiCamera(SIZE, lamps=stub.lamps, **GIVEN)
    stub.fail = error
    with pytest.raises(kind, match=words):
        camera.look(1)
    assert not stub.lamps.burn


@pytest.mark.parametrize(
    "error", [IndexError("list index out of range"), RuntimeError("Device or resource busy")]
)
def test_a_camera_that_is_not_there_or_taken_is_an_os_error(install: Install, error: Exception) -> None:
    install(Picamera2()).missing = error
    with pytest.raises(OSError, match=r"the Pi's camera can't be used .*check its ribbon cable"):
        PiCamera(SIZE, lamps=WatchedLamps())


@pytest.mark.parametrize("half", [True, False])
def test_a_camera_that_was_opened_in_part_leaves_nothing_open(install: Install, *, half: bool) -> None:
    stub = install(Picamera2())
    error = RuntimeError("Camera __init__ sequence did not complete.")
    stub.half, stub.missing = (error, None) if half else (None, error)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        with pytest.raises(OSError, match="did not complete"):
            PiCamera(SIZE, lamps=stub.lamps)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert stub.notifymeread.closed
    assert stub.calls.count("release") == (3 if half else 0)
    assert not stub.is_open


def test_a_webcam_is_not_taken_for_the_camera_on_the_ribbon_cable(install: Install) -> None:
    stub = install(Picamera2())
    stub.id = "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.3:1.0-046d:0825"
    with pytest.raises(OSError, match=r'ribbon cable.* kind = "usb"'):
        PiCamera(SIZE, lamps=stub.lamps)
    assert (stub.calls, stub.lamps.lit) == (["close"], 0)


def test_a_camera_that_does_not_start_is_let_go(install: Install) -> None:
    stub = install(Picamera2())
    stub.fail = RuntimeError("Failed to start")
    with pytest.raises(OSError, match="Failed to start"):
        PiCamera(SIZE, lamps=stub.lamps)
    assert stub.calls[-2:] == ["cancel", "close"]


def test_a_machine_without_picamera2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(OSError, match="install the system's package python3-picamera2"):
        PiCamera(SIZE, lamps=WatchedLamps())


def test_it_is_closed_once_however_often_it_is_asked(install: Install) -> None:
    stub = install(Picamera2())
    camera = PiCamera(SIZE, lamps=stub.lamps)
    camera.close()
    camera.close()
    assert stub.calls.count("close") == 1
    with pytest.raises(OSError, match="is closed"):
        camera.look(1)
