"""The log's copy, laid aside before its form changes."""

from pathlib import Path

import pytest

from table.aside import lay_aside
from tests.table.evening import no_room


def test_a_copy_that_a_full_disk_refuses_takes_no_room_from_the_program_that_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "table.db"
    log.write_bytes(bytes(100_000))
    with no_room(beyond=4096), pytest.raises(OSError, match="File too large"):
        lay_aside(log, 3)
    assert [path.name for path in tmp_path.iterdir()] == [log.name]
