"""The table's memory, to take away as one file and to bring back."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import IO

from companion.kept.brought import READY, draft_folder, make_ready
from companion.kept.dice_store import FOLDER
from companion.kept.memory_copy import WINDOW, unpack, write_copy
from companion.kept.places import log_file
from table.log import Log, LogError
from table.memory import ForeignMemoryError
from table.snapshot import Snapshot
from table.table import Table
from table.window import may_look
from web.ports import MemoryRefusedError
from web.words.story import unsealed

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableMemory:
    """The memory of a running table in the folder `data`; `camera` is the one whose window counts here.

    `restart` is called once another memory lies ready: the program is to start anew with it.
    """

    data: Path
    table: Table
    camera: str
    now: Callable[[], str]
    restart: Callable[[], None]
    _turn: Lock = field(default_factory=Lock)

    @property
    def allowed(self) -> bool:
        """Whether no game runs, of which another memory would have nothing."""
        return may_look(self.table.snapshot())

    @property
    def ready(self) -> bool:
        """Whether another memory was brought back, and counts from the next start on."""
        return (self.data / READY).exists()

    def copy(self) -> IO[bytes]:
        """Return a copy, as a file from its beginning; a running game is in it as far as it has come.

        A game with answers that are sealed still is left out, as a copy can be read by anybody.

        Raises:
            MemoryRefusedError: there is too much for one file.
            OSError: it can't be read.
        """
        file = self._written()
        # What was sealed while it was written is sealed still, or is no secret any more
        sealed = _sealed_game(self.table)
        return self._written(sealed) if sealed else file

    def _written(self, *without: int) -> IO[bytes]:
        file = BytesIO()
        try:
            write_copy(self.data, file, without)
        except ForeignMemoryError as error:
            raise MemoryRefusedError(error.code) from error
        except sqlite3.Error as error:
            raise OSError(f"the table's memory can't be copied: {error}") from error
        file.seek(0)
        return file

    def bring_back(self, parcel: IO[bytes], phone: str) -> None:
        """Let the table go on with the copy in a file; whatever is raised, it goes on with what it has.

        Raises:
            MemoryRefusedError: a game runs, another copy is being brought, or it is no sound copy.
            NotAllowedError: `phone`, which brings it, is no host's any more.
            OSError: it can't be written.
        """
        if not self._turn.acquire(blocking=False):
            raise MemoryRefusedError("memory_busy")
        try:
            _check(self.table.snapshot())
            self._lay_ready(parcel, draft_folder(self.data), phone)
        finally:
            self._turn.release()
        self.restart()

    def _lay_ready(self, parcel: IO[bytes], draft: Path, phone: str) -> None:
        try:
            if unpack(parcel, draft, self.now) != self.camera:  # what is here is of more use
                (draft / WINDOW).unlink(missing_ok=True)
                shutil.rmtree(draft / FOLDER, ignore_errors=True)  # learned through that window alone
            with closing(Log(log_file(draft))) as log:
                for host in self.table.hosts():
                    log.add_host(host.phone, host.at)
            self.table.hand_over(partial(self._commit, phone))
        except ForeignMemoryError as error:
            _LOG.warning("a memory was refused: %s", error.code)  # the rest may name people
            raise MemoryRefusedError(error.code) from error
        except LogError as error:
            raise OSError(str(error)) from error
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def _commit(self, phone: str, shot: Snapshot) -> None:
        _check(shot)
        shot.actor(phone).check_host()  # it takes a while, in which another host may have ended this one
        make_ready(self.data)


def _sealed_game(table: Table) -> int | None:
    """Return the number of the game, if it has answers that nobody may know yet."""
    shot = table.snapshot()
    moves = table.entries(shot)
    return moves[0].game if len(unsealed(moves, shot.game)) < len(moves) else None


def _check(shot: Snapshot) -> None:
    if not may_look(shot):
        raise MemoryRefusedError("memory_game")
