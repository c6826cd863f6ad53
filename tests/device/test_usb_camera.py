"""The USB camera, with a row of pictures in place of the camera, through the real OpenCV."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from device import usb_camera
from device.lamps import Lamps, NoLamps
from device.usb_camera import UsbCamera
from tests.device.pictures import WatchedLamps, write

SIZE = (64, 48)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tests may have their folders in /dev/shm, and OpenCV reads no picture whose path begins with /dev."""
    monkeypatch.chdir(tmp_path)
    return Path()


@pytest.fixture
def film(here: Path) -> str:
    for number in range(6):
        write(here / f"img_{number:02d}.png", 10 * number)
    return str(here / "img_%02d.png")


class Webcam:
    """Gives a frame every `frame_s`, but those at once that wait in its queue."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.asked: list[tuple[int, float]] = []
        self.frame_s = 0.0
        self.now_s = 0.0
        self.queued = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, name: int, value: float) -> bool:
        self.asked.append((name, value))
        return False

    def grab(self) -> bool:
        self.now_s += 0 if self.queued else self.frame_s
        self.queued = max(0, self.queued - 1)
        self.taken.append("grab")
        return True

    def read(self) -> tuple[bool, object]:
        self.taken.append("read")
        return True, np.zeros((48, 64, 3), np.uint8)

    def release(self) -> None: ...


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch) -> Webcam:
    webcam = Webcam()
    webcam.queued = 4
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: webcam)
    return webcam


def test_the_stale_frames_are_dropped_and_the_next_come_in_order(film: str) -> None:
    camera = UsbCamera(film, SIZE, NoLamps(), stale_frames=2, stale_s=0)
    frames = camera.look(3)
    assert [int(frame[0, 0]) for frame in frames] == [20, 30, 40]
    assert all(frame.shape == (48, 64) and frame.dtype == np.uint8 for frame in frames)
    camera.close()


def test_nothing_is_read_before_the_first_look(webcam: Webcam) -> None:
    camera = UsbCamera(0, SIZE, NoLamps(), stale_frames=2, stale_s=0)
    assert webcam.taken == []
    camera.look(1)
    assert webcam.taken == ["grab", "grab", "read"]


def test_a_webcam_is_asked_for_jpeg_before_the_sizes_as_raw_pictures_come_slowly(webcam: Webcam) -> None:
    UsbCamera(0, SIZE, NoLamps())
    assert webcam.asked == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 64),
        (cv2.CAP_PROP_FRAME_HEIGHT, 48),
    ]


@pytest.mark.parametrize(
    ("frame_s", "most_s", "dropped"),
    [(0.1, 1.5, 15), (1 / 64, 1.5, 4 + 45), (0.25, 1.5, 4 + 6), (0.5, 0.25, 5)],
    ids=["by number", "by time", "slow", "slow and no time"],
)
def test_stale_frames_are_dropped_by_number_and_time_but_never_for_most_of_a_look(
    webcam: Webcam, frame_s: float, most_s: float, dropped: int
) -> None:
    webcam.frame_s = frame_s
    UsbCamera(0, SIZE, NoLamps(), most_stale_s=most_s, clock=lambda: webcam.now_s).look(1)
    assert webcam.taken == ["grab"] * dropped + ["read"]


def test_a_camera_that_stops_giving_pictures_is_an_error(film: str) -> None:
    camera = UsbCamera(film, SIZE, NoLamps(), stale_frames=0, stale_s=0)
    with pytest.raises(OSError, match="gives no picture: check its cable"):
        camera.look(7)
    camera.close()


def test_the_lamps_burn_only_during_the_look_even_one_that_fails(film: str, pins: MockFactory) -> None:
    lamps = Lamps(22)
    camera = UsbCamera(film, SIZE, lamps, stale_frames=0, stale_s=0)
    pins.pin(22).clear_states()
    camera.look(1)
    assert [bool(each.state) for each in pins.pin(22).states] == [False, True, False]
    with pytest.raises(OSError, match="gives no picture"):
        camera.look(9)
    assert not pins.pin(22).state
    camera.close()
    lamps.close()


def test_a_camera_that_is_not_there_is_named(tmp_path: Path) -> None:
    lamps = WatchedLamps()
    with pytest.raises(OSError, match=r"nothing\.avi was not found: plug it in"):
        UsbCamera(str(tmp_path / "nothing.avi"), SIZE, lamps)
    assert lamps.lit == 0


@pytest.mark.parametrize(
    ("nodes", "opened"),
    [
        (["video0", "v4l/by-id/usb-Cam-video-index0"], 0),
        (["video1", "video2", "v4l/by-id/usb-Cam-video-index0", "v4l/by-id/usb-Cam-video-index1"], "usb-Cam"),
        (["video1", "video2", "v4l/by-id/usb-Cam-video-index0", "v4l/by-id/usb-Other-video-index0"], 0),
        ([], 0),
    ],
)
def test_a_camera_that_came_back_under_another_number_is_found_where_it_is_the_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nodes: list[str], opened: int | str
) -> None:
    asked: list[int | str] = []

    def webcam_at(where: int | str, _driver: int) -> Webcam:
        asked.append(where)
        return Webcam()

    for node in nodes:
        (tmp_path / node).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / node).touch()
    monkeypatch.setattr(usb_camera, "DEVICES", tmp_path)
    monkeypatch.setattr(cv2, "VideoCapture", webcam_at)
    UsbCamera(0, SIZE, NoLamps()).close()
    assert asked == [str(tmp_path / "v4l/by-id" / f"{opened}-video-index0") if opened else 0]


def test_a_closed_camera_gives_no_picture_and_may_be_closed_again(film: str) -> None:
    camera = UsbCamera(film, SIZE, NoLamps())
    camera.close()
    camera.close()
    with pytest.raises(OSError, match="gives no picture"):
        camera.look(1)


def test_a_camera_that_sees_grey_only_is_taken_as_it_is(here: Path) -> None:
    file = write(here / "img_00.png", 70)
    camera = UsbCamera(str(file.with_name("img_%02d.png")), SIZE, NoLamps(), stale_frames=0, stale_s=0)
    camera._capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
    assert int(camera.look(1)[0][5, 5]) == 70
    camera.close()


def test_colours_come_as_the_camera_sees_them(here: Path) -> None:
    assert cv2.imwrite(str(here / "img_00.png"), np.full((48, 64, 3), (10, 20, 200), np.uint8))
    camera = UsbCamera(str(here / "img_%02d.png"), SIZE, NoLamps(), stale_frames=0, stale_s=0)
    assert camera.look(1)[0][5, 5].tolist() == [10, 20, 200]
    camera.close()


def test_an_infrared_camera_that_says_the_same_thrice_is_grey(film: str) -> None:
    camera = UsbCamera(film, SIZE, NoLamps(), stale_frames=1, stale_s=0)
    assert camera.look(1)[0].shape == (48, 64)
    camera.close()
