"""Games add up: over an evening and over many, through undo, appeals, other names and pulled plugs."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from games.moves import Correct, Undo
from games.tally import Tally
from table.actors import NotAllowedError
from table.game import added_up
from table.habits import Habits
from table.log import Entry, Log
from table.score import Score, Share
from table.table import Table
from tests.table.evening import HOST, now, phone, play, reopened, start

LIE = "0:65 1:challenge reveal:31"
ANNA, BÖ, CEM = 1, 2, 3


def settle(table: Table, *, keeps: bool = True) -> None:
    table.habits.settle(Habits(keeps=keeps), HOST)


def one_game(table: Table, name: str = "Anna") -> None:
    """Play a game of three with a life each: who opens lies twice and is out first, Bö is out next."""
    start(table, seats=[name, "Bö", "Cem"], options={"lives": 1})
    play(table, f"{LIE} 1:65 2:challenge reveal:31")


def told(scores: list[Score]) -> list[tuple[str, int, int, int, int]]:
    return [(one.name, one.games, one.won, one.bought, one.caught) for one in scores]


ONCE = [("Cem", 1, 1, 0, 0), ("Bö", 1, 0, 0, 1), ("Anna", 1, 0, 1, 1)]
TWICE = [("Cem", 2, 2, 0, 0), ("Bö", 2, 0, 0, 2), ("Anna", 2, 0, 2, 2)]


@pytest.fixture
def kept(table: Table) -> Iterator[Table]:
    """A table whose host wants games to add up."""
    settle(table)
    yield table
    table.close()


def test_nothing_is_kept_before_the_host_wants_it(table: Table, log: Log) -> None:
    one_game(table)
    one_game(table)
    assert not table.scores.evening()
    assert not table.scores.regulars()
    assert not log.ledger.scores_but(0)


@pytest.mark.parametrize("leave", [True, False], ids=["gone", "here"])
def test_a_game_that_was_over_before_the_host_wants_it_never_counts(table: Table, *, leave: bool) -> None:
    one_game(table)
    if leave:
        table.guests.empty(HOST)
    settle(table)
    assert not table.scores.evening()
    start(table, seats=["Dora", "Emil"])
    assert not table.scores.regulars()


def test_an_evening_that_ended_before_the_host_wants_games_kept_never_counts(table: Table) -> None:
    one_game(table)
    table.guests.empty(HOST)
    table.submit(Undo(), HOST, table.snapshot().version)
    settle(table)
    play(table, "1:65 2:challenge reveal:31")
    assert not table.scores.evening(), "it was settled with its evening, though it goes on"


def test_a_game_that_runs_when_the_host_wants_it_kept_counts(table: Table) -> None:
    start(table, options={"lives": 1})
    play(table, LIE)
    settle(table)
    play(table, "1:65 2:challenge reveal:31")
    assert told(table.scores.evening()) == ONCE


def test_a_game_that_counts_goes_on_counting_once_games_are_kept_again(kept: Table) -> None:
    one_game(kept)
    settle(kept, keeps=False)
    kept.guests.empty(HOST)
    settle(kept)
    assert told(kept.scores.regulars()) == ONCE


def test_games_add_up_from_the_moment_that_they_are_over(kept: Table) -> None:
    start(kept, options={"lives": 1})
    play(kept, LIE)
    assert not kept.scores.evening(), "it goes on"
    play(kept, "1:65 2:challenge reveal:31")
    assert told(kept.scores.evening()) == ONCE
    one_game(kept)
    assert told(kept.scores.evening()) == TWICE == told(kept.scores.regulars())


def test_a_game_that_is_taken_back_or_corrected_counts_as_it_is_then(kept: Table) -> None:
    one_game(kept)
    kept.submit(Undo(), HOST, kept.snapshot().version)
    assert not kept.scores.evening()
    play(kept, "1:65 2:challenge reveal:31")
    kept.submit(Correct((6, 5)), HOST, kept.snapshot().version)
    assert told(kept.scores.evening()) == [("Bö", 1, 1, 0, 0), ("Cem", 1, 0, 0, 0), ("Anna", 1, 0, 1, 1)]
    one_game(kept)
    assert {one.name: one.won for one in kept.scores.evening()} == {"Anna": 0, "Bö": 1, "Cem": 1}


def test_a_restart_forgets_and_doubles_nothing(kept: Table, path: Path) -> None:
    one_game(kept)
    one_game(kept)
    again = reopened(kept, path)
    assert told(again.scores.evening()) == TWICE
    one_game(again)
    assert [one.games for one in again.scores.evening()] == [3, 3, 3]
    again.close()


def test_whoever_leaves_a_game_has_not_lost_it(kept: Table) -> None:
    start(kept, options={"lives": 1})
    play(kept, "0:leave 1:65 2:challenge reveal:31")
    assert told(kept.scores.evening()) == [("Cem", 1, 1, 0, 0), ("Anna", 1, 0, 0, 0), ("Bö", 1, 0, 1, 1)]


def test_whoever_leaves_the_table_leaves_the_round_that_they_owe(kept: Table) -> None:
    start(kept, options={"lives": 1})
    play(kept, LIE)
    kept.guests.leave(ANNA, HOST)
    play(kept, "1:65 2:challenge reveal:31")
    assert told(kept.scores.evening()) == ONCE
    kept.guests.leave(BÖ, HOST)
    assert told(kept.scores.evening()) == ONCE
    start(kept, seats=["Cem", "Dora"])
    assert told(kept.scores.evening()) == ONCE == told(kept.scores.regulars())


def test_whoever_has_left_keeps_the_mark_that_they_had(kept: Table) -> None:
    one_game(kept)
    kept.guests.change(BÖ, "Bö", 9, HOST)
    one_game(kept)
    kept.guests.leave(BÖ, HOST)
    assert {one.name: one.sign for one in kept.scores.evening()}["Bö"] == 9


def test_whoever_has_left_is_forgotten_with_the_game_on_the_table(kept: Table) -> None:
    one_game(kept)
    kept.guests.leave(ANNA, HOST)
    kept.scores.forget("anna", HOST)
    assert [one.name for one in kept.scores.evening()] == ["Cem", "Bö"]
    start(kept, seats=["Bö", "Cem"])
    assert [one.name for one in kept.scores.regulars()] == ["Cem", "Bö"]


@pytest.mark.parametrize("leaves", [False, True], ids=["here", "gone"])
def test_where_all_are_forgotten_their_game_never_comes_back(kept: Table, log: Log, *, leaves: bool) -> None:
    one_game(kept)
    for guest, name in ((ANNA, "Anna"), (BÖ, "Bö"), (CEM, "Cem")):
        if leaves:
            kept.guests.leave(guest, HOST)
        kept.scores.forget(name, HOST)
    kept.guests.empty(HOST)
    assert not kept.scores.evening()
    assert log.ledger.tonight() == (0, ""), "a game that counts for nobody opens no evening"
    start(kept, seats=["Dora", "Emil"])
    assert not kept.scores.regulars()


def test_whoever_comes_back_stands_once_in_tonights_table(kept: Table) -> None:
    one_game(kept)
    start(kept, seats=["Bö", "Cem"])
    kept.guests.leave(ANNA, HOST)
    one_game(kept, "anna")
    assert [(one.name, one.games, one.bought) for one in kept.scores.evening()][-1] == ("anna", 2, 2)
    assert told(kept.scores.evening()) == told(kept.scores.regulars())


def test_another_name_takes_the_evening_along(kept: Table) -> None:
    one_game(kept)
    one_game(kept)
    kept.guests.change(ANNA, "Annette", 5, HOST)
    assert told(kept.scores.evening())[2] == ("Annette", 2, 0, 2, 2)
    assert [(one.name, one.sign) for one in kept.scores.known()][-1] == ("Annette", 5)


def test_the_next_evening_begins_at_nothing_and_regulars_go_on(kept: Table) -> None:
    one_game(kept)
    kept.guests.empty(HOST)
    assert not kept.scores.evening()
    assert told(kept.scores.regulars()) == ONCE
    one_game(kept)
    assert told(kept.scores.evening()) == ONCE
    regulars = kept.scores.regulars()
    assert told(regulars) == TWICE
    assert [one.evenings for one in regulars] == [2, 2, 2]


def test_an_evening_that_nobody_ended_ends_by_itself(log: Log) -> None:
    times = iter([f"2030-02-0{day}T20:00:00+01:00" for day in (3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4)])
    table = Table(log, lambda: next(times))
    settle(table)
    one_game(table)
    one_game(table)
    table.scores.settle()
    assert told(table.scores.evening()) == ONCE
    assert [one.evenings for one in table.scores.regulars()] == [2, 2, 2]


def test_the_first_game_of_the_next_evening_begins_it(log: Log) -> None:
    day = 3
    table = Table(log, lambda: f"2030-02-0{day}T20:00:00+01:00")
    settle(table)
    one_game(table)
    one_game(table)
    day = 4
    start(table, options={"lives": 1})
    assert not table.scores.evening(), "yesterday is over"
    play(table, f"{LIE} 1:65 2:challenge reveal:31")
    assert told(table.scores.evening()) == ONCE
    assert [(one.games, one.evenings) for one in table.scores.regulars()] == [(3, 2)] * 3


def test_forgetting_somebody_leaves_nothing_of_them(kept: Table, path: Path) -> None:
    one_game(kept, "Xaver")
    one_game(kept, "Xaver")
    start(kept, seats=["Bö", "Cem"])
    kept.guests.leave(ANNA, HOST)
    assert b"Xaver" in path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()
    kept.scores.forget("xaver", HOST)
    assert [one.name for one in kept.scores.regulars()] == ["Cem", "Bö"]
    assert [one.games for one in kept.scores.regulars()] == [2, 2], "the others keep theirs"
    assert b"Xaver" not in path.read_bytes()
    assert b"Xaver" not in path.with_name(f"{path.name}-wal").read_bytes()


def test_the_game_that_was_on_the_table_goes_with_the_evening_of_who_was_forgotten_in_it(
    kept: Table, path: Path
) -> None:
    one_game(kept, "Xaver")
    kept.guests.leave(ANNA, HOST)
    kept.scores.forget("Xaver", HOST)
    start(kept, seats=["Bö", "Cem"])
    play(kept, "0:leave")
    kept.guests.empty(HOST)
    assert b"Xaver" not in path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()
    assert told(kept.scores.regulars())[:1] == [("Cem", 2, 2, 0, 0)], "the others keep theirs"


@pytest.mark.parametrize("tapped", [True, False], ids=["ended by the host", "over by itself"])
def test_a_game_that_was_still_on_the_table_then_goes_once_another_begins(
    log: Log, path: Path, *, tapped: bool
) -> None:
    day = 3

    def clock() -> str:
        return f"2030-02-0{day}T20:00:00+01:00"

    table = Table(log, clock)
    settle(table)
    one_game(table, "Xaver")
    table.guests.leave(ANNA, HOST)
    table.scores.forget("Xaver", HOST)
    if tapped:
        table.guests.empty(HOST)
    table.close()
    table, day = Table(Log(path), clock), 4
    start(table, seats=["Bö", "Cem"], options={"lives": 1})
    assert b"Xaver" not in path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()
    assert told(table.scores.regulars())[:1] == [("Cem", 1, 1, 0, 0)], "the others keep theirs"
    table.close()


@pytest.mark.parametrize("line", ["CAST(x'ff' AS TEXT)", "replace(line, ':', ';')", "'[]'"])
def test_a_game_of_which_nobody_can_read_who_played_is_forgotten_with_anybody(
    kept: Table, path: Path, line: str
) -> None:
    for _ in range(3):
        one_game(kept)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE entry SET line = {line} WHERE version = 1")
    kept.guests.leave(ANNA, HOST)
    kept.scores.forget("Anna", HOST)
    assert [one.name for one in kept.scores.regulars()] == ["Cem", "Bö"]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT DISTINCT game FROM entry").fetchall() == [(3,)]


def test_who_is_forgotten_and_still_here_is_not_counted_tonight(kept: Table) -> None:
    one_game(kept)
    kept.scores.forget("Anna", HOST)
    one_game(kept)
    one_game(kept)
    assert [one.name for one in kept.scores.evening()] == ["Cem", "Bö"]
    kept.guests.empty(HOST)
    one_game(kept)
    assert {one.name for one in kept.scores.evening()} == {"Anna", "Bö", "Cem"}


def test_emptying_forgets_everybody(kept: Table) -> None:
    one_game(kept)
    one_game(kept)
    kept.scores.empty(HOST)
    assert not kept.scores.evening()
    assert not kept.scores.regulars()
    one_game(kept)
    assert told(kept.scores.evening()) == ONCE


def test_whoever_has_looked_before_sees_what_has_changed_since(kept: Table) -> None:
    one_game(kept)
    kept.guests.empty(HOST)
    assert told(kept.scores.regulars()) == ONCE
    one_game(kept)
    kept.guests.empty(HOST)
    assert told(kept.scores.regulars()) == TWICE
    kept.scores.forget("Anna", HOST)
    assert told(kept.scores.regulars()) == TWICE[:2]
    kept.scores.empty(HOST)
    assert not kept.scores.regulars()
    assert not kept.scores.known()


@pytest.mark.parametrize(
    "look",
    [
        lambda table: table.scores.evening(),
        lambda table: table.scores.regulars(),
        lambda table: table.scores.known(),
        lambda table: table.guests.change(ANNA, "Annette", 5, HOST),
    ],
    ids=["evening", "regulars", "known", "rename"],
)
def test_years_of_evenings_cost_no_more_than_one(look: Callable[[Table], object], tmp_path: Path) -> None:
    assert steps(look, tmp_path / "one.db", 1) == steps(look, tmp_path / "many.db", 200)


def steps(look: Callable[[Table], object], path: Path, evenings: int) -> int:
    """Return how many steps SQLite makes for somebody who looks after others, so many evenings on."""
    log = Log(path)
    won = Share(ANNA, "Anna", 0, won=True, buys=False, believed=0, caught=0)
    log.ledger.restore((number, number, won) for number in range(1, evenings + 1))
    table = Table(log, now)
    settle(table)
    one_game(table)
    one_game(table)
    assert {one.name: one.games for one in table.scores.regulars()}["Anna"] == evenings + 2
    made = count()
    log._db.set_progress_handler(lambda: next(made) < 0, 1)
    look(table)
    log._db.set_progress_handler(None, 1)
    table.close()
    return next(made)


def test_a_game_that_is_over_is_played_again_once_for_all_who_look(
    kept: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Sequence[Entry]] = []

    def noted(entries: Sequence[Entry]) -> Tally:
        played.append(entries)
        return added_up(entries)

    monkeypatch.setattr("table.scorebook.added_up", noted)
    one_game(kept)
    for _ in range(3):
        assert told(kept.scores.evening()) == told(kept.scores.regulars()) == ONCE
    assert len(played) == 1
    kept.submit(Correct((6, 5)), HOST, kept.snapshot().version)
    assert told(kept.scores.evening()) != ONCE


def test_only_a_host_forgets(kept: Table) -> None:
    one_game(kept)
    with pytest.raises(NotAllowedError):
        kept.scores.forget("Anna", phone(0))
    with pytest.raises(NotAllowedError):
        kept.scores.empty(phone(0))
    assert told(kept.scores.evening()) == ONCE


def test_an_evening_that_began_nobody_knows_when_is_over_and_games_start(kept: Table, path: Path) -> None:
    one_game(kept)
    one_game(kept)
    kept.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE evening SET began = '2030-02-0s'")
    again = Table(Log(path), now)
    start(again)
    assert [one.games for one in again.scores.regulars()] == [2, 2, 2]
    assert not again.scores.evening()
    again.close()
