"""Plugs pulled in mid-game on a disk that keeps only what was flushed, and one start after it."""

import random
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from companion.kept.places import log_file
from table.log import Entry
from tests.appliance.guests import HOME
from tests.appliance.install import wait_until_ready
from tests.appliance.machine import Disks, Machine, over
from tests.appliance.pub import entries, host_at, phone_at, signs
from tests.appliance.report import Report
from tests.phone import Phone
from tests.torture.clients import Client
from tests.torture.kills import check_kept, entries_of

PLUGS: Final = 20
SEED: Final = 1
PULLED_S: Final = (2.0, 20.0)
BLIND: Final = 5
"""So many plugs on a disk that ignores flushing have to cost something, or the others show nothing."""
WRITES_BACK: Final = "echo 'write back' >/sys/block/vdb/cache_type"
"""A machine that goes on has its disk's cache off, as if each write were flushed."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """A machine stopped in mid-game, in the folder `at`: its memory, its disks, and its host's phone."""

    kernel: Path
    at: Path
    cookie: str
    token: str

    @property
    def root(self) -> Path:
        """The machine's own disk."""
        return self.at / "root.qcow2"

    @property
    def disk(self) -> Path:
        """The disk with the table's memory."""
        return self.at / "memory.ext4"

    @property
    def memory(self) -> Path:
        """What the machine had in mind."""
        return self.at / "frozen"

    @property
    def pulled(self) -> Path:
        """The disk with the table's memory as the last plug left it."""
        return self.at / "pulled.ext4"

    def phone_at(self, machine: Machine) -> Phone:
        """The host's phone."""
        phone = Phone(machine.address, timeout_s=60)
        phone.cookie, phone.token = self.cookie, self.token
        return phone


def freeze(kernel: Path, machine: Machine, at: Path) -> Frozen:
    """Stop a machine whose disks lie in `at`, in the midst of a game."""
    phone = host_at(machine)
    machine.run("sync")
    frozen = Frozen(kernel, at, phone.cookie, phone.token)
    machine.freeze(frozen.memory)
    return frozen


def check_power(frozen: Frozen, report: Report) -> None:
    """Pull the plug again and again, and start once more after the last time."""
    chance = random.Random(SEED)
    known = _replayed(frozen.disk, frozen.at)
    for number in range(1, PLUGS + 1):
        with report.check(f"plug {number} of {PLUGS}: all that phones were told is on the disk"):
            client = _pull(frozen, chance, "writeback")
            found = _replayed(frozen.pulled, frozen.at)
            print(
                f"     {len(client.confirmed)} moves confirmed, {len(found) - len(known)} entries", flush=True
            )
            check_kept(known, found, [client], known=len(known))
    with report.check("a start after the last plug goes on with that game: no network, and the year is 1970"):
        _start(frozen, _replayed(frozen.pulled, frozen.at))
    with report.check("on a disk that ignores flushing, plugs cost moves: so these plugs are real"):
        assert any(_costs(frozen, chance, known) for _ in range(BLIND))


def _costs(frozen: Frozen, chance: random.Random, known: list[Entry]) -> bool:
    """Whether a plug on a disk that ignores flushing costs a confirmed move, or the whole memory."""
    client = _pull(frozen, chance, "unsafe")
    try:
        check_kept(known, _replayed(frozen.pulled, frozen.at), [client], known=len(known))
    except Exception as error:  # whatever it is that broke
        print(f"     {type(error).__name__}: {error}"[:200], flush=True)
        return True
    return False


def _pull(frozen: Frozen, chance: random.Random, cache: Literal["writeback", "unsafe"]) -> Client:
    """Let the frozen machine go on, play on a phone, and pull the plug; return the phone."""
    shutil.copy(frozen.disk, frozen.pulled)
    disks = Disks(over(frozen.root, frozen.at / "pulled.qcow2"), frozen.pulled, cache)
    with Machine(frozen.kernel, frozen.at / "machine", disks, memory=frozen.memory) as machine:
        machine.go_on()
        machine.run(WRITES_BACK)
        client = Client(frozen.phone_at(machine), random.Random(chance.random()), host=True)
        plug = threading.Timer(chance.uniform(*PULLED_S), machine.pull_the_plug)
        plug.start()
        client.play()
        plug.join()
    return client


def _replayed(disk: Path, work: Path) -> list[Entry]:
    """What the table remembers once the disk's journal was replayed, as the next start would find it."""
    copy, folder = work / "replayed.ext4", work / "replayed"
    shutil.copy(disk, copy)
    subprocess.run(["e2fsck", "-fy", copy], capture_output=True, check=False)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    subprocess.run(["debugfs", "-R", f"rdump / {folder}", copy], capture_output=True, check=True)
    assert log_file(folder).exists(), "the table's memory is gone"
    return entries_of(folder)


def _start(frozen: Frozen, found: list[Entry]) -> None:
    """Start with the disk as the last plug left it, without a network and with a clock that was never set."""
    disks = Disks(over(frozen.root, frozen.at / "started.qcow2"), frozen.pulled)
    with Machine(frozen.kernel, frozen.at / "started", disks) as machine:
        wait_until_ready(machine)
        machine.run("systemctl stop maexle && date -s 1970-01-02 && systemctl start maexle")
        wait_until_ready(machine)
        assert entries(machine) == [(entry.who, entry.line) for entry in found]
        machine.run(f"sh /opt/appliance/network.sh {HOME}")
        phone = phone_at(machine)
        phone.cookie = frozen.cookie
        assert "Anna" in phone.get()
        assert signs(phone)["Clock"] == "watch"
        machine.switch_off()
