"""A mistaken call is taken back by its caller until it is answered, and nothing else is."""

from typing import Any

import pytest

from games.moves import Undo
from table.actors import NotAllowedError
from table.snapshot import StaleMoveError
from table.table import Table
from tests.games.notation import move
from tests.table.evening import phone, play, reopened, start

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
