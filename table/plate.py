"""The name plate: what a host calls this table, in place of the name in its settings."""

from collections.abc import Callable
from typing import Any

from table.actors import Actor
from table.names import SetupError, check_names, is_blank


def table_name(typed: str) -> str:
    """Return a table's name as it is written down, checked like a person's; "" where nothing was typed.

    Raises:
        SetupError: it is too long, or can't be seen.
    """
    if not typed.strip():
        return ""
    try:
        (name,) = check_names([typed])
    except SetupError as error:
        raise SetupError("bad_table_name", str(error)) from error
    if is_blank(name):
        raise SetupError("blank_name", "a name has letters that show")
    return name


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
