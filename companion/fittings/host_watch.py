"""The watch over hosts: notices what `maexle hosts` has done to the table's memory while the table runs."""

import logging
from typing import Final

from companion.fittings.rounds import Rounds
from table.log import LogError
from table.table import Table

_LOG = logging.getLogger(__name__)
EVERY_S: Final = 1.0


class HostWatch(Rounds):
    """Looks every `every_s` whether a host was ended elsewhere."""

    def __init__(self, table: Table, every_s: float = EVERY_S) -> None:
        self._table = table
        self._said = ""
        super().__init__("hosts", self._notice, every_s)

    def _notice(self) -> None:
        try:
            self._table.look_for_hosts()
            self._said = ""
        except LogError as error:
            if str(error) != self._said:  # it may stay so for the evening
                self._said = str(error)
                _LOG.error("who is a host can't be read: %s", error)
