"""A mistaken call is taken back by its caller until it is answered, and nothing else is."""

from typing import Any

import pytest

from games.moves import Undo
from games.ruleset import Wait
from table.actors import NotAllowedError
from table.game import TAKEN_BACK
from table.snapshot import Snapshot, StaleMoveError
from table.table import Table
from tests.games.notation import move
from tests.table.evening import HOST, phone, play, reopened, start, waits_for

CALLS = {
    "maexle": "0:54",
    "maxi": "0:54/seen",
    "bluf_mex": "0:54/1",
    "maxonaut": "0:97",
    "luegen_kniffel": "0:fours/12",
}


def take_back(table: Table, *seats: int) -> None:
    table.submit(Undo(), phone(*seats), table.snapshot().version)


def view(table: Table) -> Any:
    game = table.snapshot().game
    assert game
    return game.view(None)


@pytest.mark.parametrize("game", CALLS)
def test_a_caller_takes_a_call_back_in_every_game(table: Table, game: str) -> None:
    start(table, game=game)
    before = view(table)
    shot = table.snapshot()
    assert shot.game
    table.submit(move(shot.game.rules, CALLS[game]), phone(0), shot.version)
    with pytest.raises(NotAllowedError):
        take_back(table, 1, 2)
    take_back(table, 0)
    assert view(table) == before
    with pytest.raises(NotAllowedError):
        take_back(table, 0)


@pytest.mark.parametrize("moves", ["0:54 1:accept", "0:54 1:challenge", "0:54 2:leave", "0:54 void", ""])
def test_nothing_but_a_call_without_an_answer_is_the_callers(table: Table, moves: str) -> None:
    start(table)
    play(table, moves)
    with pytest.raises(NotAllowedError):
        take_back(table, 0)


def test_a_call_that_somebody_has_answered_sealed_stands(table: Table) -> None:
    start(table, game="luegen_kniffel")
    for text in ("0:fours/12", "1:believe"):
        shot = table.snapshot()
        assert shot.game
        table.submit(move(shot.game.rules, text), phone(0, 1), shot.version)
    with pytest.raises(NotAllowedError):
        take_back(table, 0)


def test_an_answer_that_came_first_counts(table: Table) -> None:
    start(table)
    seen = play(table, "0:54").version
    play(table, "1:accept")
    with pytest.raises(StaleMoveError):
        table.submit(Undo(), phone(0), seen)


def test_who_takes_back_without_end_has_to_stand_by_a_call_at_last(table: Table) -> None:
    start(table)
    for _ in range(TAKEN_BACK // 2):
        play(table, "0:54")
        take_back(table, 0)
    play(table, "0:54")
    with pytest.raises(NotAllowedError):
        take_back(table, 0)
    assert waits_for(play(table, "1:accept")) is Wait.CALL
    play(table, "1:65")
    take_back(table, 1)


def test_after_a_restart_it_is_still_the_callers(table: Table, path: Any) -> None:
    start(table)
    play(table, "0:54")
    again = reopened(table, path)
    take_back(again, 0)
    assert view(again).call is None
    again.close()


def test_dice_that_were_seen_stay_void(table: Table) -> None:
    start(table)
    play(table, "0:54 1:challenge reveal:43 undo")
    void = table.snapshot().game
    assert void
    play(table, "0:65")
    take_back(table, 0)
    shot = table.snapshot()
    assert shot.game
    assert shot.game.match.state.throw >= void.match.state.throw
    assert shot.game.view(None).dice is None


@pytest.mark.parametrize("end", ["0:66 1:leave", "0:21 1:accept", "0:66 1:challenge 1:leave"])
def test_a_throw_that_anybody_may_have_looked_at_once_the_game_was_over_is_void_when_it_goes_on(
    table: Table, end: str
) -> None:
    start(table, seats=["Anna", "Bö"], options={"lives": 1})
    assert waits_for(play(table, end)) is Wait.OVER
    assert waits_for(take_back_by_host(table)) is Wait.CALL


def test_dice_that_were_asked_for_as_somebody_left_are_no_secret_again(table: Table) -> None:
    shot = start(table, game="luegen_kniffel")
    assert shot.game
    for text in ("0:fours/12", "1:doubt", "2:leave"):
        shot = table.submit(move(shot.game.rules, text), HOST, shot.version)
    assert waits_for(shot) is Wait.REVEAL
    assert waits_for(take_back_by_host(table)) is Wait.CALL


def take_back_by_host(table: Table) -> Snapshot:
    """Take the last move back; the host says that what lies there is untouched."""
    return table.submit(Undo(untouched=True), HOST, table.snapshot().version)
