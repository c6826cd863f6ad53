"""Who is asked in vain is missed: a phone without a sign, or somebody who takes too long."""

from pathlib import Path

import pytest

from table.actors import NotAllowedError
from table.attendance import GONE_S, Attendance
from table.habits import Habits, habits
from table.log import Log
from table.look import Look, Stage
from table.opening import salvage
from table.snapshot import Late
from table.table import Table
from tests.clock import Clock
from tests.games.notation import move
from tests.table.evening import HOST, now, phone, play, reopened, start

BÖ = 2


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


@pytest.fixture
def watch(table: Table, clock: Clock) -> Attendance:
    """Somebody watches a game that a phone plays in for Bö, who is asked now."""
    start(table)
    table.guests.claim(BÖ, "one")
    play(table, "0:43")
    watch = Attendance(table, clock)
    watch.look()
    return watch


def later(watch: Attendance, clock: Clock, wait_s: float) -> None:
    clock.now += wait_s
    watch.look()


def test_a_phone_that_gives_no_sign_while_it_is_asked_is_missed(
    table: Table, watch: Attendance, clock: Clock
) -> None:
    later(watch, clock, GONE_S - 1)
    assert not table.snapshot().late
    later(watch, clock, 1)
    assert table.snapshot().late == {1: Late.GONE}


def test_who_gives_a_sign_may_take_their_time(table: Table, watch: Attendance, clock: Clock) -> None:
    for _ in range(20):
        watch.sign("one")
        later(watch, clock, GONE_S - 1)
    assert not table.snapshot().late
    later(watch, clock, 1)
    assert table.snapshot().late == {1: Late.GONE}
    watch.sign("one")
    watch.look()
    assert not table.snapshot().late, "it is back"


def test_whoever_is_not_asked_is_not_missed(table: Table, watch: Attendance, clock: Clock) -> None:
    play(table, "1:accept 1:54 2:accept")
    watch.look()
    later(watch, clock, 10 * GONE_S)
    assert not table.snapshot().late, "nobody's phone sits for Cem"


def test_the_time_begins_anew_with_every_question(table: Table, watch: Attendance, clock: Clock) -> None:
    later(watch, clock, GONE_S)
    play(table, "1:accept")
    assert not table.snapshot().late, "an answer ends the waiting at once"
    watch.look()
    later(watch, clock, GONE_S - 1)
    assert not table.snapshot().late
    later(watch, clock, 1)
    assert table.snapshot().late == {1: Late.GONE}


@pytest.mark.parametrize("patience_s", [60, 300])
def test_without_an_answer_somebody_is_missed_after_the_time_that_the_host_has_set(
    table: Table, watch: Attendance, clock: Clock, patience_s: int
) -> None:
    table.habits.settle(Habits(patience_s=patience_s), HOST)
    play(table, "1:accept 1:54")
    watch.look()
    later(watch, clock, patience_s - 1)
    assert not table.snapshot().late
    later(watch, clock, 1)
    assert table.snapshot().late == {2: Late.SLOW}


def test_while_the_camera_looks_nobody_is_missed_and_once_people_are_asked_they_are(
    table: Table, watch: Attendance, clock: Clock
) -> None:
    shot = play(table, "1:challenge")
    watch.look()
    later(watch, clock, 2 * GONE_S)
    assert not table.snapshot().late
    table.report(Look(shot.version, stage=Stage.ASKING, reason="glare"))
    watch.look()
    assert not table.snapshot().late
    later(watch, clock, GONE_S)
    assert table.snapshot().late == {1: Late.GONE}


def test_who_has_said_what_lies_there_is_not_missed_while_the_other_has_not(
    table: Table, watch: Attendance, clock: Clock
) -> None:
    table.habits.settle(Habits(patience_s=60), HOST)
    shot = play(table, "1:challenge")
    table.report(Look(shot.version, stage=Stage.ASKING, reason="glare"))
    watch.look()
    table.enter((3, 4), phone(0), shot.version)
    later(watch, clock, 60)
    assert list(table.snapshot().late) == [1]
    table.ask_void(phone(1), shot.version)
    watch.look()
    assert not table.snapshot().late


def submit(table: Table, text: str) -> None:
    shot = table.snapshot()
    assert shot.game
    table.submit(move(shot.game.rules, text), HOST, shot.version)


def test_others_sealed_answers_give_nobody_more_time(table: Table, clock: Clock) -> None:
    start(table, game="luegen_kniffel")
    table.guests.claim(BÖ, "one")
    submit(table, "0:fours/12")
    watch = Attendance(table, clock)
    watch.look()
    later(watch, clock, GONE_S - 1)
    submit(table, "2:believe")
    later(watch, clock, 1)
    assert table.snapshot().late == {1: Late.GONE}


def test_before_a_game_and_after_it_nobody_is_missed(table: Table, clock: Clock) -> None:
    watch = Attendance(table, clock)
    later(watch, clock, GONE_S)
    start(table, options={"lives": 1})
    table.guests.claim(1, "one")
    play(table, "0:leave 1:leave")
    watch.look()
    later(watch, clock, 10 * GONE_S)
    assert not table.snapshot().late


def test_what_is_remembered_of_phones_does_not_grow(table: Table, watch: Attendance) -> None:
    for number in range(1000):
        watch.sign(f"phone {number}")
    watch.look()
    assert not watch._signs


def test_a_table_that_moved_on_meanwhile_takes_no_old_news(table: Table, watch: Attendance) -> None:
    before = table.snapshot()
    play(table, "1:accept")
    assert not table.miss({1: Late.GONE}, before).late


# what the host has settled


def test_only_a_host_settles_how_the_table_does_it(table: Table) -> None:
    with pytest.raises(NotAllowedError):
        table.habits.settle(Habits(patience_s=60), phone(0))
    assert table.snapshot().habits == Habits()


def test_habits_survive_a_pulled_plug_and_damage(table: Table, path: Path, tmp_path: Path) -> None:
    table.habits.settle(Habits(patience_s=120), HOST)
    again = reopened(table, path)
    assert again.snapshot().habits == Habits(patience_s=120)
    again.close()
    salvage(path, tmp_path / "fresh.db")
    saved = Table(Log(tmp_path / "fresh.db"), now)
    assert saved.snapshot().habits == Habits(patience_s=120)
    saved.close()


def test_what_no_table_can_do_is_as_usual() -> None:
    assert habits({"patience_s": -7, "what": 3}) == Habits()
