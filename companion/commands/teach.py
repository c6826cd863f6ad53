"""`maexle teach`: let a table learn its own dice from pictures of throws with what they show."""

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import vision
from companion.commands.plainly import plain_reason, plainly
from companion.commands.whole_number import whole_number
from companion.kept.table_file import TaughtTable, write_table
from vision import Calibration, DiceSet
from vision.lessons import Throw, teach
from vision.taught import ENOUGH
from vision.windowed import locate

TAUGHT: Final = 0
NOTHING: Final = 1
CANT: Final = 2


class LabelError(ValueError):
    """A line of the labels can't be understood; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Label:
    """One line of the labels: a picture, and what its dice show."""

    file: Path
    values: tuple[int, ...]


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "teach", help="let a table learn its own dice from pictures", description=__doc__
    )
    parser.add_argument(
        "labels", type=Path, metavar="LABELS.csv", help="rows `file,values`, values as seen, e.g. `3 5`"
    )
    parser.add_argument(
        "--expect", type=whole_number(1), default=2, metavar="N", help="how many dice there are (2)"
    )
    parser.add_argument(
        "--empty", type=Path, required=True, metavar="EMPTY", help="the same table's empty window"
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="TABLE", help="where the taught table is written"
    )
    parser.add_argument("--name", default="", help="what the set of dice is called")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Teach; return 0 once the table is written, 1 if nothing could be learned, 2 on a file that won't do."""
    try:
        labels = read_labels(args.labels, args.expect)
        calibration = vision.calibrate(vision.decode(args.empty.read_bytes()))
        throws, lost = throws_of(labels, calibration)
        dice, left_out = teach(throws, calibration, args.name)
        write_table(args.out, TaughtTable(calibration, dice))
    except vision.TaughtError as error:
        return _complain(error, NOTHING)
    except (OSError, LabelError, vision.PictureError, ValueError, csv.Error) as error:
        return _complain(error, CANT)
    kept = [label for label in labels if label not in lost]
    for label in (*lost, *(kept[index] for index in left_out)):
        print(f"left out: {label.file}: it can't be told which of its dice shows what")
    print(report(dice))
    return TAUGHT


def read_labels(file: Path, expect: int) -> list[Label]:
    """Read which picture shows what.

    Raises:
        LabelError: a row is not as it should be.
        OSError: the file can't be read.
    """
    with file.open(newline="", encoding="utf-8-sig") as opened:
        rows = [row for row in csv.reader(opened) if any(cell.strip() for cell in row)]
    header = [cell.strip() for cell in rows[0]] if rows else []
    if header[:2] == ["file", "values"]:
        rows = rows[1:]
    if not rows:
        raise LabelError(f"{file}: expected rows `file,values`, found none")
    return [_label(file, number, row, expect) for number, row in enumerate(rows, start=1)]


def _label(file: Path, number: int, row: Sequence[str], expect: int) -> Label:
    if len(row) < 2 or not row[0].strip():
        raise LabelError(f"{file}: row {number}: expected `file,values`, got {','.join(row)!r}")
    words = row[1].split()
    if len(words) != expect or not all(word in "123456" and len(word) == 1 for word in words):
        raise LabelError(f"{file}: row {number}: expected {expect} values from 1 to 6, got {row[1]!r}")
    return Label(file.parent / row[0].strip(), tuple(sorted(int(word) for word in words)))


def throws_of(labels: Sequence[Label], calibration: Calibration) -> tuple[list[Throw], list[Label]]:
    """Return the throws whose dice are found, and the labels of those where others are.

    Raises:
        LabelError: a picture can't be read, or has another size than the empty window's.
    """
    throws, lost = [], []
    for label in labels:
        try:
            frame = vision.decode_colour(label.file.read_bytes())
        except (OSError, vision.PictureError) as error:
            raise LabelError(f"{label.file}: {plain_reason(error)}") from error
        if frame.shape[:2] != calibration.background.shape:
            raise LabelError(f"{label.file}: expected a picture of the empty window's size")
        seen = locate(frame, len(label.values), calibration)
        if seen is None:
            lost.append(label)
        else:
            throws.append(Throw(frame, seen, label.values))
    return throws, lost


def report(dice: DiceSet) -> str:
    """Say which faces a set has seen, and which it still needs."""
    seen = ", ".join(f"{pips}: {looks}" for pips, looks in dice.faces.items() if looks)
    few = [str(pips) for pips, looks in dice.faces.items() if looks < ENOUGH]
    rest = f"Still missing, or seen once only: {', '.join(few)}." if few else "Every face was seen: enough."
    return f"Looks of each face: {seen}. {rest}"


def _complain(error: Exception, status: int) -> int:
    print(f"maexle teach: {plainly(error)}", file=sys.stderr)
    return status
