"""What Blender paints cups with, by their group."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tests.training.second.paint import Paint, Value, plain
from tests.training.windows.cups import Cup
from tests.training.windows.kinds import Colour

INDEX_OF_ACRYLIC: Final = 1.49
METALLIC: Final = 0.1
"""What is this light in every colour may be metal; wood has hardly any blue."""


def cup_paints(rng: np.random.Generator, cup: Cup) -> list[Any]:
    """Paints of a cup's wall, its floor and its rim."""
    if cup.group == "clear":
        wall = _clear(rng)
        return [wall, wall, wall]
    side, floor = cup.traced.side, cup.traced.floor
    tones = [np.array(tone) for tone in (side.first, side.second, floor.first, floor.second)]
    wall = _coat(rng, cup.group, tones[0], tones[1])
    own = not np.allclose(tones[0], tones[2])
    inner = _coat(rng, cup.group, tones[2], tones[3]) if own else wall
    return [wall, inner, plain("rim", cup.traced.rim, rng.uniform(0.3, 0.9))]


def _clear(rng: np.random.Generator) -> Any:
    paint = Paint("cup")
    tint = np.clip(1 - 0.25 * rng.random() * rng.random(3), 0, 1)
    return paint.surface(paint.clear(tint, 0.0, INDEX_OF_ACRYLIC, tint))


def _coat(rng: np.random.Generator, group: str, first: Colour, second: Colour) -> Any:
    paint, pick = Paint("coat"), rng.random()
    return paint.surface(COATS[group](rng, paint, pick, first, second))


def _soft(rng: np.random.Generator, paint: Paint, pick: float, first: Colour, second: Colour) -> Value:
    """Leather, felt, or plastic."""
    at = paint.place(rng, rng.uniform(0.3, 1.2))
    if pick < 0.4:
        cells = paint.node("TexVoronoi", {"Vector": at, "Scale": 1.0}).outputs["Distance"]
        bump = paint.bump(cells, rng.uniform(0.2, 0.9), 0.5)
        return paint.plastic(paint.mix(cells, second, first), rng.uniform(0.4, 0.7), normal=bump)
    if pick < 0.75:
        fine = paint.noise(at, 3.0, 8.0)
        bump = paint.bump(fine, 0.6, 0.6)
        return paint.plastic(paint.mix(fine, first, second), 0.95, sheen_weight=0.4, normal=bump)
    return paint.plastic(first, rng.uniform(0.2, 0.7))


def _hard(rng: np.random.Generator, paint: Paint, pick: float, first: Colour, second: Colour) -> Value:
    """Metal or wood."""
    fine = paint.noise(paint.place(rng, rng.uniform(0.2, 0.8)), 1.0, 6.0, 1.0)
    metal = float(first.min() > METALLIC and pick < 0.8)
    return paint.plastic(paint.mix(fine, first, second), rng.uniform(0.15, 0.6), metallic=metal)


def _printed(rng: np.random.Generator, paint: Paint, pick: float, first: Colour, second: Colour) -> Value:
    """Checks, stripes, dots or swirls."""
    at = paint.place(rng, rng.uniform(0.05, 0.35))
    if pick < 0.3:
        share = paint.node("TexChecker", {"Vector": at, "Scale": 1.0}).outputs[1]
    elif pick < 0.6:
        how = str(rng.choice(["BANDS", "RINGS"]))
        drawn = {"Vector": at, "Scale": 0.8, "Distortion": rng.uniform(0, 4)}
        share = paint.steps(paint.node("TexWave", drawn, wave_type=how).outputs[1], 0.48, 0.52)
    elif pick < 0.85:
        drawn = {"Vector": at, "Scale": 1.0, "Randomness": float(rng.random() < 0.5)}
        share = paint.steps(paint.node("TexVoronoi", drawn).outputs["Distance"], 0.3, 0.33)
    else:
        drawn = {"Vector": at, "Scale": 1.0, "Distortion": rng.uniform(0.5, 2)}
        share = paint.steps(paint.node("TexMagic", drawn).outputs[1], 0.45, 0.55)
    return paint.plastic(paint.mix(share, first, second), rng.uniform(0.2, 0.8))


COATS: Final[dict[str, Callable[[np.random.Generator, Paint, float, Colour, Colour], Value]]] = {
    "soft": _soft,
    "hard": _hard,
    "printed": _printed,
}
