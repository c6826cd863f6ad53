"""What `make image` answers for the first start: as whoever reads YAML there understands it."""

from pathlib import Path

import pytest

from tests.sdcard.__main__ import CardError, main, read
from tests.sdcard.test_sdcard import KEY, SDCARD, SETTINGS


def test_a_network_s_name_with_an_emoji_is_written_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(SETTINGS.replace('Zum "Anker": oben', "Zum Anker 🍺"), "utf-8")
    assert main([str(tmp_path / "mine.toml"), str(tmp_path)]) == 0
    assert '"Zum Anker 🍺"' in (tmp_path / "network-config").read_text("utf-8")


@pytest.mark.parametrize("wifi", ['"Zum Anker"', "true", "[1]"])
def test_a_wifi_that_is_no_section_is_named(wifi: str) -> None:
    with pytest.raises(CardError, match=r"wifi: expected a section of its own, \[wifi\]"):
        read(f"wifi = {wifi}\n{SETTINGS.split('[wifi]', maxsplit=1)[0]}")


def test_a_network_s_name_that_can_t_be_printed_is_refused() -> None:
    with pytest.raises(CardError, match="name: a network's name"):
        read(SETTINGS.replace('Zum "Anker": oben', "Zum \x85 Anker"))


def test_the_example_is_understood_once_its_key_and_its_password_are_filled_in() -> None:
    example = (SDCARD / "card.toml").read_text()
    with pytest.raises(CardError, match="ssh_key"):
        read(example)
    keyed = example.replace("AAAA... the line in ~/.ssh/id_ed25519.pub", "AAAA wirt")
    with pytest.raises(CardError, match="password: expected 8 to 63"):
        read(keyed)
    said = read(keyed.replace('"8 to 63"', '"drei Bier, bitte"'))
    assert (said.host, said.wifi and said.wifi.country) == ("tisch", "DE")


@pytest.mark.parametrize(
    ("stands", "instead", "message"),
    [
        ('host = "tisch"', 'host = "Zum Tisch"', "host: expected letters, digits and hyphens"),
        ('user = "wirt"', "", "user: expected small letters and digits, as `wirt`, found nothing"),
        (KEY, "a password", "ssh_key: expected one line of a file that ends in .pub"),
        ('"DE"', '"Germany"', "country: expected two capital letters"),
        ('"drei Bier, bitte"', '"kurz"', "password: expected 8 to 63"),
        ("[wifi]", 'colour = "red"\n[wifi]', "no such settings: colour"),
        ("host =", "host", "make image: "),
    ],
)
def test_a_setting_that_won_t_do_is_named_and_nothing_is_written(
    tmp_path: Path, stands: str, instead: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_text(SETTINGS.replace(stands, instead))
    out = tmp_path / "out"
    out.mkdir()
    assert main([str(tmp_path / "mine.toml"), str(out)]) == 2
    assert message in capsys.readouterr().err
    assert not list(out.iterdir())
