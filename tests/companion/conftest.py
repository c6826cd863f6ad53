"""A table on an empty folder, and a window that it knows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import vision
from table.log import Log
from table.table import Table
from tests.companion.windows import EMPTY
from vision import Calibration


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(Log(tmp_path / "maexle.db"), lambda: "")
    yield table
    table.close()


@pytest.fixture
def calibration() -> Calibration:
    return vision.calibrate(EMPTY)
