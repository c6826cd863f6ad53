"""A report for whoever looks for a fault: how all is, the last game's moves, what the program noted.

It names nobody: players are their seats, the table's address is left out, and what is sealed stays sealed.
"""

import json
import logging
import platform
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from typing import Final

import vision
from table.game import Game
from table.log import Entry
from web.ports import Sign
from web.words.story import WENT_ON, unsealed

KEPT: Final = 500
"""So many of the newest lines are at hand; older ones are in the journal, on a Pi until it restarts."""
PRIVATE: Final = frozenset({"network"})
"""Signs whose value is nobody's business elsewhere."""


class Notebook(logging.Handler):
    """Keeps the newest lines of the program's log."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self._lines: deque[str] = deque(maxlen=KEPT)

    @property
    def lines(self) -> Sequence[str]:
        """The lines so far, oldest first."""
        return tuple(self._lines)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self._lines.append(self.format(record))


def versions() -> str:
    """Return what plays here: the program, and what it stands on."""
    return (
        f"{version('maexle')}, Python {platform.python_version()}, OpenCV {vision.OPENCV}, "
        f"{platform.system()} {platform.release()} {platform.machine()}"
    )


def written(signs: Iterable[Sign], game: Game | None, moves: Sequence[Entry], lines: Iterable[str]) -> str:
    """Return the report; `moves` are those of the last game, `game`."""
    parts = (
        ("signs", map(said, signs)),
        ("the last game", _last_game(game, moves)),
        ("the newest of the log", lines),
    )
    return "\n".join(line for title, told in parts for line in (f"# {title}", *told, ""))


def said(sign: Sign) -> str:
    """Return how a sign is, in a line that may go anywhere: the log is part of the report as well."""
    value = "" if sign.code in PRIVATE else sign.value
    return f"{sign.code}: {sign.state} {value}".strip()


def _last_game(game: Game | None, moves: Sequence[Entry]) -> Iterator[str]:
    if game and game.opened_anew:
        yield WENT_ON
    for entry in unsealed(moves, game):
        line = dict(entry.line)
        if isinstance(seats := line.get("seats"), list):
            line["seats"] = [f"player {number}" for number in range(1, len(seats) + 1)]
        yield json.dumps(line, ensure_ascii=False)
