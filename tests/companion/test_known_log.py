"""Commands for a table that is there already lay none in a folder that somebody has mistyped."""

from pathlib import Path

import pytest

from companion.main import main


@pytest.mark.parametrize(
    ("command", "status"),
    [("check", 2), ("check --camera none", 2), ("hosts", 1), ("pin", 1), ("pin --new", 1)],
)
def test_a_folder_without_a_table_is_named_and_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, status: int
) -> None:
    for folder in (tmp_path, tmp_path / "mistyped"):
        assert main([*command.split(), "--data", str(folder)]) == status
        assert f"no table's memory in {folder}; say --data" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
