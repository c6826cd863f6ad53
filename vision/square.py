"""The square outline of a face: where it is, how large it is, and how clearly it is there.

A face is bounded by four straight edges, at right angles, equally far from the middle; the picture changes
there. Looked for along a cross of a few lines, so that a hundred guesses cost about a millisecond.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.spots import Plane, Points

Floats = npt.NDArray[np.float32]

SAMPLES: Final = 60
SPAN: Final = 2.0
"""How long the lines are, in edges of the guessed size."""
LINES: Final = np.array([-0.31, -0.26, -0.21, 0.21, 0.26, 0.31], np.float32)
"""How far from the centre the lines run, in edges."""
SHIFTS: Final = np.arange(-4, 5)
"""How far, in samples, the outline's middle may lie from the guessed centre."""


@dataclass(frozen=True, slots=True)
class Squares:
    """Outlines as columns: centre and edge in px, and how clear the sides are (mean root of their slopes)."""

    centre: Points
    edge: Floats
    clear: Floats


def fit_squares(picture: Plane, centre: Points, angle_rad: Floats, edge: Floats, slack: float) -> Squares:
    """Fit a square of the given turn round each centre, its edge within `slack` of the guess.

    Args:
        picture: smoothed picture, shape (H, W), float32 grey levels.
        centre: where to look, shape (N, 2).
        angle_rad: the turn of each, clockwise from the picture's x axis.
        edge: guessed edge in px, of each.
        slack: greatest relative error of the guess.
    """
    if not len(centre):
        return Squares(centre, edge, edge)
    slopes = np.abs(_slopes(picture, centre, angle_rad, edge))
    per_edge = SAMPLES / SPAN
    halves = np.arange(np.floor(per_edge * (1 - slack) / 2), np.ceil(per_edge * (1 + slack) / 2) + 1, 0.5)
    shift_x, side_x = _best_shift(slopes[:, 0], halves)
    shift_y, side_y = _best_shift(slopes[:, 1], halves)
    both = side_x + side_y
    best = both.argmax(axis=1)
    row = np.arange(len(centre))
    scale = edge / per_edge
    dx, dy = shift_x[row, best] * scale, shift_y[row, best] * scale
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    moved = centre + np.stack([dx * cos - dy * sin, dx * sin + dy * cos], axis=1)
    return Squares(
        moved.astype(np.float32), (2 * halves[best] * scale).astype(np.float32), both[row, best] / 4
    )


def _slopes(picture: Plane, centre: Points, angle_rad: Floats, edge: Floats) -> Floats:
    """Mean slope along the cross's lines, shape (N, 2, SAMPLES): along the first edge, along the second."""
    along = ((np.arange(SAMPLES, dtype=np.float32) + 0.5) / SAMPLES - 0.5) * SPAN
    u, v = np.broadcast_arrays(along[None, :], LINES[:, None])
    grid = np.stack([np.stack([u, v]), np.stack([v, u])])
    cos = (edge * np.cos(angle_rad))[:, None, None, None]
    sin = (edge * np.sin(angle_rad))[:, None, None, None]
    map_x = centre[:, 0, None, None, None] + grid[:, 0] * cos - grid[:, 1] * sin
    map_y = centre[:, 1, None, None, None] + grid[:, 0] * sin + grid[:, 1] * cos
    lines = cv2.remap(
        picture,
        map_x.reshape(-1, SAMPLES).astype(np.float32),
        map_y.reshape(-1, SAMPLES).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    profile = lines.reshape(len(centre), 2, len(LINES), SAMPLES).mean(axis=2)
    slope = np.zeros(profile.shape, np.float32)
    slope[..., 1:-1] = (profile[..., 2:] - profile[..., :-2]) / 2
    return slope


def _best_shift(profile: Floats, halves: npt.NDArray[np.float64]) -> tuple[Floats, Floats]:
    """For each half edge the shift at which two opposite sides are clearest, and their sum.

    A side counts by the root of its slope: three clear sides and one against a touching die are better than
    four faint ones.
    """
    middle = (SAMPLES - 1) / 2
    low = np.rint(middle + SHIFTS[:, None] - halves[None, :]).astype(np.int64).clip(0, SAMPLES - 1)
    high = np.rint(middle + SHIFTS[:, None] + halves[None, :]).astype(np.int64).clip(0, SAMPLES - 1)
    root = np.sqrt(profile)
    sides = root[:, low] + root[:, high]
    best = sides.argmax(axis=1)
    side = np.take_along_axis(sides, best[:, None, :], axis=1)[:, 0, :]
    return SHIFTS[best].astype(np.float32), side
