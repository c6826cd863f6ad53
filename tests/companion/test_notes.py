"""What hosts are told is told while it is true, and taken back when it is not."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from companion import assembly
from companion.fittings.eyes import TableEyes
from companion.kept.dice_store import FOLDER, KeptSet
from table.hosts import MANY_PINS
from table.ports import Frame, Picture
from table.table import Table
from tests.companion.test_teach import schooled
from tests.table.evening import picture, sees, start
from vision import Reading, Reason


def test_every_guess_at_the_pin_that_is_one_of_many_is_told_until_the_right_one_comes(
    table: Table, tmp_path: Path
) -> None:
    guessed = partial(assembly._guessed, tmp_path, table)
    guessed(MANY_PINS - 1)
    assert table.snapshot().note == ""
    guessed(MANY_PINS)
    assert table.snapshot().note == "pin_guessed"
    assert start(table).note == ""
    guessed(MANY_PINS + 1)
    assert table.snapshot().note == "pin_guessed"
    guessed(0)
    assert table.snapshot().note == ""


def test_that_the_dice_in_use_were_spoilt_is_told_at_every_start_until_others_are_used(
    table: Table, tmp_path: Path
) -> None:
    assert assembly._shelf(tmp_path, table).used == ""
    assert table.snapshot().note == ""  # none were ever taught
    shelf, *_ = schooled(tmp_path)
    ours = KeptSet(shelf.sets["ours"].dice, shelf.sets["ours"].window, shelf.throws("ours"))
    next((tmp_path / FOLDER).glob("*.zip")).write_bytes(b"PK nothing")
    assembly._shelf(tmp_path, table)
    assert start(table).note == "dice_lost"
    assembly._shelf(tmp_path, table).put(ours)
    assert table.snapshot().note == ""
    assembly._shelf(tmp_path, table).forget("ours")
    assembly._shelf(tmp_path, table)
    assert table.snapshot().note == ""  # as the host wanted it


class Eyes:
    """Read what they are told to read."""

    def __init__(self, *readings: Reading) -> None:
        self._readings = list(readings)

    def judge(self, _frames: Sequence[Frame], _expect: int) -> tuple[Reading, Picture]:
        return self._readings.pop(0), picture()


@pytest.mark.parametrize(
    ("reading", "left"),
    [
        (sees(4, 3), ("window_dirty",)),
        (sees(4, 3, reason=Reason.BLURRED), ("window_too_dark", "window_window_moved", "window_dirty")),
    ],
)
def test_a_certain_reading_takes_back_what_it_would_have_said_itself(
    table: Table, reading: Reading, left: tuple[str, ...]
) -> None:
    table.tell_host("window_too_dark")
    judge = assembly._telling(table, cast("TableEyes", Eyes(sees(reason=Reason.KNOCKED), reading)))
    judge([], 2)
    assert table.snapshot().note == "window_window_moved"
    table.tell_host("window_dirty")
    judge([], 2)
    assert table.snapshot().notes == left
