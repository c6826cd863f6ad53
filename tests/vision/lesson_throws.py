"""Drawn throws of one set of dice, all over one drawn window."""

import random
from typing import Any

from tests.vision.drawn import DieDrawn, draw
from vision import Calibration, Frame, calibrate
from vision.looking.windowed import locate
from vision.taught.lessons import Throw

EMPTY = draw([])
TABLE: Calibration = calibrate(EMPTY)
PAIRS = ((1, 2), (3, 4), (5, 6), (2, 3), (4, 5), (6, 1), (1, 3), (2, 5), (4, 6), (3, 5), (2, 6), (1, 4))


def thrown(values: tuple[int, ...], seed: int, **look: Any) -> Frame:
    """A throw of two drawn dice, each somewhere in its half of the window."""
    chance = random.Random(seed)
    dice: list[DieDrawn] = [
        (pips, middle + chance.uniform(-40, 40), 360 + chance.uniform(-120, 120), chance.uniform(0, 360))
        for pips, middle in zip(values, (370.0, 590.0), strict=True)
    ]
    return draw(dice, **look)


def lesson(*values: tuple[int, int], told: bool = False, **look: Any) -> list[Throw]:
    """Throws with those values, where the nets locate their dice."""
    throws = []
    for seed, pair in enumerate(values):
        frame = thrown(pair, seed, **look)
        seen = locate(frame, 2, TABLE)
        assert seen is not None
        order = seen.centre[:, 0].argsort().argsort()
        throws.append(Throw(frame, seen, tuple(pair[at] for at in order) if told else pair, told))
    return throws
