"""A program proves that it reads dice before a table is trusted to it."""

import shutil
from pathlib import Path

import pytest

from companion.commands import proof
from companion.fittings.wiring import DEMO
from companion.main import main


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program's own pictures, to be changed."""
    shutil.copytree(DEMO, tmp_path / "demo")
    monkeypatch.setattr(proof, "DEMO", tmp_path / "demo")
    return tmp_path / "demo"


def test_this_program_reads_its_own_pictures_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["proof"]) == 0
    assert capsys.readouterr().out.endswith(", 0 of them wrong\n")


def test_one_wrong_reading_is_a_failure_and_is_named(
    pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(pictures / "white_01.jpg", pictures / "white_00.jpg")
    assert main(["proof"]) == 1
    assert "white_00.jpg: read as 1 2" in capsys.readouterr().out


def test_a_reading_of_what_no_referee_reads_is_a_failure(
    pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(pictures / "white_01.jpg", pictures / "white_43.jpg")
    assert main(["proof"]) == 1
    assert "white_43.jpg: read as 1 2" in capsys.readouterr().out


def test_a_program_that_reads_hardly_anything_is_not_trusted_though_nothing_is_wrong(
    pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for throw in sorted(pictures.glob("white_0*.jpg")):
        shutil.copy(pictures / "window_empty.jpg", throw)
    assert main(["proof"]) == 1
    assert "0 of them wrong" in capsys.readouterr().out
