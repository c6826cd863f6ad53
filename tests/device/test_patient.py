"""The camera's deadline; every wait here ends at once unless something is broken."""

import gc
import logging
import weakref
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import closing
from threading import Event, Thread

import numpy as np
import pytest

from device.camera import Frame
from device.patient import MissingCamera, PatientCamera
from tests.device.pictures import plain

LONG_S = 10.0
SHORT_S = 0.05


class FakeCamera:
    """Gives what it is told to give, and counts."""

    def __init__(self, look: Callable[[], Frame] = lambda: plain(1)) -> None:
        self._look = look
        self.looks = 0
        self.closed = Event()

    def look(self, frames: int) -> list[Frame]:
        self.looks += 1
        return [self._look() for _ in range(frames)]

    def close(self) -> None:
        self.closed.set()


class Drawer:
    """Cameras to be opened one after the other; an exception is one that can't be."""

    def __init__(self, *cameras: FakeCamera | Exception) -> None:
        self._left = list(cameras)
        self.opened = 0

    def __call__(self) -> FakeCamera:
        self.opened += 1
        camera = self._left.pop(0)
        if isinstance(camera, Exception):
            raise camera
        return camera


class Hang:
    """A look that hangs until it is let go."""

    def __init__(self) -> None:
        self.begun = Event()
        self.end = Event()

    def __call__(self) -> Frame:
        self.begun.set()
        assert self.end.wait(LONG_S)
        return plain(9)


@pytest.fixture
def hang() -> Iterator[Hang]:
    hang = Hang()
    yield hang
    hang.end.set()


def test_frames_come_through() -> None:
    with closing(PatientCamera(Drawer(FakeCamera()), timeout_s=LONG_S)) as camera:
        assert [int(frame[0, 0]) for frame in camera.look(3)] == [1, 1, 1]


def test_a_look_that_finds_its_light_first_may_take_longer() -> None:
    with closing(PatientCamera(Drawer(FakeCamera()), timeout_s=0.0)) as camera:
        assert len(camera.look(1, more_s=LONG_S)) == 1


def test_the_camera_is_opened_at_once_and_not_looked_at() -> None:
    opened = Event()
    inner = FakeCamera()

    def make() -> FakeCamera:
        opened.set()
        return inner

    with closing(PatientCamera(make, timeout_s=LONG_S)):
        assert opened.wait(LONG_S)
    assert inner.looks == 0
    assert inner.closed.is_set()


def test_a_look_that_hangs_is_a_time_out_and_so_may_be_many_pictures_of_a_slow_camera(hang: Hang) -> None:
    camera = PatientCamera(Drawer(FakeCamera(hang)), timeout_s=SHORT_S)
    assert camera.await_opening(LONG_S)
    with pytest.raises(TimeoutError, match=r"\(10\) in 0\.05 s: check its cable.* or fewer frames"):
        camera.look(10)


def test_while_a_look_hangs_the_next_fails_at_once(hang: Hang) -> None:
    inner = FakeCamera(hang)
    camera = PatientCamera(Drawer(inner))
    _give_up(camera, hang.begun)
    with pytest.raises(OSError, match="still hangs"):
        camera.look(1)
    assert inner.looks == 1


def test_while_somebody_else_looks_the_next_is_told_so_at_once_and_not_that_the_camera_hangs(
    hang: Hang,
) -> None:
    inner = FakeCamera(hang)
    camera = PatientCamera(Drawer(inner), timeout_s=LONG_S)
    looking = Thread(target=camera.look, args=(1,))
    looking.start()
    assert hang.begun.wait(LONG_S)
    with pytest.raises(OSError, match="somebody else just now: look again in a moment"):
        camera.look(1)
    hang.end.set()
    looking.join()
    assert inner.looks == 1


def test_after_a_hang_has_ended_the_next_look_opens_the_camera_anew(hang: Hang) -> None:
    hung, fresh = FakeCamera(hang), FakeCamera()
    camera = PatientCamera(Drawer(hung, fresh))
    _give_up(camera, hang.begun)
    hang.end.set()
    _wait_until_free(camera)
    assert hung.closed.is_set()
    assert camera.look(1)[0][0, 0] == 1
    assert fresh.looks == 1
    camera.close()


def test_a_look_that_was_given_up_while_the_camera_opened_is_never_made() -> None:
    may_open, inner = Event(), FakeCamera()

    def make() -> FakeCamera:
        assert may_open.wait(LONG_S)
        return inner

    camera = PatientCamera(make, timeout_s=SHORT_S)
    with pytest.raises(TimeoutError):
        camera.look(1)
    may_open.set()
    camera._timeout_s = LONG_S
    camera.look(1)
    assert inner.looks == 1
    camera.close()


def test_a_look_that_was_given_up_while_the_camera_opened_again_is_never_made() -> None:
    reopening, may_open = Event(), Event()
    broken, inner = FakeCamera(_fail), FakeCamera()
    left = [broken, inner]

    def make() -> FakeCamera:
        if len(left) == 1:
            reopening.set()
            assert may_open.wait(LONG_S)
        return left.pop(0)

    camera = PatientCamera(make, timeout_s=LONG_S)
    with pytest.raises(OSError, match="unplugged"):
        camera.look(1)
    _give_up(camera, reopening)
    may_open.set()
    _wait_until_free(camera)
    assert camera.look(1)
    assert inner.looks == 1
    assert not inner.closed.is_set()
    camera.close()


def test_a_camera_that_failed_is_closed_and_opened_anew_by_the_next_look() -> None:
    broken, fresh = FakeCamera(_fail), FakeCamera()
    drawer = Drawer(broken, fresh)
    with closing(PatientCamera(drawer, timeout_s=LONG_S)) as camera:
        with pytest.raises(OSError, match="unplugged"):
            camera.look(1)
        assert broken.closed.is_set()
        camera.look(1)
        camera.look(1)
    assert drawer.opened == 2


def test_a_camera_that_is_missing_at_the_start_is_logged_and_looked_for_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    drawer = Drawer(OSError("plug it in"), OSError("plug it in now"), FakeCamera())
    made = PatientCamera(drawer, timeout_s=LONG_S, pause_s=LONG_S)
    with caplog.at_level(logging.WARNING), closing(made) as camera:
        assert camera.await_opening(LONG_S)
        with pytest.raises(OSError, match="plug it in now"):
            camera.look(1)
        assert camera.look(1)
    assert "plug it in" in caplog.text


def test_a_cameras_own_time_out_keeps_its_words() -> None:
    def starve() -> Frame:
        raise TimeoutError("check both ends of the ribbon cable")

    with (
        closing(PatientCamera(Drawer(FakeCamera(starve)), timeout_s=LONG_S)) as camera,
        pytest.raises(TimeoutError, match="both ends of the ribbon cable"),
    ):
        camera.look(1)


def test_whatever_a_driver_raises_is_an_os_error_and_the_next_look_works() -> None:
    def crash() -> Frame:
        raise RuntimeError("V4L2: buffer underrun")

    with closing(PatientCamera(Drawer(FakeCamera(crash), FakeCamera()), timeout_s=LONG_S)) as camera:
        with pytest.raises(OSError, match="V4L2: buffer underrun"):
            camera.look(1)
        assert camera.look(1)


def test_no_frame_is_kept_after_the_look() -> None:
    picture = plain(5)
    kept = weakref.ref(picture)
    frames = [picture]
    del picture
    with closing(PatientCamera(Drawer(FakeCamera(frames.pop), FakeCamera()), timeout_s=LONG_S)) as camera:
        assert kept() is not None
        camera.look(1)
        with pytest.raises(OSError, match="pop from empty list"):
            camera.look(1)
        gc.collect()
        assert kept() is None


def test_a_closed_camera_says_so_and_may_be_closed_again() -> None:
    inner = FakeCamera()
    camera = PatientCamera(Drawer(inner), timeout_s=LONG_S)
    assert camera.await_opening(LONG_S)
    camera.close()
    camera.close()
    assert inner.closed.is_set()
    with pytest.raises(OSError, match="is closed"):
        camera.look(1)


def test_closing_does_not_wait_for_a_camera_that_hangs_for_ever(hang: Hang) -> None:
    inner = FakeCamera(hang)
    camera = PatientCamera(Drawer(inner))
    _give_up(camera, hang.begun)
    camera._timeout_s = SHORT_S
    camera.close()
    assert not inner.closed.is_set()
    hang.end.set()
    assert inner.closed.wait(LONG_S)


def test_a_missing_camera_says_why_every_time() -> None:
    camera = MissingCamera("this table has no camera: enter the dice by hand")
    for _ in range(2):
        with pytest.raises(OSError, match="enter the dice by hand"):
            camera.look(3)
        camera.close()


def _fail() -> Frame:
    raise OSError("unplugged")


def _give_up(camera: PatientCamera, begun: Event) -> None:
    """Look until one has begun and run into the deadline; some may be given up before they begin."""
    camera._timeout_s = SHORT_S
    while not begun.is_set():
        with pytest.raises(OSError, match="check its cable"):
            camera.look(1)
    camera._timeout_s = LONG_S


def _wait_until_free(camera: PatientCamera) -> None:
    if camera._due:
        futures.wait([camera._due.answer], LONG_S)


def test_a_camera_that_is_missing_is_opened_by_itself_as_soon_as_it_is_there() -> None:
    opened = Event()
    drawer = Drawer(OSError("plug it in"), OSError("plug it in"), FakeCamera())

    def make() -> FakeCamera:
        camera = drawer()
        opened.set()
        return camera

    with closing(PatientCamera(make, timeout_s=LONG_S, pause_s=0.001)) as camera:
        assert opened.wait(LONG_S)
        assert camera.look(1)
        assert camera.there
    assert drawer.opened == 3


def test_a_look_while_the_camera_still_opens_says_so_and_not_that_its_cable_is_loose() -> None:
    may_open = Event()

    def make() -> FakeCamera:
        assert may_open.wait(LONG_S)
        return FakeCamera()

    camera = PatientCamera(make, timeout_s=SHORT_S)
    assert not camera.there
    for _ in range(2):
        with pytest.raises(OSError, match="still starting"):
            camera.look(1)
    may_open.set()
    camera.close()


def test_who_has_time_waits_until_a_camera_is_open_and_looks_then() -> None:
    begun, may_open = Event(), Event()

    def make() -> FakeCamera:
        begun.set()
        assert may_open.wait(LONG_S)
        return FakeCamera()

    with closing(PatientCamera(make, timeout_s=LONG_S)) as camera:
        assert begun.wait(LONG_S)
        assert not camera.await_opening(SHORT_S)
        assert not camera.there
        may_open.set()
        assert camera.await_opening(LONG_S)
        assert camera.there


def test_nobody_waits_for_a_camera_that_can_t_be_opened() -> None:
    with closing(PatientCamera(Drawer(OSError("plug it in")), timeout_s=LONG_S, pause_s=LONG_S)) as camera:
        assert camera.await_opening(LONG_S)
        assert not camera.there


def test_a_camera_that_gives_fewer_pictures_than_were_asked_for_has_failed_and_is_opened_anew() -> None:
    class Short(FakeCamera):
        def look(self, frames: int) -> list[Frame]:
            return super().look(1)

    short, whole = Short(), FakeCamera()
    drawer = Drawer(short, whole)
    with closing(PatientCamera(drawer, timeout_s=LONG_S)) as camera:
        with pytest.raises(OSError, match="1 of 3 pictures"):
            camera.look(3)
        assert short.closed.wait(LONG_S)
        assert len(camera.look(3)) == 3


def noisy(number: int) -> Frame:
    """A picture that a live sensor gives: none has quite the noise of another number."""
    return np.random.default_rng(number).integers(80, 120, (48, 64), dtype=np.uint8)


def showing(*pictures: Frame) -> FakeCamera:
    """A camera that shows these, one after the other."""
    left = iter(pictures)
    return FakeCamera(lambda: next(left))


def test_a_camera_whose_pictures_of_one_look_are_all_alike_has_failed_and_is_opened_anew() -> None:
    hung = showing(*3 * [noisy(1)])
    with closing(PatientCamera(Drawer(hung, showing(noisy(2), noisy(3))), timeout_s=LONG_S)) as camera:
        with pytest.raises(OSError, match="the same picture again and again: check its cable"):
            camera.look(3)
        assert hung.closed.is_set()
        assert len(camera.look(2)) == 2


def test_a_camera_that_shows_the_newest_picture_of_the_look_before_has_failed_though_it_is_opened_anew() -> (
    None
):
    hung, again = showing(noisy(1), noisy(2), noisy(3), noisy(2)), showing(noisy(4), noisy(2))
    with closing(PatientCamera(Drawer(hung, again, showing(noisy(5))), timeout_s=LONG_S)) as camera:
        camera.look(2)
        for _ in range(2):
            with pytest.raises(OSError, match="the same picture"):
                camera.look(2)
        assert camera.look(1)


@pytest.mark.parametrize("twice", [(1, 1, 2), (1, 2, 2)])
def test_a_picture_that_is_shown_twice_is_no_failure_and_counts_once(twice: tuple[int, ...]) -> None:
    with closing(PatientCamera(Drawer(showing(*map(noisy, twice))), timeout_s=LONG_S)) as camera:
        seen = camera.look(3)
    assert np.array_equal(seen, [noisy(1), noisy(2)]), "two of the same would seem to lie still"


@pytest.mark.parametrize("shown", [plain(0), plain(255), noisy(1) // 8, 255 - noisy(1) // 8])
def test_pictures_that_are_wholly_black_or_white_may_be_alike(shown: Frame) -> None:
    with closing(PatientCamera(Drawer(FakeCamera(lambda: shown.copy())), timeout_s=LONG_S)) as camera:
        for _ in range(2):
            assert len(camera.look(3)) == 3
