"""The installer beside another apt, as a Pi's own upgrade after its first start: it waits."""

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_systemd import INSTALLER, STAGE, stage


@pytest.mark.parametrize("lock", ["lists", "archives"])
def test_it_waits_until_another_apt_has_fetched_what_it_fetches(tmp_path: Path, lock: str) -> None:
    with (tmp_path / lock).open("w") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        with subprocess.Popen(
            ["bash", "-c", STAGE, "stage", INSTALLER, "install_packages"],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "REAL_PYTHON": sys.executable, "STATUS": "not-installed"},
            stdout=subprocess.PIPE,
            text=True,
        ) as installer:
            assert installer.stdout
            before = [installer.stdout.readline() for _ in "12"]
            fcntl.lockf(held, fcntl.LOCK_UN)
            after = installer.stdout.read()
    assert before[0].startswith("==> installing ")
    assert before[1] == "==> another apt is at work: waiting for it\n"
    assert "apt-get -q --error-on=any update" in after
    assert installer.returncode == 0


def test_apt_itself_waits_for_who_unpacks(tmp_path: Path) -> None:
    asked = stage(tmp_path, "install_packages", STATUS="not-installed").stdout
    (unpacking,) = [line for line in asked.splitlines() if "install --yes" in line]
    assert "-o DPkg::Lock::Timeout=900 " in unpacking
