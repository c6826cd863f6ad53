"""Taking the table off again: what is laid goes, what is yours stays, and nothing brings it back."""

import subprocess
from pathlib import Path

import pytest

from tests.test_systemd import SYSTEMD, run

SDCARD = SYSTEMD / "sdcard"
CMDLINE = "console=tty1 root=PARTUUID=1 rootwait"
LAID = (
    *("opt/maexle/settle.sh", "opt/maexle/venv-1/bin/maexle", "rules/99-maexle.rules", "commands/maexle"),
    *(f"units/maexle{each}.service" for each in ("", "-first-boot", "-settle", "-stick")),
    *("rules/99-maexle-stick.rules", "boot/maexle/first-boot.sh", "boot/vendor-data", "log"),
    "wifi/90-maexle-wifi.conf",
)
KEPT = ("etc/maexle.toml", "memory/maexle.db", "boot/user-data", "rules/99-o.rules", "units/o.service")
STAGE = r"""
source "$1/uninstall.sh"; cd "$2"
VENV=$PWD/opt/maexle/venv SETTINGS=$PWD/etc/maexle.toml UNITS=$PWD/units UDEV_RULES=$PWD/rules LOCK=$PWD/lock
COMMANDS=$PWD/commands WIFI=$PWD/wifi BOOT=$PWD/boot FSTAB=$PWD/fstab FIRST_LOG=$PWD/log
for tool in systemctl udevadm; do eval "$tool() { echo \"$tool \$*\"; }"; done
findmnt() { [[ $* != *--mountpoint* || -n ${STICK:-} ]] && echo "${ROOT:-/dev/mmcblk0p2}"; }
check_root() { :; }
mountpoint() { [[ -n ${MOUNTED:-} ]]; }
uninstall ${WORDS:-}
"""


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A table that a prepared card has set up."""
    for name in (*LAID, *KEPT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "boot" / "vendor-data").write_bytes((SDCARD / "vendor-data").read_bytes())
    (tmp_path / "boot" / "cmdline.txt").write_text(f"{CMDLINE}\n")
    (tmp_path / "fstab").write_text(f"PARTUUID=1-01  {tmp_path}/boot  vfat  defaults  0  2\n")
    return tmp_path


def uninstalled(pi: Path, **said: str) -> subprocess.CompletedProcess[str]:
    return run("bash", "-c", STAGE, "stage", SYSTEMD, pi, where=pi, **said)


def test_what_was_laid_is_gone_and_what_is_yours_stays(pi: Path) -> None:
    result = uninstalled(pi, MOUNTED="1")
    assert result.returncode == 0, result.stderr
    assert [name for name in LAID if (pi / name).exists()] == []
    assert [name for name in KEPT if not (pi / name).exists()] == []
    assert not (pi / "opt" / "maexle").exists()
    assert not (pi / "boot" / "maexle").exists()
    assert "Mäxle is gone" in result.stdout
    assert uninstalled(pi, MOUNTED="1").returncode == 0  # and once more


def test_where_the_memory_lies_on_a_stick_it_is_said_how_to_be_rid_of_that(pi: Path) -> None:
    on_card, on_stick = (uninstalled(pi, MOUNTED="1", STICK=stick).stdout for stick in ("", "1"))
    assert "umount" not in on_card
    assert "sudo umount /var/lib/maexle" in on_stick
    (pi / "fstab").write_text("UUID=1 /var/lib/maexle ext4 nofail 0 2\nUUID=2 / ext4 defaults 0 1\n")
    line = next(line.strip() for line in on_stick.splitlines() if "sed" in line)
    run("bash", "-c", line.replace("sudo ", "").replace("/etc/fstab", str(pi / "fstab")))
    assert (pi / "fstab").read_text() == "UUID=2 / ext4 defaults 0 1\n"


def test_nothing_on_the_card_calls_what_is_gone(pi: Path) -> None:
    firstrun, cmdline = pi / "boot" / "firstrun.sh", pi / "boot" / "cmdline.txt"
    firstrun.write_text("#!/bin/sh\nbash /boot/firmware/maexle/first-boot.sh lay-only\nexit 0\n")
    cmdline.write_text(f"{CMDLINE} systemd.run=/boot/firmware/maexle/firstrun.sh systemd.unit=x.target\n")
    assert uninstalled(pi, MOUNTED="1").returncode == 0
    assert firstrun.read_text() == "#!/bin/sh\nexit 0\n"
    assert cmdline.read_text() == f"{CMDLINE}\n"


def test_a_vendor_data_of_somebody_else_s_stays(pi: Path) -> None:
    (pi / "boot" / "vendor-data").write_text("#cloud-config\n")
    assert uninstalled(pi, MOUNTED="1").returncode == 0
    assert (pi / "boot" / "vendor-data").exists()


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"ROOT": "overlayroot"}, "this Pi's root is read-only: what is taken off would be back"),
        ({"MOUNTED": ""}, "the card's first partition is not mounted here"),
        ({"WORDS": "--help"}, "usage: sudo systemd/uninstall.sh"),
    ],
)
def test_where_the_table_would_come_back_or_help_is_asked_for_nothing_is_taken_off(
    pi: Path, said: dict[str, str], message: str
) -> None:
    result = uninstalled(pi, **{"MOUNTED": "1"} | said)
    assert result.returncode == 1
    assert message in result.stderr
    assert [name for name in LAID if not (pi / name).exists()] == []


def test_the_card_is_called_as_the_card_s_own_files_say() -> None:
    called = "/boot/firmware/maexle/first"
    assert f"\nCALLED={called} " in (SYSTEMD / "uninstall.sh").read_text(encoding="utf-8")
    for file in ("vendor-data", "onto-card.sh"):
        assert called in (SDCARD / file).read_text(encoding="utf-8")
