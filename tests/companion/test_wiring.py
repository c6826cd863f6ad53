"""What stands in for parts that are not there is named as what it is."""

from contextlib import ExitStack
from html import unescape
from io import StringIO
from pathlib import Path
from queue import SimpleQueue
from urllib.request import urlopen

import cv2
import pytest

from companion.assembly import assemble
from companion.fittings import free_pins, wiring
from companion.fittings.wiring import wire
from companion.main import main
from companion.settings import Button, ButtonKind, Camera, CameraKind, Settings, SettingsError, Web
from device import usb_camera
from device.patient import MissingCamera, PatientCamera
from device.pins import mock_pins
from tests.device.pictures import write
from tests.device.test_usb_camera import Webcam
from tests.ports import free_port


def test_a_folder_of_pictures_is_named_and_so_is_a_button_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path / "throw.png", 10)
    with ExitStack() as parts:
        hardware = wire(Settings(camera=Camera(kind=CameraKind.FOLDER, folder=str(tmp_path))), parts)
    assert hardware.simulated == ("the button", f"the camera, by the pictures in {tmp_path}")


def test_a_webcam_s_stale_frames_take_half_of_a_look_s_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: SimpleQueue[float] = SimpleQueue()

    def webcam(*_: object, most_stale_s: float) -> MissingCamera:
        asked.put(most_stale_s)
        return MissingCamera("a stand-in")

    monkeypatch.setattr(wiring, "UsbCamera", webcam)
    with ExitStack() as parts:
        wire(Settings(camera=Camera(kind=CameraKind.USB, timeout_s=4.0)), parts)
        assert asked.get(timeout=10) == 2.0


def test_a_webcam_is_missed_once_its_device_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "video0").touch()
    monkeypatch.setattr(usb_camera, "DEVICES", tmp_path)
    monkeypatch.setattr(Webcam, "isOpened", lambda _: (tmp_path / "video0").exists())
    webcam = Webcam()
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: webcam)
    with ExitStack() as parts:
        camera = wire(Settings(camera=Camera(kind=CameraKind.USB)), parts).camera
        assert isinstance(camera, PatientCamera)
        assert camera.await_opening(10)
        assert camera.there
        (tmp_path / "video0").unlink()
        with pytest.raises(OSError, match="was not found: plug it in"):
            camera.look(1)
        assert not camera.there
    assert not webcam.taken


def test_a_folder_that_is_not_there_is_refused_by_its_name(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    settings = Settings(camera=Camera(kind=CameraKind.FOLDER, folder=str(gone)))
    with ExitStack() as parts, pytest.raises(SettingsError, match=f"{gone}: No such file"):
        wire(settings, parts)


def test_a_folder_without_pictures_is_refused_by_its_name(tmp_path: Path) -> None:
    settings = Settings(camera=Camera(kind=CameraKind.FOLDER, folder=str(tmp_path)))
    with ExitStack() as parts, pytest.raises(SettingsError, match=f"{tmp_path}: no pictures there"):
        wire(settings, parts)


def test_a_raspberry_pi_is_told_by_its_model_and_nothing_there_is_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 4 Model B Rev 1.1\0")
    monkeypatch.setenv("MAEXLE_MODEL", str(model))
    monkeypatch.setattr(free_pins, "real_pins", mock_pins)
    with ExitStack() as parts:
        hardware = wire(Settings(camera=Camera(kind=CameraKind.NONE)), parts)
        assert (hardware.simulated, hardware.top) == ((), None)
    model.write_text("Some other board\0")
    with ExitStack() as parts:
        assert wire(Settings(), parts).simulated == ("the button", "the camera")


def test_set_up_without_a_camera_says_so_and_how_to_choose_one_before_anybody_fetches_a_cup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["setup", "--data", str(tmp_path / "data"), "--camera", "none"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("maexle setup: the settings say that this table has no camera: ")
    assert "([camera] kind, or --camera): auto, pi or usb" in said.err
    assert said.out == ""
    assert not (tmp_path / "data").exists()


def test_set_up_says_first_where_it_begins_a_table_that_nobody_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["setup", "--data", str(tmp_path / "date"), "--camera", "auto"]
    begins = f"There is no table in {tmp_path / 'date'} yet: this begins one."
    monkeypatch.setattr("sys.stdin", StringIO("q\nq\n"))
    for told in (True, False):
        assert main(command) == 1
        assert (begins in capsys.readouterr().out) is told


@pytest.mark.parametrize(
    ("kind", "which"), [(ButtonKind.ONE, "the table's button"), (ButtonKind.TWO, "the button that accepts")]
)
def test_who_wants_to_be_the_host_is_told_which_button_to_hold_and_for_how_long(
    tmp_path: Path, kind: ButtonKind, which: str
) -> None:
    port = free_port()
    settings = Settings(
        web=Web(port=port), camera=Camera(kind=CameraKind.NONE), button=Button(kind=kind, pair_s=7.5)
    )
    with ExitStack() as parts:
        assemble(tmp_path, settings, parts)
        with urlopen(f"http://127.0.0.1:{port}/host?lang=en") as page:
            assert f"Hold {which} for 7.5 seconds" in unescape(page.read().decode())
