from collections.abc import Iterator
from pathlib import Path

import pytest

from table.log import Log
from table.table import Table
from tests.web.evening import Evening, evening


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(Log(tmp_path / "table.db"), lambda: "2026-11-21T20:15:00+01:00")
    yield table
    table.close()


@pytest.fixture
def at(table: Table) -> Evening:
    """An evening at the table."""
    return evening(table)


@pytest.fixture
def another(tmp_path: Path) -> Iterator[Evening]:
    """An evening at another table, where everything else is the same."""
    table = Table(Log(tmp_path / "another.db"), lambda: "2026-11-21T20:15:00+01:00")
    yield evening(table)
    table.close()
