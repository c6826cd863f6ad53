"""How often set-up finds the window by itself: `python -m tests.training.rims [--windows DIR]`.

Asks about the traced windows without dice, as a camera has them: cups of any colour and pattern, round and
square, some as dark as their table.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from tests.training.windows import store
from tests.unseen import WINDOWS, Question, photograph
from vision.floor import one_thread
from vision.picture import to_gray
from vision.reading import Circle
from vision.window.finding import find_windows

SIZES: Final = (0.95, 1.2)
"""Between so many times as large as the true one it costs two throws in 300 at most (`tests.mounting`)."""
ASIDE: Final = 0.1
"""So far from the true one's middle it costs four in 300, in radii."""


def main() -> None:
    """Print for each group of cups how often the first circle is right, another that is offered, or none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=Path, default=WINDOWS)
    folder = parser.parse_args().windows
    asked = [*_empty(folder)]
    if not asked:
        sys.exit(f"no windows without dice in {folder}: make windows, or say where they lie")
    with Pool(initializer=one_thread) as pool:
        said = pool.map(_found, asked, chunksize=8)
    kinds = ("first", "another", "no circle is right", "none is found")
    print(f"{'cups':10}{'windows':>9}" + "".join(f"{kind:>20}" for kind in kinds))
    for group in (*sorted({one.group for one in asked}), "all"):
        counted = Counter(kind for one, kind in zip(asked, said, strict=True) if group in (one.group, "all"))
        print(f"{group:10}{counted.total():9}" + "".join(f"{counted[kind]:20}" for kind in kinds))


def _empty(folder: Path) -> Iterator[Question]:
    """Each window without dice, by its group of cups."""
    for file in sorted(folder.glob("windows_?????.npz")):
        for index, truth in enumerate(store.read(file).truths):
            if not truth["faces"] and truth["radius"]:
                yield Question("", file, index, truth["cup_group"], "empty", 1, ())


def _found(question: Question) -> str:
    (frame,), known = photograph(question)
    assert known
    right = [_right(circle, known.window) for circle in find_windows(to_gray(frame), at_length=True)]
    if not right:
        return "none is found"
    return "first" if right[0] else "another" if any(right) else "no circle is right"


def _right(found: Circle, true: Circle) -> bool:
    aside = math.dist((found.x, found.y), (true.x, true.y)) / true.radius
    return aside < ASIDE and SIZES[0] < found.radius / true.radius < SIZES[1]


if __name__ == "__main__":
    main()
