"""What stands there after a restart: after a power cut, on a full disk, and under newer rules."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games import luegen_kniffel, maexle
from games.moves import IllegalMoveError, Undo
from games.ruleset import Wait
from table.log import Log, LogError
from table.look import Stage
from table.opening import log_to_read, open_table
from table.snapshot import Snapshot
from table.table import RESTARTED, Table
from tests.games.notation import move as written
from tests.games.playing import move
from tests.table.evening import (
    A_GAME,
    HOST,
    lives,
    no_room,
    now,
    phone,
    play,
    reopened,
    start,
    waits_for,
)


@pytest.mark.parametrize("count", range(len(A_GAME.split()) + 1))
def test_after_a_power_cut_the_same_game_stands_there(table: Table, path: Path, count: int) -> None:
    start(table)
    before = play(table, " ".join(A_GAME.split()[:count]))
    folder = path.parent / "cut"
    folder.mkdir()
    for part in (path, path.with_name("table.db-wal")):  # as they lie there while the table is running
        shutil.copy2(part, folder)
    other = Table(Log(folder / path.name), now)
    after = other.snapshot()
    assert after.game is not None
    assert before.game is not None
    assert after.version == before.version
    assert after.game.match.state == before.game.match.state
    assert after.game.line() == before.game.line()
    assert (after.game.number, after.game.ruled) == (before.game.number, before.game.ruled)
    assert after.note == ""
    other.close()


def test_after_a_restart_every_earlier_move_can_still_be_taken_back(table: Table, path: Path) -> None:
    start(table)
    play(table, "0:31 1:accept 1:43 2:accept 2:54")
    table = reopened(table, path)
    shot = play(table, 5 * "undo ")
    assert shot.game is not None
    assert shot.game.match.state == maexle.start(3, {})
    table.close()


def test_after_a_restart_phones_keep_their_seats_and_hosts_stay_hosts(table: Table, path: Path) -> None:
    start(table)
    table.guests.claim(1, "one")
    table.guests.claim(3, "one")
    table.guests.claim(2, "other")
    table.guests.free(2, HOST)
    table.add_host("other")
    table.add_host("ended")
    table.end_host(next(host.mark for host in table.hosts() if host.phone == "ended"), HOST)
    table = reopened(table, path)
    shot = table.snapshot()
    assert shot.phones == {0: "one", 2: "one"}
    assert shot.hosts == {"other"}
    assert shot.actor("one").seats == {0, 2}
    assert shot.actor("other").host
    assert not shot.actor("stranger").host
    table.close()


def test_after_a_restart_nobody_looks_at_a_pending_challenge_but_people_are_asked(
    table: Table, path: Path
) -> None:
    start(table)
    play(table, "0:43 1:challenge")
    table = reopened(table, path)
    look = table.snapshot().look
    assert look is not None
    assert (look.stage, look.reason, look.version) == (Stage.ASKING, RESTARTED, 3)
    assert lives(table.enter((3, 1), HOST, 3)) == (4, 5, 5)
    table.close()


def test_who_was_asked_before_a_power_cut_may_answer_after_it_though_others_had(
    table: Table, path: Path
) -> None:
    def submit(text: str, seen: int) -> Snapshot:
        return table.submit(written(luegen_kniffel, text), HOST, seen)

    seen = start(table, game="luegen_kniffel").version
    seen = submit("0:fours/12", seen).version
    before = submit("1:believe", seen)
    table = reopened(table, path)
    assert table.snapshot().asked == before.asked == seen
    undone = submit("undo", before.version)
    before = submit("1:believe", undone.version)
    table = reopened(table, path)
    assert table.snapshot().asked == before.asked == undone.version
    ruled = submit("2:doubt", undone.version)
    assert waits_for(ruled) is Wait.REVEAL
    table = reopened(table, path)
    assert table.snapshot().asked == ruled.version
    table.close()


def test_what_one_of_the_two_said_the_dice_are_outlives_a_power_cut(table: Table, path: Path) -> None:
    start(table)
    play(table, "0:43 1:challenge")
    table = reopened(table, path)
    table.enter((3, 1), phone(1), 3)
    table = reopened(table, path)
    look = table.snapshot().look
    assert look is not None
    assert look.entries == {1: (1, 3)}
    assert lives(table.enter((1, 3), phone(0), 3)) == (4, 5, 5)
    table.close()


def test_what_was_said_before_another_look_or_of_other_dice_does_not_come_back(
    table: Table, path: Path
) -> None:
    start(table)
    play(table, "0:43 1:challenge")
    table = reopened(table, path)
    table.enter((3, 1), phone(1), 3)
    table.look_again(phone(1), 3)
    table = reopened(table, path)
    look = table.snapshot().look
    assert look is not None
    assert not look.entries
    table.enter((3, 1), phone(1), 3)
    play(table, "undo 0:43 1:challenge")
    table = reopened(table, path)
    look = table.snapshot().look
    assert look is not None
    assert not look.entries
    table.close()


def test_the_last_game_is_the_one_that_stands_there(table: Table, path: Path) -> None:
    start(table)
    play(table, "0:43")
    start(table, seats=["D", "E"])
    table = reopened(table, path)
    game = table.snapshot().game
    assert game is not None
    assert (game.seats, game.number, len(table.entries())) == (("D", "E"), 2, 1)
    table.close()


# a full disk


def test_a_table_that_was_stopped_starts_on_a_full_disk_and_refuses_moves_until_there_is_room(
    table: Table, path: Path
) -> None:
    start(table)
    before = play(table, "0:43")
    table.close()
    with no_room():
        table, message = open_table(path, now, "20300203-201500")
        shot = table.snapshot()
        with pytest.raises(LogError, match="disk is not full"):
            table.submit(move("1:accept"), HOST, shot.version)
    assert message is None
    assert shot.game is not None
    assert before.game is not None
    assert (shot.version, shot.game.match.state) == (before.version, before.game.match.state)
    play(table, "1:challenge")
    table.close()


def test_a_log_on_a_full_disk_can_be_read_beside_its_table(table: Table, path: Path) -> None:
    start(table)
    version = play(table, "0:43").version
    table.close()
    with no_room():
        log = Log(path)
    with closing(log), log_to_read(path) as copy:
        assert copy.entries(1)[-1].version == version


# rules of another version


def other_state(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        (text,) = db.execute("SELECT state FROM game").fetchone()
        state = json.loads(text) | {"lives": [1, 2, 3]}
        db.execute("UPDATE game SET state = ?", (json.dumps(state),))


def test_a_game_that_newer_rules_replay_differently_opens_from_its_last_state_with_a_note(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(table)
    play(table, "0:43 1:challenge reveal:43")
    table.close()
    other_state(path)
    monkeypatch.setattr(maexle, "VERSION", maexle.VERSION + 1)
    table = Table(Log(path), now)
    shot = table.snapshot()
    assert (lives(shot), shot.note, shot.version) == ((1, 2, 3), "rules_changed", 4)
    with pytest.raises(IllegalMoveError, match="no move is left"):
        table.submit(Undo(), HOST, shot.version)
    play(table, "0:54 1:challenge reveal:54")
    table = reopened(table, path)
    assert (lives(table.snapshot()), table.snapshot().note) == ((1, 1, 3), "rules_changed")
    assert start(table).note == ""
    table.close()


def test_a_game_that_newer_rules_replay_alike_opens_as_ever(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(table)
    play(table, A_GAME)
    monkeypatch.setattr(maexle, "VERSION", maexle.VERSION + 1)
    table = reopened(table, path)
    assert table.snapshot().note == ""
    table.close()


def test_what_newer_rules_went_on_with_older_ones_do_not_replay_as_their_own(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(table)
    play(table, "0:43")
    with monkeypatch.context() as newer:
        newer.setattr(maexle, "VERSION", maexle.VERSION + 1)
        table = reopened(table, path)
        play(table, "1:accept")
        table.close()
    other_state(path)
    table = Table(Log(path), now)
    assert (lives(table.snapshot()), table.snapshot().note) == ((1, 2, 3), "rules_changed")
    play(table, "1:54 2:challenge reveal:54")
    with monkeypatch.context() as newer:  # whose number may be that of the moves before the last state
        newer.setattr(maexle, "VERSION", maexle.VERSION + 1)
        table = reopened(table, path)
        assert (lives(table.snapshot()), table.snapshot().note) == ((1, 2, 2), "rules_changed")
        table.close()


def test_under_the_same_rules_the_moves_count_and_not_the_state(table: Table, path: Path) -> None:
    start(table)
    play(table, "0:43")
    table.close()
    other_state(path)
    table = Table(Log(path), now)
    assert lives(table.snapshot()) == (5, 5, 5)
    table.close()


@pytest.mark.parametrize(
    "state", ["", "{}", "[]", '{"lives": 3}', "null", '{"lives": [[]], "phase": "dance"}']
)
def test_a_last_state_that_newer_rules_do_not_know_is_a_clear_error(
    table: Table, path: Path, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    start(table)
    play(table, "0:43")
    table.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE game SET state = ?", (state,))
    monkeypatch.setattr(maexle, "VERSION", maexle.VERSION + 1)
    log = Log(path)
    with pytest.raises(LogError, match="can't be opened"):
        Table(log, now)
    log.close()
