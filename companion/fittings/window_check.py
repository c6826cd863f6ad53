"""The camera and its window from start-up on: one look, where that is allowed, and notes to the host."""

import logging
import threading
from collections.abc import Callable, Iterator
from typing import Final

from companion.fittings.rounds import Rounds
from table.ports import Camera
from table.table import Table
from table.window import Eyes, Glance, RoundRunsError, look
from web.ports import Sign, State

NOT_SET_UP: Final = "not_set_up"
MOVED: Final = "window_window_moved"
PASSED_OVER: Final = frozenset({"dice_left", "moving"})  # people are at the table: nothing is wrong with it
LIGHT: Final = frozenset({"too_dark", "too_bright", "lamps_moved", "lamps_off", "darker", "brighter"})
"""Troubles that the lamps make, or what shines from outside."""
GONE: Final = "camera_gone"
PAUSE_S: Final = 2.0
LONGEST_PAUSE_S: Final = 60.0
PATIENCE_S: Final = 60.0  # so long a Pi's camera may take to open
POLL_S: Final = 1.0
_LOG = logging.getLogger(__name__)


class WindowCheck:
    """Looks once, in a thread of its own; where the camera gives nothing, again later, until it does.

    A host may have it look again at any time; the host's note follows what it has seen last.
    """

    def __init__(
        self, table: Table, camera: Camera, eyes: Eyes, frames: int, *, pause_s: float = PAUSE_S
    ) -> None:
        self._table = table
        self._camera = camera
        self._eyes = eyes
        self._frames = frames
        self._pause_s = pause_s
        self._seen: Glance | None = None
        self._told = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._check, name="window check", daemon=True)
        self._thread.start()

    def signs(self) -> Iterator[Sign]:
        """How window and lamps were at the last look; nothing before it, or where no window is set up."""
        if self._seen is None:
            return
        wrong = [one.code for one in self._seen.troubles if one.code not in PASSED_OVER]
        for code, lights in (("view", False), ("lamps", True)):
            found = next((one for one in wrong if (one in LIGHT) is lights), "")
            yield Sign(code, State.WATCH if found else State.WELL, found)

    def look_again(self) -> None:
        """Look once more, unless somebody plays; a camera that gives nothing is logged, and no news."""
        try:
            self._look()
        except RoundRunsError:
            return
        except OSError as error:
            _LOG.warning("the window can't be checked: %s", error)

    def begin_anew(self) -> None:
        """Take back what was seen before the window was set up, and what the host was told of it."""
        self._seen = None
        self._tell("")

    def close(self) -> None:
        """Wait until the look is over, and make no other; may be called twice."""
        self._stop.set()
        self._thread.join()

    def _check(self) -> None:
        pause_s, said = self._pause_s, ""
        while True:
            try:
                self._look()
                return
            except RoundRunsError:
                return
            except OSError as error:
                if str(error) != said:
                    said = str(error)
                    _LOG.warning("the window can't be checked: %s", error)
            if self._stop.wait(pause_s):
                return
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _look(self) -> None:
        self._seen = self._eyes.compare(look(self._camera, self._frames, self._table.snapshot))
        note = note_for(self._seen)
        if note != MOVED:  # a reading may have said so
            self._table.untell_host(MOVED)
        self._tell(note)

    def _tell(self, note: str) -> None:
        if self._told not in ("", note):
            self._table.untell_host(self._told)
        self._told = note
        if note:
            _LOG.warning("the window needs a hand: %s", note.replace("_", " "))
            self._table.tell_host(note)


def note_for(glance: Glance | None) -> str:
    """Return the note to the host for what a check has shown, "" if all is well."""
    if glance is None:
        return NOT_SET_UP
    codes = [trouble.code for trouble in glance.troubles if trouble.code not in PASSED_OVER]
    return f"window_{codes[0]}" if codes else ""


class CameraWatch(Rounds):
    """Tells the host when the camera has been gone for longer than opening it takes, and when it is back."""

    def __init__(
        self,
        table: Table,
        there: Callable[[], bool],
        *,
        patience_s: float = PATIENCE_S,
        poll_s: float = POLL_S,
    ) -> None:
        self._table, self._there = table, there
        self._patience, self._missed = round(patience_s / poll_s), 0
        super().__init__("camera watch", self._notice, poll_s)

    def _notice(self) -> None:
        was, self._missed = self._missed, 0 if self._there() else self._missed + 1
        if self._missed == self._patience:
            _LOG.warning("the camera is gone; people say what the dice show until it is back")
            self._table.tell_host(GONE)
        elif was >= self._patience and not self._missed:
            _LOG.info("the camera is back")
            self._table.untell_host(GONE)
