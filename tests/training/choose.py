"""What nets are chosen by: `python -m tests.training.choose [--nets DIR] [--windows DIR] [--second DIR]`.

Asks a scout and an inspector about windows of both makers that nothing learned from, by several cameras each.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from tests.training import second
from tests.training.school import NETS
from tests.training.windows import lots, store
from tests.unseen import WINDOWS, Question, answer, as_probe, questions_of
from vision.floor import one_thread

SECOND: Final = WINDOWS.parent / "second" / "windows"
CAMERAS: Final = 4


@dataclass(frozen=True, slots=True)
class _Asked:
    """Asks the nets in a folder."""

    nets: Path

    def __call__(self, question: Question) -> tuple[str, str]:
        with as_probe(self.nets):
            return "troubled" if question.must_abstain else "clean", answer(question).verdict


def main() -> None:
    """Print what the nets make of each maker's windows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nets", type=Path, default=NETS)
    parser.add_argument("--windows", type=Path, default=WINDOWS)
    parser.add_argument("--second", type=Path, default=SECOND)
    args = parser.parse_args()
    kept = {args.windows: (lots.KEPT_BACK,), args.second: second.KEPT_BACK}
    for folder, ranges in kept.items():
        asked = [replace(one, camera=camera) for one in _kept(folder, ranges) for camera in range(CAMERAS)]
        with Pool(initializer=one_thread) as pool:
            said = Counter(pool.imap_unordered(_Asked(args.nets), asked, chunksize=8))
        print(f"{folder}: clean: {_told(said, 'clean')}; troubled: {_told(said, 'troubled')}")


def _told(said: Counter[tuple[str, str]], kind: str) -> str:
    right, unsure, wrong = (said[kind, verdict] for verdict in ("right", "unsure", "wrong"))
    return f"{right} right, {wrong} wrong of {right + unsure + wrong}"


def _kept(folder: Path, ranges: Sequence[range]) -> Iterator[Question]:
    for seeds in ranges:
        for seed in seeds[:: store.BLOCK]:
            file = store.file_of(folder, seed // store.BLOCK)
            if file.exists():
                yield from questions_of(file)


if __name__ == "__main__":
    main()
