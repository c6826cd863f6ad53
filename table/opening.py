"""Opening the table: as it was left, and after damage with whatever can still be read of its memory.

The damaged file is kept beside the new one. It is replaced only once all that can be read of it has been
written to another file, so that a plug that is pulled meanwhile costs nothing either.
"""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from table.disk import copy_readable
from table.game import NO_RULES, Game, known_state, replayed, set_up
from table.log import DamagedLogError, Entry, Log, checked
from table.names import SetupError
from table.newest import Mark, MarkedLog
from table.party import Guest, Party
from table.schema import GREATEST
from table.score import Share
from table.table import Table
from table.wal import is_damaged

UNREADABLE: Final = (sqlite3.Error, ValueError)
PARTS: Final = ("", "-wal", "-shm")
"""What SQLite adds to the names of a database's files."""
OTHERS: Final = 1000
"""Before so many moves of other games none of the last game is looked for: games come one after another."""
LOCKED_S: Final = 1.0
"""So long a log may be locked while its table starts; a longer time is a table that has it alone."""
COPY: Final = ".copy-"
"""How copies of a damaged log are called beside it, while they are read."""
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What could be read of a game: its lines up to a gap, whether all are, its rules and last state."""

    entries: tuple[Entry, ...]
    whole: bool
    rules: int
    state: str


def open_table(path: Path, now: Callable[[], str], stamp: str) -> tuple[Table, str | None]:
    """Return the table on the log at `path`, and a message if that was damaged or its end is gone.

    What is damaged is set aside under a name with `stamp`; what can be read of it goes on.

    Raises:
        LogError: the log can't be opened, or was written by a newer program.
    """
    fresh = _part(path, ".fresh")
    halfway = fresh.exists() and not path.exists()  # the plug was pulled between the two names
    if halfway:
        _put_aside(path, stamp)  # SQLite would read the write-ahead log that may lie there into the new one
        fresh.rename(path)
    if not path.exists():
        _make(path)
    try:
        if not path.stat().st_size:
            raise DamagedLogError(f"the table's memory {path} is empty")
        if is_damaged(_part(path, "-wal")):
            raise DamagedLogError(f"the newest moves in the table's memory {path} are damaged")
        table = _opened(path, now)
    except DamagedLogError as error:
        salvage(path, fresh)
        aside = _put_aside(path, stamp)
        fresh.rename(path)
        table = _opened(path, now)
        return table, f"{error}; it is set aside as {aside}, and {_salvaged(table, path)}"
    if halfway:
        return table, f"the table's memory {path} was damaged; {_salvaged(table, path)}"
    return table, _shortened(table, path)


def _salvaged(table: Table, path: Path) -> str:
    """Tell the host what became of a damaged memory, and return it; its mark is that of the new one."""
    Mark(path).write(table.snapshot().version)
    goes_on = table.snapshot().game is not None
    table.untell_host("rules_changed")  # a gap has it opened anew, no other rules
    table.tell_host("log_salvaged" if goes_on else "log_damaged")
    return "what could be read goes on" if goes_on else "the table starts afresh"


def _shortened(table: Table, path: Path) -> str | None:
    """Return a message, and tell the host, where the log ends before the newest move that was marked."""
    mark, version = Mark(path), table.snapshot().version
    lost = mark.read() - version
    mark.write(version)
    if lost <= 0:
        return None
    table.tell_host("log_shortened")
    return f"the end of the table's memory {path} is gone, and with it the newest moves: {lost}"


@contextmanager
def log_to_read(path: Path) -> Iterator[Log]:
    """Give a copy of the log at `path`, as it is now, while a table runs or on a disk that is read-only.

    Raises:
        LogError: it can't be read, is damaged or was written by a newer program.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        try:
            with (
                closing(sqlite3.connect(_to_read(path), uri=True, timeout=LOCKED_S)) as source,
                closing(sqlite3.connect(copy)) as target,
            ):
                source.execute("SELECT count(*) FROM sqlite_master")  # a backup would wait for ever
                source.backup(target)
        except sqlite3.Error:  # damaged, or nobody may write beside it, or its table has it alone
            _copy_files(path, copy)
        with closing(Log(copy, called=path)) as log:
            yield log


def salvage(damaged: Path, fresh: Path) -> None:
    """Write what can be read of a damaged log to a new one."""
    _delete(fresh)
    with ExitStack() as parts:
        log = parts.enter_context(closing(Log(fresh)))
        folder = _folder_for_copies(damaged, parts)
        # Older pages in a damaged write-ahead log may hide newer ones in the database itself
        whole, alone = (_opened_copy(damaged, folder / name, parts) for name in ("whole", "alone"))
        db = max((whole, alone), key=_newest)
        given = [("entry", Mark(damaged).read()), *_rows(db, "sqlite_sequence", name=str, seq=int)]
        log.number_on((table, last) for table, last in given if last < GREATEST)
        _copy_game(db, log)
        _copy_people(db, log)
        _copy_scores(db, log)
        _copy_seats(db, log)


def _folder_for_copies(damaged: Path, parts: ExitStack) -> Path:
    """Return an empty folder where there is most room: a system's own for such things may lie in memory."""
    for left in damaged.parent.glob(f"{damaged.name}{COPY}*"):  # the plug was pulled
        shutil.rmtree(left, ignore_errors=True)
    places = (Path(tempfile.gettempdir()), damaged.parent)
    most = max(places, key=lambda place: shutil.disk_usage(place).free)
    return Path(parts.enter_context(tempfile.TemporaryDirectory(prefix=f"{damaged.name}{COPY}", dir=most)))


def _opened_copy(damaged: Path, copy: Path, parts: ExitStack) -> sqlite3.Connection:
    """Open a copy of a damaged database, as opening one changes it: the whole of it, or the file alone."""
    _copy_files(damaged, copy)
    if copy.name == "alone":
        _part(copy, "-wal").unlink(missing_ok=True)
    db = parts.enter_context(closing(sqlite3.connect(copy)))
    db.text_factory = bytes.decode
    return db


def _newest(db: sqlite3.Connection) -> tuple[int, bool, bool]:
    """How much of a last game can be read: up to which version, whether all of it is there, and its state."""
    found = _last_game(db)
    return (found.entries[-1].version, found.whole, bool(found.state)) if found else (0, False, False)


def _make(path: Path) -> None:
    """Make a log that is there whole or not at all, so that an empty one is known for damage."""
    draft = _part(path, ".new")
    _delete(draft)
    Log(draft).close()
    draft.rename(path)


def _copy_files(path: Path, copy: Path) -> None:
    for part in PARTS[:2]:
        _part(copy, part).unlink(missing_ok=True)
        if _part(path, part).exists():
            copy_readable(_part(path, part), _part(copy, part))


def _opened(path: Path, now: Callable[[], str]) -> Table:
    with _kept_as_it_is(path):
        log = MarkedLog(path)
        try:
            return Table(log, now)
        except BaseException:
            log.close()
            raise


@contextmanager
def _kept_as_it_is(path: Path) -> Iterator[None]:
    """Let nobody who closes the log meanwhile bring a damaged write-ahead log into the database itself.

    SQLite does that when the last connection is closed, but not for one that only reads.
    """
    with ExitStack() as parts:
        try:
            reader = parts.enter_context(closing(sqlite3.connect(_to_read(path), uri=True)))
            reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            parts.close()  # on a full disk the table has to have the log alone
        except UNREADABLE:
            pass
        yield


def _to_read(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


def _put_aside(path: Path, stamp: str) -> Path:
    """Give what there is of a damaged log a name that nothing has yet, and return it.

    A Pi without a network may start at the same time of day again and again.
    """
    names = (f"{path.name}.damaged-{stamp}{again}" for again in chain([""], map("-{}".format, count(2))))
    parts = [part for part in PARTS if _part(path, part).exists()]
    asides = map(path.with_name, names)
    aside = next(one for one in asides if not any(_part(one, part).exists() for part in parts))
    for part in parts:
        _part(path, part).rename(_part(aside, part))
    return aside


def _delete(path: Path) -> None:
    for part in PARTS:
        _part(path, part).unlink(missing_ok=True)


def _part(path: Path, part: str) -> Path:
    return path.with_name(path.name + part)


def _copy_people(db: sqlite3.Connection, log: Log) -> None:
    """Copy hosts, house rules, who is at the table and what it is called."""
    hosts = list(_rows(db, "host", phone=str, at=str)) or [(*row, "") for row in _rows(db, "host", phone=str)]
    for phone, at in hosts:
        log.add_host(phone, at)
    for game, name, options in _rows(db, "house", game=str, name=str, options=str):
        try:
            log.keep_house_rules(game, name, dict(json.loads(options)))
        except (TypeError, ValueError):
            continue
    guests = tuple(_guests(db))
    away = frozenset(phone for (phone,) in _rows(db, "away", phone=str))
    closed = any(closed for (closed,) in _rows(db, "door", closed=int))
    left = tuple(Guest(*row) for row in _rows(db, "gone", id=int, name=str, sign=int))
    log.set_party(Party(guests, away, closed, left=left))
    log.ledger.set_habits(dict(_rows(db, "habit", name=str, value=int)))
    for (name,) in _rows(db, "plate", name=str):
        log.ledger.set_table_name(name)


def _guests(db: sqlite3.Connection) -> Iterator[Guest]:
    """Yield who is at the table, in their order; games are numbered anew, so all they sat in were before.

    In which game somebody sat last is read by itself: nobody loses a seat because that alone is damaged.
    """
    last = {one: sat for one, sat in _rows(db, "guest", id=int, sat=int) if abs(sat) < GREATEST}
    later = max(last.values(), default=0) + 1
    rows = _rows(db, "guest", place=int, id=int, name=str, sign=int, phone=str, kept=int)
    for _, one, name, sign, phone, kept in sorted(rows):
        yield Guest(one, name, sign, phone, bool(kept), last.get(one, 0) - later)


def _copy_scores(db: sqlite3.Connection, log: Log) -> None:
    """Copy what games gave everyone, the evening that goes on, and who is not counted in it."""
    columns = dict.fromkeys(("evening", "game", "guest", "sign", "won", "buys", "believed", "caught"), int)
    found = _rows(db, "share", name=str, **columns)
    shares = (
        (evening, game, Share(guest, name, sign, bool(won), bool(buys), believed, caught))
        for name, evening, game, guest, sign, won, buys, believed, caught in found
    )
    evenings = _rows(db, "evening", id=int, began=str, open=int)
    tonight = max(((number, began) for number, began, is_open in evenings if is_open), default=(0, ""))
    log.ledger.restore(shares, tonight, [guest for (guest,) in _rows(db, "forgotten", guest=int)])


def _copy_seats(db: sqlite3.Connection, log: Log) -> None:
    """Copy who sits where in the last game; an older program wrote which phone held which seat."""
    found, number = _last_game(db), log.last_game()
    if found is None or number is None:
        return
    of_game = found.entries[0].game
    chairs = sorted(row[1:] for row in _rows(db, "chair", game=int, seat=int, guest=int) if row[0] == of_game)
    log.seat(number, log.party(), [guest for _, guest in chairs])
    for game, call, seat, lie in _rows(db, "bet", game=int, call=int, seat=int, lie=int):
        if game == of_game:
            log.ledger.keep_bet(number, call, seat, lie=bool(lie))
    log.set_seats(dict(_rows(db, "seat", seat=int, phone=str)))
    if of_game in {game for table in ("settled", "share") for (game,) in _rows(db, table, game=int)}:
        log.ledger.leave_out(number)  # what it gave, if it counts, is written already
    if of_game in {game for (game,) in _rows(db, "doomed", game=int)}:
        log.ledger.doom(number)


def _copy_game(db: sqlite3.Connection, log: Log) -> None:
    """Copy the last game as far as it can be read, by moves or by state."""
    found = _last_game(db)
    if found is None:
        return
    first, *moves = found.entries
    try:
        game = set_up(first.line)
    except SetupError:
        return
    played, count = replayed(game, moves)
    last = known_state(game, found.state)
    alike = found.rules == game.rules.VERSION or played.match.state == last
    if last is not None and not (found.whole and count == len(moves) and alike):
        log.start(game.line(), NO_RULES, found.state, first.who, first.at)
    else:
        _write(log, game, played, found.entries[: count + 1])


def _write(log: Log, game: Game, played: Game, entries: Sequence[Entry]) -> None:
    first, *moves = entries
    number = log.start(game.line(), game.rules.VERSION, game.state_text(), first.who, first.at).game
    for entry in moves:
        log.append(number, game.rules.VERSION, entry.line, played.state_text(), entry.who, entry.at)


def _last_game(db: sqlite3.Connection) -> Found | None:
    columns = {"version": int, "game": int, "line": str, "who": str, "at": str}
    games = {game: rest for game, *rest in _rows(db, "game", id=int, rules=int, state=str)}
    rows = _latest(_rows_back(db, "entry", **columns, sum=str), games) or [
        (*row, "") for row in _latest(_rows_back(db, "entry", **columns), games)
    ]
    last = max((*games, *(row[1] for row in rows)), default=0)
    rows = [row for row in rows if row[1] == last]
    entries = tuple(checked(rows))
    in_order = [entry for index, entry in enumerate(entries) if entry.version == entries[0].version + index]
    if not in_order:
        return None
    return Found(tuple(in_order), len(in_order) == len(rows), *games.get(last, (NO_RULES, "")))


def _latest(rows: Iterator[Row], games: Collection[int]) -> list[Row]:
    """Return the rows of moves that may be of the last game, oldest first, of rows that come newest first."""
    found: dict[int, Row] = {}
    last, others = max(games, default=0), 0
    for row in rows:
        version, game = row[:2]
        last, others = max(last, game), 0 if game >= last else others + 1
        if others > OTHERS:
            break
        found[version] = row
    return sorted(found.values())


def _rows(db: sqlite3.Connection, table: str, **columns: type) -> Iterator[Row]:
    """What can be read of a table, row by row, less what is not of its column's type."""
    yield from _read(db, table, sorted(_numbers(db, table)), columns)


def _rows_back(db: sqlite3.Connection, table: str, **columns: type) -> Iterator[Row]:
    """The same, the newest row first; who has seen enough does not wait for years of others."""
    yield from _read(db, table, sorted(_numbers(db, table), reverse=True), columns)


def _read(
    db: sqlite3.Connection, table: str, numbers: Iterable[int], columns: Mapping[str, type]
) -> Iterator[Row]:
    query = f"SELECT {', '.join(columns)} FROM {table} WHERE rowid = ?"
    for number in numbers:
        try:
            found = db.execute(query, (number,)).fetchone()
        except UNREADABLE:
            continue
        if found and all(map(isinstance, found, columns.values())):
            yield found


def _numbers(db: sqlite3.Connection, table: str) -> set[int]:
    """The numbers of a table's rows: from the first on up to damage, and from the last on back to it.

    All of them before any row is read: to who does both by turns a damaged table may have no end.
    """
    numbers: set[int] = set()
    for order in ("ASC", "DESC"):
        try:
            for (number,) in db.execute(f"SELECT rowid FROM {table} ORDER BY rowid {order}"):
                numbers.add(number)
        except UNREADABLE:
            continue
    return numbers
