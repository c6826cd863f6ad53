"""Room that a table keeps for the evening on which its disk is full."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.fittings.spare_room import FILE, PLENTY_BYTES, SPARE_BYTES, SpareRoom, make_way
from table.table import Table

Fill = Callable[[int], None]


@pytest.fixture
def leave(monkeypatch: pytest.MonkeyPatch) -> Fill:
    """Leave so many bytes free on the disk, beside the spare room."""

    def leave(free: int) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=free))

    return leave


@pytest.fixture
def room(table: Table, tmp_path: Path, leave: Fill) -> Iterator[SpareRoom]:
    leave(PLENTY_BYTES)
    with closing(SpareRoom(tmp_path, table, every_s=1000)) as room:
        room.look()
        yield room


def test_room_is_kept_while_there_is_plenty(
    room: SpareRoom, table: Table, tmp_path: Path, leave: Fill
) -> None:
    assert (tmp_path / FILE).stat().st_blocks * 512 >= SPARE_BYTES
    leave(SPARE_BYTES)
    room.look()
    assert (tmp_path / FILE).exists()
    assert table.snapshot().note == ""


def test_a_card_is_not_worn_by_writing_it_at_each_look(room: SpareRoom, tmp_path: Path) -> None:
    written = (tmp_path / FILE).stat()
    room.look()
    assert (tmp_path / FILE).stat() == written


def test_it_is_given_up_on_a_full_disk_and_the_host_is_told_until_there_is_plenty_again(
    room: SpareRoom, table: Table, tmp_path: Path, leave: Fill
) -> None:
    leave(SPARE_BYTES - 1)
    room.look()
    assert not (tmp_path / FILE).exists()
    leave(2 * SPARE_BYTES - 1)  # what was given up
    room.look()
    assert not (tmp_path / FILE).exists()
    assert table.snapshot().note == "disk_full"
    leave(PLENTY_BYTES)
    room.look()
    assert (tmp_path / FILE).exists()
    assert table.snapshot().note == ""


def test_a_table_that_starts_on_a_full_disk_gives_it_up_before_anything_is_written(
    room: SpareRoom, tmp_path: Path, leave: Fill
) -> None:
    leave(0)
    make_way(tmp_path)
    assert not (tmp_path / FILE).exists()
    make_way(tmp_path)
