"""Looks for wrong rulings: `python -m tests.hunt SEED COUNT [--out DIR] [--cores N]`.

Draws so many windows that nothing learned from, block by block from a seed on (`lots.OF_ONE_GROUP` says what
lies in them), and asks the reader about each by three cameras. A throw that is ruled on as another is told at
once, by seed and camera, and its picture is kept beside the blocks. Begun again it goes on: what is drawn
stays drawn.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2

from tests.training.windows.__main__ import make
from tests.training.windows.lots import CLEAR_ONES
from tests.training.windows.store import BLOCK, file_of
from tests.unseen import Answer, Question, answer, photograph, questions_of
from vision.floor import one_thread

CAMERAS: Final = 3
HUNTED: Final = Path(__file__).parents[1] / "build" / "hunted"


@dataclass(frozen=True, slots=True)
class Found:
    """What came of the windows of one block: how many clean throws are right, unsure and wrong.

    `troubled` is how many of what must not be read are ruled on, of how many; `wrong` tells each clean throw
    that is ruled on as another.
    """

    block: int
    clean: Counter[str]
    troubled: Counter[str]
    wrong: tuple[str, ...]


def main() -> None:
    """Print what is found, block by block, and what all of it comes to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "seed", type=int, help=f"the first, a multiple of {BLOCK}, {CLEAR_ONES.start} or more"
    )
    parser.add_argument("count", type=int, help=f"how many windows, a multiple of {BLOCK}")
    parser.add_argument("--out", type=Path, default=HUNTED)
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    if args.seed % BLOCK or args.count % BLOCK or args.count < 1:
        sys.exit(
            f"expected multiples of {BLOCK}, as many as are drawn together: got {args.seed} {args.count}"
        )
    if args.seed < CLEAR_ONES.start:
        sys.exit(
            f"expected a seed from {CLEAR_ONES.start} on, as nets know windows before it: got {args.seed}"
        )
    args.out.mkdir(parents=True, exist_ok=True)
    blocks = range(args.seed // BLOCK, (args.seed + args.count) // BLOCK)
    clean, troubled = Counter[str](), Counter[str]()
    with Pool(args.cores, initializer=one_thread) as pool:
        for found in pool.imap(partial(hunt, args.out), blocks):
            clean, troubled = clean + found.clean, troubled + found.troubled
            print(
                f"seeds from {found.block * BLOCK}: {told(found.clean)}", *found.wrong, sep="\n  ", flush=True
            )
    print(f"clean: {told(clean)}\ntroubled: {troubled['wrong']} of {troubled.total()} ruled on")


def told(said: Counter[str]) -> str:
    """What clean throws came to, in words."""
    return f"{said['right']} right, {said['wrong']} wrong of {said.total()}"


def hunt(folder: Path, block: int) -> Found:
    """Draw a block where it is not there yet, and ask about its windows."""
    if not file_of(folder, block).exists():
        make(folder, block)
    answers = [answer(one) for one in _asked(file_of(folder, block))]
    clean = [one for one in answers if not one.question.must_abstain]
    troubled = (one for one in answers if one.question.must_abstain)
    wrong = tuple(_kept(folder, one) for one in clean if one.verdict == "wrong")
    return Found(
        block, Counter(one.verdict for one in clean), Counter(one.verdict for one in troubled), wrong
    )


def _asked(file: Path) -> Iterator[Question]:
    for question in questions_of(file):
        yield from (replace(question, camera=camera) for camera in range(CAMERAS))


def _kept(folder: Path, wrong: Answer) -> str:
    """Keep the picture that was ruled on wrongly, and say what it is."""
    question = wrong.question
    seed = int(question.file.stem[-5:]) * BLOCK + question.index
    frames, _ = photograph(question)
    picture = folder / f"wrong_{seed}_{question.camera}.png"
    cv2.imwrite(str(picture), frames[-1])
    sure = ", ".join(f"{die.certainty:.3f}" for die in wrong.reading.dice)
    return f"WRONG: {question.values} read as {wrong.reading.seen} ({sure}), {picture}"


if __name__ == "__main__":
    main()
