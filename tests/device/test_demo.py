"""The demo's throws: all values, one in ten a troubled one, and small enough to be carried about."""

import csv
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

import device
from device.cup import SimulatedCup, pictures_in

DEMO = Path(device.__file__).parent / "demo"


def _rows() -> list[dict[str, str]]:
    with (DEMO / "labels.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_picture_has_its_label_and_every_label_its_picture() -> None:
    assert [row["file"] for row in _rows()] == [file.name for file in pictures_in(DEMO)]


def test_the_clean_throws_have_every_value_at_least_twice() -> None:
    values = Counter(row["values"] for row in _rows() if row["class"] == "clean")
    assert set(values) == {f"{low} {high}" for low, high in combinations_with_replacement(range(1, 7), 2)}
    assert min(values.values()) >= 2


def test_one_throw_in_ten_is_trouble_each_of_another_kind() -> None:
    trouble = [row["class"] for row in _rows() if row["class"] != "clean"]
    assert len(trouble) == len(set(trouble)) == 6
    assert len(_rows()) == 60
    assert not any(row["hard"] == "1" for row in _rows() if row["class"] == "clean")


def test_two_dice_are_expected_in_every_throw() -> None:
    assert {row["expect"] for row in _rows()} == {"2"}


def test_every_throw_can_be_seen_in_the_tables_size() -> None:
    cup = SimulatedCup(pictures_in(DEMO), None)
    for _ in _rows():
        assert cup.look(1)[0].shape == (720, 960)
        cup.shake()


def test_the_throws_weigh_less_than_six_megabytes() -> None:
    assert sum(file.stat().st_size for file in DEMO.iterdir()) < 6_000_000
