"""Train the reader's inspector again: `python -m tests.training.inspector [--minutes M]`.

Needs `pip install torch onnx` besides. It learns from straightened faces of the same scenes as the scout:
true ones a little off, as the scout sees them, and places where no die's middle is. Writes
`vision/inspector.onnx`, now and then and at the end.
"""

import argparse
import importlib
import math
import time
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.gather import load_scenes
from tests.training.scenes import UNKNOWN, Scene, draw_scene
from tests.training.views import expose, repaint
from vision.inspector import PLANES, SIZE_PX, lay_out
from vision.sightings import CLASSES, LEANING

DRAWN: Final = 6000
DRAWN_SHARE: Final = 0.45
BATCH: Final = 64
RATE: Final = 3e-3
NONE_SHARE: Final = 0.22
LEANING_ODDS: Final = 3.0
WIDTHS: Final = (16, 24, 32, 48, 48, 64)

torch: Any = None  # set by main: nothing but training needs it, and importing it takes seconds


def main() -> None:
    """Train and write the net."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "vision" / "inspector.onnx")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rendered = load_scenes()
    with Pool(2) as pool:
        drawn = pool.map(_drawn, range(DRAWN), chunksize=50)
    print(f"{len(rendered)} rendered scenes, {len(drawn)} drawn", flush=True)
    globals()["torch"] = importlib.import_module("torch")
    torch.set_num_threads(args.threads)
    torch.manual_seed(2)
    _train(make_net(), rendered, drawn, 60 * args.minutes, args.out)


def write(net: Any, out: Path) -> None:
    """Write a net as OpenCV reads it."""
    copy = make_net()
    copy.load_state_dict(net.state_dict())
    copy.eval()
    example, names = (
        torch.zeros(1, PLANES, SIZE_PX, SIZE_PX),
        {"input_names": ["faces"], "output_names": ["scores"]},
    )
    batch = {"faces": {0: "n"}, "scores": {0: "n"}}
    torch.onnx.export(copy, example, out, opset_version=11, dynamo=False, dynamic_axes=batch, **names)


def make_net() -> Any:
    """Make a net with chance weights: six layers of 3 × 3 and 5 × 5, then all places together."""
    nn = torch.nn
    layers: list[Any] = []
    inner = PLANES
    for outer, stride in zip(WIDTHS, (2, 1, 2, 2, 1, 2), strict=True):
        size = 3 if layers else 5
        layers += [
            nn.Conv2d(inner, outer, size, stride, size // 2, bias=False), nn.BatchNorm2d(outer), nn.ReLU()
        ]  # fmt: skip
        inner = outer
    left = SIZE_PX // 16
    return nn.Sequential(
        *layers,
        nn.Flatten(),
        nn.Linear(inner * left * left, 64),
        nn.ReLU(),
        nn.Dropout(0.2),
        nn.Linear(64, CLASSES),
    )


def _drawn(seed: int) -> Scene:
    return draw_scene(np.random.default_rng(seed))


def _train(net: Any, rendered: list[Scene], drawn: list[Scene], seconds: float, out: Path) -> None:
    averages = torch.optim.swa_utils
    average = averages.AveragedModel(net, multi_avg_fn=averages.get_ema_multi_avg_fn(0.999), use_buffers=True)
    rng = np.random.default_rng(2)
    rendered = [scene for scene in rendered if scene.faces]
    drawn = [scene for scene in drawn if scene.faces]
    weights = np.array([scene.weight for scene in rendered])
    weights /= weights.sum()
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    began, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 200) * (1 + math.cos(math.pi * done)) / 2
        few = round(BATCH * DRAWN_SHARE)
        chosen = [drawn[index] for index in rng.integers(len(drawn), size=few)]
        chosen += [rendered[index] for index in rng.choice(len(rendered), BATCH - few, p=weights)]
        faces, kinds = zip(*(_lesson(scene, rng) for scene in chosen), strict=True)
        seen = torch.from_numpy(np.concatenate(faces))
        truth = torch.tensor(kinds)
        loss = torch.nn.functional.cross_entropy(net(seen), truth, label_smoothing=0.01, ignore_index=UNKNOWN)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        average.update_parameters(net)
        step, mean = step + 1, 0.98 * mean + 0.02 * loss.item()
        if step % 200 == 0:
            print(f"step {step}, {done:.1%}, loss {mean / (1 - 0.98**step):.4f}", flush=True)
        if step % 2000 == 0:
            write(average.module, out)
    write(average.module, out)


def _lesson(scene: Scene, rng: np.random.Generator) -> tuple[npt.NDArray[np.float32], int]:
    """Return what the net sees of one face, shape (1, planes, size, size), and its class."""
    known = scene.axis is not None and rng.random() < 0.85
    labels = [face.label(axis_known=known) for face in scene.faces]
    odds = np.array([LEANING_ODDS if label == LEANING else 1.0 for label in labels])
    index = int(rng.choice(len(odds), p=odds / odds.sum()))
    face = scene.faces[index]
    kind, away = labels[index], rng.normal(0, 0.02, 2)
    if rng.random() < NONE_SHARE:
        bearing, far = rng.uniform(0, 2 * np.pi), rng.choice([rng.uniform(0.3, 1.2), rng.uniform(1, 4)])
        kind, away = 0, far * np.array([math.cos(bearing), math.sin(bearing)])
    place = np.array([face.x, face.y]) + face.edge * away
    place = place.clip(0, np.array(scene.picture.shape[::-1]) - 1.0)
    if kind == 0 and any(math.dist(place, (other.x, other.y)) < 0.25 * other.edge for other in scene.faces):
        kind = UNKNOWN
    source = repaint(scene, rng) if rng.random() < 0.3 else scene.picture
    near, corner = _cut(source, place, 1.6 * face.edge)
    axis = None
    if known:
        axis = (np.array(scene.axis) - corner)[None].astype(np.float32)
    seen = lay_out(
        expose(near, rng),
        (place - corner)[None].astype(np.float32),
        np.array([face.turn + np.deg2rad(rng.normal(0, 2)) + rng.integers(4) * np.pi / 2], np.float32),
        np.array([face.edge * np.exp(rng.normal(0, 0.04))], np.float32),
        axis,
    )
    if axis is None and rng.random() < 0.5:
        seen = np.ascontiguousarray(seen[..., ::-1])
    return seen, kind


def _cut(
    picture: npt.NDArray[np.uint8], place: npt.NDArray[np.float64], reach: float
) -> tuple[npt.NDArray[np.uint8], tuple[int, int]]:
    """Cut what is near a place, and say where it begins."""
    low = np.maximum(0, (place - reach).astype(int))
    left, top = min(int(low[0]), picture.shape[1] - 8), min(int(low[1]), picture.shape[0] - 8)
    return picture[top : int(place[1] + reach) + 1, left : int(place[0] + reach) + 1], (left, top)


if __name__ == "__main__":
    main()
