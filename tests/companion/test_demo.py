"""The simulated cup has the game's dice in it and is shaken when a player would; its pictures can be read."""

import csv
import random
import threading
from pathlib import Path
from typing import cast

import pytest

from companion.fittings.demo import Shaker
from companion.fittings.eyes import read_with_evidence
from companion.fittings.wiring import DEMO
from device.cup import Dice, SimulatedCup, pictures_in
from games.moves import parse_move
from table.actors import PEOPLE
from table.log import Log
from table.table import Table

SOON_S = 10.0


class Cup:
    """A cup that counts its shakes, and notes which dice were put into it."""

    def __init__(self) -> None:
        self.shakes = 0
        self.shaken = threading.Event()
        self.taken: list[int] = []
        self.put_in = threading.Event()

    @property
    def lying(self) -> Path:
        return Path(str(self.shakes))

    def take(self, dice: int) -> None:
        self.taken.append(dice)
        self.put_in.set()

    def shake(self) -> None:
        self.shakes += 1
        self.shaken.set()


class WatchedCup(SimulatedCup):
    """A simulated cup that tells when other dice lie under it."""

    def __init__(self, dice: Dice, order: random.Random | None) -> None:
        self.changed = threading.Event()
        super().__init__(dice, order)

    def shake(self) -> None:
        super().shake()
        self.changed.set()

    def lay(self, picture: Path) -> None:
        super().lay(picture)
        self.changed.set()


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


def test_the_dice_of_the_game_on_the_table_are_in_the_cup(tmp_path: Path) -> None:
    table, cup = Table(Log(tmp_path / "maexle.db"), lambda: ""), Cup()
    shot = table.start({"game": "luegen_kniffel", "seats": ["A", "B"]}, PEOPLE, 0)
    shaker = Shaker(table, cast(SimulatedCup, cup))
    assert cup.taken == [5], "a game that goes on after a restart"
    table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, shot.version)
    assert cup.shaken.wait(SOON_S)
    shaker.close()
    table.close()
    assert cup.taken == [5, 2]
    assert cup.shakes == 1


def test_two_dice_are_in_the_cup_once_a_game_is_over_and_five_when_its_end_is_taken_back(
    tmp_path: Path,
) -> None:
    table, cup = Table(Log(tmp_path / "maexle.db"), lambda: ""), Cup()
    shot = table.start({"game": "luegen_kniffel", "seats": ["A", "B"]}, PEOPLE, 0)
    shaker = Shaker(table, cast(SimulatedCup, cup))
    for move in ("leave", "undo"):
        cup.put_in.clear()
        line: dict[str, object] = {"move": move, "seat": 1} if move == "leave" else {"move": move}
        moves = shot.game.rules.MOVES if shot.game else ()
        shot = table.submit(parse_move(line, moves), PEOPLE, shot.version)
        assert cup.put_in.wait(SOON_S)
    shaker.close()
    table.close()
    assert cup.taken == [5, 2, 5]


@pytest.mark.parametrize(("untouched", "same"), [(True, True), (False, False)])
def test_dice_that_nobody_touched_lie_there_again_when_a_move_is_taken_back(
    tmp_path: Path, untouched: bool, same: bool
) -> None:
    pictures = [tmp_path / f"{number}.png" for number in range(9)]
    table, cup = Table(Log(tmp_path / "maexle.db"), lambda: ""), WatchedCup(Dice(pictures), None)
    shot = table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, 0)
    shaker = Shaker(table, cup)
    called = cup.lying
    cup.changed.clear()
    lines: tuple[dict[str, object], ...] = (
        {"move": "call", "seat": 0, "value": "43"},
        {"move": "accept", "seat": 1},
        {"move": "undo", "untouched": untouched},
    )
    for line in lines:
        move = parse_move(line, shot.game.rules.MOVES if shot.game else ())
        shot = table.submit(move, PEOPLE, shot.version)
        if line["move"] != "call":
            assert cup.changed.wait(SOON_S)
            cup.changed.clear()
        assert line["move"] != "accept" or cup.lying != called, "the next player has thrown"
    shaker.close()
    table.close()
    assert (cup.lying == called) is same


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "every", "least"), [("", 1, 0.95), ("5", 1, 0.9), ("green", 2, 0.0), ("purple", 2, 0.0)]
)
def test_no_throw_of_the_demo_is_read_wrongly_and_nearly_all_of_its_own_dice_are_read(
    name: str, every: int, least: float
) -> None:
    cup = SimulatedCup(Dice(pictures_in(DEMO / name)[::every]), None)
    with (DEMO / name / "labels.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))[::every]
    right = 0
    for row in rows:
        reading, _ = read_with_evidence(cup.look(1), int(row["expect"]))
        seen = " ".join(map(str, sorted(die.pips for die in reading.dice)))
        assert not reading.certain or (row["class"], row["values"]) == ("clean", seen), row["file"]
        right += reading.certain
        cup.shake()
    assert right >= least * sum(row["class"] == "clean" for row in rows)
