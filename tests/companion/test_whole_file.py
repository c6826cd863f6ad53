"""Files that are there whole or not at all."""

from pathlib import Path

import pytest

from companion.kept.whole_file import write_whole
from tests.table.evening import no_room


def test_a_file_that_a_full_disk_refuses_leaves_the_old_one_and_takes_no_room(tmp_path: Path) -> None:
    file = tmp_path / "suggestions.zip"
    write_whole(file, b"old")
    with no_room(beyond=4096), pytest.raises(OSError, match="File too large"):
        write_whole(file, bytes(8192))
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert file.read_bytes() == b"old"
