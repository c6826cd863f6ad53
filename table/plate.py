"""The name plate: what a host calls this table, in place of the name in its settings."""

from collections.abc import Callable
from typing import Any

from table.actors import Actor
from table.names import check_shown


def table_name(typed: str) -> str:
    """Return a table's name as it is written down, checked like a person's; "" where nothing was typed.

    Raises:
        SetupError: it is too long, or can't be seen.
    """
    if not typed.strip():
        return ""
    return check_shown(typed, "bad_table_name")


class NamePlate:
    """Names the table. `write` keeps a name and shows it, or raises LogError and changes nothing."""

    def __init__(self, write: Callable[[str], Any]) -> None:
        self._write = write

    def call(self, typed: str, by: Actor) -> None:
        """Call the table so from now on; nothing typed: as its settings do.

        Raises:
            NotAllowedError: only the host may.
            SetupError: it is no name.
            LogError: it can't be written; nothing has changed.
        """
        by.check_host()
        self._write(table_name(typed))
