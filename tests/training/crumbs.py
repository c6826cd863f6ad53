"""Crumbs: what lies on a plate before a die and is of a pip's size, or shines like one.

Ash, flecks, dried drops and lamps' images feign pips. Which ones there are, the tracer's dirt
(`windows/dirt.py`) leaves to chance, and chance hardly ever puts one where a pip may be.
"""

from typing import Final

import cv2
import numpy as np

from tests.training.cubes import Points, Tone
from tests.training.scenes import Face
from tests.training.tints import tint
from vision.picture import Colour, Gray

CORNERS: Final = 12


def some_tone(picture: Gray | Colour, face: Face, rng: np.random.Generator) -> Tone:
    """A crumb's colour: one that the face has itself, a crumb's, a light's, or any."""
    chance = rng.random()
    if chance < 0.3:
        limits = np.array(picture.shape[1::-1]) - 1
        column, row = (rng.uniform(-0.4, 0.4, 2) * face.edge + (face.x, face.y)).clip(0, limits).astype(int)
        return np.broadcast_to(picture[row, column], 3).astype(np.float32)
    if chance < 0.55:
        return tint(rng.uniform(5, 110), rng.uniform(0, 0.12), rng.uniform(0, 0.8))
    if chance < 0.75:
        return tint(rng.uniform(180, 255), rng.random(), rng.uniform(0, 0.2))
    return tint(rng.uniform(0, 255), rng.random(), rng.random())


def lay(picture: Gray | Colour, place: Points, radius: float, tone: Tone, rng: np.random.Generator) -> float:
    """Lay a ragged or round crumb of so many px into a picture, sharp or soft, thick or thin.

    Returns by how many grey levels it differs from what was there, in the colour that tells most.
    """
    low = np.maximum(0, np.floor(place - 2 * radius - 4)).astype(int)
    high = np.ceil(place + 2 * radius + 4).astype(int)
    seen = picture[low[1] : high[1], low[0] : high[0]]
    if not seen.size:
        return 0.0
    ways = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False) + rng.uniform(0, 1)
    ragged = rng.choice([0.0, rng.uniform(0, 0.35)])
    reach = radius * (1 + ragged * rng.standard_normal(CORNERS)) * rng.uniform(0.6, 1) ** (np.cos(ways) ** 2)
    outline = place - low + reach[:, None] * np.stack([np.cos(ways), np.sin(ways)], axis=1)
    cover = np.zeros(seen.shape[:2], np.float32)
    cv2.fillPoly(cover, [np.rint(outline * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    thick = np.float32(rng.choice([1.0, rng.uniform(0.5, 1)]))
    cover = thick * cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.3, max(0.5, 0.35 * radius)))
    grains = tone + rng.normal(0, rng.uniform(0, 15), (*cover.shape, 3))
    laid = grains @ (0.114, 0.587, 0.299) if seen.ndim == 2 else grains
    change = (cover if seen.ndim == 2 else cover[..., None]) * (laid - seen)
    seen[:] = np.clip(seen + change, 0, 255).astype(np.uint8)
    return float(np.abs(change[cover >= cover.max() / 2]).mean(axis=0).max())
