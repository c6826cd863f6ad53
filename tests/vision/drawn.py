"""Drawn dice: what the reader must read wherever it runs, with no pictures at hand."""

from collections.abc import Iterable
from functools import cache, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision import Frame, Gray

PATTERNS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
FINER = 4
DieDrawn = tuple[int, float, float, float]
"""Pips, centre x and y in px, turn in degrees."""


def draw(
    dice: Iterable[DieDrawn],
    *,
    edge: float = 104,
    body: int = 205,
    pip: int = 40,
    ground: int = 45,
    cup: bool = True,
) -> Gray:
    """A table seen from below: the cup's rim, its dark inside, and flat dice; or dice on a cloth."""
    return _drawn(tuple(dice), edge, body, pip, ground, cup).copy()


def in_colour(picture: Gray) -> Frame:
    """Return a picture as a camera that sees colours has it, by a warm lamp."""
    return np.asarray(cv2.merge([picture // 2, picture, picture]), np.uint8)


def noisy(picture: Frame, seed: int, electrons: float = 150) -> Frame:
    """Return what a sensor at high gain makes of a well-lit picture: so many electrons are white."""
    chance = np.random.default_rng(seed)
    light = (picture / 255.0) ** 2.2 * electrons
    noise = chance.normal(size=picture.shape) * np.sqrt(light + 9)
    return np.asarray(255 * np.clip((light + noise) / electrons, 0, 1) ** (1 / 2.2), np.uint8)


def _draw_die(big: Gray, die: DieDrawn, edge: float, body: int, pip: int) -> None:
    pips, x, y, turn = die
    centre = np.array([x, y])
    angle = np.deg2rad(turn)
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    # A square with round corners: all that lies within `corner` of a smaller square
    corner = 0.08 * edge
    half = edge / 2 - corner
    square = [
        centre + half * (sx * axes[0] + sy * axes[1]) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    outline = np.rint(np.array(square) * FINER).astype(np.int32)
    cv2.fillPoly(big, [outline], body)
    cv2.polylines(big, [outline], True, body, round(2 * corner * FINER), cv2.LINE_AA)
    for u, v in PATTERNS[pips]:
        place = (centre + 0.25 * edge * (u * axes[0] + v * axes[1])) * FINER
        cv2.circle(
            big, (round(place[0]), round(place[1])), round(0.1 * edge * FINER), pip, cv2.FILLED, cv2.LINE_AA
        )


@lru_cache(maxsize=64)  # one test after the other draws the same throws
def _drawn(dice: tuple[DieDrawn, ...], edge: float, body: int, pip: int, ground: int, cup: bool) -> Gray:
    big = np.full((720 * FINER, 960 * FINER), 90 if cup else ground, np.uint8)
    if cup:
        cv2.circle(big, (480 * FINER, 360 * FINER), 310 * FINER, 140, cv2.FILLED)
        cv2.circle(big, (480 * FINER, 360 * FINER), 290 * FINER, ground, cv2.FILLED)
    for die in dice:
        _draw_die(big, die, edge, body, pip)
    small = cv2.resize(big, (960, 720), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), 1.0)
    return np.asarray(np.clip(blurred + _noise(small.shape), 0, 255), np.uint8)


@cache
def _noise(shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    return np.random.default_rng(7).normal(0, 1.5, shape)
