"""Gather what the nets learn from out of the rendered sets: `python -m tests.training.gather [DIR]`.

Of each picture the window is kept, at the scale of the scout's training, on one sheet, with a table of its
true dice. Labels name a picture's pips in order, but not which die has which: the present scout says which
order is likeliest, and where it can't, a die teaches its place alone. Left out is every seventh picture and
two whole tables (`is_held_out`), so that they can be asked afterwards, and what no label explains.
"""

import csv
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.figures import DATA, TABLE_SETS, is_held_out
from tests.training.scenes import UNKNOWN, Face, Scene
from vision import decode
from vision.level import cut, shrink
from vision.reading import Circle
from vision.scout import EDGE_PX, scout
from vision.sightings import LEANING, Sightings
from vision.window import EDGE_SHARE, find_window

SHEET: Final = Path(__file__).parent / "scenes.jpg"
TABLE: Final = Path(__file__).parent / "scenes.csv"
SIDE_PX: Final = 224
RADIUS_PX: Final = 111.0
"""The window's radius on the sheet: a middling die's edge is 40 px there."""
ACROSS: Final = 36
QUALITY: Final = 80
WEIGHTS: Final = {
    "clean": 1.0,
    "missing": 1.0,
    "empty": 1.0,
    "extra": 1.5,
    "glare": 1.5,
    "motion": 1.5,
    "partly_out": 1.5,
    "cocked": 5.0,
}
"""The classes that are learnt from, and how often each scene counts; in the others a face may be spoilt."""
LEAST_MARGIN: Final = 1.5
"""By how much the likeliest order must lead, in units of the logarithm of its chance."""

Row = dict[str, str]


def main() -> None:
    """Write the sheet and its table."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    gathered = [(name, row, scene) for name in TABLE_SETS for row, scene in _gather(root / name)]
    pictures = [scene.picture for _, _, scene in gathered]
    pictures += [np.zeros((SIDE_PX, SIDE_PX), np.uint8)] * (-len(pictures) % ACROSS)
    lines = [np.hstack(pictures[at : at + ACROSS]) for at in range(0, len(pictures), ACROSS)]
    cv2.imwrite(str(SHEET), np.vstack(lines), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    with TABLE.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(("source", "class", "axis", "faces"))
        for name, row, scene in gathered:
            assert scene.axis
            axis = f"{scene.axis[0]:.1f} {scene.axis[1]:.1f}"
            table.writerow((f"{name}/{row['file']}", row["class"], axis, ";".join(map(_text, scene.faces))))
    print(f"{len(gathered)} scenes, {SHEET.stat().st_size >> 10} KB")


def load_scenes() -> list[Scene]:
    """Load what `main` has written."""
    sheet = cv2.imread(str(SHEET), cv2.IMREAD_GRAYSCALE)
    assert sheet is not None
    with TABLE.open(newline="") as file:
        rows = list(csv.DictReader(file))
    scenes = []
    for index, row in enumerate(rows):
        top, left = SIDE_PX * (index // ACROSS), SIDE_PX * (index % ACROSS)
        picture = np.asarray(sheet[top : top + SIDE_PX, left : left + SIDE_PX], np.uint8)
        x, y = map(float, row["axis"].split())
        faces = tuple(_face(text) for text in row["faces"].split(";") if text)
        scenes.append(Scene(picture, faces, (x, y), WEIGHTS[row["class"]]))
    return scenes


def _text(face: Face) -> str:
    return f"{face.x:.1f} {face.y:.1f} {face.edge:.1f} {face.turn:.3f} {face.kind} {face.tilt:.1f}"


def _face(text: str) -> Face:
    x, y, edge, turn, kind, tilt = text.split()
    return Face(float(x), float(y), float(edge), float(turn), int(kind), float(tilt))


def _gather(folder: Path) -> Iterator[tuple[Row, Scene]]:
    with (folder / "labels.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        # Labels of whole tables do not say which die leans or moves
        unlabelled = folder.name == "tables" and row["class"] in ("cocked", "motion")
        if row["class"] in WEIGHTS and not unlabelled and not is_held_out(folder / row["file"]):
            frame = decode((folder / row["file"]).read_bytes())
            window = find_window(frame)
            if window is not None:
                yield row, _scene(frame, window, row)


def _scene(frame: npt.NDArray[np.uint8], window: Circle, row: Row) -> Scene:
    scale = RADIUS_PX / window.radius
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left, top = round(window.x * scale) - SIDE_PX // 2, round(window.y * scale) - SIDE_PX // 2
    padded = cv2.copyMakeBorder(small, SIDE_PX, SIDE_PX, SIDE_PX, SIDE_PX, cv2.BORDER_REPLICATE)
    picture = padded[top + SIDE_PX : top + 2 * SIDE_PX, left + SIDE_PX : left + 2 * SIDE_PX]

    def place(x: float, y: float) -> tuple[float, float]:
        return (x + 0.5) * scale - 0.5 - left, (y + 0.5) * scale - 0.5 - top

    height, width = frame.shape
    faces = []
    for face in _faces(frame, window, row):
        outside = min(face.x, face.y, width - face.x, height - face.y) < 0.6 * face.edge
        kind = LEANING if outside else face.kind
        faces.append(Face(*place(face.x, face.y), face.edge * scale, face.turn, kind, face.tilt))
    return Scene(np.asarray(picture, np.uint8), tuple(faces), place((width - 1) / 2, (height - 1) / 2))


def _faces(frame: npt.NDArray[np.uint8], window: Circle, row: Row) -> list[Face]:
    """The true dice of a picture, in its own px."""
    places = [tuple(map(float, place.split())) for place in row["center_px"].split(";") if place]
    turns, edges = np.deg2rad(_numbers(row["angle_deg"])), _numbers(row["edge_px"])
    tilts = _numbers(row.get("tilt_deg", "")) or [0.0] * len(places)
    seen = scout().look(
        shrink(cut(frame, window), 2.0),
        EDGE_SHARE * 2 * window.radius / EDGE_PX,
        ((frame.shape[1] - 1) / 2, (frame.shape[0] - 1) / 2),
    )
    kinds = _kinds([int(pips) for pips in row["values"].split()], places, edges, seen)
    if row["class"] == "motion":
        kinds = [LEANING] * len(kinds)
    return [
        Face(x, y, edge, float(turn), kind, tilt)
        for (x, y), edge, turn, kind, tilt in zip(places, edges, turns, kinds, tilts, strict=True)
    ]


def _kinds(values: list[int], places: Sequence[Any], edges: Sequence[float], seen: Sightings) -> list[int]:
    """Say which class each die is of: the likeliest order of the values, where the scout can tell."""
    if len(values) != len(places) or not values:
        return [UNKNOWN] * len(places)
    liked = np.full((len(values), 7), np.log(1e-3))
    for die, (place, edge) in enumerate(zip(places, edges, strict=True)):
        apart = np.hypot(*(seen.centre - place).T)
        if len(seen) and apart.min() < 0.3 * edge:
            liked[die] = np.log(seen.chances[int(apart.argmin()), :LEANING] + 1e-3)
    rows = list(range(len(values)))
    orders = sorted(set(itertools.permutations(values)), key=lambda order: -liked[rows, list(order)].sum())
    best = list(orders[0])
    if len(orders) == 1:
        return best
    margin = (liked[rows, best] - liked[rows, list(orders[1])]).sum()
    return [a if margin > LEAST_MARGIN or a == b else UNKNOWN for a, b in zip(best, orders[1], strict=True)]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(";") if number]


if __name__ == "__main__":
    main()
