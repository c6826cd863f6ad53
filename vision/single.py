"""Faces of one pip: a lone spot in the middle of a plain square.

One pip says neither size nor turn. The turn is read from the slopes round it: those of a square's four sides
are the same when their direction is taken four times.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.spots import EDGE, Found, Plane, Points, Spots
from vision.square import fit_squares

Floats = npt.NDArray[np.float32]

MOST: Final = 24
RING_PX: Final = 11
"""A circle that lies on the face round its pip, whatever the die's size within `spots.REACH`."""
RING: Final = np.deg2rad(np.arange(0, 360, 30))
PLAIN_SHARE: Final = 0.35
"""How far the ring's grey levels may lie from their median, as a share of the pip's contrast."""
PLAIN_LEAST: Final = 9
OFFSETS: Final = np.arange(-33, 34, 3)
COLUMN, ROW = np.meshgrid(OFFSETS, OFFSETS)
RADIUS: Final = np.hypot(COLUMN, ROW)
DISC_PX: Final = 12
DISC_X, DISC_Y = np.meshgrid(np.arange(-DISC_PX, DISC_PX + 1), np.arange(-DISC_PX, DISC_PX + 1))
DISC: Final = np.hypot(DISC_X, DISC_Y)
"""Where a large pip may reach, in px round its peak."""
DISC_LEVEL: Final = 0.35
"""How far from the ground's grey level to the pip's its rim is seen, as a share."""
FIRST_ZONE: Final = (0.3, 0.65)
"""Distances from the pip, in edges of `EDGE` px, at which a face's sides may run."""
ZONE: Final = (0.4, 0.66)
"""The same, once the edge is known."""
CAP: Final = 3.0
SLACK: Final = 0.36
SAME_PX: Final = 1.5


@dataclass(frozen=True, slots=True)
class Singles:
    """Lone spots as columns: centre and edge in px, turn in radians, how clear the sides are, polarity."""

    centre: Points
    angle: Floats
    edge: Floats
    clear: Floats
    dark: npt.NDArray[np.bool_]


def find_singles(found: Found) -> Singles:
    """Find the lone spots on plain ground, with the turn and size of the square round them."""
    smooth = found.smooth
    parts = [*(_recentre(smooth, large) for large in found.large), *found.spots]
    lone = [(spots.points[index], spots.dark) for spots in parts for index in _lone(smooth, spots)]
    centre = np.array([point for point, _ in lone], np.float32).reshape(-1, 2)
    kept = _apart(centre)[:MOST]
    centre, dark = centre[kept], np.array([dark for _, dark in lone], bool)[kept]
    if not len(centre):
        none = np.empty(0, np.float32)
        return Singles(centre, none, none, none, dark)
    slope_x, slope_y = (_gather(cv2.Sobel(smooth, cv2.CV_32F, dx, 1 - dx), centre) for dx in (1, 0))
    guess = np.full(len(centre), EDGE, np.float32)
    angle = _turn(slope_x, slope_y, guess * FIRST_ZONE[0], guess * FIRST_ZONE[1])
    square = fit_squares(smooth, centre, angle, guess, SLACK)
    angle = _turn(slope_x, slope_y, square.edge * ZONE[0], square.edge * ZONE[1])
    return Singles(centre, angle, square.edge, square.clear, dark)


def _apart(centre: Points) -> npt.NDArray[np.intp]:
    """The first of any that are nearly the same."""
    near = np.hypot(*(centre[:, None] - centre[None]).transpose(2, 0, 1)) < SAME_PX
    return np.flatnonzero(~np.tril(near, -1).any(axis=1))


def _recentre(smooth: Plane, spots: Spots) -> Spots:
    """Move large spots to the middle of what is as dark (or light): their shading draws the peak aside."""
    if not len(spots.points):
        return spots
    height, width = smooth.shape
    x = (np.rint(spots.points[:, 0, None, None]).astype(np.intp) + DISC_X).clip(0, width - 1)
    y = (np.rint(spots.points[:, 1, None, None]).astype(np.intp) + DISC_Y).clip(0, height - 1)
    values = -smooth[y, x] if spots.dark else smooth[y, x]
    least, most = np.percentile(values, (25, 95), axis=(1, 2))
    inside = (values > (least + DISC_LEVEL * (most - least))[:, None, None]) & (DISC < DISC_PX)
    size = np.maximum(inside.sum(axis=(1, 2)), 1)
    off = np.stack(
        [(inside * DISC_X).sum(axis=(1, 2)) / size, (inside * DISC_Y).sum(axis=(1, 2)) / size], axis=1
    )
    return replace(spots, points=(np.rint(spots.points) + off).astype(np.float32))


def _lone(smooth: Plane, spots: Spots) -> npt.NDArray[np.intp]:
    """The strongest spots whose ring is plain."""
    height, width = smooth.shape
    x = np.rint(spots.points[:, :1] + RING_PX * np.cos(RING)).astype(np.intp).clip(0, width - 1)
    y = np.rint(spots.points[:, 1:] + RING_PX * np.sin(RING)).astype(np.intp).clip(0, height - 1)
    ring = smooth[y, x]
    ground = np.median(ring, axis=1)
    column = spots.points[:, 0].astype(np.intp).clip(0, width - 1)
    row = spots.points[:, 1].astype(np.intp).clip(0, height - 1)
    peak = smooth[row, column]
    contrast = np.maximum(np.abs(peak - ground), 2 * spots.strengths)
    plain = (np.abs(ring - ground[:, None]) < PLAIN_SHARE * contrast[:, None]).sum(axis=1)
    return np.flatnonzero(plain >= PLAIN_LEAST)


def _gather(plane: npt.NDArray[np.generic], centre: Floats) -> Floats:
    """What lies at `OFFSETS` round each centre, shape (N, rows, columns)."""
    height, width = plane.shape
    x = (centre[:, 0, None, None].astype(np.intp) + COLUMN).clip(0, width - 1)
    y = (centre[:, 1, None, None].astype(np.intp) + ROW).clip(0, height - 1)
    return np.asarray(plane[y, x], np.float32)


def _turn(slope_x: Floats, slope_y: Floats, least: Floats, greatest: Floats) -> Floats:
    """The turn of the square whose sides run between `least` and `greatest` px from the pip."""
    squared = (slope_x + 1j * slope_y) ** 2
    size = np.abs(squared) + 1e-6
    zone = np.abs(RADIUS - (least + greatest)[:, None, None] / 2) < (greatest - least)[:, None, None] / 2
    # Capped, so that a lamp beside the face does not drown its sides
    cap = CAP * (size * zone).sum(axis=(1, 2)) / np.maximum(zone.sum(axis=(1, 2)), 1)
    strength = np.sqrt(np.minimum(size, cap[:, None, None])) * zone
    fourfold = (strength * (squared / size) ** 2).sum(axis=(1, 2))
    return np.asarray(np.angle(fourfold) / 4, np.float32)
