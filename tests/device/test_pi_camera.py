"""The Pi's camera against a stand-in for picamera2: its frames, and what is done where there are none."""

import sys
from pathlib import Path

import numpy as np
import pytest

from device.light_and_lens import NOTHING, LightAndLens, Locked
from device.pi_camera import ADAPTING_FRAMES, MOST_STALE_FRAMES, PiCamera
from tests.device.picamera import BELOW, GIVEN, GREY, SIZE, ColorSpace, Install, Picamera2


def opened(stub: Picamera2, said: Locked = NOTHING) -> PiCamera:
    return PiCamera(SIZE, lamps=stub.lamps, own=LightAndLens(said))


def test_no_frame_is_read_out_before_a_look(install: Install) -> None:
    stub = install(Picamera2())
    opened(stub)
    assert stub.calls == ["configure", "start", "capture_metadata"]
    assert (stub.mapped, stub.lamps.burn) == (0, False)


def test_the_stream_is_of_the_whole_sensor_and_never_shown(install: Install) -> None:
    stub = install(Picamera2())
    PiCamera((960, 720), lamps=stub.lamps, own=LightAndLens())
    assert stub.config["main"] == {"size": (960, 720), "format": "YUV420"}
    assert stub.config["queue"] is False
    assert (stub.config["display"], stub.config["encode"]) == (None, None)


@pytest.mark.parametrize(
    ("sensor", "mode"),
    [
        ((4608, 2592), (2304, 1296)),
        ((3280, 2464), (1640, 1232)),
        ((2592, 1944), (1296, 972)),
        ((4056, 3040), (2028, 1520)),
        ((1456, 1088), (1456, 1088)),
        ((1280, 800), (1280, 800)),
    ],
    ids=["imx708", "imx219", "ov5647", "imx477", "imx296", "ov9281"],
)
def test_every_sensor_is_read_whole_and_with_as_many_rows_as_a_picture_of_dice_has(
    install: Install, sensor: tuple[int, int], mode: tuple[int, int]
) -> None:
    stub = install(Picamera2())
    stub.sensor_resolution = sensor
    opened(stub)
    assert stub.config["raw"] == {"size": mode}


def test_large_pictures_too_have_the_colours_that_opencv_takes_yuv_for(install: Install) -> None:
    stub = install(Picamera2())
    PiCamera((1280, 960), lamps=stub.lamps, own=LightAndLens())
    assert stub.config["colour_space"] == ColorSpace.Smpte170m()


def test_frames_are_in_colour_without_the_strides_padding(install: Install) -> None:
    stub = install(Picamera2())
    frames = opened(stub).look(2)
    for number, frame in enumerate(frames, start=1):
        assert frame.shape == (40, 60, 3)
        assert frame.dtype == np.uint8
        assert frame.flags["C_CONTIGUOUS"]
        assert np.abs(frame[:20].astype(int) - (GREY + 10 * number)).max() <= 2
        assert np.abs(frame[20:].astype(int) - BELOW).max() <= 4


def test_a_sensor_that_sees_no_colours_gives_grey_frames(install: Install) -> None:
    stub = install(Picamera2())
    stub.colours = False
    (frame,) = opened(stub).look(1)
    assert frame.shape == (40, 60)
    assert frame.flags["C_CONTIGUOUS"]
    assert np.abs(frame.astype(int) - (GREY + 10)).max() <= 2


def test_frames_from_before_the_look_are_handed_back_unread(install: Install) -> None:
    stub = install(Picamera2(stale=3))
    camera = opened(stub)
    assert len(camera.look(2)) == 2
    assert stub.calls.count("capture_request") == 3 + ADAPTING_FRAMES + 2
    assert stub.mapped == 2
    assert stub.held == 0


def test_a_camera_that_gives_nothing_but_old_frames_hangs(install: Install) -> None:
    stub = install(Picamera2(stale=MOST_STALE_FRAMES + 5))
    camera = opened(stub)
    with pytest.raises(TimeoutError, match="ribbon cable"):
        camera.look(1)
    assert (stub.mapped, stub.held, stub.lamps.burn) == (0, 0, False)


def test_the_lamps_burn_only_during_the_look(install: Install) -> None:
    stub = install(Picamera2())
    camera = opened(stub, GIVEN)
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
    camera = opened(stub, GIVEN)
    stub.fail = error
    with pytest.raises(kind, match=words):
        camera.look(1)
    assert not stub.lamps.burn


@pytest.mark.parametrize(
    "error", [IndexError("list index out of range"), RuntimeError("Device or resource busy")]
)
def test_a_camera_that_is_not_there_or_taken_is_an_os_error(install: Install, error: Exception) -> None:
    stub = install(Picamera2())
    stub.missing = error
    with pytest.raises(OSError, match=r"the Pi's camera can't be used .*check its ribbon cable"):
        opened(Picamera2())


@pytest.mark.parametrize("half", [True, False])
def test_a_camera_that_was_opened_in_part_leaves_nothing_open(install: Install, *, half: bool) -> None:
    stub = install(Picamera2())
    error = RuntimeError("Camera __init__ sequence did not complete.")
    stub.half, stub.missing = (error, None) if half else (None, error)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        with pytest.raises(OSError, match="did not complete"):
            opened(stub)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert stub.notifymeread.closed
    assert stub.calls.count("release") == (3 if half else 0)
    assert not stub.is_open


def test_a_camera_whose_driver_comes_late_is_found_by_the_next_try(install: Install) -> None:
    stub = install(Picamera2())
    stub.bound = False
    with pytest.raises(OSError, match="No camera number 0 found"):
        opened(stub)
    stub.bound = True
    opened(stub, GIVEN).look(1)


def test_a_picamera2_that_cannot_start_libcamera_anew_opens_all_the_same(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Picamera2, "reset")
    opened(install(Picamera2()), GIVEN).look(1)


def test_the_libcamera_that_picamera2_listens_to_goes_on(install: Install) -> None:
    stub = install(Picamera2())
    stub.cameras, stub.listed, stub.bound = {0: stub}, True, False
    opened(stub, GIVEN).look(1)


def test_a_webcam_is_not_taken_for_the_camera_on_the_ribbon_cable(install: Install) -> None:
    stub = install(Picamera2())
    stub.id = "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.3:1.0-046d:0825"
    with pytest.raises(OSError, match=r'ribbon cable.* kind = "usb"'):
        opened(stub)
    assert (stub.calls, stub.lamps.lit) == (["close"], 0)


@pytest.mark.parametrize(
    ("raised", "told"),
    [(RuntimeError("it does not start"), OSError), (ValueError("it does not start"), ValueError)],
    ids=["by picamera2", "by whatever else"],
)
def test_a_camera_that_does_not_start_is_let_go(
    install: Install, raised: Exception, told: type[Exception]
) -> None:
    stub = install(Picamera2())
    stub.fail = raised
    with pytest.raises(told, match="it does not start"):
        opened(stub)
    assert stub.calls[-2:] == ["cancel", "close"]


def test_a_machine_without_picamera2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(OSError, match="install the system's package python3-picamera2"):
        opened(Picamera2())


def test_it_is_closed_once_however_often_it_is_asked(install: Install) -> None:
    stub = install(Picamera2())
    camera = opened(stub)
    camera.close()
    camera.close()
    assert stub.calls.count("close") == 1
    with pytest.raises(OSError, match="is closed"):
        camera.look(1)
