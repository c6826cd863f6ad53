import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

TREE = Path(__file__).parents[1]
SYSTEMD = TREE / "systemd"
UNIT = SYSTEMD / "maexle.service"
INSTALLER = SYSTEMD / "install.sh"
EXPOSURE = 1.8  # 1.7 measured with systemd 252 and 257

# What stands in for the machine when the installer runs in a test: shell functions go before commands.
STAGE = r"""
source "$1"; shift
PYTHON=python VENV=$PWD/opt/venv SETTINGS=$PWD/etc/maexle.toml UNITS=$PWD/units UDEV_RULES=$PWD/rules
COMMANDS=$PWD/commands
python() {
    case "$*" in
        *" pip wheel "*) echo "pip $(ls "$PWD/tree" | xargs)"; cp "$WHEEL" "$PWD"; return "${BUILD:-0}" ;;
        *babel*) echo "babel ${*: -2}" ;;
        *) "$REAL_PYTHON" "$@" ;;
    esac
}
check_root() { :; }
dpkg() { case $1 in --print-architecture) echo "${BITS:-arm64}" ;; *) command dpkg "$@" ;; esac; }
dpkg-query() {
    case $2 in
        *Version*)
            case $3 in
                python3-gpiozero) echo "${GPIOZERO:-2.0.1-0+rpt1}" ;;
                *) echo "${PICAMERA:-0.3.25-1}" ;;
            esac ;;
        *) echo "${STATUS:-installed}" ;;
    esac
}
apt-cache() { [[ $2 != "${UNKNOWN:-}" ]]; }
for tool in getent groupadd useradd usermod systemctl; do
    eval "$tool() { echo \"$tool \$*\"; }"
done
apt-get() { echo "apt-get $*"; [[ -z ${OFFLINE:-} || $* != *update* ]]; }
udevadm() { echo "udevadm $*"; return "${NO_UDEV:-0}"; }
id() { false; }
"$@"
"""


# What a run asks of the machine: the old program runs until the new one is in place.
UPGRADE = [
    "babel -d tree/web/translations",
    "pip LICENSE README.md companion device games pyproject.toml table vision web",
    "useradd --system --user-group --no-create-home --home-dir /var/lib/maexle"
    " --shell /usr/sbin/nologin maexle",
    "usermod --append --groups gpio,video maexle",
    "udevadm control --reload",
    "udevadm trigger --subsystem-match=gpio --subsystem-match=dma_heap",
    "systemctl daemon-reload",
    "systemctl --quiet enable maexle",
    "systemctl reset-failed maexle",
    "systemctl restart maexle",
    "started",  # the new program's word on where to go
]


def run(
    *command: str | Path, where: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=where,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    assert tool, "systemd-analyze is missing: install the Debian package systemd"
    return run(tool, *arguments)


def stage(where: Path, call: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Call a function of the installer, with a stand-in for the machine, in the folder `where`."""
    return run(
        "bash", "-c", STAGE, "stage", INSTALLER, call, where=where, REAL_PYTHON=sys.executable, **environment
    )


def wheel(folder: Path, module: str, does: str = "print('started')") -> str:
    """Make a wheel of a program that does nothing but start, with one module of a name of its own."""
    path = folder / module / "maexle-0.1.0-py3-none-any.whl"
    path.parent.mkdir()
    info = "maexle-0.1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{module}.py", f"def main():\n    {does}\n")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: maexle\nVersion: 0.1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", f"[console_scripts]\nmaexle = {module}:main\n")
        archive.writestr(f"{info}/RECORD", "")
    return str(path)


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


def test_the_unit_leaves_numpy_its_system_calls() -> None:
    filters = re.findall(r"(?m)^SystemCallFilter=(.*)$", UNIT.read_text(encoding="utf-8"))
    assert filters[0] == "@system-service"
    assert "@resources" not in "".join(filters[1:])


@pytest.mark.parametrize("device", ["gpiochip", "dma_heap", "video4linux", "media"])
def test_the_unit_may_use_what_the_table_is_made_of(device: str) -> None:
    assert f"\nDeviceAllow=char-{device} rw\n" in UNIT.read_text(encoding="utf-8")


def test_unit_and_installer_mean_the_same_places() -> None:
    installer = INSTALLER.read_text(encoding="utf-8")
    start = re.search(
        r"(?m)^ExecStart=(\S+)/bin/maexle run .*--settings (\S+)$", UNIT.read_text(encoding="utf-8")
    )
    assert start
    assert f"\nVENV={start[1]}\n" in installer
    assert f"\nSETTINGS={start[2]}\n" in installer


def test_pins_and_buffers_are_given_to_the_groups_of_the_user() -> None:
    rules = (SYSTEMD / "99-maexle.rules").read_text(encoding="utf-8")
    assert re.search(r'SUBSYSTEM=="gpio", KERNEL=="gpiochip\[0-9\]\*", GROUP="gpio", MODE="0660"', rules)
    assert re.search(r'SUBSYSTEM=="dma_heap", GROUP="video", MODE="0660"', rules)
    assert "--groups gpio,video maexle" in INSTALLER.read_text(encoding="utf-8")


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh", "maexle"])
def test_a_script_is_sound_and_can_be_started(script: str) -> None:
    result = run("bash", "-n", SYSTEMD / script)
    assert (result.stderr, result.returncode) == ("", 0)
    assert (SYSTEMD / script).stat().st_mode & 0o111


def test_a_run_installs_and_a_second_one_upgrades(tmp_path: Path) -> None:
    first = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "older"))
    assert first.returncode == 0, first.stderr
    program = tmp_path / "opt" / "venv" / "bin" / "maexle"
    assert run(program).stdout == "started\n"
    settings = tmp_path / "etc" / "maexle.toml"
    assert settings.read_text(encoding="utf-8") == (SYSTEMD / "maexle.toml").read_text(encoding="utf-8")
    settings.write_text("[web]\nport = 80\n", encoding="utf-8")

    second = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "newer"))
    assert second.returncode == 0, second.stderr
    assert [line for line in second.stdout.splitlines() if not line.startswith("==>")] == UPGRADE
    assert run(program).stdout == "started\n"
    assert not list((tmp_path / "opt").rglob("older.py"))
    assert settings.read_text(encoding="utf-8") == "[web]\nport = 80\n"
    assert (tmp_path / "units" / "maexle.service").read_bytes() == UNIT.read_bytes()
    assert (tmp_path / "rules" / "99-maexle.rules").exists()
    assert (tmp_path / "commands" / "maexle").stat().st_mode & 0o111
    assert "with the PIN that this prints: maexle pin" in second.stdout


def test_an_image_that_is_being_made_has_no_udev_and_is_installed_all_the_same(tmp_path: Path) -> None:
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "maexle"), NO_UDEV="1")
    assert result.returncode == 0, result.stderr
    assert "the rights come with the next start" in result.stdout


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        (["pin", "--new"], "sudo -u maexle -- {here} pin --new"),
        (["read", "a.jpg"], "program read a.jpg"),
        (["setup"], "sudo -u maexle -- {here} setup"),
        ([], "program"),
    ],
)
def test_what_belongs_to_the_table_runs_as_its_user_and_the_rest_as_you(
    tmp_path: Path, words: list[str], runs: str
) -> None:
    program, sudo, command = (tmp_path / name for name in ("program", "sudo", "maexle"))
    for stand_in in (program, sudo):
        stand_in.write_text('#!/bin/sh\necho "${0##*/} $*"\n', encoding="utf-8")
    laid = (SYSTEMD / "maexle").read_text(encoding="utf-8")
    command.write_text(laid.replace("/opt/maexle/venv/bin/maexle", str(program)), encoding="utf-8")
    for each in (program, sudo, command):
        each.chmod(0o755)
    result = run(command, *words, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert result.stdout.strip() == runs.format(here=command)


def test_the_command_that_is_laid_means_the_places_of_the_unit() -> None:
    unit, laid = (path.read_text(encoding="utf-8") for path in (UNIT, SYSTEMD / "maexle"))
    (program,) = re.findall(r"(?m)^program=(\S+)$", laid)
    (folder,) = re.findall(r"(?m)^ +cd (\S+)$", laid)
    assert f"\nExecStart={program} run " in unit
    assert f"\nWorkingDirectory={folder}\n" in unit
    assert "GPIOZERO_PIN_FACTORY=lgpio" in laid


def test_a_program_that_does_not_start_leaves_the_old_one(tmp_path: Path) -> None:
    old = tmp_path / "opt" / "venv"
    old.parent.mkdir()
    old.symlink_to(tmp_path / "old", target_is_directory=True)
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "broken", does="raise SystemExit(7)"))
    assert result.returncode == 1
    assert "the new program does not start" in result.stderr
    assert "systemctl" not in result.stdout
    assert old.readlink() == tmp_path / "old"
    assert list(old.parent.iterdir()) == [old]


def test_a_build_that_fails_touches_nothing(tmp_path: Path) -> None:
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "maexle"), BUILD="1")
    assert result.returncode == 1
    assert "\npip " in result.stdout
    assert "systemctl" not in result.stdout
    assert not (tmp_path / "opt").exists()


def test_only_what_is_missing_is_asked_of_apt(tmp_path: Path) -> None:
    assert "apt-get" not in stage(tmp_path, "install_packages").stdout
    asked = stage(tmp_path, "install_packages", STATUS="not-installed").stdout
    assert "apt-get -q install --yes --no-install-recommends python3-babel" in asked


@pytest.mark.parametrize(
    ("call", "environment", "message"),
    [
        ("check_bits", {"BITS": "armhf"}, "this system is 32-bit, and the table needs a 64-bit one"),
        ("check_pi_packages", {"GPIOZERO": "1.6.2-1"}, "python3-gpiozero 1.6.2-1 is too old"),
        ("check_pi_packages", {"PICAMERA": "0.3.12-1"}, "python3-picamera2 0.3.12-1 is too old"),
        (
            "install_packages",
            {"STATUS": "not-installed", "OFFLINE": "1"},
            "the package lists could not be fetched: is this machine on a network?",
        ),
        ("check_python", {"REAL_PYTHON": "false"}, "Python 3.11 or newer is needed"),
        (
            "install_packages",
            {"STATUS": "not-installed", "UNKNOWN": "python3-lgpio"},
            "apt does not know: python3-lgpio",
        ),
    ],
)
def test_it_says_what_is_wrong_with_the_machine(
    tmp_path: Path, call: str, environment: dict[str, str], message: str
) -> None:
    given = {"REAL_PYTHON": sys.executable} | environment
    result = run("bash", "-c", STAGE, "stage", INSTALLER, call, where=tmp_path, **given)
    assert result.returncode == 1
    assert message in result.stderr
