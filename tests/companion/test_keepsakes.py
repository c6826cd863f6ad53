"""What a table makes once and keeps."""

import stat
from pathlib import Path

import pytest

from companion.kept.keepsakes import cookie_key, guesses, host_pin, keep_guesses, new_pin
from companion.main import main


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
    (tmp_path / "wrong-pins").write_text("?")
    assert guesses(tmp_path) == 0


def test_a_new_pin_takes_the_old_ones_place_for_its_owner_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = host_pin(tmp_path)
    while (new := new_pin(tmp_path)) == old:
        pass
    assert host_pin(tmp_path) == new
    assert stat.S_IMODE((tmp_path / "pin").stat().st_mode) == 0o600
    assert main(["pin", "--new", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == host_pin(tmp_path)
