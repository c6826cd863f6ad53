"""`maexle card`: a file to print, and what is said where there can be none."""

from pathlib import Path

import pytest

from companion.commands import card
from companion.main import main

ADDRESS = ("--address", "http://192.0.2.7:8080")


@pytest.mark.parametrize(("name", "begins"), [("card.pdf", b"%PDF-"), ("card.SVG", b"<svg ")])
def test_the_card_is_written_as_its_name_says(tmp_path: Path, name: str, begins: bytes) -> None:
    file = tmp_path / name
    assert main(["card", str(file), *ADDRESS, "--wifi", "Hirsch", "--password", "", "--paper", "A5"]) == 0
    assert file.read_bytes().startswith(begins)
    assert b"192.0.2.7:8080" in file.read_bytes()


def test_what_can_be_no_card_is_said_and_nothing_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["card", str(tmp_path / "card.doc"), *ADDRESS]) == 2
    assert "ends in .pdf or .svg, not 'card.doc'" in capsys.readouterr().err
    wifi = ("--wifi", "Hirsch", "--password", "short")
    assert main(["card", str(tmp_path / "card.pdf"), *ADDRESS, *wifi]) == 2
    assert "a Wi-Fi's password of 8 to 63" in capsys.readouterr().err
    assert main(["card", str(tmp_path / "no" / "card.pdf"), *ADDRESS]) == 1
    assert list(tmp_path.iterdir()) == []


def test_without_a_network_an_address_has_to_be_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card, "own_address", lambda: None)
    assert main(["card", str(tmp_path / "card.pdf")]) == 1
    assert "say --address" in capsys.readouterr().err
    monkeypatch.setattr(card, "own_address", lambda: "192.0.2.9")
    assert main(["card", str(tmp_path / "card.pdf")]) == 0
    assert b"(192.0.2.9:" in (tmp_path / "card.pdf").read_bytes()
