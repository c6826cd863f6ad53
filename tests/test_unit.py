"""The table's own unit: systemd understands it, and it allows no more than the table needs."""

import re
from pathlib import Path

import pytest

from tests.test_systemd import INSTALLER, SYSTEMD, UNIT, analyze

EXPOSURE = 1.5


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit as it is, but for a program that every machine has."""
    path = tmp_path / UNIT.name
    path.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/sh", UNIT.read_text(encoding="utf-8")))
    return path


def test_systemd_has_nothing_to_say_about_the_unit(unit: Path) -> None:
    result = analyze("verify", "--man=no", unit)
    assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)


def test_a_key_that_systemd_does_not_know_would_be_seen(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("[Service]", "[Service]\nWatchdogSecs=30"))
    assert "WatchdogSecs" in analyze("verify", "--man=no", unit).stderr


def test_the_sandbox_does_not_get_wider(unit: Path) -> None:
    result = analyze("security", "--offline=true", f"--threshold={round(EXPOSURE * 10)}", "--no-pager", unit)
    assert result.returncode == 0, result.stdout.splitlines()[-1]


def test_a_system_call_that_is_refused_does_not_end_the_table() -> None:
    assert "\nSystemCallErrorNumber=EPERM\n" in UNIT.read_text(encoding="utf-8")


@pytest.mark.parametrize("device", ["gpiochip", "dma_heap", "video4linux", "media"])
def test_the_unit_may_use_what_the_table_is_made_of(device: str) -> None:
    assert f"\nDeviceAllow=char-{device} rw\n" in UNIT.read_text(encoding="utf-8")


def test_the_camera_s_driver_is_there_before_devices_are_allowed() -> None:
    before_service = UNIT.read_text(encoding="utf-8").partition("[Service]")[0]
    for how in ("Wants", "After"):
        assert f"\n{how}=modprobe@videodev.service\n" in before_service


def test_the_table_is_started_again_however_long_the_trouble_lasts() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    for line in ("StartLimitIntervalSec=0", "Restart=always", "RestartSec=5"):
        assert f"\n{line}\n" in unit
    assert "StartLimitBurst" not in unit


def test_unit_and_installer_mean_the_same_places() -> None:
    installer = INSTALLER.read_text(encoding="utf-8")
    start = re.search(
        r"(?m)^ExecStart=(\S+)/bin/maexle run .*--settings (\S+)$", UNIT.read_text(encoding="utf-8")
    )
    assert start
    assert f"\nVENV={start[1]}\n" in (SYSTEMD / "settle.sh").read_text(encoding="utf-8")
    assert f"\nSETTINGS={start[2]}\n" in installer


def test_pins_and_buffers_are_given_to_the_groups_of_the_user() -> None:
    rules = (SYSTEMD / "99-maexle.rules").read_text(encoding="utf-8")
    assert re.search(r'SUBSYSTEM=="gpio", KERNEL=="gpiochip\[0-9\]\*", GROUP="gpio", MODE="0660"', rules)
    assert re.search(r'SUBSYSTEM=="dma_heap", GROUP="video", MODE="0660"', rules)
    assert "--groups gpio,video maexle" in INSTALLER.read_text(encoding="utf-8")
