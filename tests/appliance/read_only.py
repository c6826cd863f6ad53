"""A root that the shipped script makes read-only: its own ramdisk, its plug pulled, its stick missing."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.appliance.guests import HOME, Guest
from tests.appliance.install import wait_until_ready
from tests.appliance.machine import Disks, Machine, over
from tests.appliance.pub import Entry, call, entries, host_at, phone_at, signs
from tests.appliance.report import Report
from tests.phone import Phone

STICK_MIB: Final = 64
COVER: Final = "cd maexle && sudo systemd/read-only.sh /dev/vdb"
"""What `install.sh --read-only` calls in the end."""
WORDS: Final = f"root=/dev/vda rootfstype=ext4 appliance.network={HOME}"
"""A Pi's own ramdisk is told its root; the tests' own has no need of that."""
MOUNTED: Final = "findmnt -no SOURCE,FSTYPE {}"
MEMORY: Final = "/var/lib/maexle"
TRUST: Final = "ssh-keygen -q -t ed25519 -N '' -f /tmp/key && sudo maexle trust /tmp/key.pub"
TRUST_FOR_GOOD: Final = (
    "sudo overlayroot-chroot sh -c 'cat >/root/key.pub && maexle trust /root/key.pub' </tmp/key.pub"
)
BOOTED: Final = "source /home/landlord/maexle/systemd/install.sh; booted && echo it runs || echo nothing runs"
"""To be asked in overlayroot-chroot, which keeps its command's status to itself."""
IN_CHROOT: Final = "overlayroot-chroot bash -c '{}'"


@dataclass(frozen=True, slots=True)
class Pi:
    """A machine that is started again and again: where, by which kernel and ramdisk, with which disks."""

    at: Path
    kernel: Path
    root: Path
    stick: Path

    def started(self, name: str, *, with_stick: bool = True) -> Machine:
        """The machine, switched on."""
        disks = Disks(self.root, self.stick if with_stick else None)
        return Machine(self.kernel, self.at / name, disks, words=WORDS)


def check_read_only(base: Path, kernel: Path, at: Path, report: Report) -> None:
    """Cover the root of a machine that begins as the disk `base`, then start it three more times in `at`."""
    at.mkdir(exist_ok=True)
    pi = Pi(at, kernel, over(base, at / "root.qcow2"), _empty(at / "stick"))
    with report.check("the root is made read-only in mid-game, and the memory moves to an empty stick"):
        phone, known = _cover(pi)
    pi = Pi(at, _own_ramdisk(pi), pi.root, pi.stick)
    with pi.started("covered") as machine:
        known = _check_covered(machine, phone, known, report)
        machine.run("touch /etc/forgotten && sync")
        machine.pull_the_plug()
    _check_pulled(pi, known, report)
    _check_without_stick(pi, known, report)


def _cover(pi: Pi) -> tuple[Phone, list[Entry]]:
    """Begin a game, cover the root, and switch the machine off; the host's phone, and what the memory has."""
    with pi.started("before") as machine:
        wait_until_ready(machine)
        phone = host_at(machine)
        phone.start("Anna", "Bert", "Cleo")
        known = entries(machine)
        machine.as_landlord(COVER)
        wait_until_ready(machine)
        _check_memory_on_stick(machine, known)
        machine.switch_off()
    return phone, known


def _check_covered(machine: Machine, known_phone: Phone, known: list[Entry], report: Report) -> list[Entry]:
    """Look at the first start with a covered root, and call; what the memory has then."""
    phone = known_phone
    with report.check("it starts by its own ramdisk, the root under an overlay, and the game goes on"):
        wait_until_ready(machine)
        assert machine.run(MOUNTED.format("/")).split() == ["overlayroot", "overlay"]
        _check_memory_on_stick(machine, known)
        phone = phone_at(machine)
        phone.cookie, phone.token = known_phone.cookie, known_phone.token
        assert signs(phone)["The table's memory"] == "well"
    with report.check("the installer and the list of trusted keys say that this root keeps nothing"):
        status, _, wrong = machine.tried("su - landlord -c 'cd maexle && sudo systemd/install.sh'")
        assert (status, "this Pi's root is read-only" in wrong) == (1, True), wrong
        assert "This root is read-only and forgets it" in machine.as_landlord(TRUST)
    with report.check("in overlayroot-chroot a key is trusted for good, and nothing is taken to run there"):
        assert "forgets" not in machine.as_landlord(TRUST_FOR_GOOD)
        assert "nothing runs" in machine.run(IN_CHROOT.format(BOOTED))
    call(phone, 31)
    return entries(machine)


def _check_pulled(pi: Pi, known: list[Entry], report: Report) -> None:
    with (
        report.check("after a pulled plug the call and the trusted key stand, what else was written is gone"),
        pi.started("pulled") as machine,
    ):
        wait_until_ready(machine)
        _check_memory_on_stick(machine, known)
        assert machine.tried("ls /etc/forgotten")[0] != 0
        assert "\nmaexle namespaces=" in machine.run("cat /etc/maexle/signers")


def _check_without_stick(pi: Pi, known: list[Entry], report: Report) -> None:
    with (
        report.check("without its stick it starts, and the table waits for it and begins no other memory"),
        pi.started("without", with_stick=False) as machine,
    ):
        machine.until("systemctl is-active pi.service", "active")
        machine.until("systemctl list-jobs --no-legend", "maexle.service")
        assert machine.tried("systemctl is-active maexle")[1].strip() == "inactive"
        assert machine.run(f"ls -A {MEMORY}") == ""
        machine.plug_in(pi.stick)
        wait_until_ready(machine)
        _check_memory_on_stick(machine, known)
        with report.check("a stick that drops out ends the table, and one that comes back starts it again"):
            machine.pull_out()
            machine.until(f"findmnt {MEMORY} || echo gone", "gone")
            machine.plug_in(pi.stick)
            wait_until_ready(machine)
            _check_memory_on_stick(machine, known)


def _check_memory_on_stick(machine: Guest, known: list[Entry]) -> None:
    assert machine.run(MOUNTED.format(MEMORY)).split() == ["/dev/vdb", "ext4"]
    assert entries(machine) == known


def _empty(stick: Path) -> Path:
    stick.unlink(missing_ok=True)
    stick.touch()
    os.truncate(stick, STICK_MIB << 20)
    return stick


def _own_ramdisk(pi: Pi) -> Path:
    """A folder with the kernel, and the ramdisk that the machine has made for itself."""
    own, raw = pi.at / "kernel", pi.at / "root.raw"
    own.mkdir(exist_ok=True)
    subprocess.run(["qemu-img", "convert", "-O", "raw", pi.root, raw], check=True)
    listed = subprocess.run(["debugfs", "-R", "ls -p /boot", raw], capture_output=True, text=True, check=True)
    name = next(word for word in listed.stdout.split("/") if word.startswith("initrd.img-"))
    subprocess.run(["debugfs", "-R", f"dump /boot/{name} {own / 'initrd.gz'}", raw], check=True)
    raw.unlink()
    shutil.copy(pi.kernel / "vmlinuz", own)
    return own
