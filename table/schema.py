"""The log's tables, as they came to be: script n brings a database from number n to n + 1."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Final

SCHEMA: Final = (
    """
    CREATE TABLE entry (version INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, line TEXT NOT NULL,
                        who TEXT NOT NULL, at TEXT NOT NULL);
    CREATE INDEX entry_game ON entry (game);
    CREATE TABLE game (id INTEGER PRIMARY KEY, rules INTEGER NOT NULL, state TEXT NOT NULL);
    CREATE TABLE picture (version INTEGER PRIMARY KEY REFERENCES entry,
                          jpeg BLOB NOT NULL, about TEXT NOT NULL);
    CREATE TABLE seat (seat INTEGER PRIMARY KEY, phone TEXT NOT NULL);
    CREATE TABLE host (phone TEXT PRIMARY KEY);
    """,
    """
    CREATE TABLE house (game TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL,
                        PRIMARY KEY (game, name));
    """,
    "ALTER TABLE entry ADD COLUMN sum TEXT NOT NULL DEFAULT '';",
    """
    ALTER TABLE host ADD COLUMN at TEXT NOT NULL DEFAULT '';
    CREATE TABLE said (seat INTEGER PRIMARY KEY, version INTEGER NOT NULL, dice TEXT NOT NULL);
    """,
    """
    CREATE TABLE guest (id INTEGER PRIMARY KEY AUTOINCREMENT, place INTEGER NOT NULL, name TEXT NOT NULL,
                        sign INTEGER NOT NULL, phone TEXT NOT NULL, kept INTEGER NOT NULL);
    CREATE TABLE chair (game INTEGER NOT NULL, seat INTEGER NOT NULL, guest INTEGER NOT NULL,
                        PRIMARY KEY (game, seat));
    CREATE TABLE away (phone TEXT PRIMARY KEY);
    CREATE TABLE door (closed INTEGER NOT NULL);
    """,
    "CREATE TABLE habit (name TEXT PRIMARY KEY, value INTEGER NOT NULL);",
    """
    CREATE TABLE evening (id INTEGER PRIMARY KEY AUTOINCREMENT, began TEXT NOT NULL, open INTEGER NOT NULL);
    CREATE TABLE share (game INTEGER NOT NULL, evening INTEGER NOT NULL, guest INTEGER NOT NULL,
                        name TEXT NOT NULL, sign INTEGER NOT NULL, won INTEGER NOT NULL,
                        buys INTEGER NOT NULL, believed INTEGER NOT NULL, caught INTEGER NOT NULL,
                        PRIMARY KEY (game, guest));
    CREATE TABLE settled (game INTEGER PRIMARY KEY);
    CREATE TABLE forgotten (guest INTEGER PRIMARY KEY);
    """,
    """
    CREATE TABLE bet (game INTEGER NOT NULL, call INTEGER NOT NULL, seat INTEGER NOT NULL,
                      lie INTEGER NOT NULL, PRIMARY KEY (game, call, seat));
    """,
    "CREATE TABLE plate (name TEXT NOT NULL);",
    """
    CREATE INDEX share_evening ON share (evening, guest);
    CREATE INDEX evening_open ON evening (id) WHERE open;
    """,
    """
    ALTER TABLE guest ADD COLUMN sat INTEGER NOT NULL DEFAULT 0;
    UPDATE guest SET sat = (SELECT COALESCE(MAX(game), 0) FROM chair WHERE guest = id);
    """,
    "CREATE TABLE doomed (game INTEGER PRIMARY KEY);",
    "CREATE TABLE gone (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sign INTEGER NOT NULL);",
)


SUMMED: Final = frozenset({"entry", "game", "picture"})
"""Tables whose rows are checked when they are read, by sums or as a game's state."""
GREATEST: Final = 10**8
"""Forms carry numbers of nine digits: a memory that numbered on from beyond could not be played on."""
NEXT_GAME: Final = """
    SELECT MAX(COALESCE(MAX(id), 0), 0) + 1 FROM (SELECT id FROM game UNION SELECT game FROM settled
    UNION SELECT game FROM doomed UNION SELECT game FROM share)
"""
"""A game that a copy of the memory left out is still told of: another of its number would be held for it.
None is numbered 0, which stands for none, though a salvage counts the shares of older ones on below it."""


def number_on(db: sqlite3.Connection, name: str, seq: int) -> None:
    """Let a table give no number again up to this one."""
    db.execute("INSERT INTO sqlite_sequence SELECT ?, 0 WHERE ? NOT IN (SELECT name FROM sqlite_sequence)",
               (name, name))  # fmt: skip
    db.execute("UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?", (seq, name))


def has_form(db: sqlite3.Connection, schema: Iterable[str]) -> bool:
    """Return whether a database has every table and column that these scripts make: SQLite checks no name."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript("".join(schema))
        return _columns(fresh) <= _columns(db)


def is_readable(db: sqlite3.Connection) -> bool:
    """Return whether all rows hold what their columns are for; moves and pictures carry sums of their own.

    Raises:
        UnicodeDecodeError: a text is none.
    """
    columns: dict[str, list[tuple[str, str]]] = {}
    for table, column, kind in _columns(db):
        if table not in SUMMED and kind in ("INTEGER", "TEXT"):
            columns.setdefault(table, []).append((column, kind))
    for table, kinds in columns.items():
        others = " OR ".join(f"typeof({column}) != '{kind.lower()}'" for column, kind in kinds)
        if db.execute(f"SELECT 1 FROM {table} WHERE {others}").fetchone():
            return False
        for column in (column for column, kind in kinds if kind == "TEXT"):
            db.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall()
    return True


def _columns(db: sqlite3.Connection) -> set[tuple[str, str, str]]:
    tables = "sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
    return set(db.execute(f"SELECT t.name, c.name, c.type FROM {tables}"))
