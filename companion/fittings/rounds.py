"""Rounds: somebody looks after a thing again and again, in a thread of their own."""

import logging
import threading
from collections.abc import Callable

_LOG = logging.getLogger(__name__)


class Rounds:
    """Calls `look` every `every_s`, s, until it is closed; what one raises is logged, and the next comes.

    Whatever it was: most rounds are watched by nobody, and none is worth a restart in the middle of a game.
    """

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
        said = ""
        while not self._stop.wait(self._every_s):
            try:
                self._look()
            except Exception as error:
                if repr(error) != said:  # a notebook that is full of it would have room for nothing else
                    said = repr(error)
                    _LOG.exception("%s: a round failed, the next comes", self._thread.name)
