"""A table that serves pages and is played move by move, without a program, a cup or a camera of its own."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from games.moves import parse_move
from games.ruleset import Standing
from table.actors import Actor
from table.log import Log
from table.ports import Picture
from table.table import Table
from tests.web.evening import PICTURE, evening
from web.wire.events import EXTENSION
from web.wire.serving import Server
from web.wire.streams import Streams

HOST: Final = Actor("phone", frozenset(), host=True)
STREAMS: Final = 16
Line = dict[str, Any]


class Room:
    """The table and its server; `address` is where its pages are."""

    def __init__(self, data: Path, picture: Picture = PICTURE, **changes: Any) -> None:
        self.table = Table(Log(data / "table.db"), lambda: "2026-11-21T20:15:00+01:00")
        parts = {"streams": STREAMS, **self.fittings(), **changes}
        self.app = evening(self.table, **parts).app
        self.streams: Streams = self.app.extensions[EXTENSION]
        self.server = Server(self.app, "127.0.0.1", 0, STREAMS)
        self.address = f"http://127.0.0.1:{self.server.port}/"
        self._picture = picture
        threading.Thread(target=self.server.run, daemon=True).start()

    def fittings(self) -> dict[str, Any]:
        """What hangs on this table, as the web side is handed it."""
        return {}

    def start(self, game: str, names: Sequence[str], **options: object) -> None:
        """Start a game."""
        line = {"game": game, "seats": list(names), "options": options}
        self.table.start(line, HOST, self.table.snapshot().version)

    def play(self, *lines: Line) -> None:
        """Play moves, as a host would, and let the camera be certain of dice."""
        for line in lines:
            shot = self.table.snapshot()
            assert shot.game
            if line["move"] == "reveal":
                self.reveal(*line["dice"])
            else:
                self.table.submit(parse_move(line, shot.game.rules.MOVES), HOST, shot.version)

    def reveal(self, *dice: int, picture: Picture | None = None) -> None:
        """Let the camera be certain, and show a picture if it is not the usual one."""
        look = self.table.snapshot().look
        assert look
        self.table.reveal(look, dice, picture or self._picture)

    @property
    def standing(self) -> tuple[Standing, ...]:
        """What every seat has."""
        game = self.table.snapshot().game
        assert game
        return game.view(None).standing

    def close(self) -> None:
        """End the server, then the table."""
        self.server.close()
        self.table.close()


def call(seat: int, value: str) -> Line:
    """Return a call as it is written."""
    return {"move": "call", "seat": seat, "value": value}


def said(seat: int, word: str) -> Line:
    """Return a word of a seat's, "accept" or "challenge", as it is written."""
    return {"move": word, "seat": seat}


def shown(*dice: int) -> Line:
    """Return what the camera sees as it is written."""
    return {"move": "reveal", "dice": list(dice)}
