"""Who has rounds to buy: after an appeal, whoever the right dice would have put out first."""

import pytest

from table.habits import Habits
from table.table import Table
from tests.games.notation import move
from tests.table.evening import HOST, start

ONE_THROW = {"crosses": 1, "throws": 1}
APPEALED = "0:43 1:challenge reveal:54 0:leave correct:31"


@pytest.mark.parametrize(
    ("game", "seats", "options", "moves", "buy"),
    [
        # Who ties with the lowest after it falls together with whom had been read as the lowest alone
        ("mex", "Anna Bö Cem", ONE_THROW, "T 31 T 32 T 66 correct:31", ["Anna", "Cem"]),
        ("mex", "Anna Bö Cem Dan", ONE_THROW, "T 31 T 65 T 66 T 32 correct:31 T 65 T 64", ["Anna", "Dan"]),
        ("mex", "Anna Bö Cem", ONE_THROW, "T 31 T 32 T 31 correct:66 T 65 T 64", ["Anna"]),
        # Who has left since may have paid the last before that
        ("maexle", "Anna Bö Cem", {"lives": 1}, f"{APPEALED} 1:43 2:challenge reveal:31", ["Anna"]),
        ("maexle", "Anna Bö", {"lives": 2}, APPEALED, []),
        ("maexle", "Anna Bö", {"lives": 1}, "0:43 1:challenge reveal:54 correct:31", ["Anna"]),
        ("bluf_mex", "Anna Bö", {"crosses": 1}, "0:43/1 1:challenge reveal:31 correct:54", ["Bö"]),
        ("maxonaut", "Anna Bö", {"points": 1}, "0:43 1:challenge 1:turn_over=4,3 correct:4,2", ["Anna"]),
    ],
)
def test_an_appeal_says_anew_who_was_out_first(
    table: Table, game: str, seats: str, options: dict[str, object], moves: str, buy: list[str]
) -> None:
    table.habits.settle(Habits(keeps=True), HOST)
    start(table, game=game, seats=seats.split(), options=options)
    for text in moves.split():
        play(table, text)
    assert sorted(one.name for one in table.scores.evening() if one.bought) == buy


def play(table: Table, text: str) -> None:
    """Let the host play a move; `T` is an open throw of whose turn it is, two digits are its dice."""
    shot = table.snapshot()
    assert shot.game
    text = f"{shot.game.waiting.seats[0]}:throw" if text == "T" else text
    text = f"reveal:{text}" if text.isdigit() else text
    table.submit(move(shot.game.rules, text), HOST, shot.version)
