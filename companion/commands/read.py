"""`maexle read`: read the dice in pictures from files."""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import vision
from companion.commands.plainly import plain_reason
from companion.commands.whole_number import whole_number
from companion.kept.table_file import read_table
from table.builds import Build, counts

UNCERTAIN = 3
NO_PICTURE = 2


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("read", help="read the dice in pictures", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a picture")
    parser.add_argument(
        "--expect", type=whole_number(), default=2, metavar="N", help="how many dice there are (2)"
    )
    parser.add_argument(
        "--build", type=Build, choices=list(Build), default=Build.SHAKER, help="the table's build"
    )
    known = parser.add_mutually_exclusive_group()
    known.add_argument("--empty", type=Path, metavar="FILE", help="the same table's empty window")
    known.add_argument(
        "--table", type=Path, metavar="TABLE", help="the same table, as `maexle teach` wrote it"
    )
    parser.add_argument(
        "--burst", action="store_true", help="the files are frames of one throw, in time order"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read every file; 0 when all are certain, 3 when one is not, 2 on a file that is no picture."""
    try:
        calibration, dice = _table(args.empty, args.table)
    except (OSError, ValueError) as error:
        return _complain(args.empty or args.table, error)
    status = 0
    for group in [args.files] if args.burst else [[file] for file in args.files]:
        started = time.perf_counter()
        frames, broken = _load_all(group)
        if broken or not frames:
            status = NO_PICTURE
            continue
        try:
            reading = vision.read(frames, args.expect, calibration, dice)
        except ValueError as error:
            status = _complain(group[-1], error)
            continue
        ms = 1000 * (time.perf_counter() - started)
        entry = _entry(group[-1], reading, args.build, ms)
        print(json.dumps(entry) if args.json else _line(entry), flush=True)
        if not reading.certain and status == 0:
            status = UNCERTAIN
    return status


def _table(empty: Path | None, table: Path | None) -> tuple[vision.Calibration | None, vision.DiceSet | None]:
    """What is known of the table: its window from a picture of it empty, or all that it was taught."""
    if table is not None:
        taught = read_table(table)
        return taught.calibration, taught.dice
    return (None if empty is None else vision.calibrate(vision.decode(empty.read_bytes()))), None


def _load_all(files: Sequence[Path]) -> tuple[list[vision.Gray | vision.Colour], bool]:
    """All frames, and whether one of the files was no picture."""
    frames, broken = [], False
    for file in files:
        try:
            frames.append(vision.decode_colour(file.read_bytes()))
        except (OSError, vision.PictureError) as error:
            _complain(file, error)
            broken = True
    return frames, broken


def _complain(file: Path, error: Exception) -> int:
    print(f"maexle read: {file}: {plain_reason(error)}", file=sys.stderr)
    return NO_PICTURE


def _entry(file: Path, reading: vision.Reading, build: Build, ms: float) -> dict[str, Any]:
    return {
        "file": str(file),
        "certain": reading.certain,
        "reason": reading.reason,
        "seen": list(reading.seen),
        "counts": list(counts(reading.seen, build)),
        "dice": list(_dice(reading)),
        "ms": round(ms, 2),
    }


def _dice(reading: vision.Reading) -> Iterator[dict[str, Any]]:
    for die in reading.dice:
        yield {
            "pips": die.pips,
            "x": round(die.x, 1),
            "y": round(die.y, 1),
            "edge": round(die.edge, 1),
            "angle": round(die.angle, 1) % 90,
            "certainty": round(die.certainty, 4),
            **({} if die.known is None else {"known": die.known}),
        }


def _line(entry: dict[str, Any]) -> str:
    seen = " ".join(map(str, entry["seen"])) or "no dice"
    verdict = "certain" if entry["certain"] else f"not certain ({entry['reason'].replace('_', ' ')})"
    counted = " ".join(map(str, entry["counts"]))
    same = entry["seen"] == entry["counts"]
    return f"{entry['file']}: {seen}{'' if same else f', which counts as {counted}'}, {verdict}"
