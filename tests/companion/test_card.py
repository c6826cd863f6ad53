"""`maexle card`: a file to print, and what is said where there can be none."""

from pathlib import Path

import pytest

from companion.fittings import network
from companion.kept.places import log_file
from companion.main import main
from tests.companion.copies import lived

ADDRESS = ("--address", "http://192.0.2.7:8080")


@pytest.mark.parametrize(("name", "begins"), [("card.pdf", b"%PDF-"), ("card.SVG", b"<svg ")])
def test_the_card_is_written_as_its_name_says(tmp_path: Path, name: str, begins: bytes) -> None:
    file = tmp_path / name
    assert main(["card", str(file), *ADDRESS, "--wifi", "Hirsch", "--password", "", "--paper", "A5"]) == 0
    assert file.read_bytes().startswith(begins)
    assert b"192.0.2.7:8080" in file.read_bytes()


def test_the_card_is_called_as_a_host_has_called_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lived(tmp_path / "data")
    file = tmp_path / "card.svg"
    assert main(["card", str(file), *ADDRESS, "--data", str(tmp_path / "data")]) == 0
    assert ">Zum Löwen</text>" in file.read_text("utf-8")
    log_file(tmp_path / "data").write_bytes(b"nonsense")
    assert main(["card", str(file), *ADDRESS, "--data", str(tmp_path / "data")]) == 0
    assert "named as in the settings" in capsys.readouterr().err
    assert ">Zum Löwen</text>" not in file.read_text("utf-8")


def test_what_can_be_no_card_is_said_and_nothing_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["card", str(tmp_path / "card.doc"), *ADDRESS]) == 2
    assert "ends in .pdf or .svg, not 'card.doc'" in capsys.readouterr().err
    wifi = ("--wifi", "Hirsch", "--password", "short")
    assert main(["card", str(tmp_path / "card.pdf"), *ADDRESS, *wifi]) == 2
    assert "a Wi-Fi's password of 8 to 63" in capsys.readouterr().err
    assert main(["card", str(tmp_path / "card.pdf"), *ADDRESS, "--password", "in the cellar"]) == 2
    assert "say its name, too, with --wifi" in capsys.readouterr().err
    assert main(["card", str(tmp_path / "no" / "card.pdf"), *ADDRESS]) == 1
    assert f"{tmp_path}/no/card.pdf: there is no such file or folder" in capsys.readouterr().err
    assert main(["card", str(tmp_path / "card.pdf"), *ADDRESS, "--wifi", "Łoś", "--password", ""]) == 2
    assert "a PDF has not all letters of 'Łoś'; name an .svg" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "address",
    [
        *("http://[", "http://[fd00::1", f"http://x/{4000 * 'a'}", "foo bar", "http://x:80 80", " 192.0.2.7"),
        *("http://x:99999", "192.0.2.7:0", "192.0.2.7:port", "http://", "http://:8080"),
    ],
)
def test_an_address_that_is_none_or_that_no_code_has_room_for_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    assert main(["card", str(tmp_path / "card.pdf"), "--address", address]) == 2
    assert capsys.readouterr().err.startswith("maexle card: --address: expected one like http://")
    assert list(tmp_path.iterdir()) == []


def test_an_address_without_its_beginning_is_a_link_in_the_code_all_the_same(tmp_path: Path) -> None:
    cards = []
    for said in ("http://192.0.2.7:8080", "192.0.2.7:8080", "192.0.2.7:8080/"):
        assert main(["card", str(tmp_path / "card.svg"), "--address", said]) == 0
        cards.append((tmp_path / "card.svg").read_bytes())
    assert cards[1:] == cards[:1] * 2


@pytest.mark.parametrize("ended", [EOFError, KeyboardInterrupt])
def test_who_gives_no_password_gets_no_card_and_no_trace(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    ended: type[BaseException],
) -> None:
    def end(_question: str) -> str:
        raise ended

    monkeypatch.setattr("getpass.getpass", end)
    assert main(["card", str(tmp_path / "card.pdf"), *ADDRESS, "--wifi", "Hirsch"]) == 2
    assert "no password was given, and nothing is written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_a_network_an_address_has_to_be_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "own_address", lambda: None)
    assert main(["card", str(tmp_path / "card.pdf")]) == 1
    assert "say --address" in capsys.readouterr().err
    monkeypatch.setattr(network, "own_address", lambda: "192.0.2.9")
    assert main(["card", str(tmp_path / "card.pdf")]) == 0
    assert b"(192.0.2.9:" in (tmp_path / "card.pdf").read_bytes()
    assert main(["card", str(tmp_path / "card.pdf"), "--port", "8090"]) == 0
    assert b"(192.0.2.9:8090)" in (tmp_path / "card.pdf").read_bytes()
    assert main(["address", "--port", "8090"]) == 0
    assert "http://192.0.2.9:8090/" in capsys.readouterr().out
