"""What stands in for parts that are not there is named as what it is."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.fittings.wiring import wire
from companion.settings import Camera, CameraKind, Settings, SettingsError
from tests.device.pictures import write


def test_a_folder_of_pictures_is_named_and_so_is_a_button_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path / "throw.png", 10)
    with ExitStack() as parts:
        hardware = wire(Settings(camera=Camera(kind=CameraKind.FOLDER, folder=str(tmp_path))), parts)
    assert hardware.simulated == ("the button", f"the camera, by the pictures in {tmp_path}")


def test_a_folder_without_pictures_is_refused_by_its_name(tmp_path: Path) -> None:
    settings = Settings(camera=Camera(kind=CameraKind.FOLDER, folder=str(tmp_path)))
    with ExitStack() as parts, pytest.raises(SettingsError, match=f"{tmp_path}: no pictures there"):
        wire(settings, parts)
