"""What is told of the memory is of one moment, whatever is played meanwhile."""

from itertools import islice
from pathlib import Path

from table.log import Log
from table.memory import made_anew, told
from table.table import Table
from tests.table.evening import now, play, start


def test_a_copy_is_taken_back_though_a_new_game_began_while_it_was_made(table: Table, path: Path) -> None:
    start(table)
    before = play(table, "0:43 1:accept")
    lines = told(path)
    begun = list(islice(lines, 3))
    start(table)
    copy = path.with_name("copy.db")
    made_anew(copy, [*begun, *lines], now)
    again = Table(Log(copy), now)
    shot = again.snapshot()
    again.close()
    assert shot.game
    assert before.game
    assert (shot.game.number, shot.game.match.state) == (before.game.number, before.game.match.state)
