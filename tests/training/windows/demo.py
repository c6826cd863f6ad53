"""Draw the demo's table: `python -m tests.training.windows.demo --out device/demo`. Needs g++.

One table, as a pub has it: its cup, its window, its lamps, three sets of dice, and what the camera sees of
their throws. No net has seen any of it: its seeds are none that lessons are drawn from.
"""

import argparse
import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.training.sensor import LINEAR
from tests.training.windows.kinds import Kind, some_kind
from tests.training.windows.layout import TURNS, Body, NoRoomError, apart, lay_flat, lean, stack
from tests.training.windows.window import Scene, smoothed
from vision.picture import Colour

TABLE: Final = 100_020
"""The seed of a black cup with lamps beside the window."""
SETS: Final = {"": (TABLE, "plain"), "green": (200_007, "translucent"), "purple": (200_008, "patterned")}
"""The seed and the group of each set's dice, by the folder in which their throws lie."""
FRAME_PX: Final = (960, 720)
CUT_PX: Final = 640
"""So much of a frame is traced: all that is not the dark round the window."""
SAMPLES: Final = 12
QUALITY: Final = 90
LAID_AGAIN: Final = ("white_16.jpg",)
"""The reader left these to people as they first lay, and a demo's own dice are to be read."""
HIDDEN: Final = ("cocked", "stacked")
"""Troubles in which nobody can say what all the dice show."""
LAID: Final = {"middle": (0.0, 0.45), "rim": (0.58, 1.0)}
"""Where people lay two dice for the window's set-up: how far out, in the cup's radii."""
LAID_APART_MM: Final = 2.0
"""Set-up asks for them apart, too."""
STRAIGHTS: Final = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
FIVES: Final = (
    *STRAIGHTS,
    *((3, 3, 3, 6, 6), (1, 1, 5, 5, 5), (4, 4, 4, 4, 2), (6, 6, 6, 6, 5), (2, 2, 2, 5, 6), (1, 3, 3, 3, 4)),
    *((1, 1, 4, 4, 6), (2, 2, 3, 5, 6), (5, 5, 6, 6, 6)),
)


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw to be drawn: where its picture is to lie, its dice, and its trouble ("clean": none).

    Dice that people lay there have the name of the place instead, see `LAID`.
    """

    file: Path
    kind: Kind
    values: tuple[int, ...]
    trouble: str
    seed: int


def main() -> None:
    """Draw all throws and write their labels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    throws = list(_throws(args.out))
    laid = list(_laid(args.out))
    for folder in {throw.file.parent for throw in throws}:
        folder.mkdir(parents=True, exist_ok=True)
    with Pool(args.cores) as pool:
        for done, _ in enumerate(pool.imap_unordered(draw, throws + laid), start=1):
            print(f"{done} of {len(throws + laid)}", flush=True)
    _photograph([], args.out / "window_empty.jpg", 0)
    for folder in {throw.file.parent for throw in throws}:
        _label(folder, [throw for throw in throws if throw.file.parent == folder])


def _throws(out: Path) -> Iterator[Throw]:
    """Of two dice every value, of the table's own twice, with some trouble; of five what is worth a call."""
    pairs = list(combinations_with_replacement(range(1, 7), 2))
    for number, (name, (seed, group)) in enumerate(SETS.items()):
        kind = some_kind(np.random.default_rng(seed), group)
        clean = [("clean", values) for values in (pairs if name else pairs * 2)]
        trouble = (
            [] if name else [("cocked", (2, 5)), ("stacked", (3, 4)), ("missing", (6,)), ("extra", (1, 2, 6))]
        )
        fives = [] if name else [*(("clean", values) for values in FIVES), ("missing", (1, 4, 4))]
        for folder, throws in ((out / name, clean + trouble), (out / name / "5", fives)):
            for index, (what, values) in enumerate(throws):
                file = folder / f"{name or 'white'}_{index:02}.jpg"
                yield Throw(file, kind, values, what, 1000 * number + 100 * len(values) + index)


def _laid(out: Path) -> Iterator[Throw]:
    """A three and a five of the table's own, laid where set-up asks for them."""
    seed, group = SETS[""]
    kind = some_kind(np.random.default_rng(seed), group)
    for number, place in enumerate(LAID):
        yield Throw(out / f"window_{place}.jpg", kind, (3, 5), place, 9000 + number)


def draw(throw: Throw) -> None:
    """Draw one throw."""
    for attempt in range(throw.file.name in LAID_AGAIN, 400):
        rng = np.random.default_rng([TABLE, throw.seed, attempt])
        try:
            bodies = _lie(rng, throw)
        except NoRoomError:
            continue
        return _photograph(bodies, throw.file, throw.seed)
    raise RuntimeError(f"no room for {throw.file}")


def _lie(rng: np.random.Generator, throw: Throw) -> list[Body]:
    cup = Scene(np.random.default_rng(TABLE), TABLE).cup
    laid = lay_flat(rng, cup, [throw.kind] * len(throw.values))
    laid = [_shown(rng, body, value) for body, value in zip(laid, throw.values, strict=True)]
    if throw.trouble in LAID:
        near, far = LAID[throw.trouble]
        away = [np.hypot(body.place[0] - cup.x, body.place[1] - cup.y) / cup.radius for body in laid]
        if not near < min(away) <= max(away) < far or apart(*laid) < LAID_APART_MM:
            raise NoRoomError
    if throw.trouble == "cocked":
        laid = lean(rng, cup, laid)
    return stack(rng, cup, laid) if throw.trouble == "stacked" else laid


def _shown(rng: np.random.Generator, body: Body, value: int) -> Body:
    """A flat die that shows a value to the camera below."""
    turned = (replace(body, turn=body.turn @ turn) for turn in rng.permutation(np.array(TURNS)))
    return next(body for body in turned if body.values[body.bottom] == value)


def _photograph(bodies: Sequence[Body], file: Path, seed: int) -> None:
    """Write what the table's camera sees of dice: a frame whose middle is where its axis meets it."""
    scene = Scene(np.random.default_rng(TABLE), TABLE, CUT_PX)
    scene.samples = SAMPLES
    window = scene.taken(list(bodies))
    shown = developed(smoothed(window.picture), np.random.default_rng(seed))
    frame = framed(shown, window.axis)
    file.write_bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())


def developed(roots: Colour, rng: np.random.Generator) -> Colour:
    """What a good sensor makes of square roots of light."""
    light = LINEAR[roots]
    light = light + rng.normal(0, 1, light.shape) * np.sqrt(3e-4 * np.minimum(light, 1) + 4e-6)
    return np.rint(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def framed(shown: Colour, axis: Sequence[float]) -> Colour:
    """A frame in whose middle the camera's axis meets a picture, px of it; the rest is dark as its corner."""
    left, top = to_middle(axis)
    dark = shown[:9, :9].mean(axis=(0, 1)).tolist()
    shift = np.array([[1, 0, left], [0, 1, top]], np.float32)
    return np.asarray(
        cv2.warpAffine(shown, shift, FRAME_PX, flags=cv2.INTER_NEAREST, borderValue=dark), np.uint8
    )


def to_middle(axis: Sequence[float]) -> tuple[int, int]:
    """How far a picture is moved right and down in its frame, so that the axis meets the middle, px."""
    left, top = (round(side / 2 - at) for side, at in zip(FRAME_PX, axis, strict=True))
    return left, top


def _label(folder: Path, throws: Sequence[Throw]) -> None:
    """Write what each picture of a folder shows."""
    expected = folder.name if folder.name.isdecimal() else "2"
    with (folder / "labels.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["file", "class", "expect", "values", "must_abstain"])
        for throw in throws:
            values = "" if throw.trouble in HIDDEN else " ".join(map(str, sorted(throw.values)))
            writer.writerow([throw.file.name, throw.trouble, expected, values, int(throw.trouble != "clean")])


if __name__ == "__main__":
    main()
