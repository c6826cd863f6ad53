"""The window's check at start-up: one look, where that is allowed, and a note to the host if need be."""

import logging
import threading
from typing import Final

from table.ports import Camera
from table.table import Table
from table.window import Eyes, Glance, RoundRunsError, look

NOT_SET_UP: Final = "not_set_up"
PASSED_OVER: Final = frozenset({"dice_left", "moving"})  # people are at the table: nothing is wrong with it
TRIES: Final = 2  # a camera that has just been plugged in may need longer than one look waits
_LOG = logging.getLogger(__name__)


class WindowCheck:
    """Looks once, in a thread of its own, so that phones are served meanwhile."""

    def __init__(self, table: Table, camera: Camera, eyes: Eyes, frames: int) -> None:
        self._table = table
        self._camera = camera
        self._eyes = eyes
        self._frames = frames
        self._thread = threading.Thread(target=self._check, name="window check", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Wait until the look is over; may be called twice."""
        self._thread.join()

    def _check(self) -> None:
        for left in reversed(range(TRIES)):
            try:
                glance = self._eyes.compare(look(self._camera, self._frames, self._table.snapshot))
            except RoundRunsError:
                return
            except OSError as error:
                _LOG.warning("the window can't be checked: %s", error)
                if not left:
                    return
            else:
                self._tell(note_for(glance))
                return

    def _tell(self, note: str) -> None:
        if note:
            _LOG.warning("the window needs a hand: %s", note.replace("_", " "))
            self._table.tell_host(note)


def note_for(glance: Glance | None) -> str:
    """Return the note to the host for what a check has shown, "" if all is well."""
    if glance is None:
        return NOT_SET_UP
    codes = [trouble.code for trouble in glance.troubles if trouble.code not in PASSED_OVER]
    return f"window_{codes[0]}" if codes else ""
