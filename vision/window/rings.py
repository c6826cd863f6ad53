"""Rings laid over a picture: how sharply it changes across them, all the way round.

Rings of equal distance round a centre are straight lines in polar coordinates, so a rim is where the polar
picture changes most evenly from one radius to the next. A square opening is a ring of another outline.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats

STEEPEST: Final = 14.0
"""Slopes count up to this, grey levels, and ever less on the way: a lamp, a die or a patch of pub that lies
on the rim is no better a rim."""
FLAT: Final = 0.7
"""Grey levels added to the deviation, so that noise is no rim."""


@dataclass(frozen=True, slots=True)
class Rings:
    """Rings to be tried: centres, shape (C, 2), radii, shape (R,), and where they are, as `remap` has it."""

    centres: Floats
    radii: Floats
    points: int
    places: npt.NDArray[np.int16]
    between: npt.NDArray[np.uint16]


def rings(centres: Floats, radii: Floats, turn: float | None, points: int) -> Rings:
    """Lay rings of those radii, and one px in and out of them, round those centres.

    They are squares turned by so many degrees, whose radius is half a side, or round where `turn` is None.
    """
    around = np.concatenate([radii[:1] - 1, radii, radii[-1:] + 1])
    unit = _outline(turn, points)
    map_x = centres[:, 0, None, None] + around * unit[:, 0, None]
    map_y = centres[:, 1, None, None] + around * unit[:, 1, None]
    # Fixed-point places are read faster than floats
    maps = cv2.convertMaps(map_x.reshape(-1, len(around)), map_y.reshape(-1, len(around)), cv2.CV_16SC2)
    return Rings(centres, radii, points, np.asarray(maps[0], np.int16), np.asarray(maps[1], np.uint16))


def _outline(turn: float | None, count: int) -> Floats:
    """So many points of a ring with a radius of 1, shape (count, 2)."""
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False, dtype=np.float32)
    round_ones = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if turn is None:
        return round_ones
    away = angle - np.float32(np.deg2rad(turn))
    reach = 1 / np.maximum(np.abs(np.cos(away)), np.abs(np.sin(away)))
    return np.asarray(round_ones * reach[:, None], np.float32)


@cache
def offsets(reach: int, step: float) -> Floats:
    """A grid of places up to `reach` steps from the middle each way, shape (C, 2)."""
    steps = np.arange(-reach, reach + 1, dtype=np.float32) * np.float32(step)
    return np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)


def slopes(picture: Floats, laid: Rings) -> Floats:
    """How the picture changes outwards at every point, grey levels over two px, shape (C, points, R)."""
    polar = cv2.remap(picture, laid.places, laid.between, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = polar.reshape(len(laid.centres), laid.points, len(laid.radii) + 2)
    change = grey[..., 2:] - grey[..., :-2]
    return np.asarray(change / (1 + np.abs(change) / STEEPEST), np.float32)


def sharpness(picture: Floats, laid: Rings) -> Floats:
    """How evenly the picture grows lighter outwards (darker: negative) across each ring, shape (C, R).

    The mean slope, in its own standard deviations round the ring.
    """
    change = slopes(picture, laid)
    mean = change.mean(axis=1)
    squares = np.einsum("car,car->cr", change, change) / laid.points
    return np.asarray(mean / (np.sqrt(np.maximum(squares - mean * mean, 0)) + FLAT), np.float32)
