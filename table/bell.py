"""The bell: wakes all who wait for news of the table."""

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue


class Bell:
    """Wakes everybody at once.

    Whoever wakes takes no lock: after a `threading.Condition` hundreds queue for the one that writers hold
    while the disk is slow. Adding to a dict, taking from it and listing it are whole steps to other threads.
    """

    def __init__(self) -> None:
        self._listening: dict[SimpleQueue[None], None] = {}

    def ring(self) -> None:
        """Wake all who listen."""
        for ear in list(self._listening):
            ear.put(None)

    def wait(self, over: Callable[[], bool], timeout_s: float | None = None) -> None:
        """Wait until it is `over`, which is asked again after each ring, or for so long."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        ear: SimpleQueue[None] = SimpleQueue()
        self._listening[ear] = None  # before it is asked: no ring is missed
        try:
            while not over():
                ear.get(timeout=None if until is None else max(0.0, until - time.monotonic()))
        except Empty:
            return
        finally:
            del self._listening[ear]
