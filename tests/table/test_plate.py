"""The table's name: only a host gives it, and it outlives the plug, damage and an older program."""

from pathlib import Path

import pytest

from table.actors import NotAllowedError
from table.log import Log, LogError
from table.names import SetupError
from table.opening import salvage
from table.schema import SCHEMA
from table.table import Table
from tests.table.evening import HOST, now, phone, reopened, start


def test_only_a_host_names_the_table(table: Table) -> None:
    assert table.snapshot().name == ""
    with pytest.raises(NotAllowedError):
        table.plate.call("Löwen", phone(0))
    assert table.snapshot().name == ""


def test_a_name_is_written_as_people_s_are_and_nothing_typed_takes_it_away(table: Table, path: Path) -> None:
    table.plate.call("  Zum   Löwen\n", HOST)
    assert table.snapshot().name == "Zum Löwen"
    table.plate.call("007", HOST)
    table.plate.call(" ", HOST)
    again = reopened(table, path)
    assert table.snapshot().name == again.snapshot().name == ""
    again.close()


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("\u200b", "bad_table_name"),
        ("L" * 25, "bad_table_name"),
        ("\u3164", "blank_name"),
        ("\u2800a", "blank_name"),
    ],
)
def test_what_shows_nothing_or_is_too_long_is_no_name(table: Table, typed: str, code: str) -> None:
    table.plate.call("Löwen", HOST)
    with pytest.raises(SetupError) as caught:
        table.plate.call(typed, HOST)
    assert (caught.value.code, table.snapshot().name) == (code, "Löwen")


def test_the_name_survives_a_new_game_a_pulled_plug_and_damage(
    table: Table, path: Path, tmp_path: Path
) -> None:
    table.plate.call("Löwen", HOST)
    table.plate.call("007", HOST)
    start(table)
    again = reopened(table, path)
    assert again.snapshot().name == "007"
    again.close()
    salvage(path, tmp_path / "fresh.db")
    saved = Table(Log(tmp_path / "fresh.db"), now)
    assert saved.snapshot().name == "007"
    saved.close()


def test_a_log_from_before_tables_had_names_takes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "older.db"
    with monkeypatch.context() as before:
        before.setattr("table.log.SCHEMA", SCHEMA[:8])
        Log(path).close()
    table = Table(Log(path), now)
    table.plate.call("Löwen", HOST)
    again = reopened(table, path)
    assert again.snapshot().name == "Löwen"
    again.close()


def test_a_name_that_can_t_be_written_is_not_shown(table: Table, log: Log) -> None:
    before = table.snapshot()
    log.freeze()
    with pytest.raises(LogError):
        table.plate.call("Löwen", HOST)
    assert table.snapshot() is before
