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


@pytest.mark.parametrize("made_before", [False, True])
def test_a_set_up_that_is_stopped_leaves_a_table_only_where_a_folder_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, made_before: bool
) -> None:
    data = tmp_path / "mistyped"
    if made_before:
        data.mkdir()
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert main(["setup", "--data", str(data)]) == 1
    assert (data / "maexle.db").exists() == data.exists() == made_before
