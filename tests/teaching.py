"""How well a table reads that was taught its own dice: `python -m tests.teaching`.

Each table of `taught/` is taught with its first throws of the kind `teach`, none, 4, 8, 12 or so many there
are, and then reads its tests and other sets' dice, by the code of `maexle teach` and `maexle read`. A certain
reading is wrong when it differs from the label, and whenever the label says that a careful referee gives
none. A foreign die is said to be so if it is read, or doubted, as not known.

Tables 06 to 09 have dice of kinds that no other set has: nothing may be chosen on them, so they are measured
with `--unseen` alone. `python -m tests.training.windows.tables` draws more tables to choose on. `--mute
SHARE` makes the nets forget what so many of the dice show, as dice do to them of which they never learned the
kind, or say that they lean; where the dice lie they still say.
"""

import argparse
import csv
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import numpy.typing as npt

import vision
from companion.commands.teach import Label, find_dice, report, throws_of
from tests.figures import DATA
from vision import Calibration, DiceSet
from vision.judge import join_chances
from vision.sightings import LEANING
from vision.taught.lessons import teach

UNSEEN = tuple(f"table{number:02}" for number in range(6, 10))
LESSONS = (0, 4, 8, 12)


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled picture of a table."""

    file: Path
    kind: str
    clean: bool
    values: tuple[int, ...]
    expect: int
    must_abstain: bool


def tables(root: Path, *, unseen: bool) -> list[str]:
    """The tables under `root`: those that nothing may be chosen on, or all others."""
    with (root / "labels.csv").open(newline="") as file:
        names = {row["table"] for row in csv.DictReader(file)}
    return sorted(name for name in names if (name in UNSEEN) is unseen)


def samples(root: Path, table: str) -> Iterator[Sample]:
    """All labelled pictures of one table."""
    with (root / "labels.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            if row["table"] == table:
                values = tuple(sorted(int(value) for value in row["values"].split()))
                yield Sample(
                    root / row["file"],
                    row["kind"],
                    row["class"] == "clean",
                    values,
                    int(row["expect"]),
                    row["must_abstain"] == "1",
                )


def taught(chosen: Sequence[Sample], calibration: Calibration) -> DiceSet | None:
    """The dice as those throws teach them; None where none does."""
    labels = [Label(sample.file, sample.values) for sample in chosen]
    found, _ = find_dice(labels, calibration)
    try:
        return teach(throws_of(found), calibration)[0] if found else None
    except vision.TaughtError as error:
        print("nothing learned:", error)
        return None


def measure(chosen: Sequence[Sample], calibration: Calibration, dice: DiceSet | None) -> Counter[str]:
    """Read pictures of a table: right, wrong and doubts of each kind, and what is said of the dice."""
    counts: Counter[str] = Counter()
    for sample in chosen:
        kind = sample.kind if sample.clean else "troubled"
        reading = vision.read(
            [vision.decode_colour(sample.file.read_bytes())], sample.expect, calibration, dice
        )
        true = reading.seen == sample.values and not sample.must_abstain
        counts[f"{kind} {'doubt' if not reading.certain else 'right' if true else 'wrong'}"] += 1
        if reading.certain and not true:
            print("wrong:", sample.file.name, sample.values, "read", reading.seen)
        if not reading.certain and kind == "test":
            print("doubt:", sample.file.name, sample.values, reading.reason)
        if sample.clean:
            counts[f"{kind} dice"] += len(sample.values)
            counts[f"{kind} known"] += sum(die.known is True for die in reading.dice)
            counts[f"{kind} strange"] += sum(die.known is False for die in reading.dice)
    return counts


def mute(share: float) -> None:
    """Let the nets doubt which pips so many of the dice show, and take other pips for them with some."""
    chance = random.Random(1)

    def muted(*said: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        joint = join_chances(*said)
        for row in joint:
            if chance.random() < share:
                sure = chance.choice((0.5, 0.5, 0.95))
                there, shown = float(row[1:].sum()), chance.randrange(1, LEANING + 1)
                row[1:] = there * (1 - sure) / LEANING
                row[shown] = there * sure
        return joint

    patch.object(vision.looking.windowed, "join_chances", muted).start()


def main() -> None:
    """Print the curve of every table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=DATA / "taught")
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("--mute", type=float, default=0.0)
    parser.add_argument("--lessons", type=int, nargs="+", default=LESSONS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    totals: dict[int, Counter[str]] = {lessons: Counter() for lessons in args.lessons}
    for table in tables(args.root, unseen=args.unseen):
        every = list(samples(args.root, table))
        empty = next(sample.file for sample in every if sample.kind == "empty")
        try:
            calibration = vision.calibrate(vision.decode(empty.read_bytes()))
        except vision.CalibrationError as error:
            print(f"{table} is left out, a host would have to draw its window: {error}")
            continue
        tests = [sample for sample in every if sample.kind in ("test", "foreign")]
        for lessons in args.lessons:
            if args.mute:
                patch.stopall()
                mute(args.mute)
            throws = [sample for sample in every if sample.kind == "teach"][:lessons]
            dice = taught(throws, calibration)
            counts = measure(tests, calibration, dice)
            totals[lessons].update(counts)
            _print(f"{table}, {lessons} throws", counts)
            if dice is not None:
                print(f"    {report(dice)}")
    for lessons, counts in totals.items():
        _print(f"all, {lessons} throws", counts)


def _print(name: str, counts: Counter[str]) -> None:
    for kind in ("test", "troubled", "foreign"):
        n = sum(counts[f"{kind} {verdict}"] for verdict in ("right", "doubt", "wrong"))
        if n:
            verdicts = "".join(f"{counts[f'{kind} {verdict}']:7}" for verdict in ("right", "doubt", "wrong"))
            strange = 100 * counts[f"{kind} strange"] / max(counts[f"{kind} dice"], 1)
            known = 100 * counts[f"{kind} known"] / max(counts[f"{kind} dice"], 1)
            said = "" if kind == "troubled" else f"  known {known:5.1f} %, strange {strange:5.1f} %"
            print(
                f"{name:22}{kind:10}{n:5}{verdicts}  right {100 * counts[f'{kind} right'] / n:6.2f} %{said}"
            )


if __name__ == "__main__":
    main()
