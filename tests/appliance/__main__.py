"""Guests as a landlord's Pi: `make test-appliance`.

A Debian 13 in a container with its own init, the same in an emulated machine with a GPIO chip and a camera
stack, and a Debian 12. Needs root, Debian's mirror and pip's index as this machine uses them, 12 GB and
patience. The work folder is kept, so that a second run builds only what has changed. `--only` plays one part,
`--as-built` plays with the guests as the last run built them.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.appliance.camera import check_camera
from tests.appliance.container import Container, move_out, network
from tests.appliance.debian_12 import check_debian_12
from tests.appliance.evening import check_evening
from tests.appliance.guests import HOME
from tests.appliance.install import check_upgrade, wait_until_ready
from tests.appliance.machine import Disks, Machine, empty_disk, over
from tests.appliance.network import check_network
from tests.appliance.pins import check_pins
from tests.appliance.power import check_power, freeze
from tests.appliance.read_only import check_read_only
from tests.appliance.report import Report
from tests.appliance.service import check_service
from tests.appliance.updates import check_updates

TREE: Final = Path(__file__).parents[2]
FORM: Final = "table/schema.py"
"""What gives the table's memory its form."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where the guests live, and what they have in common."""

    at: Path
    report: Report


def on_debian_12(shop: Workshop) -> None:
    """Play where the system's Python and OpenCV are the oldest that are promised."""
    check_debian_12(shop.at / "older_debian", shop.report)


def landlord(shop: Workshop) -> None:
    """What a landlord does with the program, where neither pins nor a camera are needed."""
    network(f"addr add {HOME}/24 dev lo")
    with Container(shop.at / "root", shop.at / "container") as guest:
        check_upgrade(guest, shop.report)
        check_service(guest, shop.report)
        check_updates(guest, shop.report)
        check_network(guest, shop.report)


def evening(shop: Workshop) -> None:
    """Play on real pins and a real camera stack, then pull the plug again and again."""
    at = shop.at / "evening"
    at.mkdir(exist_ok=True)
    disks = Disks(over(shop.at / "base.ext4", at / "root.qcow2"), empty_disk(at / "memory.ext4"))
    with Machine(shop.at, at, disks, words=f"appliance.network={HOME}") as machine:
        with shop.report.check("the table is ready by its own word"):
            wait_until_ready(machine)
        check_evening(machine, shop.report)
        check_camera(machine, shop.report)
        check_pins(machine, shop.report)
        frozen = freeze(shop.at, machine, at)
    check_power(frozen, shop.report)


def read_only(shop: Workshop) -> None:
    """Start with a root under an overlay, and the memory on a stick."""
    check_read_only(shop.at / "base.ext4", shop.at, shop.at / "read_only", shop.report)


PARTS: Final[dict[str, Callable[[Workshop], None]]] = {
    "landlord": landlord,
    "evening": evening,
    "read-only": read_only,
    "debian-12": on_debian_12,
}


def main() -> int:
    """Build the guest, play each part, and return 0 if all held."""
    args = _arguments()
    args.work.mkdir(parents=True, exist_ok=True)
    shop = Workshop(args.work.resolve(), Report())
    if not args.as_built:
        with shop.report.check("the guest is built, with the older program by its own installer"):
            _build(shop.at, args.older)
    move_out()
    for name, part in PARTS.items():
        if args.only in ("", name):
            with shop.report.check(f"{name}: it went to its end"):
                part(shop)
    print(shop.report.last_line())
    return bool(shop.report.failed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.appliance", description=__doc__)
    parser.add_argument("--work", type=Path, default=TREE / "build" / "appliance")
    parser.add_argument("--older", default=_older(), help="which commit is upgraded (default: %(default)s)")
    parser.add_argument("--as-built", action="store_true")
    parser.add_argument("--only", choices=("", *PARTS), default="")
    return parser.parse_args()


def _older() -> str:
    """The last release; without one the last program whose memory has another form: it is migrated."""
    return _git("describe", "--tags", "--abbrev=0") or f"{_git('rev-list', '-1', 'HEAD', '--', FORM)}^"


def _git(*words: str) -> str:
    """What git says, "" where it refuses."""
    said = subprocess.run(["git", *words], cwd=TREE, capture_output=True, text=True, check=False)
    return said.stdout.strip()


def _build(work: Path, older: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        old = Path(place) / "older"
        subprocess.run(["git", "clone", "--quiet", "--shared", str(TREE), str(old)], check=True)
        subprocess.run(["git", "-C", str(old), "checkout", "--quiet", _commit(older)], check=True)
        subprocess.run(["nice", "-n", "12", Path(__file__).parent / "build.sh", work, TREE, old], check=True)


def _commit(name: str) -> str:
    """What a name means here: in a copy, HEAD and branches may mean something else."""
    command = ["git", "rev-parse", f"{name}^{{commit}}"]
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
