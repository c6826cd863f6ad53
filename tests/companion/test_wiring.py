"""What stands in for parts that are not there is named as what it is."""

from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.fittings import wiring
from companion.fittings.wiring import NO_CAMERA, wire
from companion.main import main
from companion.settings import Camera, CameraKind, Settings, SettingsError
from device.patient import MissingCamera
from device.pins import mock_pins
from tests.device.pictures import write


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
    monkeypatch.setattr(wiring, "real_pins", mock_pins)
    with ExitStack() as parts:
        hardware = wire(Settings(camera=Camera(kind=CameraKind.NONE)), parts)
        assert (hardware.simulated, hardware.top) == ((), None)
    model.write_text("Some other board\0")
    with ExitStack() as parts:
        assert wire(Settings(), parts).simulated == ("the button", "the camera")


def test_set_up_without_a_camera_says_so_before_anybody_fetches_a_cup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["setup", "--data", str(tmp_path / "data"), "--camera", "none"]) == 2
    said = capsys.readouterr()
    assert said.err == f"maexle setup: {NO_CAMERA}\n"
    assert said.out == ""
    assert not (tmp_path / "data").exists()
