"""What Blender paints the grounds of photographs with: wood, cloth, leather, paper, stone."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tests.training.second.paint import Paint, Value
from tests.training.windows.kinds import some_colour


def ground_paint(rng: np.random.Generator) -> Any:
    """A table's top, a cloth, a carpet or a sheet of paper."""
    paint = Paint("ground")
    names = list(GROUNDS)
    return paint.surface(GROUNDS[names[rng.integers(len(names))]](rng, paint))


def _wood(rng: np.random.Generator, paint: Paint) -> Value:
    tone = np.array([0.42, 0.23, 0.1]) * math.exp(rng.uniform(-1.8, 0.7)) * rng.normal(1, 0.1, 3)
    at = paint.place(rng, rng.uniform(0.02, 0.1), warped=rng.uniform(0.5, 3))
    drawn = {"Vector": at, "Scale": rng.uniform(0.3, 1.5), "Distortion": rng.uniform(2, 9), "Detail": 6.0}
    grain = paint.node("TexWave", drawn).outputs[1]
    colour = paint.mix(grain, np.clip(tone, 0.01, 0.8), np.clip(tone * rng.uniform(0.3, 0.9), 0.005, 0.8))
    return paint.plastic(colour, rng.uniform(0.15, 0.7))


def _cloth(rng: np.random.Generator, paint: Paint) -> Value:
    first = some_colour(rng)
    threads = paint.noise(paint.place(rng, rng.uniform(0.5, 4)), 1.0, 8.0)
    colour = paint.mix(threads, first * rng.uniform(0.3, 0.9), first)
    bump = paint.bump(threads, rng.uniform(0.2, 1), rng.uniform(0.1, 1.5))
    return paint.plastic(colour, 0.95, sheen_weight=rng.uniform(0, 0.5), normal=bump)


def _carpet(rng: np.random.Generator, paint: Paint) -> Value:
    at = paint.place(rng, rng.uniform(0.2, 1))
    tufts = paint.node("TexVoronoi", {"Vector": at, "Scale": 1.0}).outputs["Distance"]
    patches = paint.steps(paint.noise(at, rng.uniform(0.02, 0.1), 2.0), 0.45, 0.55)
    colour = paint.mix(patches, some_colour(rng), some_colour(rng))
    return paint.plastic(
        paint.mix(tufts, colour, (0.02, 0.02, 0.02)), 0.95, normal=paint.bump(tufts, 0.8, 1.5)
    )


def _leather(rng: np.random.Generator, paint: Paint) -> Value:
    first = some_colour(rng)
    cells = paint.node("TexVoronoi", {"Vector": paint.place(rng), "Scale": rng.uniform(0.3, 1.2)})
    told = cells.outputs["Distance"]
    colour = paint.mix(told, first * rng.uniform(0.3, 0.9), first)
    return paint.plastic(colour, rng.uniform(0.25, 0.7), normal=paint.bump(told, rng.uniform(0.2, 0.8), 0.4))


def _paper(rng: np.random.Generator, paint: Paint) -> Value:
    tone = np.full(3, rng.uniform(0.5, 0.85)) if rng.random() < 0.6 else some_colour(rng)
    if rng.random() < 0.5:
        return paint.plastic(tone, rng.uniform(0.3, 0.95))
    lines = paint.node("TexWave", {"Vector": paint.place(rng, rng.uniform(0.05, 0.3)), "Scale": 1.0}).outputs[
        1
    ]
    return paint.plastic(paint.mix(paint.steps(lines, 0.9, 0.95), tone, some_colour(rng)), 0.9)


def _stone(rng: np.random.Generator, paint: Paint) -> Value:
    clouds = paint.noise(paint.place(rng, rng.uniform(0.02, 0.4), warped=rng.uniform(0, 5)), 1.0, 8.0)
    soft = rng.uniform(0.05, 0.3)
    colour = paint.mix(paint.steps(clouds, 0.5 - soft, 0.5 + soft), some_colour(rng), some_colour(rng))
    return paint.plastic(colour, rng.uniform(0.05, 0.6))


def _printed(rng: np.random.Generator, paint: Paint) -> Value:
    at = paint.place(rng, rng.uniform(0.01, 0.2))
    share = paint.node("TexChecker", {"Vector": at, "Scale": 1.0}).outputs[1]
    if rng.random() < 0.5:
        drawn = {"Vector": at, "Scale": 1.0, "Distortion": rng.uniform(0.5, 2)}
        share = paint.steps(paint.node("TexMagic", drawn).outputs[1], 0.45, 0.55)
    return paint.plastic(paint.mix(share, some_colour(rng), some_colour(rng)), rng.uniform(0.2, 0.9))


GROUNDS: Final[dict[str, Callable[[np.random.Generator, Paint], Value]]] = {
    "wood": _wood,
    "cloth": _cloth,
    "carpet": _carpet,
    "leather": _leather,
    "paper": _paper,
    "stone": _stone,
    "printed": _printed,
}
