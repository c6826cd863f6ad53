"""Draw tables that were never met: `python -m tests.training.windows.tables --out DIR [--lot N] [--dice N]`.

Needs g++. Each table has its cup, its window, its lamps and one set of dice, two of them or as many as are
asked for, all by chance; every lot has others. Beside throws to teach and to read there are some with a
lamp's image on a die, which show what they show, and some that lean, which show nothing. The folder is laid
out as `tests.teaching` reads it. No net has seen any: their seeds are none that lessons are drawn from.
`build/second/bin/python` draws the same tables by Cycles with `--second`, whose paints are its own.
"""

import argparse
import csv
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.training.windows.demo import developed, framed
from tests.training.windows.kinds import GROUPS, some_kind
from tests.training.windows.layout import Body, NoRoomError, lay_flat, lean
from tests.training.windows.lots import MIXED
from tests.training.windows.window import Scene, Window
from vision.sightings import LEANING

FIRST: Final = 300_000
ANOTHER: Final = 5_000_000
LOTS: Final = len(MIXED)
"""The seed of the first table, how far on another lot's is, and how far apart they are: in every third lot
of windows nothing moves."""
TABLES: Final = 10
THROWS: Final = {"empty": 1, "teach": 12, "test": 20, "glare": 4, "cocked": 4}
TROUBLES: Final = ("glare", "cocked")
LAID: Final = 100
DRAWN: Final = 8
"""So often dice are laid for one throw, until they lie as they should, and so many pictures of it are drawn,
until people can read one: at some tables, by their lamps or their pips, hardly any throw can be read."""
ON_DIE: Final = 0.5
"""A lamp's image that is no further from a die's middle, in its edges, lies on it."""
ENLARGED: Final = 2
"""The reader halves a picture first; traced ones are of that half size already."""
QUALITY: Final = 92


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw to be drawn at a table: which of its pictures, and what for."""

    lot: int
    table: int
    number: int
    kind: str
    dice: int = 2
    second: bool = False

    @property
    def seed(self) -> int:
        """Its table's."""
        return FIRST + self.lot * ANOTHER + LOTS * self.table

    @property
    def name(self) -> str:
        """Its file."""
        return f"t{self.table:02}_{self.kind}_{self.number:02}.jpg"


def main() -> None:
    """Draw all throws, and write what they show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lot", type=int, default=0)
    parser.add_argument("--dice", type=int, default=2)
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    throws = [replace(throw, second=args.second) for throw in _throws(args.lot, args.dice)]
    rows = []
    with Pool(args.cores, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for done, (throw, drawn) in enumerate(zip(throws, pool.imap(draw, throws), strict=True), 1):
            print(f"{done} of {len(throws)}", flush=True)
            if drawn is None:
                print(f"left out: no {throw.name} that can be read was found", flush=True)
            else:
                picture, values = drawn
                (args.out / throw.name).write_bytes(picture)
                rows.append(_row(throw, values))
    with (args.out / "labels.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def draw(throw: Throw) -> tuple[bytes, tuple[int, ...]] | None:
    """What a table's camera sees of a throw, as JPEG, and what it shows; None where none was found."""
    for thrown in islice(_laid(throw), DRAWN):
        window = _scene(throw).taken(thrown)
        shown = tuple(sorted(face.kind for face in window.faces))
        if throw.kind in TROUBLES:
            shown = tuple(sorted(body.values[body.bottom] for body in thrown))
        if all(0 < pips < LEANING for pips in shown):
            return _photographed(window, throw), shown
    return None


def _scene(throw: Throw) -> Scene:
    # A table's seed may be one of windows, too: of what lot it is never hung on those
    rng, lot = np.random.default_rng(throw.seed), MIXED[throw.seed % len(MIXED)]
    if not throw.second:
        return Scene(rng, throw.seed, lot=lot)
    # Blender never begins to draw in a process that was forked after it was loaded
    scene: Scene = import_module("tests.training.second.studio").AtTable(rng, throw.seed, lot)
    return scene


def _laid(throw: Throw) -> Iterator[list[Body]]:
    """The table's dice as they may lie in a throw of that kind."""
    scene = _scene(throw)
    for attempt in range(LAID):
        with suppress(NoRoomError):
            thrown = _thrown(scene, throw, attempt)
            if throw.kind != "glare" or _lit(scene, thrown):
                yield thrown


def _throws(lot: int, dice: int) -> Iterator[Throw]:
    for table in range(TABLES):
        for kind, many in THROWS.items():
            yield from (Throw(lot, table, number, kind, dice) for number in range(many))


def _thrown(scene: Scene, throw: Throw, attempt: int) -> list[Body]:
    """The table's own dice as they lie in a throw."""
    if throw.kind == "empty":
        return []
    group = list(GROUPS)[throw.table % len(GROUPS)]
    dice = replace(some_kind(np.random.default_rng([throw.seed, 1]), group), logo=False)
    own = lay_flat(np.random.default_rng([throw.seed, 2]), scene.cup, [dice] * throw.dice)
    which = list(THROWS).index(throw.kind) - 1
    rng = np.random.default_rng([throw.seed, throw.number, which, attempt])
    laid = lay_flat(rng, scene.cup, [dice] * throw.dice)
    if throw.kind == "cocked":
        laid = lean(rng, scene.cup, laid)
    return [replace(body, traced=die.traced) for body, die in zip(laid, own, strict=True)]


def _lit(scene: Scene, thrown: list[Body]) -> bool:
    """Whether a lamp's image lies on one of the dice."""
    images = np.array([(x, y) for x, y, _ in scene.lamp_images()])
    squares = [scene.camera.project(body.square) for body in thrown]
    reach = [ON_DIE * float(np.hypot(*(square[1] - square[0]))) for square in squares]
    near = [np.hypot(*(images - square.mean(axis=0)).T).min() for square in squares]
    return any(apart < far for apart, far in zip(near, reach, strict=True))


def _photographed(window: Window, throw: Throw) -> bytes:
    shown = developed(window.picture, np.random.default_rng([FIRST, throw.table, throw.number]))
    seen = cv2.resize(shown, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    frame = framed(np.asarray(seen, np.uint8), [ENLARGED * (at + 0.5) for at in window.axis])
    return cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _row(throw: Throw, values: tuple[int, ...]) -> dict[str, object]:
    return {
        "file": throw.name,
        "table": f"drawn{throw.table:02}",
        "kind": "test" if throw.kind in TROUBLES else throw.kind,
        "class": throw.kind if throw.kind in TROUBLES else "clean",
        "expect": throw.dice,
        "values": " ".join(map(str, values)),
        "must_abstain": int(throw.kind == "cocked"),
    }


if __name__ == "__main__":
    main()
