"""Cameras for when there is trouble: one that watches over any real one, and one that is not there."""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import pairwise
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Final

import numpy as np

from device.camera import Camera, Frame

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
NOTICE_S: Final = 2.0
HANGS: Final = "the camera still hangs: check its cable, or plug it in again"
BUSY: Final = "the camera looks for somebody else just now: look again in a moment"
STARTING: Final = (
    "the camera is still starting, which takes up to a minute; if it never ends, check its cable"
)
SECRET: Final = "the game went on while the camera was opening: nothing was looked at, look again"
REPEATS: Final = "the camera gives the same picture again and again: check its cable, or plug it in again"
SIZES: Final = "the camera gives pictures of several sizes: check its cable, or plug it in again"
BLACK: Final = 16
WHITE: Final = 239
"""All below or all above it there is hardly any noise, and none after JPEG: such pictures may be alike."""
_ALONE: Final = nullcontext()
_LOG = logging.getLogger(__name__)


class MissingCamera:
    """The camera that is not there; `reason` says why, and what to do."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def look(self, frames: int) -> list[Frame]:  # noqa: ARG002 - as every camera has it
        """Raise the OSError that says why there is none."""
        raise OSError(self._reason)

    def close(self) -> None:
        """Do nothing, as often as you like."""


class PatientCamera:
    """The real camera that `make` opens, with a deadline of `timeout_s` for each look.

    It is opened at once, in a thread of its own that alone touches it; opening may take as long as it takes.
    Where that fails, and after every look that failed, the next look opens it again, and so does the thread
    by itself, after `pause_s` and then longer and longer: a camera that was unplugged comes back.

    `unplugged` says whether an open camera's device has gone. It is asked every `notice_s`, and before a
    look: such a camera is let go, and opened as soon as it is there again.

    A look has failed, too, that repeats a picture: a live sensor's noise makes no two alike. A webcam that
    hangs does so, and OpenCV where a picture can't be decoded: it shows the one before and says that all is
    well (`cap_v4l.cpp`: `convertToRgb` does not ask what became of `imdecode`).

    `lies_open` says whether what lies under the cup may be seen. It is asked once the camera is open: a look
    that had to wait for that is not made where a secret throw may lie there by then.
    """

    def __init__(
        self,
        make: Callable[[], Camera],
        *,
        lies_open: Callable[[], bool] = lambda: True,
        timeout_s: float = 3.0,
        pause_s: float = FIRST_PAUSE_S,
        unplugged: Callable[[Camera], bool] = lambda _: False,
        notice_s: float = NOTICE_S,
    ) -> None:
        self._make = make
        self._lies_open = lies_open
        self._timeout_s = timeout_s
        self._pause_s = pause_s
        self._unplugged = unplugged
        self._notice_s = notice_s
        self._camera: Camera | None = None
        self._said = ""
        self._newest: int | None = None
        self._turn = Lock()
        self._due: _Look | None = None
        self._closed = False
        self._looks: SimpleQueue[_Look | None] = SimpleQueue()
        self._tried = Event()
        self._thread = Thread(target=self._work, name="camera", daemon=True)
        self._thread.start()

    @property
    def there(self) -> bool:
        """Whether the camera is open, for all that is known, and does not hang in a look."""
        return self._is_open and not self._hangs

    def await_opening(self, patience_s: float) -> bool:
        """Wait until the camera was opened or has failed, `patience_s` at most; say if it came to that."""
        return self._tried.wait(patience_s)

    def look(
        self, frames: int, more_s: float = 0.0, within: AbstractContextManager[object] = _ALONE
    ) -> list[Frame]:
        """Return that many fresh frames in time order, dtype uint8, in colour or grey, none of them twice.

        `more_s` is how much longer than others this look may take. The camera's thread enters `within` for
        it, and leaves it when the look ends, even if nobody waits any longer.

        Raises:
            OSError: the camera failed, an earlier look goes on or hangs, or what lies there is secret by now;
                TimeoutError when it hangs now.
        """
        look = self._asked(_Look(frames, within))
        try:
            seen = self._waited(look, self._timeout_s + more_s)
        finally:
            self._forget(look)
        if not seen:
            raise OSError(SECRET)
        return seen

    def close(self) -> None:
        """Let the camera go, or leave a hanging one to itself after the deadline; may be called twice."""
        with self._turn:
            if not self._closed:
                self._closed = True
                self._looks.put(None)
        self._thread.join(self._timeout_s)

    @property
    def _is_open(self) -> bool:
        return self._camera is not None

    @property
    def _hangs(self) -> bool:
        """Whether a look goes on that was given up."""
        due = self._due
        return due is not None and due.given_up and not due.answer.done()

    def _asked(self, look: "_Look") -> "_Look":
        with self._turn:
            if self._closed:
                raise OSError("the camera is closed: start the table again")
            if self._due and not self._due.answer.done():
                raise OSError((HANGS if self._due.given_up else BUSY) if self._is_open else STARTING)
            self._due = look
            self._looks.put(look)
            return look

    def _waited(self, look: "_Look", timeout_s: float) -> list[Frame]:
        try:
            return look.answer.result(timeout_s)
        except TimeoutError as error:
            if look.answer.done():  # the camera's own, or an answer in the last moment
                return look.answer.result()
            look.given_up = True
            look.answer.cancel()
            raise TimeoutError(_late(look.frames, timeout_s) if self._is_open else STARTING) from error

    def _forget(self, look: "_Look") -> None:
        """Hold no frame longer than who asked for it; a look that hangs is remembered until it ends."""
        with self._turn:
            if self._due is look and look.answer.done():
                self._due = None

    def _work(self) -> None:
        while self._answered():
            pass
        self._drop()

    def _next(self) -> "_Look | None":
        """Wait for the next look, and meanwhile see to it that the camera is open."""
        pause_s = self._pause_s
        while self._looks.empty():
            is_open = self._opened()
            try:
                return self._looks.get(timeout=self._notice_s if is_open else pause_s)
            except Empty:
                pause_s = self._pause_s if is_open else min(2 * pause_s, LONGEST_PAUSE_S)
        return self._looks.get()

    def _opened(self) -> bool:
        try:
            self._ready()
        except Exception as error:  # as in `_answer`
            if str(error) != self._said:
                self._said = str(error)
                _LOG.warning("%s", _explained(error))
        self._tried.set()
        return self._is_open

    def _answered(self) -> bool:
        """Answer the next look; False after the last. Between looks nothing here holds a frame."""
        look = self._next()
        if look is None:
            return False
        # a look that was given up before it began is never made: by now a secret throw may lie there
        if look.answer.set_running_or_notify_cancel():
            self._answer(look)
        return True

    def _answer(self, look: "_Look") -> None:
        try:
            look.answer.set_result(self._frames(look))
        except Exception as error:  # drivers raise what they like, but this thread must live on
            self._drop()
            look.answer.set_exception(_explained(error))

    def _frames(self, look: "_Look") -> list[Frame]:
        """Return its frames, or none where it was given up, or what lies there may not be seen any more."""
        with look.within:
            camera = self._ready()
            if look.given_up or not self._lies_open():
                return []
            frames = camera.look(look.frames)
        if look.given_up:
            self._drop()
            return []
        if len(frames) < look.frames:
            raise OSError(f"the camera gave {len(frames)} of {look.frames} pictures: check its cable")
        if len({frame.shape[:2] for frame in frames}) > 1:
            raise OSError(SIZES)
        repeats = self._repeats(frames)
        if _is_blank(frames[-1]):
            return frames
        if repeats:
            raise OSError(REPEATS)
        return _without_repeats(frames)

    def _repeats(self, frames: list[Frame]) -> bool:
        """Say whether all are alike, or the newest is as in the look before; but a number, none is kept."""
        newest, before = frames[-1], self._newest
        self._newest = hash(newest.tobytes())
        alike = len(frames) > 1 and all(np.array_equal(newest, frame) for frame in frames[:-1])
        return alike or self._newest == before

    def _ready(self) -> Camera:
        if self._camera is not None and self._unplugged(self._camera):
            self._drop()
        if self._camera is None:
            self._camera = self._make()
        return self._camera

    def _drop(self) -> None:
        """Close the camera, so that the next look opens it anew."""
        camera, self._camera = self._camera, None
        try:
            if camera:
                camera.close()
        except Exception as error:  # as in `_answer`
            _LOG.warning("%s", _explained(error))


@dataclass(slots=True)
class _Look:
    frames: int
    within: AbstractContextManager[object]
    answer: "Future[list[Frame]]" = field(default_factory=Future)
    given_up: bool = False


def _without_repeats(frames: list[Frame]) -> list[Frame]:
    """Return frames but those that are the one before once more: two of the same would seem to lie still."""
    fresh = (frame for before, frame in pairwise(frames) if not np.array_equal(before, frame))
    return [frames[0], *fresh]


def _is_blank(frame: Frame) -> bool:
    """Say whether a picture is wholly black or wholly white, which is the reader's business."""
    return bool((frame < BLACK).all() or (frame > WHITE).all())


def _late(frames: int, timeout_s: float) -> str:
    return (
        f"the camera did not give its pictures ({frames}) in {timeout_s:g} s: check its cable, or plug it in "
        "again; a slow one needs a longer timeout_s in the settings, or fewer frames"
    )


def _explained(error: Exception) -> OSError:
    if isinstance(error, OSError):
        return error
    explained = OSError(f"the camera failed ({error!r}): check its cable, or start the table again")
    explained.__cause__ = error
    return explained
