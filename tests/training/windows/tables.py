"""Draw tables that were never met, to teach them: `python -m tests.training.windows.tables --out DIR`.

Needs g++. Each table has its cup, its window, its lamps and one set of dice, all by chance; the folder is
laid out as `tests.teaching` reads it. No net has seen any: their seeds are none that lessons are drawn from.
"""

import argparse
import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.training.windows.demo import developed, framed
from tests.training.windows.kinds import GROUPS, some_kind
from tests.training.windows.layout import NoRoomError, lay_flat
from tests.training.windows.window import Scene, Window
from vision.sightings import LEANING

FIRST: Final = 300_000
LOTS: Final = 3
"""The seed of the first table, and how far apart they are: in every third lot nothing moves."""
TABLES: Final = 10
THROWS: Final = {"empty": 1, "teach": 12, "test": 20}
DICE: Final = 2
ENLARGED: Final = 2
"""The reader halves a picture first; traced ones are of that half size already."""
QUALITY: Final = 92


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw to be drawn at a table: which of its pictures, and what for."""

    table: int
    number: int
    kind: str

    @property
    def name(self) -> str:
        """Its file."""
        return f"t{self.table:02}_{self.kind}_{self.number:02}.jpg"


def main() -> None:
    """Draw all throws, and write what they show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    throws = list(_throws())
    rows = []
    with Pool(args.cores, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for throw, (picture, values) in zip(throws, pool.imap(draw, throws), strict=True):
            (args.out / throw.name).write_bytes(picture)
            rows.append(_row(throw, values))
            print(f"{len(rows)} of {len(throws)}", flush=True)
    with (args.out / "labels.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def draw(throw: Throw) -> tuple[bytes, tuple[int, ...]]:
    """What a table's camera sees of a throw that people can read, as JPEG; and what it shows."""
    for attempt in range(400):
        try:
            window = _window(throw, attempt)
        except NoRoomError:
            continue
        kinds = tuple(sorted(face.kind for face in window.faces))
        if all(0 < kind < LEANING for kind in kinds):
            return _photographed(window, throw), kinds
    raise RuntimeError(f"no throw that people can read for {throw.name}")


def _throws() -> Iterator[Throw]:
    for table in range(TABLES):
        for kind, many in THROWS.items():
            yield from (Throw(table, number, kind) for number in range(many))


def _window(throw: Throw, attempt: int) -> Window:
    seed = FIRST + LOTS * throw.table
    scene = Scene(np.random.default_rng(seed), seed)
    if throw.kind == "empty":
        return scene.taken([])
    group = list(GROUPS)[throw.table % len(GROUPS)]
    dice = replace(some_kind(np.random.default_rng([seed, 1]), group), logo=False)
    own = lay_flat(np.random.default_rng([seed, 2]), scene.cup, [dice] * DICE)
    rng = np.random.default_rng([seed, throw.number, throw.kind == "test", attempt])
    thrown = lay_flat(rng, scene.cup, [dice] * DICE)
    return scene.taken([replace(body, traced=die.traced) for body, die in zip(thrown, own, strict=True)])


def _photographed(window: Window, throw: Throw) -> bytes:
    shown = developed(window.picture, np.random.default_rng([FIRST, throw.table, throw.number]))
    seen = cv2.resize(shown, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    frame = framed(np.asarray(seen, np.uint8), [ENLARGED * (at + 0.5) for at in window.axis])
    return cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _row(throw: Throw, values: tuple[int, ...]) -> dict[str, object]:
    return {
        "file": throw.name,
        "table": f"drawn{throw.table:02}",
        "kind": throw.kind,
        "class": "clean",
        "expect": DICE,
        "values": " ".join(map(str, values)),
        "must_abstain": 0,
    }


if __name__ == "__main__":
    main()
