"""The memory as lines of text: what a copy of the table's log carries, and a log made anew of such lines.

A copy is read by nobody but the table, row by row into its own tables, so that whatever else a file may hold
gets nowhere. It tells of no phone and no host, and has no pictures.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from games.moves import IllegalMoveError, MalformedMoveError
from games.refusal import RefusedError
from table.disk import is_of_the_disk
from table.game import reopen, set_up
from table.log import DamagedLogError, Log, LogError, checked
from table.names import SetupError, check_names
from table.party import MOST, SIGNS
from table.plate import table_name
from table.schema import GREATEST, SCHEMA, number_on
from table.table import Table

COLUMNS: Final[Mapping[str, Mapping[str, type]]] = MappingProxyType(
    {
        "entry": {"version": int, "game": int, "line": str, "who": str, "at": str, "sum": str},
        "game": {"id": int, "rules": int, "state": str},
        "chair": {"game": int, "seat": int, "guest": int},
        "guest": {"id": int, "place": int, "name": str, "sign": int, "kept": int, "sat": int},
        "gone": {"id": int, "name": str, "sign": int},
        "house": {"game": str, "name": str, "options": str},
        "habit": {"name": str, "value": int},
        "plate": {"name": str},
        "evening": {"id": int, "began": str, "open": int},
        "share": {
            **{"game": int, "evening": int, "guest": int, "name": str, "sign": int},
            **{"won": int, "buys": int, "believed": int, "caught": int},
        },
        "settled": {"game": int},
        "forgotten": {"guest": int},
        "doomed": {"game": int},
        "sqlite_sequence": {"name": str, "seq": int},
    }
)
"""What is carried of each of the log's tables; the last says which numbers were given."""
OF_GAMES: Final = MappingProxyType({"entry": "game", "game": "id", "chair": "game"})
"""The tables that grow with every move, and which of their columns says in which game."""
PEOPLE: Final = frozenset({"guest", "gone", "share"})
SALVAGED: Final = frozenset({("share", "game"), ("guest", "sat")})
"""What counts on below nothing: games of a damaged memory of which nothing else could be read."""
TIMES: Final = frozenset({"at", "began"})
MOST_BYTES: Final = 48 * 2**20
"""So much of games' lines is carried, the newest: hundreds of evenings."""
LINE_BYTES: Final = 256 * 1024
_ROW_BYTES: Final = 96
"""What a move's row has beside its line, roughly."""


class ForeignMemoryError(RefusedError):
    """It is no copy of a table's memory that this program can go on with; `code` says why."""


def told(path: Path, without: Collection[int] = ()) -> Iterator[str]:
    """Yield the lines that tell the log at `path`, as it is now, while its table runs, `without` some games.

    Games of which a move is damaged are left out, and so are damaged rows: with them the whole copy would be
    refused, and nobody would know before the table is gone that it was made of.

    Raises:
        sqlite3.Error: it can't be read.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        db.text_factory = partial(str, encoding="utf-8", errors="replace")  # a sum shows what is damaged
        db.execute("BEGIN")
        yield json.dumps({"schema": len(SCHEMA)})
        first = _first_game(db)
        left_out = ", ".join(map(str, (*without, *_damaged_games(db, first))))
        for table, columns in COLUMNS.items():
            yield json.dumps({"table": table, "columns": list(columns)})
            game = OF_GAMES.get(table)
            told_of = f"WHERE {game} >= {first} AND {game} NOT IN ({left_out})" if game else ""
            for row in db.execute(f"SELECT {', '.join(columns)} FROM {table} {told_of} ORDER BY rowid"):
                if _is_sound(table, dict(zip(columns, row, strict=True))):
                    yield json.dumps(row, ensure_ascii=False)


def made_anew(path: Path, lines: Iterable[str], now: Callable[[], str]) -> None:
    """Make a log at `path` of lines that `told` wrote, and prove that a table goes on with it.

    Raises:
        ForeignMemoryError: they are none; what lies at `path` then is to be thrown away.
        OSError: they can't be written; likewise.
    """
    try:
        with closing(sqlite3.connect(path)) as db:
            games = _write(db, iter(lines))
            with closing(Log(path)) as log:
                for game in games:
                    log.entries(game)
                strange = list(_strange(log, games))
            _leave_out(db, strange)
        with closing(Log(path)) as log:
            _prove(Table(log, now))
    except (DamagedLogError, SetupError, IllegalMoveError, MalformedMoveError) as error:
        raise ForeignMemoryError("memory_damaged", str(error)) from error
    except LogError as error:
        raise OSError(str(error)) from error
    except sqlite3.Error as error:
        if is_of_the_disk(error):
            raise OSError(f"a memory can't be written: {error}") from error
        raise ForeignMemoryError("memory_damaged", str(error)) from error
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ForeignMemoryError("memory_damaged", f"a line is none of ours: {error!r:.200}") from error


def _first_game(db: sqlite3.Connection) -> int:
    """Return the oldest game that is carried."""
    sizes = db.execute(
        "SELECT game, SUM(LENGTH(line) + ?) FROM entry GROUP BY game ORDER BY game DESC", (_ROW_BYTES,)
    )
    total, first = 0, GREATEST
    for game, size in sizes:
        total += size
        if total > MOST_BYTES:
            break
        first = game
    return first


def _damaged_games(db: sqlite3.Connection, first: int) -> Iterator[int]:
    """Yield the games since the first that is carried of which not all is what was written."""
    query = "SELECT version, game, line, who, at, sum FROM entry WHERE game >= ? ORDER BY game, version"
    for game, rows in groupby(db.execute(query, (first,)), key=itemgetter(1)):
        moves = list(rows)
        if len(list(checked(moves))) < len(moves):
            yield game


def _write(db: sqlite3.Connection, lines: Iterator[str]) -> list[int]:
    """Write the rows that lines tell, and return which games there are."""
    schema = json.loads(next(lines, "{}")).get("schema", 0)
    if type(schema) is not int or schema < 1:
        raise ValueError("the first line does not say how the rest is written")
    if schema > len(SCHEMA):
        raise ForeignMemoryError("memory_newer", f"written as by program {schema}, this is {len(SCHEMA)}")
    db.executescript(f"{''.join(SCHEMA[:schema])} PRAGMA user_version = {schema};")
    table = ""
    columns: tuple[str, ...] = ()
    for line in lines:
        found = json.loads(line)
        if isinstance(found, dict):
            table, columns = found["table"], tuple(found["columns"])
            if not set(columns) <= set(COLUMNS[table]):
                raise ValueError(f"{table} has no such columns")
        else:
            _insert(db, table, columns, found)
    db.commit()
    return [game for (game,) in db.execute("SELECT id FROM game")]


def _strange(log: Log, games: Iterable[int]) -> Iterator[int]:
    """Yield the last games, newest first, that their moves do not lead to the end of under these rules.

    Nothing but a state that anybody may have written would tell how such a game ended.
    """
    for number in sorted(games, reverse=True):
        entries, before = log.entries(number), log.state(number)
        set_up(entries[0].line)  # what is no game of ours at all makes the copy none
        try:
            if not reopen(entries, *before).opened_anew:
                return
        except SetupError:  # nor do these rules know that state
            pass
        yield number


def _leave_out(db: sqlite3.Connection, games: Iterable[int]) -> None:
    """Leave games out; what everybody had in those that were settled is told elsewhere."""
    with db:
        for table, column in OF_GAMES.items():
            db.executemany(f"DELETE FROM {table} WHERE {column} = ?", ((game,) for game in games))


def _insert(db: sqlite3.Connection, table: str, columns: Sequence[str], row: Sequence[Any]) -> None:
    values = dict(zip(columns, row, strict=True))
    _check(table, values)
    if table == "sqlite_sequence":
        number_on(db, **values)
        return
    if table == "guest":
        values |= {"phone": ""}
    marks = ", ".join("?" * len(values))
    db.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))


def _is_sound(table: str, values: Mapping[str, Any]) -> bool:
    """Whether a table would take a row."""
    try:
        _check(table, values)
    except (TypeError, ValueError):
        return False
    return True


def _check(table: str, values: Mapping[str, Any]) -> None:
    """Refuse a row with what is not of its column's kind, or what a table could not work with."""
    for name, value in values.items():
        kind, least = COLUMNS[table][name], -GREATEST if (table, name) in SALVAGED else -1
        if type(value) is not kind:
            raise TypeError(f"{name} is no {kind.__name__}")
        if isinstance(value, int) and not least < value < GREATEST:
            raise ValueError(f"{name} is too small or too large")
        if name in TIMES and value and datetime.fromisoformat(str(value)).tzinfo is None:
            raise ValueError(f"{name} is in no zone")
    if table in PEOPLE:
        check_names([values["name"]])
        if values["sign"] >= SIGNS:
            raise ValueError("a mark that nobody has")
    if table == "plate" and table_name(values["name"]) != values["name"]:
        raise ValueError("the table's name is not written as it would be")


def _prove(table: Table) -> None:
    """Read all that a page may ask for, as a table would."""
    guests = table.snapshot().party.guests
    check_names([guest.name for guest in guests])
    if len(guests) > MOST:
        raise ValueError("more people than there are seats")
    table.scores.evening()
    table.scores.regulars()
    table.house.all()
    table.entries()
