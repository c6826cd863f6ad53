"""The log of a table that is there already, for the commands that make no new one."""

from pathlib import Path

from companion.kept.places import log_file
from table.log import LogError


def known_log(data: Path) -> Path:
    """Return the log's file in a table's folder.

    Raises:
        LogError: none is there.
    """
    log = log_file(data)
    if not log.exists():
        raise LogError(f"no table's memory in {data}; say --data if the table keeps it elsewhere")
    return log
