"""`maexle proof`: whether this program reads its own pictures right, before it is trusted with a table."""

import argparse
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import vision
from companion.fittings.wiring import DEMO

LEAST: Final = 0.9
"""So many of the throws that lie plainly have to be read; another OpenCV may doubt one or two."""
RIGHT, WRONG = 0, 1


@dataclass(frozen=True, slots=True)
class _Sample:
    """A picture of its own, and the faces that it shows; `plain` where a good referee reads them."""

    name: str
    faces: tuple[int, ...]
    plain: bool


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `proof` to the command line."""
    parser = commands.add_parser(
        "proof", help="see whether this program reads its own pictures right", description=__doc__
    )
    parser.set_defaults(run=run)


def run(_args: argparse.Namespace) -> int:
    """Read every picture of the demo's table; return 0 if all is as it should be, 1 with what was misread."""
    window = vision.calibrate(vision.decode((DEMO / "window_empty.jpg").read_bytes()))
    read = wrong = plain = 0
    for sample in _samples():
        frame = vision.decode_colour((DEMO / sample.name).read_bytes())
        reading = vision.read([frame], 2, window)
        plain += sample.plain
        read += sample.plain and reading.certain
        if reading.certain and (not sample.plain or sorted(reading.seen) != sorted(sample.faces)):
            wrong += 1
            print(f"{sample.name}: read as {' '.join(map(str, reading.seen))}")
    print(f"{read} of {plain} throws read, {wrong} of them wrong")
    return WRONG if wrong or read < LEAST * plain else RIGHT


def _samples() -> Iterator[_Sample]:
    with (DEMO / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            faces = tuple(map(int, row["values"].split()))
            yield _Sample(row["file"], faces, row["must_abstain"] == "0")
