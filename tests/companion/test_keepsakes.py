"""What a table makes once and keeps."""

import stat
from pathlib import Path

from companion.kept.keepsakes import cookie_key, host_pin


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
