"""The ledger: what the log keeps beside the moves, the people and their seats."""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import astuple
from typing import Final

from table.score import Score, Share

_LOG = logging.getLogger(__name__)
Access = Callable[[], AbstractContextManager[None]]
SUMS: Final = """
    SELECT evening, guest, name, sign, 1, COUNT(*), SUM(won), SUM(buys), SUM(believed), SUM(caught)
    FROM share WHERE evening {} ? GROUP BY evening, guest ORDER BY MIN(game), guest
"""
"""What every guest has in an evening: added up by SQLite, as years of games are tens of thousands of rows."""
EARLIER: Final = "game < (SELECT MAX(id) FROM game)"
"""All games but the last, which is on the table."""


class Ledger:
    """A part of the log's database `db`, opened by `reading` and `writing`, which explain what goes wrong.

    `forget_copies` deletes what lies beside it and may name people; it may raise OSError.
    """

    def __init__(
        self, db: sqlite3.Connection, reading: Access, writing: Access, forget_copies: Callable[[], None]
    ) -> None:
        self._db = db
        self._reading = reading
        self._writing = writing
        self._forget_copies = forget_copies

    def habits(self) -> dict[str, int]:
        """Return the table's habits by name."""
        with self._reading():
            return dict(self._db.execute("SELECT name, value FROM habit"))

    def set_habits(self, rows: Mapping[str, int]) -> None:
        """Write the table's habits."""
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO habit VALUES (?, ?)", sorted(rows.items()))

    def table_name(self) -> str:
        """Return what a host has called the table, "" if nobody has."""
        with self._reading():
            row = self._db.execute("SELECT name FROM plate").fetchone()
        return row[0] if row else ""

    def set_table_name(self, name: str) -> None:
        """Write what the table is called, "" for nothing."""
        with self._writing():
            self._db.execute("DELETE FROM plate")
            self._db.execute("INSERT INTO plate VALUES (?)", (name,))

    def bets(self, game: int) -> dict[int, dict[int, bool]]:
        """Return what each seat has bet, true for a lie, by the number of the move that made the call."""
        found: dict[int, dict[int, bool]] = {}
        with self._reading():
            for call, seat, lie in self._db.execute(
                "SELECT call, seat, lie FROM bet WHERE game = ?", (game,)
            ):
                found.setdefault(call, {})[seat] = bool(lie)
        return found

    def keep_bet(self, game: int, call: int, seat: int, *, lie: bool) -> None:
        """Write what a seat bets on a call, in place of what it has bet on it before."""
        with self._writing():
            self._db.execute("INSERT OR REPLACE INTO bet VALUES (?, ?, ?, ?)", (game, call, seat, int(lie)))

    def tonight(self) -> tuple[int, str]:
        """Return the number of the evening that goes on, and when it began; 0, "" before its first game."""
        with self._reading():
            row = self._db.execute("SELECT id, began FROM evening WHERE open").fetchone()
        return row or (0, "")

    def scores(self, evening: int) -> list[Score]:
        """Return what every guest has in an evening, by their first game in it."""
        with self._reading():
            rows = self._db.execute(SUMS.format("="), (evening,)).fetchall()
        return [Score(*row) for _, _, *row in rows]

    def scores_but(self, evening: int) -> list[tuple[int, Score]]:
        """Return what everyone has in each evening but this, each with the evening, oldest first."""
        with self._reading():
            rows = self._db.execute(SUMS.format("!="), (evening,)).fetchall()
        return [(other, Score(*row)) for other, _, *row in rows]

    def is_settled(self, game: int) -> bool:
        """Return whether a game is written down for good, or left out."""
        with self._reading():
            return self._db.execute("SELECT 1 FROM settled WHERE game = ?", (game,)).fetchone() is not None

    def write_shares(self, game: int, at: str, shares: Iterable[Share]) -> None:
        """Write down what a game that began at a time (ISO) gave everyone, in the evening that goes on."""
        with self._writing():
            if not self._db.execute("SELECT 1 FROM evening WHERE open").fetchone():
                self._db.execute("INSERT INTO evening (began, open) VALUES (?, 1)", (at,))
            self._settle(game)
            evening = self._db.execute("SELECT id FROM evening WHERE open").fetchone()[0]
            rows = [(game, evening, *astuple(share)) for share in shares]
            self._db.execute(
                "DELETE FROM share WHERE game = ?", (game,)
            )  # a flipped bit makes shares of no game
            self._db.executemany("INSERT INTO share VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def leave_out(self, game: int) -> None:
        """Write that a game counts for nobody, whatever comes; it opens no evening."""
        with self._writing():
            self._settle(game)

    def reopen(self, game: int) -> None:
        """Take back what was written down of a game; one that was left out stays so."""
        with self._writing():
            if self._db.execute("DELETE FROM share WHERE game = ?", (game,)).rowcount:
                self._db.execute("DELETE FROM settled WHERE game = ?", (game,))

    def restore(
        self,
        rows: Iterable[tuple[int, int, Share]],
        tonight: tuple[int, str] = (0, ""),
        forgotten: Iterable[int] = (),
    ) -> None:
        """Write shares of an older log, each with its evening and its game, and who does not count tonight.

        All evenings are long over but the one that goes on, if `tonight`, as the method of that name tells,
        is known.
        """
        kept = list(rows)
        later = max((game for _, game, _ in kept), default=0) + 1
        with self._writing():
            over = {evening for evening, _, _ in kept} - {tonight[0]}
            evenings = [(evening, "", 0) for evening in over] + ([(*tonight, 1)] if tonight[0] else [])
            self._db.executemany("INSERT INTO evening VALUES (?, ?, ?)", sorted(evenings))
            self._db.executemany("INSERT INTO forgotten VALUES (?)", [(guest,) for guest in forgotten])
            lines = [(game - later, evening, *astuple(share)) for evening, game, share in kept]
            self._db.executemany("INSERT OR IGNORE INTO share VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", lines)

    def end_evening(self) -> None:
        """Write that an evening is over; whoever was forgotten for it counts again.

        The games that they sat in go: the one that was on the table when they were forgotten, and later ones.
        """
        sat = "SELECT DISTINCT game FROM chair WHERE guest IN (SELECT guest FROM forgotten)"
        with self._writing():
            self._db.execute(f"INSERT OR IGNORE INTO doomed {sat}")
            self._db.execute("UPDATE evening SET open = 0")
            self._db.execute("DELETE FROM forgotten")
        self.drop_doomed()

    def doom(self, game: int) -> None:
        """Write that a game is to go once it is not on the table any more."""
        with self._writing():
            self._db.execute("INSERT OR IGNORE INTO doomed VALUES (?)", (game,))

    def drop_doomed(self) -> None:
        """Delete the games that are to go, but the last, which is on the table."""
        with self._reading():
            doomed = self._db.execute(f"SELECT game FROM doomed WHERE {EARLIER}").fetchall()
        if doomed:
            with self._writing():
                self._drop(game for (game,) in doomed)
            self.shred()

    def forgotten(self) -> set[int]:
        """Return who of the guests is not to be counted this evening."""
        with self._reading():
            return {guest for (guest,) in self._db.execute("SELECT guest FROM forgotten")}

    def forget(self, name: str, guests: Iterable[int]) -> None:
        """Delete what is kept of a name, and its games but the last, and do not count `guests`."""
        with self._writing():
            same = [
                (known,)
                for (known,) in self._db.execute("SELECT DISTINCT name FROM share").fetchall()
                if known.casefold() == name.casefold()
            ]
            for known in same:  # under another name somebody may have sat in a game
                sat = "SELECT guest FROM share WHERE name = ?"
                games = f"SELECT DISTINCT game FROM chair WHERE guest IN ({sat}) AND {EARLIER}"
                self._drop([game for (game,) in self._db.execute(games, known).fetchall()])
            self._db.executemany("DELETE FROM share WHERE name = ?", same)
            self._db.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", [(one,) for one in guests])
            self._drop_games(name)
        self._shred_all()

    def empty(self, over: int) -> None:
        """Delete all shares and evenings; a game that is `over`, its number, else 0, does not count."""
        with self._writing():
            for table in ("share", "evening"):
                self._db.execute(f"DELETE FROM {table}")
            if over:
                self._settle(over)
        self._shred_all()

    def _settle(self, game: int) -> None:
        self._db.execute("INSERT OR IGNORE INTO settled VALUES (?)", (game,))

    def _drop_games(self, name: str) -> None:
        """Delete the games that somebody of this name sat in, but the last one, which is on the table."""
        firsts = "SELECT MIN(version) FROM entry GROUP BY game"
        found = f"SELECT game, CAST(line AS BLOB) FROM entry WHERE version IN ({firsts}) AND {EARLIER}"
        self._drop(game for game, line in self._db.execute(found).fetchall() if _may_have_sat(name, line))

    def _drop(self, games: Iterable[int]) -> None:
        for game in games:
            query = "DELETE FROM picture WHERE version IN (SELECT version FROM entry WHERE game = ?)"
            self._db.execute(query, (game,))
            for table in ("entry", "chair", "bet", "doomed"):
                self._db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
            self._db.execute("DELETE FROM game WHERE id = ?", (game,))

    def _shred_all(self) -> None:
        """Leave nobody who was forgotten in a copy either; these go first, as what follows needs room."""
        try:
            self._forget_copies()
        except OSError as error:
            _LOG.warning("copies of the memory beside it may still name who was forgotten: %s", error)
        self.shred()

    def shred(self) -> None:
        """Leave nothing of what was deleted in the file's free pages; without the room for it, next time."""
        with self._reading():
            try:
                self._db.execute("VACUUM")
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.OperationalError as error:
                _LOG.warning(
                    "what was deleted lies in the memory's free pages until more is (%s): see that the disk "
                    "is not full",
                    error,
                )


def _may_have_sat(name: str, line: bytes) -> bool:
    """Return whether a game's first line names somebody, or is damaged, so that nobody knows."""
    try:
        return name.casefold() in (str(seat).casefold() for seat in json.loads(line)["seats"])
    except (LookupError, TypeError, ValueError):
        return True
