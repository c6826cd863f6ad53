"""A Pi whose clock was never set, as without a network: what it keeps in 1970 is kept as ever."""

import os
import time
from pathlib import Path

import pytest

from companion.kept.table_file import TaughtTable, read_table, write_table
from tests.companion.copies import copy_of, lived
from tests.companion.test_taken_throws import restarted, take, taught
from tests.companion.test_teach import HERE, schooled
from tests.vision.lesson_throws import TABLE


@pytest.fixture(autouse=True)
def never_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)


def test_dice_are_taught_and_what_people_settle_is_suggested(tmp_path: Path) -> None:
    shelf, box, _ = schooled(tmp_path)
    assert shelf.used == "ours"
    assert box.add(b"a picture", (1, 2), HERE) == 1
    take(taught(tmp_path), (4, 4), 7)
    assert restarted(tmp_path).kinds
    write_table(tmp_path / "table", TaughtTable(TABLE, shelf.sets["ours"].dice))
    assert read_table(tmp_path / "table").dice.name == "ours"


def test_a_memory_with_window_and_dice_is_copied(tmp_path: Path) -> None:
    lived(tmp_path)
    schooled(tmp_path)
    for path in tmp_path.rglob("*"):
        os.utime(path, (0, 0))
    assert {"memory.jsonl", "calibration.npz", "dice/used"} < copy_of(tmp_path).keys()
