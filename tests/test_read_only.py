"""`install.sh --read-only`: the memory moves to a partition of its own; nothing that is needed is lost."""

import configparser
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_systemd import analyze

SCRIPT = Path(__file__).parents[1] / "systemd" / "read-only.sh"
# The machine's own places and tools are kept out of it; mounts are seen by nobody else.
STAGE = r"""
source "$1" "$2"; cd "$3"
MEMORY=$PWD/memory FSTAB=$PWD/fstab OVERLAY=$PWD/overlay OWNER=4711
RPI=$PWD/rpi UNITS=$PWD/units UDEV_RULES=$PWD/rules
MISSING=${4:-}
command() { if [[ $1 == -v ]]; then [[ $2 != "$MISSING" ]]; else builtin command "$@"; fi; }
for tool in systemctl udevadm update-initramfs apt-get; do eval "$tool() { echo \"$tool \$*\"; }"; done
mount() {
    if (($# > 1)); then command mount "$@"; return; fi
    awk -v place="$1" '$2 == place { found = 1 } END { exit !found }' "$FSTAB" && command mount "$DEVICE" "$1"
}
main
"""

STEPS = 13
# The shell is killed before one of its steps.
CUT = r"""
step=0
for tool in find cp sync mv umount rmdir; do
    eval "$tool() {{ ((step++ != {step})) || kill -9 \$\$; command $tool \"\$@\"; }}"
done
"""


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)


@pytest.fixture
def partition(tmp_path: Path) -> Iterator[Path]:
    """An empty partition, by a loop device over a file."""
    disk = tmp_path / "disk"
    with disk.open("wb") as file:
        file.truncate(16 << 20)
    made = run("losetup", "--find", "--show", disk)
    if made.returncode:
        pytest.skip(f"no loop device may be made here: {made.stderr.strip()}")
    yield Path(made.stdout.strip())
    run("losetup", "--detach", made.stdout.strip())


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A table with a memory."""
    (tmp_path / "memory").mkdir(mode=0o700)
    (tmp_path / "memory" / "maexle.db").write_text("a game")
    (tmp_path / "fstab").write_text("proc /proc proc defaults 0 0\n")
    return tmp_path


def made_read_only(
    pi: Path, partition: Path, missing: str = "", before: str = ""
) -> subprocess.CompletedProcess[str]:
    stage = STAGE.replace("main\n", f"{before}\nmain\n")
    return run("unshare", "--mount", "bash", "-c", stage, "stage", SCRIPT, partition, pi, missing)


def steps(result: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in result.stdout.splitlines() if not line.startswith("==>")]


def read(partition: Path, name: str) -> str:
    return run("debugfs", "-R", f"cat {name}", partition).stdout


def test_the_memory_moves_to_the_partition_and_the_next_start_finds_it_there(
    pi: Path, partition: Path
) -> None:
    result = made_read_only(pi, partition)
    assert result.returncode == 0, result.stderr
    assert read(partition, "maexle.db") == "a game"
    uuid = run("blkid", "-p", "-o", "value", "-s", "UUID", partition).stdout.strip()
    assert (pi / "fstab").read_text().splitlines() == [
        "proc /proc proc defaults 0 0",
        f"UUID={uuid} {pi}/memory ext4 noatime,nofail,x-systemd.device-timeout=0 0 2",
    ]
    assert (pi / "overlay").read_text() == 'overlayroot="tmpfs:recurse=0"\n'
    assert steps(result) == [
        "systemctl stop maexle",
        "systemctl daemon-reload",
        "systemctl daemon-reload",
        "udevadm control --reload",
        "update-initramfs -u -k all",
        "systemctl start maexle",
    ]


@pytest.mark.parametrize("before", ["", 'mkfs.ext4 -q "$DEVICE"; mount "$DEVICE" "$MEMORY"'])
def test_a_stick_that_drops_out_and_comes_back_starts_the_table_again(
    pi: Path, partition: Path, before: str
) -> None:
    result = made_read_only(pi, partition, before=before)
    assert result.returncode == 0, result.stderr
    uuid = run("blkid", "-p", "-o", "value", "-s", "UUID", partition).stdout.strip()
    assert (pi / "rules" / "99-maexle-stick.rules").read_text() == (
        f'SUBSYSTEM=="block", ENV{{ID_FS_UUID}}=="{uuid}", TAG+="systemd",'
        ' ENV{SYSTEMD_WANTS}+="maexle-stick.service"\n'
    )
    laid = pi / "units" / "maexle-stick.service"
    assert laid.read_bytes() == SCRIPT.with_name(laid.name).read_bytes()
    assert "\nAfter=maexle.service var-lib-maexle.mount\n" in laid.read_text()
    assert (analyze("verify", "--man=no", laid).stderr, laid.stat().st_mode & 0o777) == ("", 0o644)


def test_a_landlord_s_word_to_let_it_be_is_kept_when_its_stick_comes_back(tmp_path: Path) -> None:
    units = tmp_path / "etc" / "systemd" / "system"
    units.mkdir(parents=True)
    for name in ("maexle.service", "maexle-stick.service"):
        (units / name).write_bytes(SCRIPT.with_name(name).read_bytes())
    docs = (SCRIPT.parents[1] / "docs" / "appliance.md").read_text(encoding="utf-8")
    (word,) = re.findall(r"stopped until the stick is plugged in anew \(`sudo systemctl (\w+) ", docs)
    stick = configparser.ConfigParser()
    stick.read(units / "maexle-stick.service")
    condition = stick["Service"]["ExecCondition"].split()[1:]
    for asked, starts in (("enable", True), (word, False)):
        run("systemctl", f"--root={tmp_path}", asked, "maexle").check_returncode()
        assert (run("systemctl", f"--root={tmp_path}", *condition).returncode == 0) == starts, asked


def test_swap_does_not_lie_in_the_memory_that_it_is_to_relieve(pi: Path, partition: Path) -> None:
    assert made_read_only(pi, partition).returncode == 0
    assert not (pi / "rpi").exists()
    (pi / "rpi").mkdir()
    assert made_read_only(pi, partition).returncode == 0
    assert (pi / "rpi" / "swap.conf.d" / "90-maexle.conf").read_text() == "[Main]\nMechanism=zram\n"


@pytest.mark.parametrize("missing", ["overlayroot-chroot", "busybox"])
def test_what_covers_the_root_is_fetched_with_what_it_can_t_do_without(
    pi: Path, partition: Path, missing: str
) -> None:
    result = made_read_only(pi, partition, missing)
    assert result.returncode == 0, result.stderr
    assert "install --yes --no-install-recommends overlayroot busybox" in result.stdout


def test_nothing_of_the_memory_stays_behind_under_the_mount(pi: Path, partition: Path) -> None:
    (pi / "memory" / "pictures").mkdir()
    (pi / "memory" / "pictures" / "1.jpg").write_text("dice")
    assert made_read_only(pi, partition).returncode == 0
    assert read(partition, "pictures/1.jpg") == "dice"
    assert not list((pi / "memory").iterdir())


@pytest.mark.parametrize("step", range(STEPS))
def test_a_move_that_was_cut_short_leaves_the_memory_and_is_done_again(
    pi: Path, partition: Path, step: int
) -> None:
    (pi / "memory" / "maexle.db-wal").write_text("its last moves")
    cut = made_read_only(pi, partition, before=CUT.format(step=step))
    assert cut.returncode == -signal.SIGKILL
    result = made_read_only(pi, partition)
    assert result.returncode == 0, result.stderr
    assert read(partition, "maexle.db") == "a game"
    assert read(partition, "maexle.db-wal") == "its last moves"


def test_another_run_and_another_pi_go_on_with_the_memory_that_lies_there(pi: Path, partition: Path) -> None:
    made_read_only(pi, partition)
    (pi / "memory" / "maexle.db").write_text("a newer table's")
    result = made_read_only(pi, partition)
    assert result.returncode == 0, result.stderr
    assert "has a table's memory: the table goes on with that one" in result.stdout
    assert read(partition, "maexle.db") == "a game"
    assert (pi / "fstab").read_text().count(str(pi)) == 1


@pytest.mark.parametrize("mounted", ["", 'mount "$DEVICE" "$MEMORY"'], ids=["at hand", "mounted already"])
def test_what_lies_on_a_replaced_pi_s_stick_belongs_to_this_one_s_user(
    pi: Path, partition: Path, mounted: str
) -> None:
    (pi / "memory" / "pictures").mkdir()
    (pi / "memory" / "pictures" / "1.jpg").write_text("dice")
    made_read_only(pi, partition, before="OWNER=4710")
    result = made_read_only(pi, partition, before=mounted)
    assert result.returncode == 0, result.stderr
    assert ("lies on a partition of its own already" in result.stdout) == bool(mounted)
    for name in ("/", "maexle.db", "pictures/1.jpg"):
        assert "User:  4711   Group:  4711" in run("debugfs", "-R", f"stat {name}", partition).stdout, name


def test_the_root_s_line_stays_where_fstab_s_last_line_has_no_end(pi: Path, partition: Path) -> None:
    (pi / "fstab").write_text("proc /proc proc defaults 0 0\nPARTUUID=ab-02 / ext4 defaults,noatime 0 1")
    for run_again in (False, True):
        result = made_read_only(pi, partition)
        assert result.returncode == 0, (run_again, result.stderr)
        root, memory = (pi / "fstab").read_text().splitlines()[1:]
        assert root == "PARTUUID=ab-02 / ext4 defaults,noatime 0 1"
        assert memory.split()[1] == f"{pi}/memory"
    assert sorted(path.name for path in pi.glob("fstab*")) == ["fstab"]


def test_a_partition_that_can_t_be_mounted_costs_nothing(pi: Path, partition: Path) -> None:
    before = (pi / "fstab").read_text()
    result = made_read_only(pi, partition, before='mount() { (($# > 1)) && command mount "$@"; }')
    assert result.returncode == 1
    assert "can't be mounted" in result.stderr
    assert (pi / "memory" / "maexle.db").read_text() == "a game"
    assert (pi / "fstab").read_text() == before
    assert steps(result)[-1] == "systemctl start maexle"


def test_a_failed_copy_lets_the_partition_go_and_the_table_runs_again(pi: Path, partition: Path) -> None:
    failing = 'cp() { [[ $* != *maexle.db.new ]] || return 1; command cp "$@"; }'
    on_one_machine = f"set +e; (set -e; {failing}; main); echo $?; set -e"
    result = made_read_only(pi, partition, before=on_one_machine)
    assert result.returncode == 0, result.stderr
    assert steps(result)[:3] == ["systemctl stop maexle", "systemctl start maexle", "1"]
    assert "the table runs again" in result.stderr
    assert read(partition, "maexle.db") == "a game"


def test_a_root_that_can_t_be_covered_leaves_a_running_table(pi: Path, partition: Path) -> None:
    result = made_read_only(pi, partition, before="update-initramfs() { return 1; }")
    assert result.returncode == 1
    assert steps(result)[-1] == "systemctl start maexle"
    assert "the table runs again" in result.stderr


def test_a_table_whose_memory_is_mounted_nowhere_stays_off_and_it_is_said(pi: Path, partition: Path) -> None:
    failing = 'find() { [[ $* != *-delete ]] && command find "$@"; }'
    result = made_read_only(pi, partition, before=failing)
    assert result.returncode == 1
    assert "systemctl start maexle" not in steps(result)
    assert f"sudo mount {pi}/memory && sudo systemctl start maexle" in result.stderr


def test_a_partition_with_something_on_it_is_not_touched(pi: Path, partition: Path) -> None:
    run("mkfs.vfat", partition) if run("which", "mkfs.vfat").returncode == 0 else run("mkswap", partition)
    before = partition.read_bytes()
    result = made_read_only(pi, partition)
    assert result.returncode == 1
    assert "has something on it" in result.stderr
    assert "systemctl" not in result.stdout
    assert partition.read_bytes() == before


def test_a_partition_that_may_have_two_file_systems_is_not_taken_for_an_empty_one(
    pi: Path, partition: Path
) -> None:
    run("mkfs.ext4", "-q", partition)
    with partition.open("r+b") as disk:
        disk.seek(0x8000)
        disk.write(b"\x01CD001\x01")  # as an image of a DVD begins
    before = partition.read_bytes()
    result = made_read_only(pi, partition)
    assert result.returncode == 1
    assert "has something on it (ext4 iso9660)" in result.stderr
    assert partition.read_bytes() == before


def test_somebody_s_own_things_are_not_given_to_the_table(pi: Path, partition: Path) -> None:
    photos = 'command mount "$DEVICE" memory; mkdir memory/photos; chown 1000 memory/photos; umount memory'
    result = made_read_only(pi, partition, before=f'mkfs.ext4 -q "$DEVICE"; {photos}')
    assert result.returncode == 1
    assert "has something on it (photos)" in result.stderr
    assert "systemctl" not in result.stdout
    assert "User:  1000" in run("debugfs", "-R", "stat photos", partition).stdout


def test_what_is_no_partition_is_refused(pi: Path) -> None:
    result = made_read_only(pi, pi / "memory")
    assert result.returncode == 1
    assert "is no partition" in result.stderr
    assert not (pi / "overlay").exists()
