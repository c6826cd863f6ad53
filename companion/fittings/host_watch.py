"""The watch over hosts: notices what `maexle hosts` has done to the table's memory while the table runs."""

import logging
import threading
from typing import Final

from table.log import LogError
from table.table import Table

_LOG = logging.getLogger(__name__)
EVERY_S: Final = 1.0


class HostWatch:
    """Looks every `every_s` in a thread of its own whether a host was ended elsewhere."""

    def __init__(self, table: Table, every_s: float = EVERY_S) -> None:
        self._table = table
        self._every_s = every_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="hosts", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; may be called twice."""
        self._stop.set()
        self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether a host that is ended elsewhere would be noticed."""
        return self._thread.is_alive()

    def _follow(self) -> None:
        while not self._stop.wait(self._every_s):
            try:
                self._table.look_for_hosts()
            except LogError as error:
                _LOG.error("who is a host can't be read: %s", error)
