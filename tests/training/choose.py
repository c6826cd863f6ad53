"""What nets are chosen by: `python -m tests.training.choose [--nets DIR] [--windows DIR] [--second DIR]`.

Asks a scout and an inspector about windows of both makers that nothing learned from, by several cameras each;
with `--frames 3` of each by three frames, as a table takes them, which differ by their noise alone.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from tests.training import second
from tests.training.school import NETS
from tests.training.windows import lots, store
from tests.unseen import WINDOWS, Question, ask, questions_of

SECOND: Final = WINDOWS.parent / "second" / "windows"
CAMERAS: Final = 4


def main() -> None:
    """Print what the nets make of each maker's windows, of such as nobody set up, and of photographs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nets", type=Path, default=NETS)
    parser.add_argument("--windows", type=Path, default=WINDOWS)
    parser.add_argument("--second", type=Path, default=SECOND)
    parser.add_argument("--frames", type=int, default=1)
    args = parser.parse_args()
    kept = partial(_kept, args.frames)
    traced = [[*kept(args.windows, (seeds,))] for seeds in lots.KEPT_BACK]
    leans, evenings, moulds, moving, along, faint, clear = traced
    ranges = (second.KEPT_BACK, second.OTHER_MOULDS, second.PHOTOGRAPHS_KEPT_BACK)
    drawn = [[*kept(args.second, seeds)] for seeds in ranges]
    others, other_moulds, photographs = drawn
    for folder, found in ((args.windows, traced), (args.second, drawn)):
        if not all(found):
            sys.exit(f"no pictures to choose by in {folder}: make windows second, or say where they lie")
    _tell("windows, most of which may lean", args.nets, leans, CAMERAS)
    _tell("windows of evenings", args.nets, evenings, CAMERAS - 2)
    _tell("windows with dice from other moulds", args.nets, moulds, CAMERAS - 2)
    _tell("windows with dice that may hardly move", args.nets, moving, CAMERAS - 2)
    _tell("windows with dice whose 2 and 3 lie along a side", args.nets, along, CAMERAS - 2)
    _tell("windows with dice whose pips are hard to make out", args.nets, faint, CAMERAS)
    _tell("windows with nothing but clear dice", args.nets, clear, CAMERAS - 1)
    _tell("windows of the second maker", args.nets, others, CAMERAS)
    _tell("the second maker's with dice from other moulds", args.nets, other_moulds, CAMERAS - 1)
    _tell("windows of the second maker, not set up", args.nets, _unknown(others), 1)
    readable = [one for one in photographs if not one.must_abstain]
    _tell("photographs of the second maker", args.nets, _unknown(readable), CAMERAS - 1)


def _tell(what: str, nets: Path, asked: Sequence[Question], cameras: int) -> None:
    answers = ask(nets, [replace(one, camera=camera) for one in asked for camera in range(cameras)])
    for kind, troubled in (("clean", False), ("troubled", True)):
        said = Counter(one.verdict for one in answers if one.question.must_abstain is troubled)
        right, wrong, n = said["right"], said["wrong"], said.total()
        if said:
            print(f"{what}, {kind}: {right} right, {wrong} wrong of {n}", flush=True)


def _unknown(asked: Sequence[Question]) -> list[Question]:
    """The same without a word of where their window is."""
    return [replace(one, known=False) for one in asked]


def _kept(frames: int, folder: Path, ranges: Sequence[range]) -> Iterator[Question]:
    for seeds in ranges:
        for seed in seeds[:: store.BLOCK]:
            file = store.file_of(folder, seed // store.BLOCK)
            if file.exists():
                yield from (replace(one, frames=frames) for one in questions_of(file))


if __name__ == "__main__":
    main()
