"""What a host has deleted is gone once the page says so, whatever becomes of the power then."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.fittings.teacher import TableTeacher
from companion.kept.suggestions import SuggestionBox
from companion.kept.taken_throws import FOLDER
from tests.companion.test_taken_throws import take
from tests.companion.test_teach import schooled
from tests.phone import Phone
from tests.program import Program


@pytest.fixture
def on_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, set[str]]:
    """What each folder under `tmp_path` was last made sure to have."""
    known: dict[str, set[str]] = {}
    fsync = os.fsync

    def noted(file: int) -> None:
        fsync(file)
        place = Path(f"/proc/self/fd/{file}").readlink()
        if place.is_dir():
            known[str(place.relative_to(tmp_path))] = {path.name for path in place.iterdir()}

    monkeypatch.setattr(os, "fsync", noted)
    return known


@pytest.mark.parametrize(
    "delete", [lambda teacher: teacher.forget("ours"), lambda teacher: teacher.forget_pictures()]
)
def test_no_power_cut_brings_back_what_was_deleted(
    tmp_path: Path, on_disk: dict[str, set[str]], delete: Callable[[TableTeacher], None]
) -> None:
    _, box, teacher = schooled(tmp_path)
    box.add(b"what people settled", (1, 2), "a window")
    take(teacher, (6, 1), 90)
    delete(teacher)
    for folder, names in on_disk.items():
        if (tmp_path / folder).exists():
            assert names == {path.name for path in (tmp_path / folder).iterdir()}


def test_a_table_that_has_no_camera_any_more_deletes_the_pictures_that_it_took(tmp_path: Path) -> None:
    _, box, teacher = schooled(tmp_path)
    box.add(b"what people settled", (1, 2), "a window")
    take(teacher, (6, 1), 90)
    with Program(tmp_path, "--camera", "none") as program:
        host = Phone(program.address)
        host.pair(program.pin)
        host.post("/host/forget")
    assert not SuggestionBox(tmp_path).kept
    assert not (tmp_path / FOLDER).exists()
