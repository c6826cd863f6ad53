"""A follower: somebody who looks how the table stands whenever that changes, in a thread of their own."""

import threading
from collections.abc import Callable

from table.table import Table


class Follower:
    """Runs `follow` from now on, which is to return once it is woken and `_stop` is set."""

    def __init__(self, table: Table, name: str, follow: Callable[[], None]) -> None:
        self._table = table
        self._stop = threading.Event()
        self._thread = threading.Thread(target=follow, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; may be called twice."""
        self._stop.set()
        self._table.wake()
        self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether it still follows."""
        return self._thread.is_alive()
