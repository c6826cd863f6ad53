"""What `make image` answers for the first start: as whoever reads YAML there understands it."""

from pathlib import Path

import pytest

from tests.sdcard.__main__ import CardError, main, read
from tests.sdcard.test_sdcard import SETTINGS


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
