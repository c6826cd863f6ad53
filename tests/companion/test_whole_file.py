"""Files that are there whole or not at all."""

import os
from pathlib import Path

import pytest

from companion.kept.whole_file import write_whole
from tests.table.evening import no_room


def test_a_file_that_a_full_disk_refuses_leaves_the_old_one_and_takes_no_room(tmp_path: Path) -> None:
    file = tmp_path / "suggestions.zip"
    write_whole(file, b"old")
    with no_room(beyond=4096), pytest.raises(OSError, match=f"File too large: '{file}'"):
        write_whole(file, bytes(8192))
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert file.read_bytes() == b"old"


def test_however_many_are_written_none_stays_open(tmp_path: Path) -> None:
    opened = Path("/proc/self/fd")
    before = len(list(opened.iterdir()))
    for _ in range(10):
        write_whole(tmp_path / "suggestions.zip", b"new")
    assert len(list(opened.iterdir())) < before + 10


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for place in (pipe, folder, folder / "."):
        with pytest.raises(OSError, match=f"{place}: expected a file"):
            write_whole(place, b"new")
    assert pipe.is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_all_of_a_file_is_on_disk_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, synced, fsync = tmp_path / "suggestions.zip", list[tuple[int, bool]](), os.fsync
    write_whole(file, b"old")

    def watched(opened: int) -> None:
        synced.append((os.fstat(opened).st_size, file.read_bytes() == b"old"))
        fsync(opened)

    monkeypatch.setattr(os, "fsync", watched)
    write_whole(file, b"newer")
    assert synced[0] == (5, True)
