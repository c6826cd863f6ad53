"""A camera that is unplugged: whoever asks how all is hears of it, though nobody looks; and it comes back."""

from contextlib import closing
from pathlib import Path
from threading import Event

import cv2
import pytest

from device import usb_camera
from device.lamps import NoLamps
from device.patient import PatientCamera
from device.usb_camera import UsbCamera
from tests.device.test_patient import LONG_S, Drawer, FakeCamera
from tests.device.test_usb_camera import SIZE, Webcam


def test_a_camera_that_is_unplugged_is_missed_without_a_look() -> None:
    first, pulled = FakeCamera(), Event()
    drawer = Drawer(first, OSError("plug it in"))
    with closing(
        PatientCamera(drawer, unplugged=lambda _: pulled.is_set(), pause_s=LONG_S, notice_s=0.001)
    ) as camera:
        assert camera.await_opening(LONG_S)
        assert camera.there
        pulled.set()
        assert first.closed.wait(LONG_S)
        assert not camera.there
    assert first.looks == 0


def test_a_camera_that_was_plugged_in_again_meanwhile_is_looked_through() -> None:
    first, second, pulled = FakeCamera(), FakeCamera(), Event()
    with closing(
        PatientCamera(Drawer(first, second), unplugged=lambda it: it is first and pulled.is_set())
    ) as camera:
        assert camera.await_opening(LONG_S)
        pulled.set()
        assert camera.look(1)
    assert (first.looks, second.looks) == (0, 1)


@pytest.mark.parametrize("by_id", [False, True])
def test_a_usb_camera_whose_device_has_gone_is_unplugged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_id: bool
) -> None:
    webcam, device, link = Webcam(), tmp_path / "video0", tmp_path / "usb-Cam"
    monkeypatch.setattr(usb_camera, "DEVICES", tmp_path)
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: webcam)
    device.touch()
    link.symlink_to(device)
    with closing(UsbCamera(str(link) if by_id else 0, SIZE, NoLamps())) as camera:
        assert not camera.is_unplugged
        device.unlink()
        assert camera.is_unplugged
        link.unlink()
        link.symlink_to("/dev/null")  # another one, or the same under another number
        assert camera.is_unplugged
    assert not webcam.taken


def test_what_is_no_device_is_never_unplugged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: Webcam())
    with closing(UsbCamera("img_%02d.png", SIZE, NoLamps())) as camera:
        assert not camera.is_unplugged
