"""Train the probes: nets like the reader's, each of which never sees some groups of dice and of cups.

`python -m tests.training.probes --windows DIR [--out DIR]`; goes on where it was stopped. What a probe makes
of the groups that it has not seen is what may be expected at a table whose dice nobody showed the reader.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.unseen import NETS, PROBES, WINDOWS

STEPS: Final = {"scout": 5300, "inspector": 5300}
"""Probes learn for less long than the reader's nets: what they reach is a lower bound."""


def main() -> None:
    """Train what is missing, two nets at a time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=Path, default=WINDOWS)
    parser.add_argument("--out", type=Path, default=NETS)
    args = parser.parse_args()
    for probe, without in PROBES.items():
        folder = args.out / probe
        folder.mkdir(parents=True, exist_ok=True)
        nets = [_begin(net, args.windows, folder, without) for net in STEPS]
        if any(net.wait() for net in nets):
            sys.exit(f"probe {probe} was not trained")


def _begin(net: str, windows: Path, folder: Path, without: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    steps = ["--steps", str(STEPS[net]), "--rounds", "1"]
    told = ["--windows", str(windows), *steps, "--out", str(folder / f"{net}.net")]
    return subprocess.Popen([sys.executable, "-m", f"tests.training.{net}", *told, "--without", *without])


if __name__ == "__main__":
    main()
