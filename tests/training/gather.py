"""Gather straightened faces for training from the rendered sets: `python -m tests.training.gather [DIR]`.

Every guess that the reader makes is labelled by the scene's true faces: its pips where it sits on a flat
whole face, 0 where it does not; what lies between is left out. Kept are two guesses a face, and of the rest
those that the present nets like most, and some at random. They are written as one sheet of 72 × 72 px crops,
turned so that the camera's axis lies to the right (`vision.straighten`), with a table of their labels.
"""

import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.figures import DATA, TABLE_SETS
from vision import decode
from vision.faces import Guesses, guess_faces, join
from vision.level import Level, cut, shrink
from vision.spots import EDGE
from vision.straighten import straighten_from_axis
from vision.window import EDGE_SHARE, find_window
from vision.witness import counter

HERE = Path(__file__).parent
SHEET, TABLE = HERE / "crops.jpg", HERE / "crops.csv"
SIZE_PX, SPAN, ACROSS = 72, 2.1, 80
SPOILT = ("occluded", "stacked", "glare", "dark")
"""Classes in which a face near the truth may be covered or lit away: neither pips nor none."""
SEED = 20

Floats = npt.NDArray[np.float32]
Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Face:
    """One true face: place and edge in px, turn and tilt in degrees; pips when they are known."""

    x: float
    y: float
    edge: float
    turn: float
    tilt: float


@dataclass(frozen=True, slots=True)
class Crop:
    """One straightened guess and what it is; `leans` marks a die that is tilted or moves."""

    picture: npt.NDArray[np.uint8]
    label: int
    leans: bool
    source: str
    liking: float


def main() -> None:
    """Write the sheet and its table."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    rng = np.random.default_rng(SEED)
    crops = [
        crop for name in TABLE_SETS for row in _rows(root / name) for crop in _crops(root / name, row, rng)
    ]
    blank = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    pictures = [crop.picture for crop in crops] + [blank] * (-len(crops) % ACROSS)
    lines = [np.hstack(pictures[i : i + ACROSS]) for i in range(0, len(pictures), ACROSS)]
    cv2.imwrite(str(SHEET), np.vstack(lines), [cv2.IMWRITE_JPEG_QUALITY, 74])
    with TABLE.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(("label", "leans", "source"))
        table.writerows((crop.label, int(crop.leans), crop.source) for crop in crops)
    print(
        len(crops), "crops:", np.bincount([crop.label for crop in crops]), f"{SHEET.stat().st_size >> 10} KB"
    )


def _crops(folder: Path, row: Row, rng: np.random.Generator) -> Iterator[Crop]:
    frame = decode((folder / row["file"]).read_bytes())
    window = find_window(frame)
    if window is None:
        return
    half = shrink(cut(frame, window), 2.0)
    middle = EDGE_SHARE * 2 * window.radius / EDGE
    levels = [shrink(half, max(2.1, factor)) for factor in (middle, middle / 1.3, middle * 1.3)]
    guessed = [guess_faces(level, 36) for level in levels]
    liked = np.concatenate([counter().chances(*pair) for pair in zip(levels, guessed, strict=True)])
    guesses, truth = join(guessed), _truth(row)
    labels, leans = _labels(row, guesses, truth, _pips(row, guesses, truth, liked))
    kept = _choose(guesses, labels, leans, truth, liked[:, 1:].max(axis=1), rng)
    axis = half.from_frame(np.array([[(frame.shape[1] - 1) / 2, (frame.shape[0] - 1) / 2]], np.float32))
    pictures = _straighten(half, guesses.take(kept), axis)
    for index, picture in zip(kept, pictures, strict=True):
        name = f"{folder.name}/{row['file']}"
        yield Crop(picture, int(labels[index]), bool(leans[index]), name, float(liked[index, 1:].max()))


def _straighten(half: Level, guesses: Guesses, axis: Floats) -> npt.NDArray[np.uint8]:
    centre, edge = half.from_frame(guesses.centre), guesses.edge / half.factor
    return straighten_from_axis(half.picture, centre, guesses.angle, edge, axis, span=SPAN, size_px=SIZE_PX)


def _labels(
    row: Row, guesses: Guesses, truth: Sequence[Face], pips: Sequence[int | None]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Pips, 0 for none, -1 for neither; and whether the guess is of a die that leans or moves."""
    labels = np.zeros(len(guesses), np.int64)
    leans = np.zeros(len(guesses), bool)
    for face, value in zip(truth, pips, strict=True):
        away, turn, size = _off(guesses, face)
        if face.tilt > 3 or row["class"] == "motion":
            leans[away < 0.4] = True
        elif value is None or row["class"] in SPOILT or row["hard"] == "1":
            labels[away < 0.6] = -1
        else:
            labels[(away < 0.10) & (turn < 9) & (size > 0.75) & (size < 1.35)] = -1
            labels[(away < 0.05) & (turn < 4) & (size > 0.83) & (size < 1.22)] = value
    return labels, leans


def _off(guesses: Guesses, face: Face) -> tuple[Any, Any, Any]:
    """How far each guess is from a face, in edges; how much it is turned, in degrees; its relative size."""
    away = np.hypot(guesses.centre[:, 0] - face.x, guesses.centre[:, 1] - face.y) / face.edge
    turn = np.abs((np.rad2deg(guesses.angle) - face.turn + 45) % 90 - 45)
    return away, turn, guesses.edge / face.edge


def _pips(row: Row, guesses: Guesses, truth: Sequence[Face], liked: Floats) -> list[int | None]:
    """Which face shows which of the picture's values: the order the present counter finds likeliest."""
    values = [int(value) for value in row["values"].split()]
    if len(values) != len(truth):
        return [None] * len(truth)
    best = np.zeros((len(truth), 7))
    for index, face in enumerate(truth):
        away, turn, _ = _off(guesses, face)
        near = (away < 0.08) & (turn < 6)
        best[index, 1:] = liked[near, 1:].max(axis=0) if near.any() else 0
    orders = sorted(set(permutations(values)), key=lambda order: -sum(best[range(len(order)), order]))
    if len(orders) == 1:
        return list(orders[0])
    first, second = orders[:2]
    margin = sum(best[range(len(first)), first]) - sum(best[range(len(second)), second])
    return [a if margin > 0.25 or a == b else None for a, b in zip(first, second, strict=True)]


def _choose(
    guesses: Guesses,
    labels: npt.NDArray[np.int64],
    leans: npt.NDArray[np.bool_],
    truth: Sequence[Face],
    liking: Floats,
    rng: np.random.Generator,
) -> npt.NDArray[np.intp]:
    """Two guesses of each face, what the net likes though it is none, and a few of the rest."""
    chosen: list[int] = []
    for face in truth:
        away, _, _ = _off(guesses, face)
        near = np.flatnonzero((away < 0.4) & ((labels > 0) | leans))
        chosen += rng.permutation(near)[:2].tolist()
    none = np.flatnonzero((labels == 0) & ~leans)
    chosen += none[np.argsort(-liking[none])][:2].tolist()
    chosen += rng.permutation(none)[:2].tolist()
    return np.array(sorted(set(chosen)), np.intp)


def _truth(row: Row) -> list[Face]:
    if not row["center_px"]:
        return []
    centres = [[float(v) for v in pair.split()] for pair in row["center_px"].split(";")]
    edges, turns = _numbers(row["edge_px"]), _numbers(row["angle_deg"])
    tilts = (
        _numbers(row["tilt_deg"]) if "tilt_deg" in row else [90.0 * (row["class"] == "cocked")] * len(edges)
    )
    return [Face(x, y, *rest) for (x, y), *rest in zip(centres, edges, turns, tilts, strict=True)]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(";")]


def _rows(folder: Path) -> list[Row]:
    with (folder / "labels.csv").open(newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    main()
