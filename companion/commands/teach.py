"""`maexle teach`: let a table learn its own dice from pictures of throws with what they show."""

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Final

import vision
from companion.commands.plainly import plain_reason, plainly
from companion.commands.whole_number import whole_number
from companion.fittings.teacher import die_kinds
from companion.kept.table_file import TaughtTable, write_table
from companion.kept.whole_file import check_writable
from table.lesson import MOST_DICE, DieKind, are_hard, looks_needed
from vision import Calibration, DiceSet
from vision.looking.windowed import locate
from vision.picture import require_size
from vision.sightings import Sightings
from vision.taught.lessons import Throw, teach

TAUGHT: Final = 0
NOTHING: Final = 1
CANT: Final = 2


class LabelError(ValueError):
    """The labels, or a picture, can't be used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Label:
    """One line of the labels: a picture, and what its dice show."""

    file: Path
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The dice of a labelled picture, where they lie."""

    label: Label
    seen: Sightings


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "teach", help="let a table learn its own dice from pictures", description=__doc__
    )
    parser.add_argument(
        "labels", type=Path, metavar="LABELS.csv", help="rows `file,values`, values as seen, e.g. `3 5`"
    )
    parser.add_argument(
        "--expect",
        type=whole_number(MOST_DICE),
        default=2,
        metavar="N",
        help=f"how many dice there are, up to {MOST_DICE} (2)",
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
        check_writable(args.out)
        labels = read_labels(args.labels, args.expect)
        calibration = _window(args.empty)
        found, lost = find_dice(labels, calibration)
        dice, left_out = teach(throws_of(found), calibration, args.name)
        sure = sum(_is_sure(one.label, calibration) for one in found)
        write_table(args.out, TaughtTable(calibration, dice))
    except vision.TaughtError as error:
        return _complain(error, NOTHING)
    except (OSError, ValueError, csv.Error) as error:
        return _complain(error, CANT)
    for label in lost:
        print(f"left out: {label.file}: its dice can't be found")
    for index in left_out:
        print(f"left out: {found[index].label.file}: it can't be told which of its dice shows what")
    print(report(dice))
    if are_hard(sure, len(found)):
        said = f"By itself the reader was sure of {sure} of {len(found)} throws"
        print(f"{said}: of these dice people will often be asked.")
    return TAUGHT


def _window(empty: Path) -> Calibration:
    try:
        return vision.calibrate(vision.decode(empty.read_bytes()))
    except ValueError as error:
        raise LabelError(f"{empty}: {error}") from error


def read_labels(file: Path, expect: int) -> list[Label]:
    """Read which picture shows what.

    Raises:
        LabelError: a row is not as it should be.
        OSError: the file can't be read.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelError(f"{file}: expected text in UTF-8: save it as `CSV UTF-8`") from error
    lines = csv.reader(StringIO(text), delimiter=_mark(text))
    rows = [(lines.line_num, row) for row in lines if any(cell.strip() for cell in row)]
    head = [cell.strip().lower() for cell in rows[0][1]] if rows else []
    where = (0, 1)
    if {"file", "values"} <= set(head):
        where, rows = (head.index("file"), head.index("values")), rows[1:]
    if not rows:
        raise LabelError(f"{file}: expected rows `file,values`, found none")
    return [_label(file, number, row, where, expect) for number, row in rows]


def _mark(text: str) -> str:
    """What stands between the cells: no comma where a spreadsheet's numbers have one."""
    first = text.strip().partition("\n")[0]
    return next((mark for mark in ",;\t" if mark in first), ",")


def _label(file: Path, number: int, row: Sequence[str], where: tuple[int, int], expect: int) -> Label:
    if len(row) <= max(where) or not row[where[0]].strip():
        raise LabelError(f"{file}: line {number}: expected `file,values`, got {','.join(row)!r}")
    name, values = (row[column] for column in where)
    words = values.split()
    if len(words) != expect or not all(word in "123456" and len(word) == 1 for word in words):
        like = " ".join("351624"[:expect])
        raise LabelError(
            f"{file}: line {number}: expected {expect} values from 1 to 6 like `{like}`, got {values!r}"
        )
    return Label(file.parent / name.strip(), tuple(sorted(int(word) for word in words)))


def find_dice(labels: Sequence[Label], calibration: Calibration) -> tuple[list[Found], list[Label]]:
    """Return where the dice of each label's picture lie, and the labels of those where others are found.

    Raises:
        LabelError: a picture can't be read, or has another size than the empty window's.
    """
    found, lost = [], []
    for label in labels:
        frame = _picture(label)
        try:
            require_size(frame, calibration.background)
        except ValueError as error:
            raise LabelError(f"{label.file}: {error}") from error
        seen = locate(frame, len(label.values), calibration)
        if seen is None:
            lost.append(label)
        else:
            found.append(Found(label, seen))
    return found, lost


def _is_sure(label: Label, calibration: Calibration) -> bool:
    """Whether the reader is certain of a throw of dice that it was not taught."""
    return vision.read([_picture(label)], len(label.values), calibration).certain


def throws_of(found: Sequence[Found]) -> Iterator[Throw]:
    """Yield throws to learn from, one picture after the other."""
    for one in found:
        yield Throw(_picture(one.label), one.seen, one.label.values)


def _picture(label: Label) -> vision.Gray | vision.Colour:
    try:
        return vision.decode_colour(label.file.read_bytes())
    except (OSError, ValueError) as error:  # a name may hold what no file's can
        raise LabelError(f"{label.file}: {plain_reason(error)}") from error


def report(dice: DiceSet) -> str:
    """Say which faces of which dice a set has seen, and which it still needs."""
    kinds = die_kinds(dice.tones, dice.throws, dice.pips)
    lines = [_report(kind, looks_needed(kinds), whose=len(kinds) > 1) for kind in kinds]
    if dice.varied:
        lines.append("The dice differ from each other: the more throws, the better it knows each.")
    if dice.is_misread:
        lines.append("Of most the reader sees other pips: do the labels say what the camera sees?")
    return "\n".join(lines)


def _report(kind: DieKind, enough: int, *, whose: bool) -> str:
    of = f" of the dice of colour #{bytes(kind.colour).hex()}" if whose else ""
    seen = ", ".join(f"{pips}: {looks}" for pips, looks in kind.faces.items() if looks)
    few = [str(pips) for pips, looks in kind.faces.items() if looks < enough]
    missing = "Still missing" if enough == 1 else "Still missing, or seen once only"
    rest = f"{missing}: {', '.join(few)}." if few else "Every face was seen: enough."
    return f"Looks of each face{of}: {seen}. {rest}"


def _complain(error: Exception, status: int) -> int:
    print(f"maexle teach: {plainly(error)}", file=sys.stderr)
    return status
