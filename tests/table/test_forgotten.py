"""Who is forgotten is so under any name, and in what lies beside the memory as well."""

from collections.abc import Callable
from pathlib import Path

import pytest

from table.habits import Habits
from table.table import Table
from tests.games.playing import move
from tests.table.evening import HOST, picture, play, start
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


def test_with_a_game_that_somebody_is_forgotten_for_its_pictures_go(table: Table, path: Path) -> None:
    start(table, options={"lives": 1}, seats=["Anna", "Bö"])
    shot = play(table, "0:65 1:challenge")
    ruled = table.submit(move("reveal:31"), HOST, shot.version, picture(b"under Anna's cup")).version
    start(table, seats=["Bö", "Cem"])
    assert table.picture(ruled)
    table.scores.forget("Anna", HOST)
    assert table.picture(ruled) is None
    table.close()
    assert b"under Anna's cup" not in path.read_bytes()


@pytest.mark.parametrize(
    "forget", [lambda table: table.scores.forget("Anna", HOST), lambda table: table.scores.empty(HOST)]
)
def test_whoever_is_forgotten_stands_in_no_copy_beside_the_memory_either(
    table: Table, path: Path, forget: Callable[[Table], None]
) -> None:
    for copy in (f"{path.stem}.schema3.db", f"{path.name}.damaged-20261122-201500"):
        path.with_name(copy).write_bytes(b"Anna")
    one_game(table)
    forget(table)
    table.close()
    assert not [part for part in path.parent.iterdir() if part.read_bytes() == b"Anna"]
