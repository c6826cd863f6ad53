"""When a reading is not certain: people decide."""

from dataclasses import replace
from pathlib import Path

import pytest

from games.moves import IllegalMoveError, Leave, OpenThrow
from games.ruleset import Wait
from table.actors import BUTTON, Actor, NotAllowedError
from table.look import VOID, Stage
from table.table import RESTARTED, Table
from tests.table.evening import HOST, asked, lives, phone, picture, play, reopened, start, waits_for
from vision.reading import Circle


def test_the_hosts_word_counts_at_once(table: Table) -> None:
    shot = asked(table)
    after = table.enter((4, 3), HOST, shot.version)
    assert lives(after) == (5, 4, 5)
    assert after.look is None


def test_the_same_from_both_of_the_challenge_counts(table: Table) -> None:
    shot = asked(table)
    between = table.enter((3, 1), phone(0), shot.version)
    assert waits_for(between) is Wait.REVEAL
    assert between.look is not None
    assert between.look.entries == {0: (1, 3)}
    assert lives(table.enter((1, 3), phone(1), shot.version)) == (4, 5, 5)
    assert table.entries()[-1].who == "people"


def test_a_throw_is_void_once_both_of_the_challenge_ask_for_it(table: Table, path: Path) -> None:
    shot = asked(table)
    between = table.ask_void(phone(0), shot.version)
    assert waits_for(between) is Wait.REVEAL
    again = reopened(table, path)
    between = again.enter((3, 1), phone(1), shot.version)
    assert between.look is not None
    assert between.look.entries == {0: VOID, 1: (1, 3)}
    after = again.ask_void(phone(1), shot.version)
    assert (waits_for(after), lives(after), after.look) == (Wait.CALL, (5, 5, 5), None)
    assert (again.entries()[-1].line, again.entries()[-1].who) == ({"move": "void"}, "people")
    again.close()


def test_the_host_voids_a_throw_that_is_not_read_at_once(table: Table) -> None:
    assert waits_for(table.ask_void(HOST, asked(table).version)) is Wait.CALL


def test_different_words_from_the_two_do_not_count_until_they_agree(table: Table) -> None:
    shot = asked(table)
    table.enter((4, 3), phone(0), shot.version)
    between = table.enter((3, 1), phone(1), shot.version)
    assert waits_for(between) is Wait.REVEAL
    assert between.version == shot.version
    assert lives(table.enter((3, 1), phone(0), shot.version)) == (4, 5, 5)


def test_one_phone_that_holds_both_seats_speaks_for_both(table: Table) -> None:
    shot = asked(table)
    assert lives(table.enter((3, 1), phone(0, 1, 2), shot.version)) == (4, 5, 5)


@pytest.mark.parametrize("actor", [phone(), phone(2), BUTTON])
def test_nobody_else_is_asked(table: Table, actor: Actor) -> None:
    shot = asked(table)
    with pytest.raises(NotAllowedError):
        table.enter((3, 1), actor, shot.version)
    with pytest.raises(NotAllowedError):
        table.look_again(actor, shot.version)
    with pytest.raises(NotAllowedError):
        table.ask_void(actor, shot.version)
    assert table.snapshot() is shot


@pytest.mark.parametrize("moves", ["", "0:43", "0:43 1:challenge"])
def test_dice_are_entered_only_when_people_are_asked(table: Table, moves: str) -> None:
    start(table)
    shot = play(table, moves)
    with pytest.raises(IllegalMoveError, match="nobody is asked"):
        table.enter((3, 1), HOST, shot.version)
    with pytest.raises(IllegalMoveError, match="nobody is asked"):
        table.look_again(HOST, shot.version)
    with pytest.raises(IllegalMoveError, match="nobody is asked"):
        table.ask_void(phone(0, 1), shot.version)


@pytest.mark.parametrize("dice", [(), (3,), (3, 1, 1), (7, 1), (0, 0)])
def test_dice_that_there_are_not_are_refused(table: Table, dice: tuple[int, ...]) -> None:
    shot = asked(table)
    for actor in (HOST, phone(0, 1)):
        with pytest.raises(IllegalMoveError) as caught:
            table.enter(dice, actor, shot.version)
        assert caught.value.code == "bad_dice"


def test_the_picture_that_people_decided_on_is_kept_with_the_verdict(table: Table) -> None:
    shot = asked(table)
    after = table.enter((3, 1), HOST, shot.version)
    assert after.game is not None
    assert after.game.ruled == after.version
    assert table.picture(after.game.ruled) == picture()


def test_the_verdict_keeps_its_picture_through_appeal_and_undo(table: Table) -> None:
    ruled = table.enter((3, 1), HOST, asked(table).version).version
    for moves in ("correct:43", "correct:31 undo", "0:43 undo", "0:43 1:accept undo undo"):
        shot = play(table, moves)
        assert shot.game is not None
        assert shot.game.ruled == ruled
    shot = play(table, "0:43")
    assert shot.game is not None
    assert shot.game.ruled == 0


def test_the_verdict_keeps_its_picture_when_a_later_round_is_taken_back(table: Table) -> None:
    ruled = table.enter((3, 1), HOST, asked(table).version).version
    shot = play(table, "correct:43 0:leave 1:54 2:challenge reveal:54 undo undo")
    assert shot.game is not None
    assert shot.game.view(None).verdict is not None
    assert shot.game.ruled == ruled


def test_the_host_can_delete_the_pictures_at_once(table: Table) -> None:
    shot = asked(table)
    assert shot.look is not None
    after = table.forget_pictures(HOST)
    assert after.look is not None
    assert after.look.picture is None
    ruled = table.enter((3, 1), HOST, shot.version).version
    assert table.picture(ruled) is None


def test_who_takes_back_a_challenge_can_not_say_that_the_dice_are_unseen(table: Table) -> None:
    asked(table)
    assert waits_for(play(table, "undo")) is Wait.CALL
    assert table.entries()[-1].line == {"move": "undo", "untouched": False}


def test_an_undo_that_leads_back_to_a_challenge_asks_people_and_not_the_camera(table: Table) -> None:
    asked(table)
    look = play(table, "void undo").look
    assert look is not None
    assert (look.stage, look.reason) == (Stage.ASKING, RESTARTED)


def test_who_leaves_meanwhile_changes_nothing_about_what_is_asked_of_the_others(table: Table) -> None:
    shot = asked(table)
    before = table.enter((3, 1), phone(0), shot.version).look
    shot = play(table, "2:leave")
    assert before is not None
    assert shot.look == replace(before, version=shot.version)
    assert lives(table.enter((3, 1), phone(1), shot.version)) == (4, 5, 5)


def test_what_somebody_said_of_an_open_throw_goes_with_them(table: Table) -> None:
    table.start({"game": "mex", "seats": ["A", "B", "C"], "options": {}}, HOST, 0)
    shot = table.submit(OpenThrow(0), HOST, 1)
    assert shot.look is not None
    table.report(replace(shot.look, stage=Stage.ASKING, reason="glare"))
    table.enter((6, 6), phone(2), shot.version)
    shot = table.submit(Leave(2), HOST, shot.version)
    shot = table.enter((6, 6), phone(1), shot.version)
    assert waits_for(shot) is Wait.REVEAL
    assert waits_for(table.enter((6, 6), phone(0), shot.version)) is Wait.THROW


def test_marks_of_what_the_camera_counted_do_not_stay_on_what_people_decided(table: Table) -> None:
    shot = asked(table)
    assert shot.look is not None
    marked = replace(picture(), rings=(Circle(10.0, 10.0, 4.0),), place=(20.0, 20.0))
    shot = table.report(replace(shot.look, picture=marked))
    after = table.enter((3, 1), HOST, shot.version)
    assert table.picture(after.version) == picture()


def test_any_two_at_the_table_can_say_what_an_open_throw_shows(table: Table) -> None:
    table.start({"game": "mex", "seats": ["A", "B", "C"], "options": {}}, HOST, 0)
    shot = table.submit(OpenThrow(0), HOST, 1)
    assert shot.look is not None
    shot = table.report(replace(shot.look, stage=Stage.ASKING, reason="tilted"))
    thrower, other = (3, 1), (4, 1)
    table.enter(thrower, phone(0), shot.version)
    assert waits_for(table.enter(other, phone(2), shot.version)) is Wait.REVEAL
    assert waits_for(table.enter(other, phone(1), shot.version)) is Wait.THROW
    assert table.entries()[-1].line == {"move": "reveal", "dice": [4, 1]}
