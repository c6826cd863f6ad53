"""Sightings as tests need them: where a die is, what it shows, and how sure the witnesses are."""

import numpy as np

from vision.sightings import CLASSES, Sightings

EDGE = 100.0


def sightings(*dice: tuple[float, float, int, float], edges: tuple[float, ...] = ()) -> Sightings:
    """Dice at (x, y) of a class (0 none, 1 to 6 pips, 7 unreadable) with a chance, the rest for none."""
    chances = np.zeros((len(dice), CLASSES), np.float32)
    for row, (_, _, kind, chance) in zip(chances, dice, strict=True):
        row[0] = 1 - chance
        row[kind] += chance
    return Sightings(
        np.array([die[:2] for die in dice], np.float32).reshape(-1, 2),
        np.array(edges or [EDGE] * len(dice), np.float32),
        np.zeros(len(dice), np.float32),
        chances,
    )
