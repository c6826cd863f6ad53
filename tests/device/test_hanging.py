"""A camera that hangs: whoever asks how all is hears of it, and of its end."""

from concurrent import futures
from threading import Event

import pytest

from device.camera import Frame
from device.patient import PatientCamera
from tests.device.pictures import plain

LONG_S = 10.0
SHORT_S = 0.05


class Stuck:
    """A camera that gives no picture before it is let go."""

    def __init__(self) -> None:
        self.begun, self.free = Event(), Event()

    def look(self, frames: int) -> list[Frame]:
        self.begun.set()
        assert self.free.wait(LONG_S)
        return [plain(1)] * frames

    def close(self) -> None:
        pass


def test_a_camera_that_hangs_is_not_there_until_the_hang_has_ended() -> None:
    stuck = Stuck()
    camera = PatientCamera(lambda: stuck, timeout_s=SHORT_S)
    assert camera.await_opening(LONG_S)
    assert camera.there
    while not stuck.begun.is_set():  # some may be given up before they begin
        with pytest.raises(OSError, match="check its cable"):
            camera.look(1)
    assert not camera.there
    with pytest.raises(OSError, match="still hangs"):
        camera.look(1)
    hung = camera._due
    assert hung
    stuck.free.set()
    futures.wait([hung.answer], LONG_S)
    camera._timeout_s = LONG_S
    assert camera.look(1)
    assert camera.there
    camera.close()
