"""The demo's pictures as a program reads them, and how far two programs agree."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.fittings.wiring import DEMO

EMPTY: Final = "window_empty.jpg"
SETS: Final = {"": 2, "5": 5, "green": 2, "purple": 2}
"""The demo's sets of throws by their folders, and how many dice are thrown."""
Command = Sequence[str | Path]
UNCERTAIN: Final = 3
"""What `maexle read` ends with where it leaves a throw to people."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: the faces, why it is not certain ("" if it is), and the certainties from the left."""

    faces: tuple[int, ...]
    reason: str
    certainties: tuple[float, ...]


def read_demo(program: Command, at: Path) -> dict[str, Read]:
    """Let a program read all throws of the demo, for it in the folder `at`; by the files' names."""
    found: dict[str, Read] = {}
    for folder, dice in SETS.items():
        names = [f"{folder}/{file.name}" for file in sorted((DEMO / folder).glob("*_??.jpg"))]
        command = [*program, "read", "--json", "--expect", str(dice), "--empty", at / EMPTY]
        done = subprocess.run(
            [*command, *(f"{at}/{name}" for name in names)], capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, UNCERTAIN), done.stderr
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        found |= {name: _read(line) for name, line in zip(names, lines, strict=True)}
    return found


def differing(one: dict[str, Read], other: dict[str, Read]) -> dict[str, tuple[Read, Read]]:
    """The pictures whose faces or reasons are not the same."""
    pairs = {name: (read, other[name]) for name, read in one.items()}
    return {name: (a, b) for name, (a, b) in pairs.items() if (a.faces, a.reason) != (b.faces, b.reason)}


def widest(one: dict[str, Read], other: dict[str, Read]) -> float:
    """The greatest difference between two certainties of the same die; 0 where no faces are the same."""
    same = ((read, other[name]) for name, read in one.items() if read.faces == other[name].faces)
    gaps = (
        abs(a - b) for mine, yours in same for a, b in zip(mine.certainties, yours.certainties, strict=True)
    )
    return max(gaps, default=0.0)


def _read(line: dict[str, object]) -> Read:
    faces, dice = line["seen"], line["dice"]
    assert isinstance(faces, list)
    assert isinstance(dice, list)
    from_left = sorted(dice, key=lambda die: (die["x"], die["y"]))
    return Read(tuple(faces), str(line["reason"] or ""), tuple(die["certainty"] for die in from_left))
