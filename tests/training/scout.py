"""Train the reader's scout again: `python -m tests.training.scout [--minutes M]`.

Needs `pip install torch onnx` besides, and the rendered sets in `../shared/dice`. Every seventh picture is
left out, so that it can be asked afterwards. Labels name a picture's pips in order but not which die has
which: the reader itself says that where it can, else the die teaches its place alone. Writes
`vision/scout.onnx`.
"""

import argparse
import csv
import importlib
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.figures import DATA
from vision import Die, read
from vision.scout import EDGE_PX, LEANING, STRIDE_PX

Floats = npt.NDArray[np.float32]
Gray = npt.NDArray[np.uint8]

SETS: Final = ("under-glass", "under-glass-more", "tables")
WEIGHTS: Final = {"clean": 1, "missing": 1, "empty": 1, "extra": 2, "glare": 2, "cocked": 4}
"""The classes it learns from, and how often each picture counts; in the others a face may be spoilt."""
HELD_OUT: Final = 7
UNKNOWN: Final = -1
PATCH_PX: Final = 160
CHANNELS: Final = 40
BATCH: Final = 32
RATE: Final = 3e-3

torch: Any = None  # set by main: nothing but training needs it, and importing it takes seconds


@dataclass(frozen=True, slots=True)
class Face:
    """A true die at half size: place and edge in px, turn in radians, and its class."""

    x: float
    y: float
    edge: float
    turn: float
    kind: int


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture at half size with its dice."""

    picture: Gray
    faces: tuple[Face, ...]
    weight: int


def main() -> None:
    """Train and write the net."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "vision" / "scout.onnx")
    args = parser.parse_args()
    globals()["torch"] = importlib.import_module("torch")
    scenes = [scene for name in SETS for scene in _scenes(DATA / name)]
    net = _net()
    _train(net, scenes, 60 * args.minutes)
    net.eval()
    example = torch.zeros(1, 1, 216, 216)
    torch.onnx.export(net, example, args.out, opset_version=11, dynamo=False)


def _scenes(folder: Path) -> list[Scene]:
    with (folder / "labels.csv").open() as file:
        rows = list(csv.DictReader(file))
    learnt = [row for row in rows if row["class"] in WEIGHTS and not is_held_out(row["file"])]
    if folder.name == "tables":  # whose labels do not say which die leans
        learnt = [row for row in learnt if row["class"] != "cocked"]
    return [_scene(folder, row) for row in learnt]


def is_held_out(file: str) -> bool:
    """Whether a picture is one of those that the scout never learns from."""
    number = Path(file).stem.rpartition("_")[2]
    return number.isdigit() and int(number) % HELD_OUT == 0


def _scene(folder: Path, row: dict[str, str]) -> Scene:
    frame = np.asarray(cv2.imread(str(folder / row["file"]), cv2.IMREAD_GRAYSCALE), np.uint8)
    places = [tuple(map(float, place.split())) for place in row["center_px"].split(";") if place]
    turns, edges = _numbers(row["angle_deg"]), _numbers(row["edge_px"])
    tilts = _numbers(row.get("tilt_deg", "")) or [0.0] * len(places)
    kinds = _kinds([int(pips) for pips in row["values"].split()], places, edges, tilts, frame)
    faces = tuple(
        Face(x / 2, y / 2, edge / 2, math.radians(turn), kind)
        for (x, y), edge, turn, kind in zip(places, edges, turns, kinds, strict=True)
    )
    half = cv2.resize(frame, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return Scene(np.asarray(half, np.uint8), faces, WEIGHTS[row["class"]])


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(";") if number]


def _kinds(
    values: list[int], places: list[Any], edges: list[float], tilts: list[float], frame: Gray
) -> list[int]:
    """Say which class each die is of, as far as the reader can tell them apart."""
    dice = read([frame], max(1, len(values))).dice
    kinds = [_seen(dice, place, edge) for place, edge in zip(places, edges, strict=True)]
    left = list(values)
    for index, kind in enumerate(kinds):
        if kind in left:
            left.remove(kind)
        else:
            kinds[index] = UNKNOWN
    if len(set(left)) == 1:
        kinds = [left[0] if kind == UNKNOWN else kind for kind in kinds]
    return [LEANING if tilt > 3 else kind for kind, tilt in zip(kinds, tilts, strict=True)]


def _seen(dice: Sequence[Die], place: tuple[float, float], edge: float) -> int:
    near = (die.pips for die in dice if math.dist((die.x, die.y), place) < 0.3 * edge)
    return next(near, UNKNOWN)


def _net() -> Any:
    def layer(inner: int, outer: int, size: int, stride: int, spread: int) -> Any:
        convolution = torch.nn.Conv2d(
            inner, outer, size, stride, spread * (size // 2), dilation=spread, bias=False
        )
        return torch.nn.Sequential(convolution, torch.nn.BatchNorm2d(outer), torch.nn.ReLU())

    return torch.nn.Sequential(
        layer(1, 16, 5, 2, 1),
        layer(16, 32, 3, 2, 1),
        layer(32, CHANNELS, 3, 1, 1),
        *(layer(CHANNELS, CHANNELS, 3, 1, spread) for spread in (2, 3, 2, 1)),
        torch.nn.Conv2d(CHANNELS, 13, 1),
    )


def _train(net: Any, scenes: list[Scene], seconds: float) -> None:
    chance = random.Random(1)
    weights = [scene.weight for scene in scenes]
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    began, step = time.monotonic(), 0
    while (done := (time.monotonic() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 100) * (1 + math.cos(math.pi * done)) / 2
        patches = [_patch(scene, chance) for scene in chance.choices(scenes, weights, k=BATCH)]
        planes, kinds, truths, counts, centres = (
            torch.from_numpy(np.stack(part)) for part in zip(*patches, strict=True)
        )
        loss = _loss(net(planes[:, None].sqrt() - 0.4), kinds, truths, counts, centres)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        if step % 100 == 0:
            print(f"step {step}, {done:.0%}, loss {loss.item():.3f}", flush=True)


def _loss(scores: Any, kinds: Any, truths: Any, counts: Any, centres: Any) -> Any:
    entropy = torch.nn.functional.cross_entropy(scores[:, :8], kinds, reduction="none")
    hard = (1 - torch.exp(-entropy)) * entropy * counts * (1 + 3 * (kinds > 0))
    off = torch.nn.functional.smooth_l1_loss(scores[:, 8:], truths, reduction="none", beta=0.1)
    faces = centres.sum()
    return hard.sum() / (faces + BATCH) + 0.7 * (off * centres[:, None]).sum() / (faces + 1)


def _patch(scene: Scene, chance: random.Random) -> tuple[Any, ...]:
    """Cut a patch at a chance place, size, turn and light; return it with what the net should say of it."""
    matrix = _view(scene, chance)
    picture = cv2.warpAffine(
        scene.picture, matrix, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    light: Any = (picture.astype(np.float32) / 255) ** chance.uniform(0.7, 1.4) * chance.uniform(0.55, 1.25)
    if chance.random() < 0.3:
        light = cv2.GaussianBlur(light, (0, 0), chance.uniform(0.3, 0.9))
    noise = np.random.default_rng(chance.getrandbits(32)).normal(0, chance.uniform(0, 0.03), light.shape)
    plane = np.clip(light + noise, 0, 1).astype(np.float32)
    return plane, *_targets(scene.faces, matrix)


def _view(scene: Scene, chance: random.Random) -> Floats:
    """Choose how a patch looks at its scene, mostly at one of its dice."""
    height, width = scene.picture.shape
    if scene.faces and chance.random() < 0.8:
        face = chance.choice(scene.faces)
        x, y = face.x + chance.uniform(-45, 45), face.y + chance.uniform(-45, 45)
    else:
        x, y = chance.uniform(0.2, 0.8) * width, chance.uniform(0.2, 0.8) * height
    size, turn = chance.uniform(0.55, 0.85), chance.uniform(0, 2 * math.pi)
    cosine, sine = size * math.cos(turn), size * math.sin(turn)
    flip = chance.choice((-1, 1))
    linear = np.array([[cosine * flip, -sine], [sine * flip, cosine]])
    shift = PATCH_PX / 2 - linear @ (x, y)
    return np.hstack([linear, shift[:, None]]).astype(np.float32)


def _targets(faces: Sequence[Face], matrix: Floats) -> tuple[Any, Floats, Floats, Floats]:
    """Return classes, place and size and turn, which cells count, and which are a die's centre."""
    cells = PATCH_PX // STRIDE_PX
    rows, columns = np.mgrid[0:cells, 0:cells]
    kinds, truths = np.zeros((cells, cells), np.int64), np.zeros((5, cells, cells), np.float32)
    counts, centres = np.ones((cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    for face in faces:
        x, y = (matrix @ (face.x, face.y, 1) + 0.5) / STRIDE_PX - 0.5
        turned = matrix[:, :2] @ (math.cos(face.turn), math.sin(face.turn))
        edge = face.edge * math.sqrt(abs(np.linalg.det(matrix[:, :2])))
        angle = 4 * math.atan2(turned[1], turned[0])
        apart = np.hypot(columns - x, rows - y)
        near = apart < 1.3
        counts[(apart < 3) & ~near] = 0
        if face.kind == UNKNOWN:
            counts[near] = 0
        else:
            kinds[near] = face.kind
        centres[near] = 1
        aims = (x - columns, y - rows, math.log(edge / EDGE_PX), math.cos(angle), math.sin(angle))
        for plane, aim in zip(truths, aims, strict=True):
            plane[near] = np.broadcast_to(aim, near.shape)[near]
    return kinds, truths, counts, centres


if __name__ == "__main__":
    main()
