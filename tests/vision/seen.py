"""Sightings as tests need them: where a die is, what it shows, and how sure the witnesses are."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.judge import Bar
from vision.level import cut, shrink
from vision.looking.settling import settle
from vision.picture import decode_colour, to_gray
from vision.reading import Circle, Reading
from vision.sightings import CLASSES, Sightings
from vision.taught.hearing import unheard

EDGE = 100.0
DRAWN_EDGE, MIDDLE = 104.0, (480.0, 360.0)
"""How large `draw` draws dice, and where the middle of its pictures is, px."""


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


def in_the_middle(pips: int, angle: float = 0.0) -> Sightings:
    """One drawn die in the middle of a picture, turned by so many degrees, of which so many pips are said."""
    chances = np.zeros((1, CLASSES), np.float32)
    chances[0, pips] = 1
    turn = np.deg2rad(np.array([angle], np.float32))
    return Sightings(np.array([MIDDLE], np.float32), np.array([DRAWN_EDGE], np.float32), turn, chances)


def read_alone(picture: Path, pips: int, chance: float, edge: float, turn: float, bar: Bar) -> Reading:
    """What a look makes of a traced die alone in a window, shape (220, 220), of which nets say so many pips.

    `edge` is what they take its edge for, px, `turn` how it is turned, radians.
    """
    window, frame = Circle(*MIDDLE, 290), np.zeros((720, 960, 3), np.uint8)
    frame[250:470, 370:590] = decode_colour(picture.read_bytes())
    seen = replace(sightings((*MIDDLE, pips, chance), edges=(edge,)), angle=np.array([turn], np.float32))
    return settle(to_gray(frame), unheard(seen), shrink(cut(frame, window), 2.0), 1, bar, window).tell()
