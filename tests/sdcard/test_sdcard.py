"""What `make image` makes: the bundle is whole, and a first start installs once, however it is disturbed."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from companion.settings import Settings
from tests.checkout import checkout
from tests.sdcard.__main__ import main
from tests.test_systemd import analyze, run, stage, wheel

TREE = Path(__file__).parents[2]
SDCARD = TREE / "systemd" / "sdcard"
UNIT = "maexle-first-boot.service"
CARD = "/boot/firmware/maexle"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA landlord@pub"
SETTINGS = f"""
host = "tisch"
user = "wirt"
ssh_key = "{KEY}"
[wifi]
country = "DE"
name = 'Zum "Anker": oben'
password = "drei Bier, bitte"
"""
IMAGERS_FIRSTRUN = """#!/bin/sh
set +e
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
CMDLINE = "console=tty1 root=PARTUUID=1 rootwait"


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle as `make image` makes it, with settings of its own."""
    home, path = os.environ.get("HOME", "/"), f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    if run("git", "-C", TREE, "rev-parse", "HEAD", HOME=home).returncode:
        pytest.skip("what is shipped is what is committed, and this is no checkout")
    place = tmp_path_factory.mktemp("image")
    (place / "mine.toml").write_text(SETTINGS)
    words = ("image", f"IMAGE={place / 'bundle'}", f"ARGS={place / 'mine.toml'}")
    made = run("make", "-s", "-C", TREE, *words, HOME=home, PATH=path)
    assert made.returncode == 0, made.stderr
    return place / "bundle"


class Pi:
    """A Pi with a card whose archive has an installer that only notes that it ran, as its tools do."""

    def __init__(self, place: Path) -> None:
        self.place, self.boot, self.tools = place, place / "boot", place / "tools"
        self.done, self.log, self.calls = place / "first-boot.done", place / "log", place / "calls"
        self.units = place / "units"
        shutil.copytree(SDCARD, self.boot / "maexle")
        self._script = self.boot / "maexle" / "first-boot.sh"
        text = self._script.read_text()
        for stands, meant in (
            ("DONE=/etc/maexle/first-boot.done", f"DONE={self.done}"),
            ("LOG=/var/log/maexle-first-boot.log", f"LOG={self.log}"),
            ("UNITS=/etc/systemd/system", f"UNITS={self.units}"),
        ):
            assert stands in text
            text = text.replace(stands, meant)
        self._script.write_text(text)
        self.tools.mkdir()
        for tool in ("systemctl", "dpkg", "cloud-init", "sleep"):
            self.lay_tool(tool)
        self.lay_archive(0)

    def lay_tool(self, name: str, then: str = "") -> None:
        file = self.tools / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >>{self.calls}\n{then}\n')
        file.chmod(0o755)

    def lay_archive(self, status: int) -> None:
        tree = self.place / "tree" / "maexle" / "systemd"
        tree.mkdir(parents=True, exist_ok=True)
        (tree / "install.sh").write_text(f"echo installer >>{self.calls}; echo its words; exit {status}\n")
        with tarfile.open(self.boot / "maexle" / "maexle.tar.gz", "w:gz") as archive:
            archive.add(self.place / "tree" / "maexle", "maexle")

    def first_boot(self, what: str) -> subprocess.CompletedProcess[str]:
        return run("bash", self._script, what, PATH=f"{self.tools}:/usr/bin:/bin")

    def called(self) -> list[str]:
        """What was called since the last look."""
        calls = self.calls.read_text().splitlines() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return calls


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_the_bundle_s_archive_holds_what_the_installer_needs(bundle: Path, tmp_path: Path) -> None:
    work, place = tmp_path / "work", tmp_path / "pi"
    work.mkdir()
    place.mkdir()
    assert run("tar", "-xzf", bundle / "maexle" / "maexle.tar.gz", where=work).returncode == 0
    installer = work / "maexle" / "systemd" / "install.sh"
    result = stage(place, "main", installer, WHEEL=wheel(tmp_path, "maexle"))
    assert result.returncode == 0, result.stderr
    for said in ("pip LICENSE README.md companion device games pyproject.toml table", "you become the host"):
        assert said in result.stdout


def test_what_the_docs_do_later_by_the_tree_goes_by_the_archive_on_the_card(
    bundle: Path, tmp_path: Path
) -> None:
    unpacking = f"tar -xzf {CARD}/maexle.tar.gz && cd maexle"
    assert f"`{unpacking}`" in (TREE / "docs" / "appliance.md").read_text(encoding="utf-8")
    unpacked = run("bash", "-ec", unpacking.replace(CARD, f"{bundle}/maexle"), where=tmp_path)
    assert unpacked.returncode == 0, unpacked.stderr
    for script in ("install.sh", "read-only.sh", "uninstall.sh"):
        assert (tmp_path / "maexle" / "systemd" / script).stat().st_mode & 0o111, script


def test_the_bundle_has_all_that_its_readme_names(bundle: Path) -> None:
    assert {str(file.relative_to(bundle)) for file in bundle.rglob("*") if file.is_file()} == {
        "README.md", "onto-card.sh", "vendor-data", "user-data", "network-config", "meta-data",
        "maexle/maexle.tar.gz", "maexle/first-boot.sh", "maexle/firstrun.sh", f"maexle/{UNIT}",
    }  # fmt: skip


def test_a_start_sets_the_service_up_and_does_not_wait_for_it(pi: Pi) -> None:
    result = pi.first_boot("lay")
    assert (result.stderr, result.returncode) == ("", 0)
    assert pi.called() == [
        f"systemctl --quiet enable {UNIT}",
        "systemctl daemon-reload",
        f"systemctl start --no-block {UNIT}",
    ]
    assert (pi.units / UNIT).read_bytes() == (SDCARD / UNIT).read_bytes()


def test_the_first_run_installs_and_takes_itself_away_and_a_second_one_does_nothing(pi: Pi) -> None:
    pi.first_boot("lay")
    pi.called()
    first = pi.first_boot("run")
    assert first.returncode == 0, first.stderr
    assert pi.called() == [
        "cloud-init status --wait",
        "dpkg --configure -a",
        "installer",
        f"systemctl --quiet disable {UNIT}",
    ]
    assert pi.log.read_text() == "its words\n"
    assert not (pi.units / UNIT).exists()
    assert "Go on with your phone" in first.stdout
    second = pi.first_boot("run")
    assert (second.returncode, pi.called()) == (0, [])
    assert "the table is installed already: nothing to do" in second.stdout
    assert (pi.first_boot("lay").returncode, pi.called()) == (0, [])
    assert not (pi.units / UNIT).exists()


@pytest.mark.parametrize("trouble", ["installer", "dpkg", "archive"])
def test_what_fails_is_said_and_tried_again_until_it_works(pi: Pi, trouble: str) -> None:
    if trouble == "dpkg":
        pi.lay_tool("dpkg", then="exit 2")
    elif trouble == "archive":
        (pi.boot / "maexle" / "maexle.tar.gz").write_bytes(b"half a card")
    else:
        pi.lay_archive(1)
    failed = pi.first_boot("run")
    assert failed.returncode == 1
    assert "that did not work; the lines above say why. It is tried again in 30 s" in failed.stdout
    assert not pi.done.exists()
    assert not any("disable" in call for call in pi.called())
    pi.lay_tool("dpkg")
    pi.lay_archive(0)
    assert pi.first_boot("run").returncode == 0
    assert pi.done.exists()


@pytest.mark.parametrize(("before", "pause_s"), [(0, 30), (3, 120), (400, 600)])
def test_the_more_often_it_has_failed_the_longer_it_waits(pi: Pi, before: int, pause_s: int) -> None:
    pi.lay_archive(1)
    pi.lay_tool("systemctl", then=f"echo {before}")
    assert f"It is tried again in {pause_s} s" in pi.first_boot("run").stdout
    calls = pi.called()
    assert f"systemctl show -P NRestarts {UNIT}" in calls
    assert calls[-1] == f"sleep {pause_s - 30}"  # systemd itself waits for the rest


def test_a_key_that_can_t_be_written_over_keeps_nobody_from_the_table(pi: Pi) -> None:
    (pi.boot / "network-config").mkdir()  # what can be written by root neither
    pi.lay_tool("grep")
    first = pi.first_boot("run")
    assert first.returncode == 0, first.stderr
    assert pi.done.exists()
    assert "the Wi-Fi's key still lies there for everybody" in pi.log.read_text()
    assert "Go on with your phone" in first.stdout


def test_however_often_it_is_tried_its_log_stays_small_and_keeps_the_newest(pi: Pi) -> None:
    pi.log.write_text("".join(f"try {number}\n" for number in range(200_000)))
    pi.first_boot("run")
    assert len(kept := pi.log.read_text()) < 600_000
    assert kept.endswith("try 199998\ntry 199999\nits words\n")


def test_systemd_tries_again_for_ever_and_says_what_happens_on_the_screen(tmp_path: Path) -> None:
    unit = (SDCARD / UNIT).read_text()
    pause = next(line for line in (SDCARD / "first-boot.sh").read_text().splitlines() if "AGAIN_S=" in line)
    for line in (
        f"RestartSec={pause.split('=')[1].split()[0]}",
        "Restart=on-failure",
        "StartLimitIntervalSec=0",
        "StandardOutput=journal+console",
    ):
        assert f"\n{line}\n" in unit
    (tmp_path / UNIT).write_text(unit)
    assert analyze("verify", "--man=no", tmp_path / UNIT).stderr == ""


def test_only_our_own_key_of_the_wifi_is_written_over_once_it_is_taken_up(pi: Pi, bundle: Path) -> None:
    network = pi.boot / "network-config"
    network.write_text("network: what Imager wrote")
    pi.first_boot("run")
    assert network.read_text() == "network: what Imager wrote"
    pi.done.unlink()
    shutil.copy(bundle / "network-config", network)
    pi.lay_tool("touch", then="exit 1")  # a plug that is pulled then never leaves the key behind
    pi.first_boot("run")
    assert not pi.done.exists()
    assert network.read_text() == "# What stood here was taken up at the first start.\n"


def test_where_the_table_will_be_found_is_said_with_its_port() -> None:
    for file in ("README.md", "card.toml"):
        said = re.findall(r"http://tisch\.local\S*", (SDCARD / file).read_text())
        assert [each.rstrip("`") for each in said] == [f"http://tisch.local:{Settings().web.port}"], file


def test_all_files_mean_the_same_place_on_the_card() -> None:
    for file in (UNIT, "vendor-data", "onto-card.sh", "README.md"):
        assert "/boot/firmware/maexle/first" in (SDCARD / file).read_text(), file


@pytest.mark.parametrize("script", ["first-boot.sh", "firstrun.sh", "onto-card.sh"])
def test_a_script_is_sound_and_can_be_started(script: str) -> None:
    result = run("bash", "-n", SDCARD / script)
    assert (result.stderr, result.returncode) == ("", 0)
    assert (SDCARD / script).stat().st_mode & 0o111


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """The first partition of a card as it is written."""
    place = tmp_path / "bootfs"
    place.mkdir()
    (place / "config.txt").touch()
    (place / "cmdline.txt").write_text(f"{CMDLINE}\r\n")
    return place


def put_onto(card: Path, bundle: Path) -> None:
    for _ in "12":  # a second time changes nothing
        result = run("bash", bundle / "onto-card.sh", card)
        assert result.returncode == 0, result.stderr
    assert (card / "maexle" / "maexle.tar.gz").read_bytes() == (
        bundle / "maexle" / "maexle.tar.gz"
    ).read_bytes()


def test_onto_a_card_with_cloud_init_go_the_bundle_s_answers_and_what_starts_it(
    card: Path, bundle: Path
) -> None:
    (card / "user-data").write_text("#cloud-config\n")
    put_onto(card, bundle)
    for file in ("vendor-data", "user-data", "network-config", "meta-data"):
        assert (card / file).read_bytes() == (bundle / file).read_bytes()
    assert (card / "cmdline.txt").read_text() == f"{CMDLINE}\n"


def test_on_an_older_card_imager_s_own_script_calls_ours(card: Path, bundle: Path) -> None:
    (card / "firstrun.sh").write_text(IMAGERS_FIRSTRUN)
    put_onto(card, bundle)
    calling = f"bash {CARD}/first-boot.sh lay-only\n"
    assert (card / "firstrun.sh").read_text().replace(calling, "", 1) == IMAGERS_FIRSTRUN
    assert (card / "cmdline.txt").read_text() == f"{CMDLINE}\n"
    # as Raspberry Pi OS has it before the first start
    assert run("sed", "-n", "-i", r"/rm.*firstrun\.sh$/q;p", card / "firstrun.sh").returncode == 0
    assert (card / "firstrun.sh").read_text().endswith(calling)


def test_a_script_of_somebody_s_own_calls_ours_before_it_ends(card: Path, bundle: Path) -> None:
    (card / "firstrun.sh").write_text("#!/bin/sh\necho mine\nexit 0\n")
    put_onto(card, bundle)
    assert (card / "firstrun.sh").read_text().endswith("first-boot.sh lay-only\nexit 0\n")


def test_on_an_older_card_without_settings_the_kernel_s_one_line_names_our_script(
    card: Path, bundle: Path
) -> None:
    put_onto(card, bundle)
    (line,) = (card / "cmdline.txt").read_text().splitlines()
    assert line.startswith(f"{CMDLINE} systemd.run=/boot/firmware/maexle/firstrun.sh ")
    assert f"`{line.removeprefix(f'{CMDLINE} ')}`" in (SDCARD / "README.md").read_text()


def test_in_a_folder_with_spaces_the_bundle_is_made_as_well(tmp_path: Path) -> None:
    tree = checkout(tmp_path / "my table")
    made = run("make", "-s", "-C", tree, "image")
    assert made.returncode == 0, made.stderr
    assert (tree / "build" / "image" / "maexle" / UNIT).exists()


def test_without_what_make_image_makes_a_card_is_left_as_it_is(card: Path) -> None:
    before = sorted(card.iterdir())
    result = run("bash", SDCARD / "onto-card.sh", card)
    assert result.returncode == 1
    assert "take the one in build/image, from make image" in result.stderr
    assert sorted(card.iterdir()) == before


def test_something_that_is_no_fresh_card_is_refused(tmp_path: Path, bundle: Path) -> None:
    result = run("bash", bundle / "onto-card.sh", tmp_path)
    assert result.returncode == 1
    assert "usage: ./onto-card.sh CARD" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("status", [0, 1])
def test_the_older_start_goes_on_whatever_happens_and_calls_it_no_second_time(pi: Pi, status: int) -> None:
    pi.lay_tool("systemctl", then=f"exit {status}")
    cmdline = pi.boot / "cmdline.txt"
    cmdline.write_text(f"{CMDLINE} systemd.run=/boot/firmware/maexle/firstrun.sh systemd.unit=x.target\n")
    result = run("bash", pi.boot / "maexle" / "firstrun.sh", PATH=f"{pi.tools}:/usr/bin:/bin")
    assert result.returncode == 0
    assert cmdline.read_text() == f"{CMDLINE}\n"
    assert pi.called() == [f"systemctl --quiet enable {UNIT}"]  # the next start begins it


def yaml(file: Path) -> dict[str, object]:
    """What stands in it: JSON under comments, which YAML allows."""
    lines = file.read_text().splitlines()
    said: dict[str, object] = json.loads("\n".join(line for line in lines if not line.startswith("#")))
    return said


def test_the_answers_have_no_password_and_the_network_s_key_is_its_owner_s_alone(bundle: Path) -> None:
    key = hashlib.pbkdf2_hmac("sha1", b"drei Bier, bitte", b'Zum "Anker": oben', 4096, 32).hex()
    wifi = {
        "dhcp4": True,
        "optional": True,
        "regulatory-domain": "DE",
        "access-points": {'Zum "Anker": oben': {"password": key}},
    }
    network = yaml(bundle / "network-config")["network"]
    assert isinstance(network, dict)
    assert network["wifis"] == {"wlan0": wifi}
    assert (bundle / "network-config").stat().st_mode & 0o077 == 0
    assert not any(b"Bier" in file.read_bytes() for file in bundle.iterdir() if file.is_file())
    user_data = yaml(bundle / "user-data")
    assert user_data["hostname"] == "tisch"
    assert isinstance(user_data["users"], list)
    (user,) = user_data["users"]
    assert (user["name"], user["lock_passwd"], user["ssh_authorized_keys"]) == ("wirt", True, [KEY])


def test_other_answers_are_another_card_for_cloud_init(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(SETTINGS.replace("tisch", "stube"))
    assert main([str(tmp_path / "other.toml"), str(tmp_path)]) == 0
    marks = {str(yaml(place / "meta-data")["instance-id"]) for place in (bundle, tmp_path)}
    assert len(marks) == 2


@pytest.mark.skipif(shutil.which("cloud-init") is None, reason="needs Debian's cloud-init")
@pytest.mark.parametrize("file", ["vendor-data", "user-data"])
def test_cloud_init_understands_what_it_is_given(bundle: Path, file: str) -> None:
    result = run("cloud-init", "schema", "--config-file", bundle / file)
    assert result.returncode == 0, result.stderr
