"""A table in a network of its own that comes late, changes and goes: prints what people read each time.

Run by `tests/companion/test_network.py` under `unshare --net`: python -m tests.companion.moving_house DATA
"""

import re
import subprocess
import sys
from pathlib import Path

from tests.phone import Phone
from tests.program import Program

STEPS = (
    "link set lo up",
    "addr add 192.168.4.1/24 dev lo",
    "addr replace 10.3.2.1/24 dev lo",
    "addr del 192.168.4.1/24 dev lo",
    "addr del 10.3.2.1/24 dev lo",
)


def main(data: Path) -> None:
    """Print a line for each step: what the page to join and the television say of where the table is."""
    _ip(STEPS[0])
    with Program(data, "--camera", "none") as program:
        phone = Phone(program.address)
        print(_said(phone))
        for step in STEPS[1:]:
            _ip(step)
            print(_said(phone))


def _ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True)


def _said(phone: Phone) -> str:
    return "; ".join(_places(phone.get(path)) for path in ("/join?lang=en", "/screen?lang=en"))


def _places(page: str) -> str:
    if "No network" in page:
        return "no network"
    return " ".join(re.findall(r'dir="ltr">([\d.]+)', page))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
