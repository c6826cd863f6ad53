"""Train the reader's witnesses again: `python -m tests.training.train counter|inspector [--half]`.

Needs `pip install torch onnx` besides. The counter learns from the rendered crops and from drawn faces, the
inspector from the rendered crops alone, in which a die that leans or moves is none. `--half` leaves every
picture of an odd number out and says how the net does on those. Writes `vision/<name>.onnx`.
"""

import argparse
import csv
import importlib
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.gather import SHEET, SIZE_PX, SPAN, TABLE
from tests.training.synthesis import draw_faces
from vision.witness import CLIP, QUIET, Counter, Inspector

DRAWN: Final = 20_000
BATCH: Final = 192
SEED: Final = 4
CHANNELS: Final = (12, 20, 32, 48)
NETS: Final = Path(__file__).parents[2] / "vision"

torch: Any = None  # set by main: nothing but training needs it, and importing it takes seconds


class Lesson:
    """The crops of one witness, and how it looks at them."""

    def __init__(self, name: str, *, half: bool) -> None:
        self.witness = Counter if name == "counter" else Inspector
        self.tolerant = name == "counter"
        crops, labels, leans, held_out = _load()
        self.taught = ~held_out if half else np.ones(len(labels), bool)
        self.asked = held_out if half else np.zeros(len(labels), bool)
        if self.tolerant:
            # Whether a die leans is the inspector's question
            self.taught, self.asked = self.taught & ~leans, self.asked & ~leans
            drawn, drawn_labels = draw_faces(DRAWN, SEED)
            crops, labels = np.concatenate([crops, drawn]), np.concatenate([labels, drawn_labels])
            self.taught = np.concatenate([self.taught, np.ones(DRAWN, bool)])
            self.asked = np.concatenate([self.asked, np.zeros(DRAWN, bool)])
            leans = np.concatenate([leans, np.zeros(DRAWN, bool)])
        self.crops, self.labels, self.leans = crops, labels, leans


def main() -> None:
    """Train one witness, say how it does, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=("counter", "inspector"))
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--out", type=Path, default=NETS)
    args = parser.parse_args()
    globals()["torch"] = importlib.import_module("torch")
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    lesson = Lesson(args.name, half=args.half)
    net = _net(lesson.witness.SIZE_PX)
    _teach(net, lesson, args.steps)
    for part, chosen in (("taught", lesson.taught), ("held out", lesson.asked)):
        _report(net, lesson, part, np.flatnonzero(chosen))
    _write(net, lesson.witness.SIZE_PX, args.out / f"{args.name}.onnx")


def _load() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], Any, Any]:
    """Crops, labels, whether a die leans, and whether the picture is of the held-out half."""
    sheet = cv2.imread(str(SHEET), cv2.IMREAD_GRAYSCALE)
    assert sheet is not None
    rows, columns = sheet.shape[0] // SIZE_PX, sheet.shape[1] // SIZE_PX
    crops = sheet.reshape(rows, SIZE_PX, columns, SIZE_PX).swapaxes(1, 2).reshape(-1, SIZE_PX, SIZE_PX)
    with TABLE.open(newline="") as file:
        table = list(csv.DictReader(file))
    labels = np.array([int(row["label"]) for row in table])
    leans = np.array([row["leans"] == "1" for row in table])
    held_out = np.array([_is_odd(row["source"]) for row in table])
    return np.ascontiguousarray(crops[: len(table)], np.uint8), labels, leans, held_out


def _is_odd(source: str) -> bool:
    """Whether a picture is held out: odd numbers under glass, tables 2, 3, 6 and 7."""
    if source.startswith("tables/"):
        return int(source.split("/")[1][5:]) % 4 in (2, 3)
    return int(source[-5]) % 2 == 1


def _net(size_px: int) -> Any:
    nn = torch.nn
    one, two, three, four = CHANNELS
    left = (size_px + 7) // 8
    return nn.Sequential(
        nn.Conv2d(1, one, 5, 2, 2),
        nn.ReLU(),
        nn.Conv2d(one, two, 3, 1, 1),
        nn.ReLU(),
        nn.Conv2d(two, three, 3, 2, 1),
        nn.ReLU(),
        nn.Conv2d(three, four, 3, 2, 1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(four * left * left, 48),
        nn.ReLU(),
        nn.Dropout(0.2),
        nn.Linear(48, 7),
    )


def _teach(net: Any, lesson: Lesson, steps: int) -> None:
    """Half of each batch is faces, half is none, of which those that the net still believes come oftest."""
    rng = np.random.default_rng(SEED)
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, steps)
    faces = np.flatnonzero(lesson.taught & (lesson.labels > 0))
    others = np.flatnonzero(lesson.taught & (lesson.labels == 0))
    even = 1 / np.sqrt(np.bincount(lesson.labels[faces])[lesson.labels[faces]])
    base = np.where(lesson.leans[others], 6.0, 1.0)
    weight = base
    for step in range(steps):
        if step and step % 400 == 0:
            weight = base * (0.03 + 3 * np.sqrt(1 - _chances(net, lesson, others)[:, 0]))
        chosen = np.concatenate([_draw(rng, faces, even), _draw(rng, others, weight)])
        crops, labels = _vary(torch.from_numpy(lesson.crops[chosen]).float(), lesson.labels[chosen], lesson)
        loss = torch.nn.functional.cross_entropy(net(_normalise(crops, lesson)), labels, label_smoothing=0.01)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 500 == 0:
            print(step, round(loss.item(), 3), flush=True)
    net.eval()


def _draw(rng: np.random.Generator, of: npt.NDArray[np.intp], weight: Any) -> npt.NDArray[np.intp]:
    return of[rng.choice(len(of), BATCH // 2, p=weight / weight.sum())]


def _vary(crops: Any, labels: npt.NDArray[np.int64], lesson: Lesson) -> tuple[Any, Any]:
    """The same faces as other cameras, lamps and dice would give them; what that spoils becomes none."""
    truth = torch.from_numpy(labels).clone()
    crops = _place(_turn(crops) if lesson.tolerant else crops, lesson)
    for _ in range(3):
        crops = _add_lamp(crops, truth, lesson)
    crops = _cover(crops, truth, lesson)
    if not lesson.tolerant:
        crops = _lean(crops, truth)
    return _expose(crops, lesson), truth


def _turn(crops: Any) -> Any:
    """Quarter turns and mirror images: a face shows the same."""
    quarter = len(crops) // 4
    for turns in range(1, 4):
        part = slice(turns * quarter, (turns + 1) * quarter)
        crops[part] = torch.rot90(crops[part], turns, (1, 2))
    return torch.where((torch.rand(len(crops)) < 0.5)[:, None, None], crops.flip(2), crops)


def _place(crops: Any, lesson: Lesson) -> Any:
    """Cut what the witness looks at, a little off, turned, larger or squashed."""
    n, share = len(crops), lesson.witness.SPAN / SPAN
    size = share * (1 + torch.randn(n, 1) * (0.05 if lesson.tolerant else 0.03))
    if lesson.tolerant:
        size = size * (1 + torch.randn(n, 2) * 0.03)
    size = size.expand(n, 2)
    turn, off = torch.randn(n) * 0.02, torch.randn(n, 2) * 0.015
    cos, sin = turn.cos(), turn.sin()
    affine = torch.stack(
        [
            torch.stack([size[:, 0] * cos, -size[:, 1] * sin, off[:, 0]], 1),
            torch.stack([size[:, 0] * sin, size[:, 1] * cos, off[:, 1]], 1),
        ],
        1,
    )
    shape = (n, 1, lesson.witness.SIZE_PX, lesson.witness.SIZE_PX)
    return _sample(crops, torch.nn.functional.affine_grid(affine, shape, align_corners=False))


def _sample(crops: Any, grid: Any) -> Any:
    sampled = torch.nn.functional.grid_sample(
        crops[:, None], grid, padding_mode="border", align_corners=False
    )
    return sampled[:, 0]


def _grid(lesson: Lesson) -> tuple[Any, Any]:
    """Where each px lies on the face, in edges: x, y, each of shape (1, size, size)."""
    size, span = lesson.witness.SIZE_PX, lesson.witness.SPAN
    line = ((torch.arange(size) + 0.5) / size - 0.5) * span
    y, x = torch.meshgrid(line, line, indexing="ij")
    return x[None], y[None]


def _add_lamp(crops: Any, truth: Any, lesson: Lesson) -> Any:
    """A lamp's mirror image anywhere; where it could pass for a pip, or hide one, the face becomes none."""
    n, (x, y) = len(crops), _grid(lesson)
    at, radius = torch.rand(n, 2, 1, 1) * 1.6 - 0.8, torch.rand(n, 1, 1) * 0.06 + 0.06
    lattice = torch.tensor([-0.25, 0, 0.25])
    to_place = torch.hypot(at[:, 0] - lattice[None, :, None], at[:, 1] - lattice[None, None, :]).amin((1, 2))
    on_face = at.abs().amax((1, 2, 3)) < 0.5 + radius[:, 0, 0]
    spoils = (truth > 0) & on_face & (to_place < 0.19)
    shows = (torch.rand(n) < 0.15) & ~(spoils & (torch.rand(n) < 0.5))
    truth[shows & spoils] = 0
    lamp = torch.sigmoid((radius - torch.hypot(x - at[:, 0], y - at[:, 1])) / 0.018) * shows[:, None, None]
    return crops * (1 - lamp) + 255 * lamp


def _cover(crops: Any, truth: Any, lesson: Lesson) -> Any:
    """A finger, a mat or a drop over part of some faces: they become none."""
    n, (x, y) = len(crops), _grid(lesson)
    covered = (torch.rand(n) < 0.12) & (truth > 0)
    bearing, off = torch.rand(n, 1, 1) * 6.283, torch.rand(n, 1, 1) * 0.43 - 0.1
    along = x * bearing.cos() + y * bearing.sin() - off
    wave = 0.04 * torch.sin(9 * (x * bearing.sin() - y * bearing.cos()))
    at, radius = torch.rand(n, 2, 1, 1) * 0.8 - 0.4, torch.rand(n, 1, 1) * 0.24 + 0.16
    half, drop = along + wave, radius - torch.hypot(x - at[:, 0], y - at[:, 1])
    inside = (
        torch.sigmoid(torch.where(torch.rand(n, 1, 1) < 0.5, half, drop) / 0.015) * covered[:, None, None]
    )
    truth[covered] = 0
    return crops * (1 - inside) + torch.rand(n, 1, 1) * 255 * inside


def _lean(crops: Any, truth: Any) -> Any:
    """Lean some faces by 17 to 42 degrees: one axis shrinks, one side recedes; they become none."""
    leans = (torch.rand(len(crops)) < 0.08) & (truth > 0)
    if not leans.any():
        return crops
    n, size = int(leans.sum()), crops.shape[1]
    line = (torch.arange(size) + 0.5) / size * 2 - 1
    y, x = (part.expand(n, -1, -1) for part in torch.meshgrid(line, line, indexing="ij"))
    tilt = torch.deg2rad(torch.rand(n, 1, 1) * 25 + 17)
    upright, to_far = torch.rand(n, 1, 1) < 0.5, torch.sign(torch.rand(n, 1, 1) - 0.5)
    along, across = torch.where(upright, y, x), torch.where(upright, x, y)
    recede = 1 + along * to_far * tilt.sin() * 0.1
    along, across = along / tilt.cos() * recede, across * recede
    grid = torch.stack([torch.where(upright, across, along), torch.where(upright, along, across)], 3)
    crops[leans] = _sample(crops[leans], grid)
    truth[leans] = 0
    return crops


def _expose(crops: Any, lesson: Lesson) -> Any:
    """Other focus, contrast, light from a side, noise; some as negatives."""
    n, (x, y) = len(crops), _grid(lesson)
    padded = torch.nn.functional.pad(crops[:, None], (1, 1, 1, 1), mode="replicate")
    soft = torch.rand(n, 1, 1) * (torch.rand(n, 1, 1) < 0.5)
    crops = crops * (1 - soft) + torch.nn.functional.avg_pool2d(padded, 3, 1)[:, 0] * soft
    crops = (crops - 128) * (torch.rand(n, 1, 1) * 1.1 + 0.15) + 128 + torch.randn(n, 1, 1) * 20
    crops = torch.where(torch.rand(n, 1, 1) < 0.25, 255 - crops, crops)
    slope = torch.randn(n, 2, 1, 1) * 15 * (torch.rand(n, 1, 1, 1) < 0.5)
    crops = crops + slope[:, 0] * x + slope[:, 1] * y
    return (crops + torch.randn_like(crops) * torch.rand(n, 1, 1) * 6).clamp(0, 255)


def _normalise(crops: Any, lesson: Lesson) -> Any:
    """As `vision.witness.normalise` does."""
    face = crops[:, lesson.witness.MIDDLE, lesson.witness.MIDDLE]
    spread = face.std((1, 2), keepdim=True, unbiased=False) + QUIET
    return ((crops - face.mean((1, 2), keepdim=True)) / spread).clamp(-CLIP, CLIP)[:, None]


def _chances(net: Any, lesson: Lesson, chosen: npt.NDArray[np.intp]) -> npt.NDArray[np.float32]:
    """What the net says of crops as they are."""
    share, size = lesson.witness.SPAN / SPAN, lesson.witness.SIZE_PX
    net.eval()
    parts = []
    with torch.no_grad():
        for start in range(0, len(chosen), 1024):
            crops = torch.from_numpy(lesson.crops[chosen[start : start + 1024]]).float()
            affine = (torch.eye(2, 3) * share).expand(len(crops), 2, 3)
            grid = torch.nn.functional.affine_grid(affine, (len(crops), 1, size, size), align_corners=False)
            parts.append(net(_normalise(_sample(crops, grid), lesson)).softmax(1).numpy())
    net.train()
    return np.concatenate(parts)


def _report(net: Any, lesson: Lesson, part: str, chosen: npt.NDArray[np.intp]) -> None:
    if not len(chosen):
        return
    chances, labels, leans = _chances(net, lesson, chosen), lesson.labels[chosen], lesson.leans[chosen]
    said, face = chances.argmax(1), labels > 0
    wrong = face & (said > 0) & (said != labels)
    print(
        f"{part}: {face.sum()} faces, right {(said == labels)[face].mean():.4f}, misread {wrong.sum()}; "
        f"{(~face).sum()} others, taken for faces {(said > 0)[~face].sum()}, "
        f"of them leaning {(said > 0)[leans].sum()} of {leans.sum()}"
    )


def _write(net: Any, size_px: int, file: Path) -> None:
    net.eval()
    torch.onnx.export(
        net,
        torch.zeros(1, 1, size_px, size_px),
        str(file),
        opset_version=11,
        input_names=["faces"],
        output_names=["scores"],
        dynamic_axes={"faces": {0: "n"}, "scores": {0: "n"}},
        dynamo=False,
    )
    print(f"{file}: {file.stat().st_size >> 10} KB")


if __name__ == "__main__":
    main()
