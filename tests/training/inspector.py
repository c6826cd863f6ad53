"""Train the reader's inspector: `python -m tests.training.inspector --windows DIR [--steps N]`.

Needs `pip install torch onnx` besides. It learns from straightened faces of the same scenes as the scout:
true ones a little off, as the scout sees them, and places where no die's middle is. Writes
`build/nets/inspector.net`, or with `--anywhere` `build/nets/inspector_anywhere.net`.
"""

import math
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tests.training.scenes import UNKNOWN, Face, Scene
from tests.training.school import Course, attend, torch
from tests.training.views import photograph, repaint
from vision.nets.inspector import MAPS, PLANES, SIZE_PX, lay_out
from vision.picture import Colour, Gray
from vision.sightings import CLASSES, LEANING
from vision.straighten import turn_to_axis

Floats = npt.NDArray[np.float32]

NONE_SHARE: Final = 0.22
LEANING_ODDS: Final = 3.0
NOBODY: Final = Face(112.0, 112.0, 40.0, 0.0, 0)
"""What is looked at where no die lies."""
REACH: Final = 1.3
"""How far from a face's middle is photographed, in edges: its turned square with what lies round it."""
STEPS: Final = 28_000
STEEP: Final = 0.28
"""The unit of slopes: the sine of 16 degrees."""
WIDTHS: Final = (24, 32, 48, 64, 64, 96)


def main() -> None:
    """Train and write the net."""
    shape = (MAPS, SIZE_PX // 2, SIZE_PX // 2)
    many = {"faces": {0: "n"}, "scores": {0: "n"}}
    names = {"input_names": ["faces"], "output_names": ["scores"], "dynamic_axes": many}
    attend(Course("inspector", make_net, _lesson, _loss, shape, names, batch=64, rate=3e-3, steps=STEPS))


def make_net() -> Any:
    """Make a net with chance weights: six layers of 3 × 3, then all places together.

    While it learns it says of each face besides which way and how far it slopes: whether a die leans is hard
    to learn from yes and no, but not from which of its sides are seen, and how much of them.
    """
    nn = torch().nn
    layers: list[Any] = []
    inner = MAPS
    for outer, stride in zip(WIDTHS, (1, 1, 2, 2, 1, 2), strict=True):
        layers += [nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU()]
        inner = outer
    left = SIZE_PX // 16
    layers += [nn.Flatten(), nn.Linear(inner * left * left, 64), nn.ReLU(), nn.Linear(64, CLASSES + 2)]

    class Net(nn.Module):  # type: ignore[misc, name-defined]  # torch is known only once it is loaded
        def __init__(self) -> None:
            super().__init__()
            self.layers = nn.Sequential(*layers)

        def forward(self, seen: Any) -> Any:
            said = self.layers(seen)
            return said if self.training else said[:, :CLASSES]

    return Net()


def _loss(net: Any, seen: Any, kinds: Any, slopes: Any, known: Any) -> Any:
    with torch().autocast("cpu", torch().bfloat16):
        said = net(seen)
    scores, sloping = said.float().split((CLASSES, 2), dim=1)
    losses = torch().nn.functional
    pips = losses.cross_entropy(scores, kinds, label_smoothing=0.01, ignore_index=UNKNOWN)
    off = losses.smooth_l1_loss(sloping, slopes / STEEP, reduction="none", beta=0.1).sum(dim=1)
    return pips + (off * known).sum() / (known.sum() + 1)


def _lesson(scene: Scene, rng: np.random.Generator) -> tuple[Any, ...]:
    """Return what the net sees of one face, its class, its slope, and whether that is known."""
    known = scene.axis is not None
    faces = scene.faces or (NOBODY,)
    labels = [face.label(axis_known=known) for face in faces]
    odds = np.array([LEANING_ODDS if label == LEANING else 1.0 for label in labels])
    index = int(rng.choice(len(odds), p=odds / odds.sum()))
    face = faces[index]
    kind, away = labels[index], rng.normal(0, 0.02, 2)
    aside = bool(rng.random() < NONE_SHARE)
    if aside:
        bearing, far = rng.uniform(0, 2 * np.pi), rng.choice([rng.uniform(0.3, 1.2), rng.uniform(1, 4)])
        kind, away = 0, far * np.array([math.cos(bearing), math.sin(bearing)])
    place = np.array([face.x, face.y]) + face.edge * away
    place = place.clip(0, np.array(scene.picture.shape[1::-1]) - 1.0)
    if kind == 0 and any(math.dist(place, (other.x, other.y)) < 0.25 * other.edge for other in scene.faces):
        kind = UNKNOWN
    source = repaint(scene, rng) if not scene.traced and rng.random() < 0.3 else scene.picture
    near, corner = _cut(source, place, REACH * face.edge)
    axis = None
    if known:
        axis = (np.array(scene.axis) - corner)[None].astype(np.float32)
    middle = (place - corner)[None].astype(np.float32)
    turn = np.array([face.turn + np.deg2rad(rng.normal(0, 2)) + rng.integers(4) * np.pi / 2], np.float32)
    edge = np.array([face.edge * np.exp(rng.normal(0, 0.04))], np.float32)
    seen = lay_out(photograph(scene, near, rng), middle, turn, edge, axis)[0]
    if axis is None and rng.random() < 0.5:
        seen = _mirrored(seen)
    if axis is None or face.slope is None or aside:
        return seen, np.int64(kind), np.zeros(2, np.float32), np.float32(0)
    return seen, np.int64(kind), turned_slope(face.slope, middle, turn, axis), np.float32(1)


def _mirrored(seen: Floats) -> Floats:
    """What the net sees of one face whose axis is not known, the other way round."""
    squares = seen[: 4 * PLANES].reshape(PLANES, 2, 2, *seen.shape[1:])[:, :, ::-1, :, ::-1]
    return np.concatenate([squares.reshape(4 * PLANES, *seen.shape[1:]), seen[4 * PLANES :]])


def turned_slope(slope: tuple[float, float], middle: Floats, turn: Floats, axis: Floats) -> Floats:
    """A slope, see `Face`, as the straightened picture of its face shows it: right and below.

    `middle` and `axis`, px, are of shape (1, 2), `turn`, radians, of (1,).
    """
    turned, left = turn_to_axis(middle, turn, axis)
    across = complex(*slope) * np.exp(-1j * turned[0])
    return np.array([across.real, across.imag if left[0] >= 0 else -across.imag], np.float32)


def _cut(
    picture: Gray | Colour, place: npt.NDArray[np.float64], reach: float
) -> tuple[Gray | Colour, tuple[int, int]]:
    """Cut what is near a place, and say where it begins."""
    low = np.maximum(0, (place - reach).astype(int))
    left, top = min(int(low[0]), picture.shape[1] - 8), min(int(low[1]), picture.shape[0] - 8)
    return picture[top : int(place[1] + reach) + 1, left : int(place[0] + reach) + 1], (left, top)


if __name__ == "__main__":
    main()
