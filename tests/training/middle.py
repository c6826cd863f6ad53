"""Learn how odd a middle pip may be: `python -m tests.training.middle --windows DIR`.

Prints the weights of `vision/witnesses/middle.py`, from the 3s and 5s of traced windows and, with a crumb
laid into the middle of each, its 2s and 4s, as some camera takes them.
"""

import argparse
import math
from dataclasses import replace
from itertools import chain
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tests.training.crumbs import lay, some_tone
from tests.training.scenes import Face, Scene
from tests.training.school import traced_scenes
from tests.training.views import photograph
from tests.training.windows.lots import LEARNED
from vision.floor import one_thread
from vision.straighten import straighten
from vision.witnesses.faces import SIZE_PX, SPAN
from vision.witnesses.middle import measure

Floats = npt.NDArray[np.float64]
Measured = npt.NDArray[np.float32]

FEIGNED: Final = {2: 3, 4: 5}
TRUE: Final = (3, 5)
FLAT: Final = 1.0
"""How far a die leans, in degrees, whose pips lie where they should."""
SPREAD: Final = 0.05
"""How far from a face's middle a crumb lies that feigns a pip, in edges: the spread of chance."""
SIZES: Final = (0.03, 0.14)
"""How large crumbs are: their radii in edges. Pips have 0.06 to 0.12."""
PLAIN: Final = 25.0
"""By how many grey levels a crumb differs that can be taken for a pip."""
REACH: Final = 1.3
"""How far from a face's middle is photographed, in edges."""
OFF: Final = 0.015
"""How well the reader knows where a face is, in edges; its turn and size by twice that."""
TAKEN: Final = 2
"""So many cameras take each face."""
STEPS: Final = 40


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=Path, required=True, help="where the traced windows lie")
    scenes = traced_scenes(parser.parse_args().windows, [], LEARNED)
    with Pool(initializer=one_thread) as pool:
        measured = list(chain.from_iterable(pool.imap(_measured, enumerate(scenes), chunksize=20)))
    found, feigned = (np.array(part, np.float64) for part in zip(*measured, strict=True))
    weights = fit(found, feigned)
    print(f"{len(feigned)} faces, {int(feigned.sum())} of them with crumbs")
    print(*(f"{weight:.2f}" for weight in weights), sep=", ")


def fit(found: Floats, feigned: Floats) -> Floats:
    """Fit a logistic curve by Newton's method, a little drawn towards nothing: weights, the last of 1."""
    inputs = np.column_stack([found, np.ones(len(found))])
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-inputs @ weights))
        curved = (inputs * (said * (1 - said))[:, None]).T @ inputs + np.eye(len(weights))
        weights = weights + np.linalg.solve(curved, inputs.T @ (feigned - said) - weights)
    return weights


def _measured(numbered: tuple[int, Scene]) -> list[tuple[Measured, bool]]:
    """What is measured of the faces of a scene, and whether their middle pips are crumbs."""
    number, scene = numbered
    rng = np.random.default_rng(number)
    found = []
    for face in [face for face in scene.faces if face.tilt <= FLAT] * TAKEN:
        if face.kind in TRUE:
            found.append((measure(_upright(scene, face, rng), face.kind), False))
        elif face.kind in FEIGNED:
            crumbed = _with_crumb(scene, face, rng)
            if crumbed is not None:
                found.append((measure(_upright(crumbed, face, rng), FEIGNED[face.kind]), True))
    return found


def _with_crumb(scene: Scene, face: Face, rng: np.random.Generator) -> Scene | None:
    """The scene with a crumb in the middle of a face; None where it is hardly seen."""
    picture = scene.picture.copy()
    place = np.array([face.x, face.y]) + face.edge * rng.normal(0, SPREAD, 2)
    size = face.edge * rng.uniform(*SIZES)
    seen = lay(picture, place, size, some_tone(picture, face, rng), rng)
    return replace(scene, picture=picture) if seen >= PLAIN else None


def _upright(scene: Scene, face: Face, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """A face as some camera takes it and a reader straightens it, a little off."""
    reach = REACH * face.edge
    left, top = max(0, int(face.x - reach)), max(0, int(face.y - reach))
    near = scene.picture[top : int(face.y + reach) + 1, left : int(face.x + reach) + 1]
    place = rng.normal((face.x - left, face.y - top), OFF * face.edge).astype(np.float32)
    turn = np.array([face.turn + rng.normal(0, 2 * OFF)], np.float32)
    edge = np.array([face.edge * math.exp(rng.normal(0, 2 * OFF))], np.float32)
    seen = photograph(scene, near, rng)
    faces = straighten(seen, place[None], turn, edge, span=SPAN, size_px=SIZE_PX)
    return np.asarray(faces[0], np.uint8)


if __name__ == "__main__":
    main()
