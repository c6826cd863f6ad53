from collections.abc import Iterator
from pathlib import Path

import pytest

from table.log import Log
from table.table import Table
from tests.table.evening import now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    log = Log(path)
    yield log
    log.close()


@pytest.fixture
def table(log: Log) -> Table:
    return Table(log, now)
