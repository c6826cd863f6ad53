"""What a table makes once and keeps."""

import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.kept.keepsakes import cookie_key, guesses, host_pin, keep_guesses, new_pin
from companion.kept.places import log_file
from companion.main import main
from tests.bad_sector import unreadable


def test_key_and_pin_are_made_once_and_kept(tmp_path: Path) -> None:
    key, pin = cookie_key(tmp_path), host_pin(tmp_path)
    assert (cookie_key(tmp_path), host_pin(tmp_path)) == (key, pin)
    assert len(key) == 32
    assert len(pin) == 6
    assert pin.isdecimal()


def test_two_tables_have_different_keys(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert cookie_key(tmp_path / "a") != cookie_key(tmp_path / "b")


def test_only_the_tables_user_may_read_them(tmp_path: Path) -> None:
    host_pin(tmp_path)
    assert stat.S_IMODE((tmp_path / "pin").stat().st_mode) == 0o600


def test_a_draft_left_by_a_power_cut_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "pin.new").write_text("12")
    assert len(host_pin(tmp_path)) == 6


def test_guesses_at_the_pin_are_kept(tmp_path: Path) -> None:
    assert guesses(tmp_path) == 0
    keep_guesses(tmp_path, 17)
    assert guesses(tmp_path) == 17


@pytest.mark.parametrize("spoilt", [b"?", b"", b"\0\0", b"\xff", b"-7"])
def test_guesses_that_the_card_has_spoilt_are_none(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / "wrong-pins").write_bytes(spoilt)
    assert guesses(tmp_path) == 0


@pytest.mark.parametrize(
    "spoilt",
    [
        b"",
        b"\n",
        b"12345\n",
        b"1234567\n",
        b"123456\0\n",
        b"\0" * 7,
        b"\xff" * 6,
        "１２３４５６".encode(),
        b"abcdef",
    ],
)
def test_a_pin_that_is_no_pin_is_made_anew_with_one_warning_that_says_how_to_see_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, spoilt: bytes
) -> None:
    (tmp_path / "pin").write_bytes(spoilt)
    pin = host_pin(tmp_path)
    assert re.fullmatch("[0-9]{6}", pin)
    assert host_pin(tmp_path) == pin
    assert stat.S_IMODE((tmp_path / "pin").stat().st_mode) == 0o600
    (record,) = caplog.records
    assert "`maexle pin` shows it" in record.getMessage()
    assert pin not in record.getMessage()


@pytest.mark.parametrize(
    "spoilt", [b"", b"\0" * 65, b"ab" * 31, b"ab" * 33, b"\xff" * 64, b"gh" * 32, b"ab " * 32]
)
def test_a_key_that_is_not_as_long_as_it_was_written_is_made_anew_with_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, spoilt: bytes
) -> None:
    (tmp_path / "key").write_bytes(spoilt)
    key = cookie_key(tmp_path)
    assert len(key) == 32
    assert cookie_key(tmp_path) == key
    (record,) = caplog.records
    assert "take your chairs again" in record.getMessage()
    assert key.hex() not in record.getMessage()


@pytest.mark.parametrize(("name", "kept"), [("pin", host_pin), ("key", cookie_key)])
def test_what_the_card_reads_no_more_is_made_anew_with_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, kept: Callable[[Path], str | bytes]
) -> None:
    before = kept(tmp_path)
    with unreadable(tmp_path / name):
        made = kept(tmp_path)
    assert made != before
    assert kept(tmp_path) == made
    assert len(caplog.records) == 1


def test_a_pin_and_a_key_that_are_sound_are_no_news(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "pin").write_text("012345\r\n")
    assert host_pin(tmp_path) == "012345"
    cookie_key(tmp_path)
    assert not caplog.records


def test_a_new_pin_takes_the_old_ones_place_for_its_owner_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = host_pin(tmp_path)
    while (new := new_pin(tmp_path)) == old:
        pass
    assert host_pin(tmp_path) == new
    assert stat.S_IMODE((tmp_path / "pin").stat().st_mode) == 0o600
    log_file(tmp_path).touch()
    assert main(["pin", "--new", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == host_pin(tmp_path)


@pytest.mark.parametrize("new", [(), ("--new",)])
def test_where_no_table_is_no_pin_is_made_that_none_would_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], new: tuple[str, ...]
) -> None:
    assert main(["pin", *new, "--data", str(tmp_path / "data")]) == 1
    said = capsys.readouterr()
    assert (said.out, f"no table's memory in {tmp_path / 'data'}" in said.err) == ("", True)
    assert list(tmp_path.iterdir()) == []
