"""What nets are chosen by: `python -m tests.training.choose [--nets DIR] [--windows DIR] [--second DIR]`.

Asks a scout and an inspector about windows of both makers that nothing learned from, by several cameras each.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests.training import second
from tests.training.school import NETS
from tests.training.windows import lots, store
from tests.unseen import WINDOWS, Question, ask, questions_of

SECOND: Final = WINDOWS.parent / "second" / "windows"
CAMERAS: Final = 4


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
        if not asked:
            sys.exit(f"no windows to choose by in {folder}: make windows second, or say where they lie")
        said = Counter((_kind(one.question), one.verdict) for one in ask(args.nets, asked))
        print(f"{folder}: clean: {_told(said, 'clean')}; troubled: {_told(said, 'troubled')}")


def _kind(question: Question) -> str:
    return "troubled" if question.must_abstain else "clean"


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
