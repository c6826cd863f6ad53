"""Train the reader's scout: `python -m tests.training.scout --windows DIR [--steps N]`.

Needs `pip install torch onnx` besides. It learns from traced windows, and from scenes drawn by chance. Writes
`build/nets/scout.net`, or with `--anywhere` `build/nets/scout_anywhere.net`.
"""

import math
from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.scenes import UNKNOWN, Face, Scene
from tests.training.school import Course, attend, torch
from tests.training.views import photograph, repaint
from vision.nets.scout import EDGE_PX, MAPS, STRIDE_PX, planes

Floats = npt.NDArray[np.float32]

PATCH_PX: Final = 144
BATCH: Final = 32
STEPS: Final = 32_000


def main() -> None:
    """Train and write the net."""
    shape = (MAPS, 108, 108)
    attend(Course("scout", make_net, _patch, _loss, shape, names={}, batch=BATCH, rate=4e-3, steps=STEPS))


def make_net() -> Any:
    """Make a net with chance weights: a stem down to a cell of 8 px, three steps of residual layers."""
    nn = torch().nn

    def layer(inner: int, outer: int, size: int, stride: int) -> Any:
        return nn.Sequential(
            nn.Conv2d(inner, outer, size, stride, size // 2, bias=False), nn.BatchNorm2d(outer), nn.ReLU()
        )

    class Residual(nn.Module):  # type: ignore[misc, name-defined]  # torch is known only once it is loaded
        def __init__(self, width: int) -> None:
            super().__init__()
            self.inner = nn.Sequential(
                layer(width, width, 3, 1), nn.Conv2d(width, width, 3, 1, 1, bias=False)
            )
            self.norm = nn.BatchNorm2d(width)

        def forward(self, maps: Any) -> Any:
            return torch().relu(maps + self.norm(self.inner(maps)))

    return nn.Sequential(
        layer(MAPS, 12, 3, 1),
        layer(12, 24, 3, 2),
        layer(24, 32, 3, 1),
        layer(32, 64, 3, 2),
        *(Residual(64) for _ in range(2)),
        nn.Conv2d(64, 13, 1),
    )


def _loss(net: Any, seen: Any, kinds: Any, truths: Any, counts: Any, centres: Any) -> Any:
    with torch().autocast("cpu", torch().bfloat16):
        scores = net(seen)
    scores = scores.float()
    entropy = torch().nn.functional.cross_entropy(scores[:, :8], kinds, reduction="none")
    hard = (1 - torch().exp(-entropy)) * entropy * counts * (1 + 3 * (kinds > 0))
    off = torch().nn.functional.smooth_l1_loss(scores[:, 8:], truths, reduction="none", beta=0.1)
    faces = centres.sum()
    return hard.sum() / (faces + BATCH) + 0.7 * (off * centres[:, None]).sum() / (faces + 1)


def _patch(scene: Scene, rng: np.random.Generator) -> tuple[Any, ...]:
    """Cut a patch at a chance place, size, turn and light; return it with what the net should say of it."""
    matrix = _view(scene, rng)
    source = repaint(scene, rng) if not scene.traced and rng.random() < 0.3 else scene.picture
    size = (PATCH_PX, PATCH_PX)
    seen = cv2.warpAffine(source, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    axis = None
    if scene.axis is not None:
        x, y = matrix @ (*scene.axis, 1)
        axis = (float(x), float(y))
    targets = _targets(scene.faces, matrix, axis_known=axis is not None)
    return planes(photograph(scene, np.asarray(seen, np.uint8), rng), axis), *targets


def _view(scene: Scene, rng: np.random.Generator) -> Floats:
    """Choose how a patch looks at its scene, mostly at one of its dice."""
    height, width = scene.picture.shape[:2]
    edge = float(np.mean([face.edge for face in scene.faces])) if scene.faces else 46.0
    if scene.faces and rng.random() < 0.85:
        face = scene.faces[int(rng.integers(len(scene.faces)))]
        x, y = face.x + rng.uniform(-1, 1) * edge, face.y + rng.uniform(-1, 1) * edge
    else:
        x, y = rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height
    size, turn = EDGE_PX / edge * np.exp(rng.uniform(-0.4, 0.36)), rng.uniform(0, 2 * math.pi)
    cosine, sine = size * math.cos(turn), size * math.sin(turn)
    flip = rng.choice((-1, 1))
    linear = np.array([[cosine * flip, -sine], [sine * flip, cosine]])
    shift = PATCH_PX / 2 - linear @ (x, y)
    return np.hstack([linear, shift[:, None]]).astype(np.float32)


def _targets(
    faces: Sequence[Face], matrix: Floats, *, axis_known: bool
) -> tuple[Any, Floats, Floats, Floats]:
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
        near = apart < 0.95
        counts[(apart < 1.8) & ~near & (centres == 0)] = 0
        kind = face.label(axis_known=axis_known)
        counts[near] = kind != UNKNOWN
        kinds[near] = max(kind, 0)
        centres[near] = 1
        aims = (x - columns, y - rows, math.log(edge / EDGE_PX), math.cos(angle), math.sin(angle))
        for plane, aim in zip(truths, aims, strict=True):
            plane[near] = np.broadcast_to(aim, near.shape)[near]
    return kinds, truths, counts, centres


if __name__ == "__main__":
    main()
