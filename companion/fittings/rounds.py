"""Rounds: somebody looks after a thing again and again, in a thread of their own."""

import threading
from collections.abc import Callable


class Rounds:
    """Calls `look` every `every_s`, s, until it is closed."""

    def __init__(self, name: str, look: Callable[[], None], every_s: float) -> None:
        self._look, self._every_s = look, every_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._go, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; may be called twice."""
        self._stop.set()
        self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether a change would be noticed."""
        return self._thread.is_alive()

    def _go(self) -> None:
        while not self._stop.wait(self._every_s):
            self._look()
