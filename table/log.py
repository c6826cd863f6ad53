"""The log: every move on disk before anyone is told, in one SQLite file.

WAL with `synchronous=FULL`, so that a move that was confirmed survives the plug. One row an entry, and an
entry's text is the very line that `maexle log --json` exports: the first of a game says who plays what.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from table import aside
from table.album import Album
from table.disk import is_of_the_disk
from table.ledger import Ledger
from table.party import Guest, Party
from table.ports import Picture
from table.schema import NEXT_GAME, SCHEMA, has_form, is_readable, number_on
from table.wal import connected

SUM_DIGITS: Final = 16
MARK_DIGITS: Final = 6


class LogError(Exception):
    """The log can't be read or written; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: the table's version it made, its game, what happened, who did it, when (ISO)."""

    version: int
    game: int
    line: dict[str, object]
    who: str
    at: str


@dataclass(frozen=True, slots=True)
class Host:
    """A phone that is a host's, and since when (ISO; "" where an older program let it in)."""

    phone: str
    at: str

    @property
    def mark(self) -> str:
        """What it is called where its own name, with which it signs, is nobody's business."""
        return hashlib.sha256(self.phone.encode()).hexdigest()[:MARK_DIGITS]


class Log:
    """The table's memory in the file `path`; one user at a time, who holds the table's lock.

    Beside a running table other commands may only read it, and end hosts.
    """

    def __init__(self, path: Path, called: Path | None = None) -> None:
        """Open the file, or make it; a copy's messages speak of what it is `called`.

        Raises:
            LogError: it can't be opened, is damaged or was written by a newer program; that a game's moves
                are damaged shows once they are read.
        """
        self._path = called or path
        with _explained(self._path):
            self._db = connected(path)
            try:
                self._prepare()
                self._seen = self._data_version()
            except BaseException:
                self._db.close()
                raise
        self._album = Album(self._db)
        access = (partial(_explained, self._path), self._transaction)
        self.ledger = Ledger(self._db, *access, partial(aside.forget_people, self._path))

    def freeze(self) -> None:
        """Let nothing be written any more: whoever tries meets a LogError."""
        with _explained(self._path):
            self._db.execute("PRAGMA query_only = ON")

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._db.close()

    def start(
        self,
        line: Mapping[str, object],
        rules: int,
        state: str,
        who: str,
        at: str,
        party: Party | None = None,
        chairs: Sequence[int] = (),
    ) -> Entry:
        """Write a new game's first line, the version of its rules, its state as text, and who sits where."""
        with self._transaction():
            if party:
                self._write_party(party)
            game = self._db.execute(NEXT_GAME).fetchone()[0]
            self._db.execute("INSERT INTO game VALUES (?, ?, ?)", (game, rules, state))
            self._write_chairs(game, chairs)
            return self._append(game, line, who, at)

    def append(
        self,
        game: int,
        rules: int,
        line: Mapping[str, object],
        state: str,
        who: str,
        at: str,
        picture: Picture | None = None,
    ) -> Entry:
        """Write a move, which rules played it, the state it led to as text, and its picture, if any."""
        with self._transaction():
            self._db.execute("UPDATE game SET rules = ?, state = ? WHERE id = ?", (rules, state, game))
            entry = self._append(game, line, who, at)
            if picture:
                self._album.keep(entry.version, picture)
            return entry

    def last_game(self) -> int | None:
        """Return the newest game's number, None before the first."""
        with _explained(self._path):
            last: int | None = self._db.execute("SELECT MAX(id) FROM game").fetchone()[0]
        return last

    def entries(self, game: int) -> list[Entry]:
        """Return a game's lines, oldest first."""
        query = "SELECT version, game, line, who, at, sum FROM entry WHERE game = ? ORDER BY version"
        with _explained(self._path):
            rows = self._db.execute(query, (game,)).fetchall()
            entries = list(checked(rows))
            if len(entries) < len(rows):
                raise sqlite3.DatabaseError(f"entry {rows[len(entries)][0]} is not what was written")
        return entries

    def state(self, game: int) -> tuple[int, str]:
        """Return the version of the rules that played a game, and its last state as text."""
        with _explained(self._path):
            rules, state = self._db.execute("SELECT rules, state FROM game WHERE id = ?", (game,)).fetchone()
        return rules, state

    def picture(self, version: int) -> Picture | None:
        """Return the evidence kept with the entry that made this version, if it is still there."""
        with _explained(self._path):
            return self._album.find(version)

    def forget_pictures(self) -> None:
        """Delete every picture, from the file's free pages as well, and from what lies beside it."""
        with self._transaction():
            self._album.empty()
        self.ledger.shred()
        aside.forget_pictures(self._path)

    def number_on(self, given: Iterable[tuple[str, int]]) -> None:
        """Give no number again that was given before: tables that give numbers, with the last of each."""
        with self._transaction():
            for table, last in given:
                number_on(self._db, table, last)

    def party(self) -> Party:
        """Return who is at the table."""
        with _explained(self._path):
            query = "SELECT id, name, sign, phone, kept, sat FROM guest ORDER BY place"
            rows = self._db.execute(query).fetchall()
            away = frozenset(phone for (phone,) in self._db.execute("SELECT phone FROM away"))
            closed = self._db.execute("SELECT closed FROM door").fetchone()
            last = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'guest'").fetchone()
            gone = self._db.execute("SELECT id, name, sign FROM gone ORDER BY id").fetchall()
        guests = tuple(
            Guest(one, name, sign, phone, bool(kept), sat) for one, name, sign, phone, kept, sat in rows
        )
        left = tuple(Guest(*row) for row in gone)
        return Party(guests, away, bool(closed and closed[0]), last[0] if last else 0, left=left)

    def set_party(self, party: Party) -> None:
        """Write who is at the table."""
        with self._transaction():
            self._write_party(party)

    def chairs(self, game: int) -> tuple[int, ...]:
        """Return the ids of the guests on a game's seats; games of older programs have none."""
        with _explained(self._path):
            rows = self._db.execute("SELECT guest FROM chair WHERE game = ? ORDER BY seat", (game,))
            return tuple(guest for (guest,) in rows)

    def seat(self, game: int, party: Party, chairs: Sequence[int]) -> None:
        """Write who is at the table, and who of them sits where in a game that has begun."""
        with self._transaction():
            self._write_party(party)
            self._db.execute("DELETE FROM seat")
            self._write_chairs(game, chairs)

    def seats(self) -> dict[int, str]:
        """Return which phone held which seat of the last game, as older programs wrote it."""
        with _explained(self._path):
            return dict(self._db.execute("SELECT seat, phone FROM seat ORDER BY seat").fetchall())

    def set_seats(self, phones: Mapping[int, str]) -> None:
        """Write which phone held which seat as older programs did, for what was saved of their logs."""
        with self._transaction():
            self._db.execute("DELETE FROM seat")
            self._db.executemany("INSERT INTO seat VALUES (?, ?)", sorted(phones.items()))

    def said(self, version: int) -> dict[int, tuple[int, ...]]:
        """Return what the dice are that made this version, as each seat has said by itself."""
        query = "SELECT seat, dice FROM said WHERE version = ?"
        with _explained(self._path):
            return {seat: tuple(json.loads(dice)) for seat, dice in self._db.execute(query, (version,))}

    def keep_said(self, version: int, said: Mapping[int, Sequence[int]]) -> None:
        """Write what each seat says the dice are, in place of all that was said before."""
        rows = [(seat, version, json.dumps(dice)) for seat, dice in said.items()]
        with self._transaction():
            self._db.execute("DELETE FROM said")
            self._db.executemany("INSERT INTO said VALUES (?, ?, ?)", rows)

    def hosts(self) -> list[Host]:
        """Return the hosts, the first first."""
        query = "SELECT phone, at FROM host ORDER BY at, phone"
        with _explained(self._path):
            return [Host(phone, at) for phone, at in self._db.execute(query)]

    def add_host(self, phone: str, at: str) -> None:
        """Write that a phone is a host's since then, unless it is already."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO host VALUES (?, ?)", (phone, at))

    def end_hosts(self, phones: Iterable[str]) -> None:
        """Write that these phones are no hosts' any more."""
        with self._transaction():
            self._db.executemany("DELETE FROM host WHERE phone = ?", [(phone,) for phone in phones])

    def changed_elsewhere(self) -> bool:
        """Return whether another process has written since this was asked last."""
        with _explained(self._path):
            before, self._seen = self._seen, self._data_version()
        return self._seen != before

    def house_rules(self) -> list[tuple[str, str, dict[str, object]]]:
        """Return the house rules that are kept and can be read: game, name and options, in this order."""
        query = "SELECT game, name, options FROM house ORDER BY game, name"
        with _explained(self._path):
            rows = self._db.execute(query).fetchall()
        kept = []
        for game, name, text in rows:
            with suppress(sqlite3.DatabaseError, json.JSONDecodeError):  # a flipped bit makes options of none
                kept.append((game, name, _line(text)))
        return kept

    def keep_house_rules(self, game: str, name: str, options: Mapping[str, object]) -> None:
        """Write house rules, in place of those of the same game and name."""
        text = json.dumps(dict(options), ensure_ascii=False)
        with self._transaction():
            self._db.execute("INSERT OR REPLACE INTO house VALUES (?, ?, ?)", (game, name, text))

    def drop_house_rules(self, game: str, name: str) -> None:
        """Delete house rules, if there are such."""
        with self._transaction():
            self._db.execute("DELETE FROM house WHERE game = ? AND name = ?", (game, name))

    def _write_party(self, party: Party) -> None:
        for table in ("guest", "away", "door", "gone"):
            self._db.execute(f"DELETE FROM {table}")
        rows = [
            (one.id, place, one.name, one.sign, one.phone, int(one.kept), one.sat)
            for place, one in enumerate(party.guests)
        ]
        self._db.executemany("INSERT INTO guest VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        self._db.executemany("INSERT INTO away VALUES (?)", [(phone,) for phone in sorted(party.away)])
        self._db.execute("INSERT INTO door VALUES (?)", (int(party.closed),))
        gone = [(one.id, one.name, one.sign) for one in party.left]
        self._db.executemany("INSERT INTO gone VALUES (?, ?, ?)", gone)
        tonight = "evening IN (SELECT id FROM evening WHERE open)"
        names = [(one.name, one.sign, one.id) for one in party.guests]
        self._db.executemany(f"UPDATE share SET name = ?, sign = ? WHERE guest = ? AND {tonight}", names)

    def _write_chairs(self, game: int, chairs: Sequence[int]) -> None:
        rows = [(game, seat, guest) for seat, guest in enumerate(chairs)]
        self._db.execute("DELETE FROM chair WHERE game = ?", (game,))  # a flipped bit makes chairs of no game
        self._db.executemany("INSERT INTO chair VALUES (?, ?, ?)", rows)
        sitting = [(game, guest) for guest in chairs]
        self._db.executemany("UPDATE guest SET sat = ? WHERE id = ?", sitting)

    def _append(self, game: int, line: Mapping[str, object], who: str, at: str) -> Entry:
        text = json.dumps(line, ensure_ascii=False)
        query = "SELECT sum FROM entry WHERE game = ? ORDER BY version DESC LIMIT 1"
        before = self._db.execute(query, (game,)).fetchone() or ("",)
        cursor = self._db.execute(
            "INSERT INTO entry (game, line, who, at, sum) VALUES (?, ?, ?, ?, ?)",
            (game, text, who, at, _sum(*before, game, text, who, at)),
        )
        return Entry(int(cursor.lastrowid or 0), game, dict(line), who, at)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _explained(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _data_version(self) -> int:
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def _prepare(self) -> None:
        self._db.text_factory = bytes.decode  # so that text which is none shows as what it is: damage
        if self._db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("its pages do not fit together")
        self._migrate()
        if not has_form(self._db, SCHEMA):
            raise sqlite3.DatabaseError("its tables are not what was made")
        if not is_readable(self._db):
            raise sqlite3.DatabaseError("its rows are not what was written")
        last = self.last_game()
        if self._db.execute("SELECT MAX(game) FROM entry").fetchone()[0] != last:
            raise sqlite3.DatabaseError("its moves are of no game, or its last game has none")

    def _migrate(self) -> None:
        number = self._db.execute("PRAGMA user_version").fetchone()[0]
        if number > len(SCHEMA):
            raise LogError(f"{self._path} was written by a newer version of this program: update the program")
        if 0 < number < len(SCHEMA):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else the copy lacks the newest moves
            aside.lay_aside(self._path, number)
        for step in range(number, len(SCHEMA)):
            self._db.executescript(f"BEGIN; {SCHEMA[step]} PRAGMA user_version = {step + 1}; COMMIT;")


def checked(rows: Iterable[tuple[int, int, str, str, str, str]]) -> Iterator[Entry]:
    """Return the entries of a game's rows up to the first that is not what was written.

    Every row ends in a sum over itself and the sum before it; games of older programs begin without.
    """
    before = ""
    for version, game, text, who, at, told in rows:
        if not all(isinstance(part, str) for part in (text, who, at, told)):
            return
        if (told or before) and told != _sum(before, game, text, who, at):
            return
        try:
            yield Entry(version, game, _line(text), who, at)
        except (sqlite3.DatabaseError, json.JSONDecodeError):
            return
        before = told


def _sum(before: str, *parts: object) -> str:
    return hashlib.sha256("\n".join((before, *map(str, parts))).encode()).hexdigest()[:SUM_DIGITS]


def _line(text: str) -> dict[str, object]:
    line = json.loads(text)
    if not isinstance(line, dict):
        raise sqlite3.DatabaseError(f"a line is no object: {text}")
    return line


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if not is_of_the_disk(error):
            raise DamagedLogError(f"the table's memory {path} is damaged ({error})") from error
        raise LogError(
            f"the table's memory {path} can't be used ({error}): see that the disk is not full "
            "and that this file and its folder may be written"
        ) from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise DamagedLogError(f"the table's memory {path} is damaged ({error})") from error


class DamagedLogError(LogError):
    """The file is there, but it is no sound database."""
