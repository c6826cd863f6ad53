"""The program on arm64, as far as an emulated processor can tell: `make test-arm64`.

Debian for arm64 under qemu-user, and beside it the same Debian for this machine's own processor, each with
the program by its own installer. Needs root, an x86-64 machine, Debian's mirror and pip's index as this
machine uses them, 4 GB a suite and patience. What is built is kept (`--as-built` plays with it as it is).

It tells whether Debian's packages for arm64 rule as those for x86-64, and what the program itself holds in
memory. It tells nothing of speed, of the kernel's own memory, of pins, and of a camera and its buffers.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.appliance.arm64.emulator import FOR_AMD64, ROOM, WITHOUT_AVX, taking_arm64
from tests.appliance.arm64.readings import Command, Read, differing, read_demo, widest
from tests.appliance.arm64.smaps import Amount, Held, held
from tests.appliance.container import move_out
from tests.appliance.report import Report
from tests.appliance.trees import PROGRAM, check_installed, host_there, play_there, running, said

TREE: Final = Path(__file__).parents[3]
SUITES: Final = ("trixie", "bookworm")
PICTURES: Final = Path("/home/landlord/maexle/device/demo")
OWN: Final = (sys.executable, "-m", "companion.main")
VERSIONS: Final = """
import cv2, numpy, platform
print(platform.machine(), platform.python_version(), cv2.__version__, numpy.__version__)
"""
EMULATOR: Final = "/opt/appliance/qemu"
"""Where the emulator of x86-64 lies in that processor's tree."""
UNIT: Final = TREE / "systemd" / "maexle.service"
REVEALS: Final = 5
EVENINGS: Final = 3
"""How much of a throw's memory goes back is chance: it hangs on which threads were quicker."""
CERTAINTY_APART: Final = 0.001
"""So far two certainties of one die may lie apart: other processors round otherwise."""
SAME: Final = 0.15
"""So far, as a share, what two of them have written may lie apart."""


@dataclass(frozen=True, slots=True)
class Place:
    """A tree with the program, what starts it there, and whether that is emulated."""

    name: str
    root: Path
    by: tuple[str, ...] = ()
    emulated: bool = True


@dataclass(frozen=True, slots=True)
class Seen:
    """What the service held when its first page had been answered, and after some throws."""

    started: Held
    played: Held


def main() -> int:
    """Build the trees, look at each, and return 0 if all held."""
    args = _arguments()
    args.work.mkdir(parents=True, exist_ok=True)
    work, report = args.work.resolve(), Report()
    with ExitStack() as kernel:
        with report.check("this machine's kernel starts arm64's programs by qemu-user"):
            kernel.enter_context(taking_arm64())
        if not report.failed:
            _play(work, args, report)
    print(report.last_line())
    return bool(report.failed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.appliance.arm64", description=__doc__)
    parser.add_argument("--work", type=Path, default=TREE / "build" / "arm64")
    parser.add_argument("--suite", choices=SUITES, default=SUITES[0])
    parser.add_argument("--as-built", action="store_true", help="play with the trees as they are")
    return parser.parse_args()


def _play(work: Path, args: argparse.Namespace, report: Report) -> None:
    if not args.as_built:
        with report.check(f"{args.suite} is built for both processors, with the program by its installer"):
            builder = Path(__file__).parent / "build.sh"
            command = ["nice", "-n", "12", builder, work, TREE, sys.executable, args.suite]
            subprocess.run(command, check=True)
    move_out()
    arm, own = work / f"{args.suite}-arm64", work / f"{args.suite}-amd64"
    check_there(arm, report)
    check_readings(arm, own, report)
    check_memory(arm, own, report)


def check_there(root: Path, report: Report) -> None:
    """Look at what the installer left on arm64."""
    with report.check("on arm64 the installer goes to its end, in an image that is being made"):
        check_installed(root)
        versions = said(root, f"{PROGRAM}/python -c '{VERSIONS}'")
        print(f"     machine, Python, OpenCV and numpy: {versions.strip()}", flush=True)
    with report.check("the program reads its own pictures right there"):
        print(f"     {said(root, f'{PROGRAM}/maexle proof').strip()}", flush=True)


def check_readings(arm: Path, own: Path, report: Report) -> None:
    """Read all throws of the demo on arm64, on the same Debian for this processor, and by what runs this."""
    there: dict[str, Read] = {}
    with report.check("all pictures of the demo are read on arm64"):
        there = read_demo(("chroot", arm, f"{PROGRAM}/maexle"), PICTURES)
    others: dict[str, tuple[Command, Path]] = {
        "the same Debian for x86-64": (("chroot", own, f"{PROGRAM}/maexle"), PICTURES),
        "this machine's own Python and OpenCV": (OWN, TREE / "device" / "demo"),
    }
    for name, (program, pictures) in others.items():
        with report.check(f"arm64 sees the same faces, and gives the same reasons, as {name}"):
            here = read_demo(program, pictures)
            assert there.keys() == here.keys(), "not the same pictures were read"
            apart = widest(there, here)
            print(f"     {len(there)} pictures, certainties at most {apart:.4f} apart", flush=True)
            assert not differing(there, here), differing(there, here)
            assert apart <= CERTAINTY_APART


def check_memory(arm: Path, own: Path, report: Report) -> None:
    """Play on arm64 and look at the memory; on x86-64 with and without an emulator, to judge that."""
    shutil.copy(FOR_AMD64, own / EMULATOR.lstrip("/"))
    emulated = watch(Place("arm64, emulated", arm), report)
    judged = watch(Place("x86-64, emulated too", own, (EMULATOR, *WITHOUT_AVX, f"{PROGRAM}/python")), report)
    plain = watch(Place("x86-64, as it is", own, emulated=False), report)
    with report.check("what is taken for the program's own is what it holds on x86-64 without an emulator"):
        check_same(judged, plain)
    with report.check("on arm64 the program holds what it holds on x86-64"):
        check_same(emulated, plain)
    with report.check("on arm64 it has written at most half of the memory that it may have"):
        allowed_mb = int(re.findall(r"^MemoryMax=(\d+)M$", UNIT.read_text(), re.M)[0])
        assert emulated, "no evening went to its end"
        assert max(seen.played.program.written_mb for seen in emulated) <= allowed_mb / 2


def watch(place: Place, report: Report) -> list[Seen]:
    """Play a game in a place, again and again, and see what the service holds each time."""
    every: list[Seen] = []
    what = f"{place.name}: the page answers, and {REVEALS} throws under the simulated cup are ruled"
    with report.check(f"{what}, {EVENINGS} times"):
        for _ in range(EVENINGS):
            every.append(_evening(place))
            print(f"     started: {every[-1].started}", flush=True)
            print(f"     after {REVEALS} throws: {every[-1].played}", flush=True)
    return every


def check_same(some: list[Seen], others: list[Seen]) -> None:
    """See that two programs have written about as much, when each has written least."""
    for what in ("started", "played"):
        mine, yours = (_least(getattr(seen, what) for seen in every) for every in (some, others))
        apart = mine.written_mb / yours.written_mb - 1
        print(f"     {what}: {mine}, there {yours}: {apart:+.0%} written", flush=True)
        assert abs(apart) <= SAME


def _evening(place: Place) -> Seen:
    room = ROOM if place.emulated else None
    with running(place.root, place.by) as pid:
        smaps = Path(f"/proc/{pid}/smaps")
        phone = host_there(place.root)
        started = held(smaps.read_text(), room)
        play_there(place.root, phone, REVEALS)
        return Seen(started, held(smaps.read_text(), room))


def _least(some: Iterable[Held]) -> Amount:
    return min((each.program for each in some), key=lambda amount: amount.written_mb)


if __name__ == "__main__":
    sys.exit(main())
