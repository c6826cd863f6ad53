"""The demo's throws: all values, one in ten a troubled one, and small enough to be carried about."""

import csv
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

import device
from device.cup import SimulatedCup, counted_in, pictures_in

DEMO = Path(device.__file__).parent / "demo"
FIVE = DEMO / "5"


def _rows(folder: Path = DEMO) -> list[dict[str, str]]:
    with (folder / "labels.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("folder", [DEMO, FIVE])
def test_every_picture_has_its_label_and_every_label_its_picture(folder: Path) -> None:
    assert [row["file"] for row in _rows(folder)] == [file.name for file in pictures_in(folder)]


def test_the_clean_throws_have_every_value_at_least_twice() -> None:
    values = Counter(row["values"] for row in _rows() if row["class"] == "clean")
    assert set(values) == {f"{low} {high}" for low, high in combinations_with_replacement(range(1, 7), 2)}
    assert min(values.values()) >= 2


def test_one_throw_in_ten_is_trouble_each_of_another_kind() -> None:
    trouble = [row["class"] for row in _rows() if row["class"] != "clean"]
    assert len(trouble) == len(set(trouble)) == 6
    assert len(_rows()) == 60
    assert not any(row["hard"] == "1" for row in _rows() if row["class"] == "clean")


def test_so_many_dice_are_expected_as_the_folder_says() -> None:
    assert {row["expect"] for row in _rows()} == {"2"}
    assert {row["expect"] for row in _rows(FIVE)} == {"5"}
    assert counted_in(DEMO) == {5: pictures_in(FIVE)}


def test_five_dice_show_what_is_worth_a_call_and_once_in_a_while_trouble() -> None:
    clean = [sorted(row["values"].split()) for row in _rows(FIVE) if row["class"] == "clean"]
    alike = Counter(tuple(sorted(Counter(dice).values())) for dice in clean)
    assert {tuple("12345"), tuple("23456")} <= set(map(tuple, clean))
    assert {(2, 3), (1, 4), (1, 1, 3)} <= alike.keys()
    assert {len(dice) for dice in clean} == {5}
    assert len(clean) == 11
    assert [row["class"] for row in _rows(FIVE) if row["class"] != "clean"] == ["missing"]


@pytest.mark.parametrize("folder", [DEMO, FIVE])
def test_every_throw_can_be_seen_in_the_tables_size(folder: Path) -> None:
    cup = SimulatedCup(pictures_in(folder), None)
    for _ in _rows(folder):
        assert cup.look(1)[0].shape == (720, 960, 3)
        cup.shake()


def test_the_throws_weigh_less_than_seven_megabytes() -> None:
    assert sum(file.stat().st_size for file in DEMO.rglob("*.*")) < 7_000_000
