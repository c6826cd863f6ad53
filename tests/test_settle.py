"""An update whose plug is pulled, at any moment: the next start has one whole program, and says which.

The installer's own functions from the trial on run here, on stand-ins for the programs. What lies there
before each command is kept, and in the middle of the Nth file operation the shell is killed without warning.
Then the machine starts.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[1] / "systemd"
# Programs that say who they are; what the installer does up to its proof is done. `come_up` is what happens
# when systemd starts the new one: its memory changes form, and it may fall.
STAGE = r"""
source "$1/install.sh"; cd "$2"
SETTINGS=$PWD/etc/maexle.toml SIGNERS=$PWD/etc/signers TREE=$PWD/tree VENV=$PWD/opt/venv TRIAL=$PWD/opt/trial
MEMORY=$PWD/memory UNITS=$PWD/units UDEV_RULES=$PWD/rules COMMANDS=$PWD/commands LOCK=$PWD/lock WIFI=$PWD/wifi
for done in check_{root,kept,bits,python,pi_packages} install_packages build_wheel make_user; do
    eval "$done() { :; }"
done
booted() { :; }
udevadm() { :; }
sync() { echo sync >>calls; }
install_program() { fresh=$VENV-newer; cp -R made "$fresh"; }
systemctl() {
    echo "systemctl $*" >>calls
    [[ $* != "restart maexle" ]] || come_up
}
come_up() {
    [[ $("$VENV/bin/maexle") == newer ]] || return 0
    cp memory/maexle.db memory/draft && mv memory/draft memory/maexle.schema1.db
    echo "a form between" >memory/maexle.schema2.db
    echo "newer form" >memory/maexle.db
    [[ -z ${FALLS:-} ]] || return 1
    confirm >/dev/null
}
"""
KILLED = r"""
set -T
step=0
count() { [[ -z ${fresh:-} ]] || ((++step != STOP)) || kill -9 $$; }
"""
# What a pulled plug leaves is what lies there, so each step has it copied, and one run is enough
WATCHED = r"""
set -T
here=$PWD
count() { [[ -z ${fresh:-} ]] || cp -a "$here" "$MOMENTS/$EPOCHREALTIME"; }
"""
END = "the end"
# In the middle: what is written is cut off, what is deleted is half there
TORN = r"""
operation=0
torn() { ((++operation == STOP)); }
here() { [[ -n ${fresh:-} ]] && torn; }
install() {
    ! here || { command install "$@"; echo half >"${@: -1}"; kill -9 $$; }
    command install "$@"
}
cp() {
    ! here || { command cp "$@"; find "${@: -1}" -type f -exec truncate -s 3 {} +; kill -9 $$; }
    command cp "$@"
}
rm() {
    ! here || { find "${@: -1}" -type f 2>/dev/null | head -n 1 | xargs -r rm || :; kill -9 $$; }
    command rm "$@"
}
"""
UPDATE = "trap count DEBUG; main; trap - DEBUG"


def program(place: Path, name: str) -> None:
    (place / "bin").mkdir(parents=True)
    (place / "bin" / "maexle").write_text(f"#!/bin/sh\necho {name}\n")
    (place / "bin" / "maexle").chmod(0o755)


class Machine:
    """A machine with the older program, its units and its memory, and a newer tree to install."""

    def __init__(self, place: Path) -> None:
        self.place = place
        program(place / "opt" / "venv-older1", "older")
        (place / "opt" / "venv").symlink_to(place / "opt" / "venv-older1")
        program(place / "made", "newer")
        for name, text in (
            ("units/maexle.service", "the older unit"),
            ("rules/99-maexle.rules", "the older rules"),
            ("commands/maexle", "the older command"),
            ("memory/maexle.db", "older form"),
            ("etc/maexle.toml", "settings"),
            ("etc/signers", "maexle ssh-ed25519 A"),
            ("wifi/another.conf", ""),
            ("tree/systemd/maexle.service", "the newer unit"),
            ("tree/systemd/99-maexle.rules", "the newer rules"),
            ("tree/systemd/maexle", "the newer command"),
            ("tree/systemd/maexle-settle.service", ""),
            ("tree/systemd/90-maexle-wifi.conf", ""),
        ):
            file = place / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (place / "tree/systemd/settle.sh").write_bytes((SYSTEMD / "settle.sh").read_bytes())

    def run(self, *script: str, **said: str) -> subprocess.CompletedProcess[str]:
        # What starts the tests may ignore these keys, and bash catches none that was ignored before it
        heard = ["env", "--default-signal=INT,HUP"]
        return subprocess.run(
            [*heard, "bash", "-c", "\n".join((STAGE, *script)), "stage", SYSTEMD, self.place],
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **said},
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self) -> str:
        """Switch the machine on; what the settling says."""
        started = self.run("at_boot")
        assert started.returncode == 0, started.stderr
        return started.stdout

    def found(self) -> tuple[str, ...]:
        """Which program, unit, rules, command and form of the memory there are."""
        run = subprocess.run(
            [self.place / "opt" / "venv" / "bin" / "maexle"], capture_output=True, text=True, check=True
        )
        parts = ("units/maexle.service", "rules/99-maexle.rules", "commands/maexle", "memory/maexle.db")
        read = [(self.place / part).read_text().strip() for part in parts]
        return (run.stdout.strip(), *read)

    @property
    def left(self) -> frozenset[tuple[Path, bytes]]:
        """All that lies there, by which alone a start goes."""
        within = ((path, path.relative_to(self.place)) for path in self.place.rglob("*"))
        return frozenset((name, _what_lies_at(path)) for path, name in within)


def _what_lies_at(path: Path) -> bytes:
    if path.is_symlink():
        return bytes(path.readlink())
    return path.read_bytes() if path.is_file() else b""


OLDER = ("older", "the older unit", "the older rules", "the older command", "older form")
NEWER = ("newer", "the newer unit", "the newer rules", "the newer command", "newer form")


def before_each_step(place: Path, **said: str) -> Iterator[tuple[Machine, bool]]:
    """A machine as a pulled plug leaves it before each step of an update, and at last at its end.

    Where nothing had changed since an earlier step it would start as it did then: that is left out.
    """
    machine, moments, seen = Machine(place / "pi"), place / "moments", set[object]()
    moments.mkdir()
    machine.run(WATCHED, UPDATE, MOMENTS=str(moments), **said)
    machine.place.rename(moments / END)
    for moment in sorted(moments.iterdir()):
        moment.rename(machine.place)
        left = machine.left
        if left not in seen or moment.name == END:
            seen.add(left)
            yield machine, moment.name == END
        shutil.rmtree(machine.place)


def in_the_middle_of_each_file(place: Path) -> Iterator[tuple[Machine, bool]]:
    """A new machine each, killed one operation later in its update; at last one that is not killed."""
    for stop in range(1, 100):
        (place / str(stop)).mkdir()
        machine = Machine(place / str(stop))
        ended = machine.run(TORN, "main", STOP=str(stop)).returncode != -9
        yield machine, ended
        if ended:
            return
    raise AssertionError("an update without an end")


@pytest.mark.long
@pytest.mark.parametrize("cut_short", [before_each_step, in_the_middle_of_each_file])
def test_wherever_an_update_is_cut_short_the_next_start_has_one_whole_program_and_says_which(
    tmp_path: Path, cut_short: Callable[[Path], Iterator[tuple[Machine, bool]]]
) -> None:
    outcomes = []
    for machine, ended in cut_short(tmp_path):
        trial = (machine.place / "opt" / "trial").exists()
        said = machine.start()
        assert ("the old one runs again" in said) == trial
        assert machine.found() == (OLDER if trial else machine.found())
        assert machine.found() in (OLDER, NEWER)
        assert not (machine.place / "opt" / "trial").exists()
        assert machine.start() == ""
        outcomes.append(machine.found()[0])
        if ended:
            assert machine.found() == NEWER
    # once it is the newer one, it stays so
    assert outcomes == sorted(outcomes, reverse=True)
    assert {"older", "newer"} == set(outcomes)


@pytest.mark.long
def test_wherever_a_bad_update_is_cut_short_the_older_program_runs_with_its_memory(tmp_path: Path) -> None:
    moments = 0
    for machine, _ in before_each_step(tmp_path, FALLS="1"):
        machine.start()
        assert machine.found() == OLDER
        moments += 1
    assert moments > 20


def test_going_back_can_itself_be_cut_short_anywhere(tmp_path: Path) -> None:
    back = "fresh=1; trap count DEBUG; at_boot; trap - DEBUG"
    (tmp_path / "pi").mkdir()
    machine = Machine(tmp_path / "pi")
    assert machine.run("end_trial() { kill -9 $$; }; main", FALLS="1").returncode == -9
    machine.place.rename(tmp_path / "as it was")
    for stop in range(1, 200):
        shutil.copytree(tmp_path / "as it was", machine.place, symlinks=True)
        ran = machine.run(KILLED, back, STOP=str(stop))
        machine.start()
        assert machine.found() == OLDER
        assert not (machine.place / "opt" / "trial").exists()
        if ran.returncode == 0:
            return
        shutil.rmtree(machine.place)
    raise AssertionError("going back without an end")


def test_a_table_that_never_ran_goes_back_as_well(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    shutil.rmtree(tmp_path / "memory")
    assert machine.run("switch_to() { kill -9 $$; }; main").returncode == -9
    assert "the old one runs again" in machine.start()
    assert not (tmp_path / "opt" / "trial").exists()


def test_a_full_disk_takes_no_memory_from_the_older_program(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    full = 'cp() { [[ ${@: -1} != */memory/* ]] || return 1; command cp "$@"; }'
    assert "the old one runs again" in machine.run(full, "main", FALLS="1").stderr
    assert machine.found() == OLDER


FUTURE = 4_000_000_000


def test_a_copy_from_before_the_update_is_never_taken_though_it_is_dated_after_it(tmp_path: Path) -> None:
    machine, old = Machine(tmp_path), tmp_path / "memory" / "maexle.schema0.db"
    old.write_text("years ago")
    os.utime(old, (FUTURE, FUTURE))
    killed = machine.run("go_back() { kill -9 $$; }; main", FALLS="1")
    assert killed.returncode == -9
    assert "the old one runs again" in machine.start()
    assert machine.found() == OLDER


@pytest.mark.parametrize("mount_point", [True, False])
def test_an_update_that_does_not_see_the_memory_never_takes_an_old_copy_for_it(
    tmp_path: Path, mount_point: bool
) -> None:
    machine, memory = Machine(tmp_path), tmp_path / "memory"
    (memory / "maexle.schema0.db").write_text("years ago")
    memory.rename(tmp_path / "stick")  # as in overlayroot-chroot, where it is mounted nowhere
    if mount_point:
        memory.mkdir()
    assert machine.run("switch_to() { kill -9 $$; }; main").returncode == -9
    if mount_point:
        memory.rmdir()
    (tmp_path / "stick").rename(memory)
    assert "the old one runs again" in machine.start()
    assert machine.found() == OLDER
    assert (memory / "maexle.schema0.db").read_text() == "years ago"


def test_a_copy_that_is_laid_anew_is_taken_though_the_clock_is_behind(tmp_path: Path) -> None:
    machine, memory = Machine(tmp_path), tmp_path / "memory"
    (memory / "maexle.schema1.db").write_text("from an update that failed before")
    os.utime(memory / "maexle.schema1.db", (FUTURE, FUTURE))
    dated = "go_back() { touch -d @0 memory/maexle.schema*.db; kill -9 $$; }; main"
    assert machine.run(dated, FALLS="1").returncode == -9
    machine.start()
    assert machine.found() == OLDER


def test_a_program_that_came_up_stays_though_its_installer_was_killed_before_it_heard_of_it(
    tmp_path: Path,
) -> None:
    machine = Machine(tmp_path)
    killed = machine.run('systemctl() { [[ $* != "restart maexle" ]] || { come_up; kill -9 $$; }; }; main')
    assert killed.returncode == -9
    (tmp_path / "memory" / "maexle.db").write_text("newer form, and a game since")
    assert machine.start() == ""
    assert machine.found() == (*NEWER[:-1], "newer form, and a game since")


@pytest.mark.parametrize(
    "end", ["kill -INT $$", "kill -HUP $$", "kill -TERM $$", "exec >/dev/full 2>&1; kill -HUP $$"]
)
def test_whoever_ends_an_installer_while_the_new_program_does_not_come_up_has_the_old_one_again(
    tmp_path: Path, end: str
) -> None:
    machine = Machine(tmp_path)
    waited = f"[[ -e ended || $* != restart* ]] || {{ touch ended; FALLS=1 come_up || {{ {end}; }}; }}"
    ended = machine.run(f'systemctl() {{ echo "systemctl $*" >>calls; {waited}; }}; main')
    assert ended.returncode != 0
    assert machine.found() == OLDER
    assert not (tmp_path / "opt" / "trial").exists()
    assert not (tmp_path / "opt" / "venv-newer").exists()
    calls = (tmp_path / "calls").read_text().splitlines()
    assert [call for call in calls if call.startswith("systemctl")][-1] == "systemctl restart maexle"
    assert machine.start() == ""


def test_an_installer_that_fails_while_its_program_is_on_trial_goes_back(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.run("make_user() { false; }; main").returncode == 1
    assert machine.found() == OLDER
    assert not (tmp_path / "opt" / "trial").exists()


def test_a_trial_that_can_t_be_ended_stands_until_the_next_start(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    full = 'install() { [[ $4 != */trial/* ]] && command install "$@"; }'
    assert machine.run(full, "make_user() { false; }; main").returncode == 1
    assert (tmp_path / "opt" / "trial").exists()
    assert "the old one runs again" in machine.start()
    assert machine.found() == OLDER


def test_the_old_program_coming_up_before_the_switch_confirms_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.run("switch_to() { confirm; kill -9 $$; }; main").returncode == -9
    assert "the old one runs again" in machine.start()
    assert machine.found() == OLDER


def test_an_installer_after_one_that_was_killed_begins_from_the_old_program(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.run("start_service() { kill -9 $$; }; main").returncode == -9
    again = machine.run('install_program() { fresh=$VENV-newer2; cp -R made "$fresh"; }; main')
    assert again.returncode == 0, again.stderr
    assert "an earlier update was cut short: the old program first" in again.stdout
    assert machine.found() == NEWER
    assert not (tmp_path / "opt" / "trial").exists()


def test_what_a_switch_names_is_on_the_disk_before_it(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.run('mv() { echo "mv ${*: -1}" >>calls; command mv "$@"; }; main')
    calls = (tmp_path / "calls").read_text().splitlines()
    for switched in ("opt/trial", "opt/venv", "opt/trial.over"):
        moves = [n for n, call in enumerate(calls) if call == f"mv {tmp_path / switched}"]
        assert [calls[n - 1] for n in moves] == ["sync"], switched


def test_systemd_confirms_what_came_up_and_settles_before_the_table_starts() -> None:
    unit = (SYSTEMD / "maexle.service").read_text(encoding="utf-8")
    settling = (SYSTEMD / "maexle-settle.service").read_text(encoding="utf-8")
    assert "\nExecStartPost=+-/bin/bash /opt/maexle/settle.sh confirm\n" in unit
    assert "\nExecStart=/bin/bash /opt/maexle/settle.sh at_boot\n" in settling
    assert "\nBefore=maexle.service\n" in settling
    assert "\nConditionPathExists=/opt/maexle/trial\n" in settling
    places = (SYSTEMD / "settle.sh").read_text(encoding="utf-8")
    assert "\nTRIAL=/opt/maexle/trial\n" in places
