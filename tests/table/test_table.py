import threading
from pathlib import Path

import pytest

from games.luegen_kniffel import Believe, Call, Doubt
from games.moves import Accept, Challenge, IllegalMoveError, Move, Undo, Void
from games.ruleset import Wait
from games.scorecard import parse_claim
from table.actors import BUTTON, CAMERA, NotAllowedError
from table.look import Look
from table.names import SetupError
from table.snapshot import Snapshot, StaleMoveError
from table.table import Table
from tests.games.playing import move
from tests.table.evening import (
    A_GAME,
    HOST,
    LINE,
    PATIENCE_S,
    asked,
    lives,
    now,
    on_disk,
    phone,
    play,
    start,
    waits_for,
)

# one writer


def test_a_move_that_saw_another_version_is_refused_and_changes_nothing(table: Table) -> None:
    start(table)
    before = play(table, "0:43")
    for seen in (before.version - 1, before.version + 1):
        with pytest.raises(StaleMoveError):
            table.submit(Challenge(1), HOST, seen)
    assert table.snapshot() is before


def test_a_game_that_was_started_meanwhile_is_not_started_again(table: Table) -> None:
    start(table)
    with pytest.raises(StaleMoveError):
        table.start(LINE, HOST, 0)


def test_every_move_makes_the_next_version(table: Table) -> None:
    assert table.snapshot().version == 0
    assert start(table).version == 1
    assert [play(table, text).version for text in A_GAME.split()] == list(range(2, 2 + len(A_GAME.split())))


@pytest.mark.parametrize("answers", [[Challenge(1)] * 2, [Challenge(1)] * 8, [Challenge(1), Accept(1)]])
def test_two_thumbs_at_once_give_one_answer_and_one_penalty(table: Table, answers: list[Move]) -> None:
    start(table)
    seen = play(table, "0:21").version
    barrier = threading.Barrier(len(answers), timeout=PATIENCE_S)
    taken: list[Snapshot] = []
    refused: list[StaleMoveError] = []

    def press(answer: Move) -> None:
        barrier.wait()
        try:
            taken.append(table.submit(answer, BUTTON, seen))
        except StaleMoveError as error:
            refused.append(error)

    threads = [threading.Thread(target=press, args=(answer,)) for answer in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert (len(taken), len(refused)) == (1, len(answers) - 1)
    shot = table.snapshot()
    assert shot.version == seen + 1
    if waits_for(shot) is Wait.REVEAL:
        shot = play(table, "reveal:31")
    assert lives(shot) in [(3, 5, 5), (5, 4, 5)]


def doubted(table: Table) -> Snapshot:
    """Let Anna call where the others answer in secret."""
    shot = table.start({"game": "luegen_kniffel", "seats": ["Anna", "Bö", "Cem"]}, HOST, 0)
    return table.submit(Call(0, parse_claim("fours 12")), HOST, shot.version)


def test_sealed_answers_that_come_all_at_once_all_count(table: Table) -> None:
    seen = doubted(table).version
    table.submit(Doubt(2), phone(2), seen)
    assert waits_for(table.submit(Doubt(1), phone(1), seen)) is Wait.REVEAL


def test_a_sealed_answer_to_an_earlier_call_is_refused(table: Table) -> None:
    seen = doubted(table).version
    shot = table.submit(Void(), HOST, seen)
    table.submit(Call(0, parse_claim("sixes 30")), HOST, shot.version)
    for version in (seen, table.snapshot().version + 1):
        with pytest.raises(StaleMoveError):
            table.submit(Believe(1), phone(1), version)


def test_one_seat_gives_one_sealed_answer(table: Table) -> None:
    seen = doubted(table).version
    before = table.submit(Believe(1), phone(1), seen)
    with pytest.raises(IllegalMoveError) as caught:
        table.submit(Doubt(1), phone(1), seen)
    assert caught.value.code == "already_answered"
    assert table.snapshot() is before


def test_taking_back_asks_for_the_sealed_answers_anew(table: Table) -> None:
    seen = doubted(table).version
    shot = table.submit(Believe(1), phone(1), seen)
    table.submit(Undo(), HOST, shot.version)
    with pytest.raises(StaleMoveError):
        table.submit(Believe(2), phone(2), seen)


def test_what_the_rules_refuse_changes_nothing(table: Table, path: Path) -> None:
    before = start(table)
    with pytest.raises(IllegalMoveError):
        table.submit(Accept(1), HOST, before.version)
    assert table.snapshot() is before
    assert len(on_disk(path)) == 1


@pytest.mark.parametrize("text", ["0:43", "1:accept", "void", "undo", "1:leave"])
def test_nothing_is_played_before_a_game_is_started(table: Table, text: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        table.submit(move(text), HOST, 0)
    assert caught.value.code == "no_game"


def test_who_may_not_move_changes_nothing(table: Table) -> None:
    start(table)
    before = play(table, "0:43")
    for actor in (phone(0), phone(2), phone(), CAMERA):
        with pytest.raises(NotAllowedError):
            table.submit(Challenge(1), actor, before.version)
    assert table.snapshot() is before


def test_only_the_host_starts_a_game_and_deletes_pictures(table: Table) -> None:
    with pytest.raises(NotAllowedError):
        table.start(LINE, phone(0), 0)
    with pytest.raises(NotAllowedError):
        table.forget_pictures(phone(0))


def test_a_game_that_can_not_be_set_up_changes_nothing(table: Table) -> None:
    before = start(table)
    with pytest.raises(SetupError):
        table.start(LINE | {"seats": ["A"]}, HOST, before.version)
    assert table.snapshot() is before


# the log


def test_a_move_is_on_disk_before_it_is_confirmed(table: Table, path: Path) -> None:
    start(table)
    for text in A_GAME.split():
        shot = play(table, text)
        assert on_disk(path)[-1][0] == shot.version


def test_a_move_is_on_disk_before_anybody_is_told(table: Table, path: Path) -> None:
    told: list[bool] = []
    before = table.snapshot().revision

    def listen() -> None:
        revision, version = before, 0
        while version < 1 + len(A_GAME.split()):
            shot = table.wait(revision, PATIENCE_S)
            revision, version = shot.revision, shot.version
            told.append(on_disk(path)[-1][0] >= version)

    listener = threading.Thread(target=listen)
    listener.start()
    start(table)
    play(table, A_GAME)
    listener.join(PATIENCE_S)
    assert not listener.is_alive()
    assert told
    assert all(told)


def test_the_log_holds_the_lines_that_replay_plays(table: Table) -> None:
    start(table)
    play(table, "0:43 1:accept undo touched")
    assert [(entry.line, entry.who, entry.at) for entry in table.entries()][1:] == [
        ({"move": "call", "seat": 0, "value": "43"}, "host", now()),
        ({"move": "accept", "seat": 1}, "host", now()),
        ({"move": "undo"}, "host", now()),
        ({"move": "undo", "untouched": False}, "host", now()),
    ]


def test_without_a_game_there_are_no_lines(table: Table) -> None:
    assert table.entries() == []


# following


def test_who_waits_is_told_of_the_next_revision(table: Table) -> None:
    before = start(table)
    play(table, "0:43")
    assert table.wait(before.revision, PATIENCE_S).version == before.version + 1


def test_who_waits_in_vain_is_given_the_table_as_it_is(table: Table) -> None:
    before = start(table)
    assert table.wait(before.revision, 0) is before


def test_a_report_about_another_look_is_dropped(table: Table) -> None:
    shot = asked(table)
    for look in (Look(shot.version - 1), Look(shot.version, attempt=2), Look(shot.version + 1)):
        assert table.report(look) is shot
        assert table.reveal(look, (4, 3), None) is shot
