"""The demo's throws: all values, some trouble, dice for every game, and small enough to be carried about."""

import csv
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

import device
from device.cup import Dice, SimulatedCup, dice_in, laid_in, other_dice_in, pictures_in

DEMO = Path(device.__file__).parent / "demo"
FIVE = DEMO / "5"
FOLDERS = [DEMO, FIVE, *(inner for inner in DEMO.iterdir() if inner.is_dir() and inner != FIVE)]
PAIRS = {f"{low} {high}" for low, high in combinations_with_replacement(range(1, 7), 2)}


def _rows(folder: Path = DEMO) -> list[dict[str, str]]:
    with (folder / "labels.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def _clean(folder: Path) -> list[str]:
    return [row["values"] for row in _rows(folder) if row["class"] == "clean"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_picture_has_its_label_and_every_label_its_picture(folder: Path) -> None:
    assert [row["file"] for row in _rows(folder)] == [file.name for file in pictures_in(folder)]


def test_the_tables_own_dice_show_every_value_twice_and_now_and_then_trouble() -> None:
    assert Counter(_clean(DEMO)) == dict.fromkeys(PAIRS, 2)
    trouble = [row["class"] for row in _rows() if row["class"] != "clean"]
    assert sorted(trouble) == ["cocked", "extra", "missing", "stacked"]


def test_two_other_sets_of_dice_show_every_value() -> None:
    others = [folder for folder in FOLDERS if folder not in (DEMO, FIVE)]
    assert len(others) == 2
    assert all(set(_clean(folder)) == PAIRS for folder in others)
    assert [len(dice.pictures) for dice in other_dice_in(DEMO)] == [21, 21]


def test_five_dice_show_what_is_worth_a_call_and_once_in_a_while_trouble() -> None:
    clean = [values.split() for values in _clean(FIVE)]
    alike = Counter(tuple(sorted(Counter(dice).values())) for dice in clean)
    assert {tuple("12345"), tuple("23456")} <= set(map(tuple, clean))
    assert {(2, 3), (1, 4), (1, 1, 3)} <= alike.keys()
    assert {len(dice) for dice in clean} == {5}
    assert [row["class"] for row in _rows(FIVE) if row["class"] != "clean"] == ["missing"]
    assert dice_in(DEMO).throws(5) == pictures_in(FIVE)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_throw_can_be_seen_in_the_tables_size(folder: Path) -> None:
    cup = SimulatedCup(Dice(pictures_in(folder)), None, laid_in(DEMO))
    for _ in _rows(folder):
        assert cup.look(1)[0].shape == (720, 960, 3)
        cup.shake()
    assert cup.places == ("empty", "middle", "rim")


def test_the_throws_weigh_less_than_eight_megabytes() -> None:
    assert sum(file.stat().st_size for file in DEMO.rglob("*.*")) < 8_000_000
