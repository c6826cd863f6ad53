"""How well the reader reads: right, uncertain and wrong, per set and class, by the code of `maexle read`.

Run `python -m tests.figures [DIR] [--unseen] [--without inspector|scout|lattice] [--grey] [--mirrored]`.
DIR holds the labelled sets (default: `../shared/dice`), from none of which any net has learned. `--unseen`
asks probes about kinds of dice and cups that they never saw. With `--mirrored` every picture is read in its
mirror image, with `--grey` without its colours. A certain reading is wrong when it differs from the label, or
whenever the label says that a careful referee gives none.
"""

import argparse
import csv
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import numpy.typing as npt

import tests.unseen
import vision
from tests.training.sensor import take
from tests.unseen import print_unseen
from vision.judge import join_chances
from vision.looking import photograph, settling, windowed
from vision.picture import to_gray

DATA = Path(__file__).parents[2] / "shared" / "dice"
TABLE_SETS = {
    "tables": "tables",
    "under-glass": "under-glass",
    "under-glass-more": "under-glass",
    "taught": "untaught",
    "strangers": "strangers",
}
"""The rendered sets, and what figures call them; dice of the taught tables are read as anybody's here."""
OTHER_KINDS = ("table06", "table07", "table08", "table09")
"""Tables of the taught set with kinds of dice that are in none of the others."""
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 1.0001)
PHOTOGRAPHS = "photographs, all but matteop65 (92, 0.4 %)"
TROUBLES = [
    "cocked",
    "dark",
    "empty",
    "extra",
    "glare",
    "hard",
    "missing",
    "motion",
    "occluded",
    "partly_out",
    "stacked",
]
BARS = {
    "tables, clean (97, 0)": ("tables, clean",),
    "untaught dice of the taught tables, clean (97, 0)": ("untaught, clean",),
    "the same, of kinds of no other set (97, 0)": ("untaught, other clean",),
    "under-glass, clean 2 (97, 0)": ("under-glass, clean 2",),
    "under-glass, clean 5 (93, 0)": ("under-glass, clean 5",),
    "hard and troubled (-, 0.5 %)": tuple(
        f"{name} {trouble}"
        for name in ("under-glass,", "tables,", "untaught,", "untaught, other", "strangers,")
        for trouble in TROUBLES
    ),
    "strangers, clean (95, 0)": ("strangers, clean",),
    "tai_studio_glass (97, 0)": ("real, tai",),
    PHOTOGRAPHS: ("real",),
    "matteop65 (-, 1 %)": ("real, matteop65",),
}
"""What is measured, with the least share right and the most wrong; and the groups that count."""

UNSET = {"a photograph": ("real",), "a table never set up": ("under-glass", "strangers")}


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled picture; `group` is how figures are put together."""

    file: Path
    group: str
    expect: int
    values: tuple[int, ...]
    must_abstain: bool
    empty: Path | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What came out: right, uncertain or wrong; and how long a processor took, decoding included, s."""

    sample: Sample
    reading: vision.Reading
    verdict: str
    took_s: float


def samples(root: Path) -> Iterator[Sample]:
    """All labelled pictures under `root`; where there are none, the command that asked ends with a word."""
    if not any((root / name / "labels.csv").exists() for name in (*TABLE_SETS, "real")):
        sys.exit(f"no labelled sets in {root}: they are no part of this tree; say where they lie")
    for name, called in TABLE_SETS.items():
        if (root / name / "labels.csv").exists():
            yield from _table_samples(root / name, called)
    if (root / "real" / "labels.csv").exists():
        for row in _rows(root / "real"):
            values = _values(row["values"])
            yield Sample(
                root / "real" / row["file"], f"real, {row['source']}", int(row["n_dice"]), values, False
            )


def measure(chosen: Iterable[Sample]) -> list[Result]:
    """Read every sample."""
    return [_measure(sample) for sample in chosen]


def measure_all(
    root: Path, without: str | None = None, *, mirrored: bool = False, grey: bool = False
) -> list[Result]:
    """Read every sample under `root`, on every core; one of the witnesses may be left out."""
    with Pool(initializer=_begin, initargs=(without, mirrored, grey)) as pool:
        return pool.map(_measure, list(samples(root)), chunksize=8)


def _measure(sample: Sample) -> Result:
    calibration = None if sample.empty is None else calibration_of(sample.empty)
    began = time.process_time()
    frame = vision.decode_colour(sample.file.read_bytes())
    reading = vision.read([frame], sample.expect, calibration)
    took_s = time.process_time() - began
    if not reading.certain:
        return Result(sample, reading, "uncertain", took_s)
    true = reading.seen == sample.values and not sample.must_abstain
    return Result(sample, reading, "right" if true else "wrong", took_s)


@cache
def calibration_of(empty: Path) -> vision.Calibration:
    """What set-up makes of an empty window's picture."""
    return vision.calibrate(vision.decode(empty.read_bytes()))


def _table_samples(folder: Path, called: str) -> Iterator[Sample]:
    for row in _rows(folder):
        kind = f"{row['class']} {row['expect']}" if row["class"] in ("clean", "missing") else row["class"]
        kind = "empty" if row.get("kind") == "empty" else kind
        other = "other " * (called == "untaught" and row["table"] in OTHER_KINDS)
        table = row.get("table")
        yield Sample(
            folder / row["file"],
            f"{called}, {other}{'hard ' * (row['hard'] == '1')}{kind}",
            int(row["expect"]),
            _values(row["values"]),
            row["must_abstain"] == "1",
            folder / table / f"dev_t{table[-2:]}_empty.jpg" if table else None,
        )


def _rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "labels.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def _values(text: str) -> tuple[int, ...]:
    return tuple(sorted(int(value) for value in text.split()))


def _print_groups(results: Sequence[Result]) -> None:
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        groups[result.sample.group][result.verdict] += 1
    print(f"{'set and class':34}{'n':>6}{'right':>8}{'unsure':>8}{'wrong':>7}{'right %':>9}{'wrong %':>9}")
    for group, counts in sorted(groups.items()):
        n, right, wrong = counts.total(), counts["right"], counts["wrong"]
        shares = f"{100 * right / n:9.2f}{100 * wrong / n:9.2f}"
        print(f"{group:34}{n:6}{right:8}{counts['uncertain']:8}{wrong:7}{shares}")


def _print_bars(results: Sequence[Result]) -> None:
    """What a referee has to hold."""
    print(f"{'bar':50}{'n':>6}{'right %':>9}{'wrong':>7}{'wrong %':>9}")
    for name, groups in BARS.items():
        chosen = [result for result in results if any(map(result.sample.group.startswith, groups))]
        if name == PHOTOGRAPHS:
            chosen = [result for result in chosen if "matteop65" not in result.sample.group]
        counts, n = Counter(result.verdict for result in chosen), len(chosen)
        if n:
            right, wrong = 100 * counts["right"] / n, 100 * counts["wrong"] / n
            print(f"{name:50}{n:6}{right:9.2f}{counts['wrong']:7}{wrong:9.2f}")


def _print_times(results: Sequence[Result]) -> None:
    """How long a processor took over what no set-up helped with: the bar is 1 s."""
    for name, groups in UNSET.items():
        took = [result.took_s for result in results if result.sample.group.startswith(groups)]
        if len(took) > 1:
            late = statistics.quantiles(took, n=20)[-1]
            print(f"{name}: {statistics.median(took):.2f} s, the slowest twentieth {late:.2f} s and more")


def _print_reasons(results: Sequence[Result]) -> None:
    """Why the uncertain ones are, by class: the three commonest reasons."""
    print("\nreasons of the uncertain")
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        if result.reading.reason is not None:
            groups[result.sample.group][str(result.reading.reason)] += 1
    for group, counts in sorted(groups.items()):
        print(f"{group:34}", ", ".join(f"{reason} {count}" for reason, count in counts.most_common(4)))


def pairs(values: Sequence[int], dice: Iterable[tuple[int, float]]) -> list[tuple[int, int, float]]:
    """Say of every die that was read what it truly shows, what was read, and how certain that was.

    Labels do not say which die shows what: the surest dice that agree with them are right, and the others
    stand in their order for what is left.
    """
    left, doubtful, found = list(values), list[tuple[int, float]](), []
    for pips, certainty in sorted(dice, key=lambda die: -die[1]):
        if pips in left:
            left.remove(pips)
            found.append((pips, pips, certainty))
        else:
            doubtful.append((pips, certainty))
    return found + [(true, *die) for true, die in zip(left, sorted(doubtful), strict=True)]


def _read_dice(results: Iterable[Result]) -> Iterator[tuple[int, int, float]]:
    """The dice of all pictures of which as many were read as there are."""
    for result in results:
        dice, sample = result.reading.dice, result.sample
        if len(dice) == len(sample.values) and not sample.must_abstain:
            yield from pairs(sample.values, ((die.pips, die.certainty) for die in dice))


def _print_confusion(results: Sequence[Result]) -> None:
    """True against read pips."""
    table = np.zeros((6, 6), int)
    for true, read, _ in _read_dice(results):
        table[true - 1, read - 1] += 1
    print("\ntrue pips (rows) against pips read (columns), dice")
    for row, counts in enumerate(table, start=1):
        print(row, *(f"{count:6}" for count in counts))


def _print_reliability(results: Sequence[Result]) -> None:
    """The certainty of dice against the share of them that is read right."""
    for name in ("a window", "no window"):
        chosen = [result for result in results if (result.reading.window is None) == (name == "no window")]
        dice = list(_read_dice(chosen))
        certainty = np.array([die[2] for die in dice])
        right = np.array([true == read for true, read, _ in dice])
        print(f"\nreliability in pictures with {name}: certainty, dice, mean certainty, share read right")
        for low, high in pairwise(BINS):
            inside = (certainty >= low) & (certainty < high)
            if inside.any():
                shares = f"{certainty[inside].mean():9.4f}{right[inside].mean():9.4f}"
                print(f"{low:5.3f} to {min(high, 1):5.3f}{inside.sum():7}{shares}")


def _believe(witness: int) -> None:
    """Let one of the witnesses, the scout (0) or the inspector (1), speak for both about pips."""

    def spoken(*said: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return join_chances(said[witness], said[witness])

    for room in (windowed, photograph):
        patch.object(room, "join_chances", spoken).start()


def _mirror() -> None:
    """Let every picture be read in its mirror image, the empty windows too."""

    def mirroring(decode: Callable[[bytes], vision.Gray]) -> Callable[[bytes], vision.Gray]:
        return lambda data: np.ascontiguousarray(decode(data)[:, ::-1])

    for name in ("decode", "decode_colour"):
        patch.object(vision, name, mirroring(getattr(vision, name))).start()


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=DATA)
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("--without", choices=["inspector", "scout", "lattice"])
    parser.add_argument("--mirrored", action="store_true")
    parser.add_argument("--grey", action="store_true")
    args = parser.parse_args()
    if args.unseen:
        print_unseen(partial(_begin, args.without, args.mirrored, args.grey))
    else:
        print_all(measure_all(args.root, args.without, mirrored=args.mirrored, grey=args.grey))


def print_all(results: Sequence[Result]) -> None:
    """Print what was measured."""
    _print_bars(results)
    _print_times(results)
    _print_groups(results)
    _print_confusion(results)
    _print_reliability(results)
    _print_reasons(results)
    for result in results:
        if result.verdict == "wrong":
            sample = result.sample
            print("wrong:", sample.file.name, sample.group, sample.values, "read", result.reading.seen)


def _greying() -> None:
    """Let every picture be read without its colours."""
    patch.object(vision, "decode_colour", vision.decode).start()
    patch.object(tests.unseen, "take", lambda roots, rng: to_gray(take(roots, rng))).start()


def _begin(without: str | None, mirrored: bool, grey: bool) -> None:
    """Prepare one process: it reads with one thread, and believes whom it is told to."""
    cv2.setNumThreads(1)
    if mirrored:
        _mirror()
    if grey:
        _greying()
    if without == "lattice":
        patch.object(settling, "fits", lambda level, seen: np.ones(len(seen), np.float32)).start()
    elif without:
        _believe(1 if without == "scout" else 0)


if __name__ == "__main__":
    main()
