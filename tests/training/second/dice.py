"""What Blender paints dice with, by their family."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tests.training.second.paint import Paint, Value
from tests.training.windows.kinds import Colour, Kind

Look = tuple[Value, dict[str, Value]]
"""A body's colour, and what else its paint is."""
CLEAR: Final = ("tinted", "gem", "frosted")
INDEX_OF_RESIN: Final = 1.52
WORN: Final = 0.15
"""From how much wear on ink has gone, and from twice as much on bodies are scratched."""


def die_paints(rng: np.random.Generator, kind: Kind) -> list[Any]:
    """Paints of a die's body, its pips, its ace and its four."""
    return [_body(rng, kind), *(_ink(rng, kind, ink) for ink in (kind.pip, kind.ace, kind.four))]


def _ink(rng: np.random.Generator, kind: Kind, ink: Colour) -> Any:
    paint = Paint("ink")
    colour: Value = np.asarray(ink)
    if kind.wear > WORN:
        worn = paint.noise(paint.place(rng, rng.uniform(0.8, 2.5)), 1.0, 4.0)
        share = paint.steps(worn, 0.62 - 0.2 * kind.wear, 0.66 - 0.2 * kind.wear)
        colour = paint.mix(share, colour, 0.5 * np.asarray(ink) + 0.5 * kind.body)
    gold = 0.05 < ink[2] < 0.2 and ink[0] > 0.4 and rng.random() < 0.5
    return paint.surface(paint.plastic(colour, rng.uniform(0.2, 0.9), metallic=float(gold)))


def _body(rng: np.random.Generator, kind: Kind) -> Any:
    paint = Paint(kind.family)
    if kind.family in CLEAR:
        return _clear(rng, paint, kind)
    colour, more = LOOKS[kind.family](rng, paint, kind)
    if kind.wear > 2 * WORN:
        more["normal"] = paint.bump(paint.noise(paint.place(rng), 2.0, 5.0), 0.3, 0.08)
    roughness = more.pop("roughness", math.sqrt(kind.gloss))
    return paint.surface(paint.plastic(colour, roughness, **more))


def _clear(rng: np.random.Generator, paint: Paint, kind: Kind) -> Any:
    """Resin that light goes through, a share of it milky; tinted by how deep it is."""
    rough = rng.uniform(0.15, 0.5) if kind.family == "frosted" else rng.uniform(0, 0.04)
    clear = paint.clear((1, 1, 1), rough, INDEX_OF_RESIN, (0.92, 0.92, 0.92))
    milky = paint.plastic(np.asarray(kind.body), math.sqrt(kind.gloss))
    share: Value = 1 - kind.clear if kind.family != "tinted" else 0.5 * (1 - kind.clear)
    if kind.family == "gem" and rng.random() < 0.6:
        at = paint.place(rng, warped=rng.uniform(2, 8))
        share = paint.steps(paint.noise(at, rng.uniform(0.1, 0.4), 3.0), 0.45 - 0.3 * (1 - kind.clear), 0.75)
    deepest = float(kind.absorb.max()) + 1e-4
    tint = np.clip(1 - kind.absorb / deepest, 0, 1)
    within = paint.node("VolumeAbsorption", {"Color": tint, "Density": deepest}).outputs[0]
    return paint.surface(paint.mix(share, clear, milky), within)


# What is not clear --------------------------------------------------------------------------------------


def _size(kind: Kind) -> float:
    return 0.35 + kind.grain


def _paler(kind: Kind) -> Colour:
    """The second colour, as strong as it is on this kind."""
    return np.asarray(kind.amount * kind.second + (1 - kind.amount) * kind.body, np.float64)


def _opaque(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    return kind.body, {"subsurface_weight": float(rng.choice([0, 0.15])), "subsurface_scale": 1.0}


def _marble(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    at, size = paint.place(rng, warped=rng.uniform(2, 9)), _size(kind)
    if rng.random() < 0.5:
        drawn = {"Vector": at, "Scale": 0.06 * size, "Distortion": rng.uniform(4, 16), "Detail": 3.0}
        told = paint.node("TexWave", drawn).outputs[1]
    else:
        told = paint.noise(at, 0.18 * size, 4.0, rng.uniform(0, 3))
    soft = rng.uniform(0.02, 0.25)
    share = paint.sum(paint.steps(told, 0.5 - soft, 0.5 + soft), kind.amount, "MULTIPLY")
    return paint.mix(share, kind.body, kind.second), {}


def _speckled(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    cells = paint.node("TexVoronoi", {"Vector": paint.place(rng), "Scale": 0.5 + _size(kind)})
    share = paint.steps(cells.outputs["Distance"], rng.uniform(0.2, 0.4), 0.45)
    return paint.mix(share, _paler(kind), kind.body), {}


def _glitter(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    cells = paint.node("TexVoronoi", {"Vector": paint.place(rng), "Scale": 2.5 * _size(kind)})
    share = paint.steps(paint.node("SeparateColor", {0: cells.outputs["Color"]}).outputs[0], 0.85, 0.86)
    return paint.mix(share, kind.body, kind.second), {"metallic": share, "roughness": rng.uniform(0.2, 0.4)}


def _two_tone(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    at = paint.place(rng, warped=rng.uniform(0, 6))
    way = rng.normal(size=3)
    across = {0: at, 1: way / np.linalg.norm(way)}
    along = paint.node("VectorMath", across, operation="DOT_PRODUCT").outputs["Value"]
    turns = paint.sum(paint.sum(along, rng.uniform(0, 60)), rng.uniform(8, 16), "PINGPONG")
    return paint.mix(paint.steps(turns, 4.0, 4.0 + rng.uniform(0.1, 3)), kind.body, kind.second), {}


def _veined(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    drawn = {"Vector": paint.place(rng, warped=rng.uniform(1, 6)), "Scale": 0.15 * _size(kind)}
    cells = paint.node("TexVoronoi", drawn, feature="DISTANCE_TO_EDGE")
    share = paint.steps(cells.outputs["Distance"], 0.0, rng.uniform(0.02, 0.09))
    return paint.mix(share, _paler(kind), kind.body), {}


def _wood(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    at = paint.place(rng, warped=rng.uniform(0.3, 1.5))
    scale, distortion = rng.uniform(0.08, 0.25), rng.uniform(1, 5)
    drawn = {"Vector": at, "Scale": scale, "Distortion": distortion, "Detail": 4.0}
    rings = paint.node("TexWave", drawn, wave_type="RINGS").outputs[1]
    rough = paint.bump(paint.noise(at, 1.5, 6.0), 0.4, 0.05)
    return paint.mix(rings, kind.body, kind.second), {"normal": rough}


def _bone(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    dots = paint.noise(paint.place(rng), 0.8, 8.0)
    return paint.mix(paint.steps(dots, 0.5, 0.75), kind.body, kind.second), {"subsurface_weight": 0.2}


def _metal(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    fine = paint.noise(paint.place(rng), 3.0, 6.0)
    return kind.body, {"metallic": kind.metal, "normal": paint.bump(fine, rng.uniform(0, 0.3), 0.02)}


def _pearl(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    clouds = paint.noise(paint.place(rng, warped=4.0), 0.15, 2.0)
    facing = paint.node("LayerWeight", {"Blend": 0.4}).outputs["Facing"]
    share = paint.steps(paint.sum(clouds, facing), 0.35, 0.35 + rng.uniform(0.2, 0.7))
    return paint.mix(share, kind.body, kind.second), {"metallic": 0.5 * kind.pearl, "coat_weight": 0.6}


def _glow(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    return kind.body, {
        "emission_color": kind.body,
        "emission_strength": kind.glow,
        "subsurface_weight": 0.4,
    }


def _rubber(rng: np.random.Generator, paint: Paint, kind: Kind) -> Look:
    return kind.body, {"sheen_weight": rng.uniform(0, 0.3)}


LOOKS: Final[dict[str, Callable[[np.random.Generator, Paint, Kind], Look]]] = {
    "opaque": _opaque,
    "marble": _marble,
    "swirl": _marble,
    "speckled": _speckled,
    "glitter": _glitter,
    "two-tone": _two_tone,
    "veined": _veined,
    "wood": _wood,
    "bone": _bone,
    "metal": _metal,
    "pearl": _pearl,
    "glow": _glow,
    "rubber": _rubber,
}
