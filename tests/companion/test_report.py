"""The report for whoever looks for a fault: it helps, it names nobody, and it keeps what is sealed."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.fittings.report import KEPT, Notebook, versions, written
from games.moves import parse_move
from games.rulesets import RULESETS
from table.actors import PEOPLE
from table.opening import open_table
from table.table import Table
from tests.phone import Phone
from tests.program import Program
from web.ports import Sign, State
from web.words.story import WENT_ON

NAMES = ("Änne-Marie", "Boleslaw", "Cyrill")


def play(table: Table, game: str, *lines: dict[str, object]) -> str:
    """Play a game, and return the report on it."""
    table.start({"game": game, "seats": list(NAMES)}, PEOPLE, table.snapshot().version)
    return play_on(table, game, *lines)


def play_on(table: Table, game: str, *lines: dict[str, object]) -> str:
    """Play some moves, and return the report."""
    shot = table.snapshot()
    for line in lines:
        shot = table.submit(parse_move(line, RULESETS[game].MOVES), PEOPLE, shot.version)
    return written([], shot.game, table.entries(), [])


def test_the_last_game_s_moves_are_in_it_and_nobody_s_name(table: Table) -> None:
    called = {"move": "call", "seat": 0, "value": "43"}
    report = play(table, "maexle", called, {"move": "accept", "seat": 1})
    assert '{"move": "call", "seat": 0, "value": "43"}' in report
    assert '"player 1", "player 2", "player 3"' in report
    assert not [name for name in NAMES if name in report]


def test_answers_that_are_sealed_stay_so(table: Table) -> None:
    called = {"move": "call", "seat": 0, "value": "fours 12"}
    report = play(table, "luegen_kniffel", called, {"move": "doubt", "seat": 1})
    assert "fours 12" in report
    assert "doubt" not in report.partition('"call"')[2]


def damaged(table: Table, path: Path) -> Table:
    """Return the table as it opens after a byte of its game's second line has flipped."""
    table.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE entry SET line = replace(line, 'call', 'call ') WHERE version = 2")
    return open_table(path, lambda: "", "")[0]


def test_after_damage_it_has_the_moves_since_and_says_why_no_others(table: Table, tmp_path: Path) -> None:
    called = {"move": "call", "seat": 0, "value": "43"}
    play(table, "maexle", called, {"move": "accept", "seat": 1})
    again = damaged(table, tmp_path / "maexle.db")
    since = {"move": "call", "seat": 1, "value": "54"}
    report = play_on(again, "maexle", since, {"move": "accept", "seat": 2})
    again.close()
    assert report.splitlines().count(WENT_ON) == 1
    assert [line for line in report.splitlines() if '"move"' in line] == [
        '{"move": "call", "seat": 1, "value": "54"}',
        '{"move": "accept", "seat": 2}',
    ]
    assert not [name for name in NAMES if name in report]


def test_after_damage_no_answer_is_in_it_that_may_be_sealed(table: Table, tmp_path: Path) -> None:
    called = {"move": "call", "seat": 0, "value": "fours 12"}
    play(table, "luegen_kniffel", called, {"move": "believe", "seat": 1}, {"move": "believe", "seat": 2})
    again = damaged(table, tmp_path / "maexle.db")
    since = {"move": "call", "seat": 1, "value": "chance 9"}
    report = play_on(again, "luegen_kniffel", since, {"move": "doubt", "seat": 2})
    again.close()
    assert WENT_ON in report
    assert "chance 9" in report
    assert '"doubt"' not in report


def test_signs_are_in_it_but_not_where_the_table_is_to_be_found() -> None:
    signs = (
        Sign("network", State.WELL, "http://192.0.2.7:8080/"),
        Sign("warmth", State.WATCH, "72"),
        Sign("lamps", State.WATCH, "lamps_off"),
    )
    report = written(signs, None, (), ())
    assert [line for line in report.splitlines() if ":" in line] == [
        "network: well",
        "warmth: watch 72",
        "lamps: watch lamps_off",
    ]


def test_the_newest_lines_of_the_log_are_at_hand() -> None:
    notebook, log = Notebook(), logging.getLogger("tests.report")
    log.addHandler(notebook)
    for number in range(KEPT + 1):
        log.warning("line %s", number)
    log.removeHandler(notebook)
    assert len(notebook.lines) == KEPT
    assert notebook.lines[-1].endswith(f"WARNING line {KEPT}")
    assert notebook.lines[0].endswith("WARNING line 1")
    assert notebook.lines[-1] in written((), None, (), notebook.lines)


def test_it_says_what_plays_here() -> None:
    assert all(word in versions() for word in ("Python", "OpenCV", "Linux"))


def test_a_running_table_writes_one_and_starts_anew_with_its_game(tmp_path: Path) -> None:
    with Program(tmp_path, "--camera", "none") as program:
        host, process = Phone(program.address), program.process.pid
        host.pair(program.pin)
        host.start("Änne-Marie", "Boleslaw")
        host.post("/call", seat=0, value="54")
        report = host.get("/host/well/report")
        assert "program: well" in report
        assert '"value": "54"' in report
        assert "Änne-Marie" not in report
        assert host.send("/host/well/restart") == 200
        program.wait_until_it_serves()
        assert program.process.pid == process
        assert "Änne-Marie calls 54." in host.get("/?lang=en")
        assert program.stop() == 0
