"""The simulated cup is shaken when a player would throw, and left alone when the dice may be left."""

import threading
from pathlib import Path
from typing import cast

from companion.demo import Shaker
from device.cup import SimulatedCup
from games.moves import parse_move
from table.actors import PEOPLE
from table.log import Log
from table.table import Table

SOON_S = 10.0


class Cup:
    """A cup that counts its shakes."""

    def __init__(self) -> None:
        self.shakes = 0
        self.shaken = threading.Event()

    def shake(self) -> None:
        self.shakes += 1
        self.shaken.set()


def test_dice_that_may_be_left_as_they_lie_are_not_shaken(tmp_path: Path) -> None:
    table, cup = Table(Log(tmp_path / "maexle.db"), lambda: ""), Cup()
    shot = table.start({"game": "bluf_mex", "seats": ["A", "B"]}, PEOPLE, 0)
    shaker = Shaker(table, cast(SimulatedCup, cup))
    for line in (
        {"move": "call", "seat": 0, "value": "43", "throws": 1},
        {"move": "accept", "seat": 1},
        {"move": "give_in", "seat": 1},
    ):
        shot = table.submit(
            parse_move(line, shot.game.rules.MOVES if shot.game else ()), PEOPLE, shot.version
        )
    assert cup.shaken.wait(SOON_S)
    shaker.close()
    table.close()
    assert cup.shakes == 1, "once, for the next round's throw"
