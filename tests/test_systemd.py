import atexit
import configparser
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import pytest

TREE = Path(__file__).parents[1]
SYSTEMD = TREE / "systemd"
UNIT = SYSTEMD / "maexle.service"
INSTALLER = SYSTEMD / "install.sh"

# What stands in for the machine when the installer runs in a test: shell functions go before commands.
STAGE = r"""
source "$1"; shift
PYTHON=python VENV=$PWD/opt/venv SETTINGS=$PWD/etc/maexle.toml UNITS=$PWD/units UDEV_RULES=$PWD/rules
COMMANDS=$PWD/commands MEMORY=$PWD/memory SIGNERS=$PWD/etc/signers TRIAL=$PWD/opt/trial
LOCK=$PWD/lock WIFI=$PWD/wifi APT_LOCKS=("$PWD/lists" "$PWD/archives")
python() {
    case "$*" in
        *" pip wheel "*) echo "pip $(ls "$PWD/tree" | xargs)"; cp "$WHEEL" "$PWD"; return "${BUILD:-0}" ;;
        *babel*) echo "babel ${*: -2}" ;;
        "-m venv --system-site-packages "*) cp -a "${MADE_VENV:?}/." "${*: -1}" ;;
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
for tool in getent groupadd useradd usermod; do
    eval "$tool() { echo \"$tool \$*\"; }"
done
systemctl() { echo "systemctl $*"; [[ $* != restart* ]] || "$VENV/bin/maexle" run; }
apt-get() {
    echo "apt-get $*"
    case $* in
        *--error-on=any*update*) [[ -z ${OFFLINE:-} ]] ;;
        *"install --yes"*) [[ -z ${BROKEN:-} ]] ;;
    esac
}
sync() { :; }
findmnt() { echo "${ROOT:-/dev/mmcblk0p2}"; }
df() { echo "${FREE:-9999}"; }
udevadm() { echo "udevadm $*"; return "${NO_UDEV:-0}"; }
id() { false; }
booted() { [[ -z ${NO_SYSTEM:-} ]]; }
"$@"
"""


# A newer program that changes the form of the table's memory, lays the old one aside, and falls.
CHANGES = """
from pathlib import Path

def changes(memory):
    kept = Path(memory) / "maexle.db"
    kept.with_suffix(".schema2.db").write_text(kept.read_text())
    kept.write_text("what no older program reads")
    (Path(memory) / "maexle.db-wal").write_text("more of it")
    sys.exit(1)
"""

# What a run asks of the machine: the old program runs until the new one is in place.
UPGRADE = [
    "babel -d tree/web/translations",
    "pip LICENSE README.md companion device games pyproject.toml table vision web",
    "newer proof",
    "systemctl --quiet enable maexle-settle",
    "useradd --system --user-group --no-create-home --home-dir /var/lib/maexle"
    " --shell /usr/sbin/nologin maexle",
    "usermod --append --groups gpio,video maexle",
    "udevadm control --reload",
    "udevadm trigger --subsystem-match=gpio --subsystem-match=dma_heap",
    "systemctl daemon-reload",
    "systemctl --quiet enable maexle",
    "systemctl reset-failed maexle",
    "systemctl restart maexle",
    "newer run",
    "newer address --settings {settings}",  # where to go
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


@cache
def made_venv() -> str:
    """A virtual environment as the installer makes it: that takes seconds, to copy it a fraction of one."""
    made = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, made)
    run(sys.executable, "-m", "venv", "--system-site-packages", made).check_returncode()
    return made


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    assert tool, "systemd-analyze is missing: install the Debian package systemd"
    return run(tool, *arguments)


def stage(
    where: Path, call: str, installer: Path = INSTALLER, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Call a function of an installer, with a stand-in for the machine, in the folder `where`."""
    means = {"REAL_PYTHON": sys.executable, "MADE_VENV": made_venv(), **environment}
    return run("bash", "-c", STAGE, "stage", installer, call, where=where, **means)


def wheel(folder: Path, module: str, does: str = "print(__name__, *sys.argv[1:])", also: str = "") -> str:
    """Make a wheel of a program that only says how it was called, with one module of a name of its own."""
    path = folder / module / "maexle-0.1.0-py3-none-any.whl"
    path.parent.mkdir()
    info = "maexle-0.1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{module}.py", f"import sys\n{also}\ndef main():\n    {does}\n")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: maexle\nVersion: 0.1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", f"[console_scripts]\nmaexle = {module}:main\n")
        archive.writestr(f"{info}/RECORD", "")
    return str(path)


@pytest.mark.parametrize("script", ["install.sh", "read-only.sh", "settle.sh", "uninstall.sh", "maexle"])
def test_a_script_is_sound_and_can_be_started(script: str) -> None:
    result = run("bash", "-n", SYSTEMD / script)
    assert (result.stderr, result.returncode) == ("", 0)
    assert (SYSTEMD / script).stat().st_mode & 0o111


def test_a_run_installs_and_a_second_one_upgrades(tmp_path: Path) -> None:
    first = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "older"))
    assert first.returncode == 0, first.stderr
    program = tmp_path / "opt" / "venv" / "bin" / "maexle"
    assert run(program, "games").stdout == "older games\n"
    settings = tmp_path / "etc" / "maexle.toml"
    assert settings.read_text(encoding="utf-8") == (SYSTEMD / "maexle.toml").read_text(encoding="utf-8")
    settings.write_text("[web]\nport = 80\n", encoding="utf-8")

    second = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "newer"))
    assert second.returncode == 0, second.stderr
    said = [line for line in second.stdout.splitlines() if not line.startswith("==>")]
    assert said == [line.format(settings=settings) for line in UPGRADE]
    assert run(program, "games").stdout == "newer games\n"
    assert not list((tmp_path / "opt").rglob("older.py"))
    assert settings.read_text(encoding="utf-8") == "[web]\nport = 80\n"
    assert (tmp_path / "units" / "maexle.service").read_bytes() == UNIT.read_bytes()
    assert (tmp_path / "rules" / "99-maexle.rules").exists()
    assert (tmp_path / "commands" / "maexle").stat().st_mode & 0o111
    assert (tmp_path / "etc" / "signers").read_bytes() == (SYSTEMD / "signers").read_bytes()
    assert "with the PIN that this prints: maexle pin" in second.stdout


def test_a_wi_fi_that_networkmanager_looks_after_is_kept_awake(tmp_path: Path) -> None:
    laid = tmp_path / "wifi" / "90-maexle-wifi.conf"
    assert stage(tmp_path, "keep_wifi_awake").returncode == 0
    assert not laid.parent.exists()
    laid.parent.mkdir()
    assert stage(tmp_path, "main", WHEEL=wheel(tmp_path, "older")).returncode == 0
    read = configparser.ConfigParser()
    read.read_string(laid.read_text(encoding="utf-8"))
    assert read["connection"]["wifi.powersave"] == "2"  # NM_SETTING_WIRELESS_POWERSAVE_DISABLE


@pytest.mark.parametrize(("there", "stays"), [("# nobody yet\n", False), ("maexle ssh-ed25519 A\n", True)])
def test_who_is_trusted_stays_so_and_where_nobody_is_the_tree_s_own_maker_is(
    tmp_path: Path, there: str, stays: bool
) -> None:
    tree, signers = tmp_path / "tree", tmp_path / "etc" / "signers"
    shutil.copytree(SYSTEMD, tree / "systemd")
    (tree / "systemd" / "signers").write_text("maexle ssh-ed25519 B\n")
    signers.parent.mkdir()
    signers.write_text(there)
    result = run(
        "bash", "-c", STAGE, "stage", tree / "systemd" / "install.sh", "install_settings", where=tmp_path
    )
    assert result.returncode == 0, result.stderr
    assert signers.read_text() == (there if stays else "maexle ssh-ed25519 B\n")


def test_a_second_installer_at_the_same_time_changes_nothing(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "maexle"))
    assert result.returncode == 1
    assert "an installer is at work here already: nothing was changed" in result.stderr
    assert (result.stdout, (tmp_path / "opt").exists()) == ("", False)


def test_what_can_be_no_stick_is_said_before_anything_is_installed(tmp_path: Path) -> None:
    words = ("main", "--read-only", "/dev/nowhere")
    result = run(
        "bash", "-c", STAGE, "stage", INSTALLER, *words,
        where=tmp_path, REAL_PYTHON=sys.executable, WHEEL=wheel(tmp_path, "maexle"),
    )  # fmt: skip
    assert result.returncode == 1
    assert "read-only: /dev/nowhere is no partition. Which there are: lsblk -f" in result.stderr
    assert (result.stdout, (tmp_path / "opt").exists()) == ("", False)


def test_an_image_that_is_being_made_has_no_udev_and_is_installed_all_the_same(tmp_path: Path) -> None:
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "maexle"), NO_UDEV="1", NO_SYSTEM="1")
    assert result.returncode == 0, result.stderr
    assert "the table starts with the Pi" in result.stdout
    assert "systemctl --quiet enable maexle" in result.stdout
    assert "restart" not in result.stdout
    assert "the rights come with the next start" in result.stdout


@pytest.mark.parametrize(
    ("chroot", "said", "unsaid"),
    [("1", "no system runs here", "it runs"), ("", "it runs", "no system runs here")],
)
def test_in_the_chroot_of_a_covered_root_nothing_is_said_to_run(chroot: str, said: str, unsaid: str) -> None:
    machine = r"""
        mount -t tmpfs none /run && mkdir -p /run/systemd/system && source "$1"
        systemd-detect-virt() { [[ $* == "--quiet --chroot" && -n $CHROOT ]]; }
        systemctl() { :; }
        start_service
    """
    result = run("unshare", "--mount", "bash", "-c", machine, "stage", INSTALLER, CHROOT=chroot)
    if "unshare" in result.stderr:
        pytest.skip(f"no mount of its own may be made here: {result.stderr.strip()}")
    assert result.returncode == 0, result.stderr
    assert said in result.stdout
    assert unsaid not in result.stdout


def test_beside_a_covered_root_the_program_that_runs_stays_until_the_update_after_it(tmp_path: Path) -> None:
    for module, kept in (("first", 1), ("second", 2), ("third", 2)):
        result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, module), NO_SYSTEM="1")
        assert result.returncode == 0, result.stderr
        assert len(list((tmp_path / "opt").glob("venv-*"))) == kept, module
    assert {path.stem for path in (tmp_path / "opt").rglob("*.py")} >= {"second", "third"}


def test_a_new_program_that_does_not_come_up_gives_way_to_the_old_one_with_its_units_and_its_memory(
    tmp_path: Path,
) -> None:
    assert stage(tmp_path, "main", WHEEL=wheel(tmp_path, "older")).returncode == 0
    unit, memory = tmp_path / "units" / "maexle.service", tmp_path / "memory"
    unit.write_text("the old unit")
    memory.mkdir()
    for name, text in (("maexle.db", "a game"), ("maexle.schema1.db", "long ago")):
        (memory / name).write_text(text)
    os.utime(memory / "maexle.schema1.db", (4_000_000_000, 4_000_000_000))  # a clock that was ahead

    falls = f"print(__name__, *sys.argv[1:]); sys.argv[1] == 'run' and changes('{memory}')"
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "newer", does=falls, also=CHANGES))
    assert result.returncode == 1
    assert "the new program did not come up; the old one runs again" in result.stderr
    lines = [line for line in result.stdout.splitlines() if not line.startswith("==>")]
    assert lines[lines.index("newer run") :] == [
        "newer run",
        "systemctl stop maexle",
        "systemctl daemon-reload",
        "systemctl reset-failed maexle",
        "systemctl restart maexle",
        "older run",
    ]
    assert unit.read_text() == "the old unit"
    assert {file.name: file.read_text() for file in memory.iterdir()} == {
        "maexle.db": "a game",
        "maexle.schema1.db": "long ago",
    }
    # the program, what points to it, and what settles an update that is cut short
    assert len(list((tmp_path / "opt").iterdir())) == 3


def test_a_new_program_that_does_not_come_up_leaves_a_memory_that_it_did_not_change(tmp_path: Path) -> None:
    assert stage(tmp_path, "main", WHEEL=wheel(tmp_path, "older")).returncode == 0
    memory = tmp_path / "memory"
    memory.mkdir()
    (memory / "maexle.db").write_text("a game")
    (memory / "maexle.schema1.db").write_text("long ago")
    os.utime(memory / "maexle.schema1.db", (4_000_000_000, 4_000_000_000))  # a clock that was ahead
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "newer", does="sys.exit(sys.argv[1] == 'run')"))
    assert "the old one runs again" in result.stderr
    assert (memory / "maexle.db").read_text() == "a game"
    assert (memory / "maexle.schema1.db").read_text() == "long ago"


def test_a_first_program_that_does_not_come_up_is_said_to_be_so(tmp_path: Path) -> None:
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "first", does="sys.exit(sys.argv[1] == 'run')"))
    assert result.returncode == 1
    assert "the table did not start. What it says: sudo journalctl" in result.stderr
    assert "old" not in result.stderr


def test_a_program_that_does_not_start_or_misreads_its_pictures_leaves_the_old_one(tmp_path: Path) -> None:
    old = tmp_path / "opt" / "venv"
    old.parent.mkdir()
    old.symlink_to(tmp_path / "old", target_is_directory=True)
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "broken", does="raise SystemExit(7)"))
    assert result.returncode == 1
    assert "the new program does not start, or misreads its own pictures" in result.stderr
    assert "systemctl" not in result.stdout
    assert old.readlink() == tmp_path / "old"
    assert list(old.parent.iterdir()) == [old]


def test_what_of_a_program_came_onto_a_disk_that_is_full_makes_room_again(tmp_path: Path) -> None:
    program = Path(wheel(tmp_path, "maexle"))
    program.write_bytes(program.read_bytes()[:-100])
    result = stage(tmp_path, "main", WHEEL=str(program))
    assert result.returncode == 1
    assert "nothing was changed" in result.stderr
    assert list((tmp_path / "opt").iterdir()) == []


def test_a_build_that_fails_touches_nothing(tmp_path: Path) -> None:
    result = stage(tmp_path, "main", WHEEL=wheel(tmp_path, "maexle"), BUILD="1")
    assert result.returncode == 1
    assert "\npip " in result.stdout
    assert "the program could not be built (see above); nothing was changed" in result.stderr
    assert "systemctl" not in result.stdout
    assert not (tmp_path / "opt").exists()


def test_only_what_is_missing_is_asked_of_apt(tmp_path: Path) -> None:
    assert "apt-get" not in stage(tmp_path, "install_packages").stdout
    asked = stage(tmp_path, "install_packages", STATUS="not-installed").stdout
    assert "install --yes --no-install-recommends openssh-client python3-babel" in asked
    # a source that nobody needs may fail
    assert stage(tmp_path, "install_packages", STATUS="not-installed", OFFLINE="1").returncode == 0


@pytest.mark.parametrize(
    ("call", "environment", "message"),
    [
        ("check_bits", {"BITS": "armhf"}, "this system is 32-bit, and the table needs a 64-bit one"),
        ("check_pi_packages", {"GPIOZERO": "1.6.2-1"}, "python3-gpiozero 1.6.2-1 is too old"),
        ("check_pi_packages", {"PICAMERA": "0.3.12-1"}, "python3-picamera2 0.3.12-1 is too old"),
        (
            "install_packages",
            {"STATUS": "not-installed", "OFFLINE": "1", "UNKNOWN": "python3-lgpio"},
            "the package lists could not be fetched: is this machine on a network?",
        ),
        ("check_python", {"REAL_PYTHON": "false"}, "Python 3.11 or newer is needed"),
        ("check_kept", {"ROOT": "overlayroot"}, "this Pi's root is read-only: nothing would be kept"),
        ("check_room", {"FREE": "149"}, "149 MB are free, and it takes 150. The table is as it was."),
        (
            "install_packages",
            {"STATUS": "not-installed", "OFFLINE": "1", "BROKEN": "1"},
            "the packages could not be fetched: is this machine on a network?",
        ),
        (
            "install_packages",
            {"STATUS": "not-installed", "BROKEN": "1"},
            "the packages could not be installed: apt says above why",
        ),
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
