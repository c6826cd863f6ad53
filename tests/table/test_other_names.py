"""Who was called otherwise in a game is forgotten with it all the same."""

from pathlib import Path

from table.habits import Habits
from table.table import Table
from tests.table.evening import HOST, start
from tests.table.test_scorebook import ANNA, one_game


def test_forgetting_somebody_leaves_no_game_in_which_they_had_another_name(table: Table, path: Path) -> None:
    table.habits.settle(Habits(keeps=True), HOST)
    one_game(table, "Xaver")
    one_game(table, "Xaver")
    table.guests.change(ANNA, "Zoe", 3, HOST)
    start(table, seats=["Bö", "Cem"])
    table.guests.leave(ANNA, HOST)
    table.scores.forget("Zoe", HOST)
    assert [one.games for one in table.scores.regulars()] == [2, 2], "the others keep theirs"
    table.close()
    assert b"Xaver" not in path.read_bytes()
