"""A machine that is a landlord's Pi as far as QEMU goes: start it, ask it things as root, pull its plug."""

import json
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Self

from tests.appliance.guests import SLOWLY, Guest, GuestError, patiently
from tests.ports import free_port

WORDS: Final = (
    "console=ttyS0 panic=-1 quiet mitigations=off no_timer_check systemd.show_status=0 net.ifnames=0"
)
"""For the kernel, which would test the clock while it boots, and panic where it is late on a busy machine."""


@dataclass(frozen=True, slots=True)
class Disks:
    """What a machine has: its root, and where wanted a disk for the table's memory.

    `cache` is what lies between the machine and that disk: none, one that keeps for certain only what was
    flushed, like a card's own, or one that ignores flushing.
    """

    root: Path
    memory: Path | None = None
    cache: Literal["", "writeback", "unsafe"] = ""


class Machine(Guest):
    """A guest in the folder `at`, started from `kernel`'s folder; phones find it at `address`.

    `words` go to its kernel; `memory` is the file of a frozen machine that is to go on, with copies of the
    disks that it had.
    """

    def __init__(
        self,
        kernel: Path,
        at: Path,
        disks: Disks,
        *,
        words: str = "",
        memory: Path | None = None,
    ) -> None:
        at.mkdir(parents=True, exist_ok=True)
        self._at, self._waiting, self._number = at, b"", 0
        self.address = f"http://127.0.0.1:{free_port()}/"
        self._server = _cached(disks.memory, disks.cache, at) if disks.memory and disks.cache else None
        command = [*_computer(kernel, at, words, self.address), *_drives(disks, at)]
        if memory:
            command += ["-incoming", f"exec:cat {memory}"]
        self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self._agent = self._listen()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._qemu.poll() is None:
            self.pull_the_plug()

    def _listen(self) -> socket.socket:
        agent = socket.socket(socket.AF_UNIX)
        agent.settimeout(SLOWLY)

        def connected() -> bool:
            agent.connect(str(self._at / "agent"))
            return True

        patiently(connected, OSError)
        return agent

    def tried(self, command: str, timeout_s: float = SLOWLY) -> tuple[int, str, str]:
        """Run a command as root and return its status, what it said, and what it said of errors."""
        self._number += 1
        asked = {"id": self._number, "run": command, "timeout": timeout_s}
        self._agent.settimeout(timeout_s + 60)
        self._agent.sendall(json.dumps(asked).encode() + b"\n")
        while (answer := json.loads(self._line())).get("id") != self._number:
            pass
        return answer["status"], answer["said"], answer["wrong"]

    def _line(self) -> bytes:
        while b"\n" not in self._waiting:
            chunk = self._agent.recv(1 << 16)
            if not chunk:
                raise GuestError("the machine is gone")
            self._waiting += chunk
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line

    def pull_the_plug(self) -> None:
        """End it at once, the disk first: a disk keeps what it holds when who uses it goes in good order."""
        if self._server:
            self._server.kill()
            self._server.wait()
        self._qemu.kill()
        self._qemu.wait()
        self._agent.close()

    def switch_off(self) -> None:
        """Let it go down in good order."""
        self._agent.sendall(b'{"id": 0, "run": "systemctl poweroff --no-block", "timeout": 60}\n')
        self._qemu.wait(SLOWLY)
        self._agent.close()
        if self._server:
            self._server.terminate()
            self._server.wait()

    def plug_in(self, disk: Path) -> None:
        """Give it another disk while it runs."""
        file = {"driver": "file", "filename": str(disk)}
        self._tell(
            {"execute": "blockdev-add", "arguments": {"driver": "raw", "node-name": "d", "file": file}}
        )
        self._tell(
            {"execute": "device_add", "arguments": {"driver": "virtio-blk-pci", "drive": "d", "id": "d"}}
        )

    def pull_out(self) -> None:
        """Take the disk that was plugged in away again, without a word before."""

        def forgotten() -> bool:
            self._tell({"execute": "blockdev-del", "arguments": {"node-name": "d"}})
            return True

        self._tell({"execute": "device_del", "arguments": {"id": "d"}})
        patiently(forgotten, GuestError)

    def freeze(self, memory: Path) -> None:
        """Stop it, write its memory to a file and end it; a machine with copies of its disks can go on."""
        self._tell({"execute": "stop"})
        self._tell({"execute": "migrate", "arguments": {"uri": f"exec:cat >{memory}"}})
        patiently(lambda: self._tell({"execute": "query-migrate"}).get("status") == "completed")
        self._tell({"execute": "quit"})
        self._qemu.wait(SLOWLY)
        self._agent.close()

    def go_on(self) -> None:
        """Go on where a frozen machine stopped."""
        patiently(lambda: self._tell({"execute": "query-status"})["status"] not in ("inmigrate",))
        self._tell({"execute": "cont"})
        patiently(lambda: self._tell({"execute": "query-status"})["status"] == "running")

    def _tell(self, order: dict[str, object]) -> dict[str, object]:
        """Give QEMU itself an order and return its answer."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(SLOWLY)
            line.connect(str(self._at / "qemu"))
            talk = line.makefile("rw")
            talk.readline()
            answer: dict[str, dict[str, object]] = {}
            for each in ({"execute": "qmp_capabilities"}, order):
                talk.write(json.dumps(each) + "\n")
                talk.flush()
                while "event" in (answer := json.loads(talk.readline())):
                    pass
        if "error" in answer:
            raise GuestError(f"{order}: {answer['error']}")
        return answer["return"]


def _computer(kernel: Path, at: Path, words: str, address: str) -> list[str]:
    """The machine without its disks; its screen is the file `console`."""
    for each in ("agent", "qemu"):
        (at / each).unlink(missing_ok=True)
    port = address.rstrip("/").rpartition(":")[2]
    return [
        *("nice", "-n", "12", "qemu-system-x86_64", "-nodefaults", "-display", "none", "-no-reboot"),
        *("-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max", "-smp", "2", "-m", "1024"),
        *("-serial", f"file:{at / 'console'}"),
        *("-qmp", f"unix:{at / 'qemu'},server=on,wait=off"),
        *("-kernel", str(kernel / "vmlinuz"), "-initrd", str(kernel / "initrd.gz")),
        *("-append", f"{WORDS} {words}"),
        *("-netdev", f"user,id=n,hostfwd=tcp:127.0.0.1:{port}-:8080"),
        *("-device", "virtio-net-pci,netdev=n,romfile="),
        *("-device", "virtio-serial-pci", "-chardev", f"socket,id=a,path={at / 'agent'},server=on,wait=off"),
        *("-device", "virtserialport,chardev=a,name=agent", "-device", "virtio-rng-pci"),
    ]  # fmt: skip


def _drives(disks: Disks, at: Path) -> list[str]:
    drives = ["-drive", f"file={disks.root},if=virtio,format=qcow2,cache=unsafe"]
    if disks.memory:
        place = f"nbd+unix:///?socket={at / 'disk'}" if disks.cache else str(disks.memory)
        drives += ["-drive", f"file={place},if=virtio,format=raw,cache=writeback"]
    return drives


def _cached(disk: Path, cache: str, at: Path) -> "subprocess.Popen[bytes]":
    """A disk with a cache of its own that is lost with its power."""
    place = at / "disk"
    place.unlink(missing_ok=True)
    words = ("--filter=cache", "file", str(disk), f"cache={cache}", "cache-on-read=false")
    server = subprocess.Popen(["nbdkit", "-f", "-t", "1", "-U", str(place), *words])
    patiently(place.exists)
    return server


def over(base: Path, new: Path) -> Path:
    """A disk that begins as `base` and keeps only what is changed."""
    form = "qcow2" if base.suffix == ".qcow2" else "raw"
    command = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(base), "-F", form, str(new)]
    subprocess.run(command, check=True)
    return new


def empty_disk(new: Path, mib: int = 64) -> Path:
    """A disk with a file system for the table's memory, journaled as a card's."""
    new.unlink(missing_ok=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-F", str(new), f"{mib}M"], check=True)
    return new


def copied(disk: Path, new: Path) -> Path:
    """Another disk with the same on it."""
    shutil.copy(disk, new)
    return new
