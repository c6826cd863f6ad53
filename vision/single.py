"""Faces of one pip: a lone spot in the middle of a plain square.

One pip says neither size nor turn. The turn is read from the slopes round it: those of a square's four sides
are the same when their direction is taken four times.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import PITCH, Faces
from vision.spots import EDGE, Plane, Spots
from vision.square import fit_squares

Floats = npt.NDArray[np.float32]

MOST: Final = 40
RING_PX: Final = 11
"""A circle that lies on the face round its pip, whatever the die's size within `spots.REACH`."""
RING: Final = np.deg2rad(np.arange(0, 360, 30))
PLAIN_SHARE: Final = 0.35
"""How far the ring's grey levels may lie from their median, as a share of the pip's contrast."""
PLAIN_LEAST: Final = 9
OFFSETS: Final = np.arange(-34, 35, 2)
COLUMN, ROW = np.meshgrid(OFFSETS, OFFSETS)
RADIUS: Final = np.hypot(COLUMN, ROW)
FIRST_ZONE: Final = (0.3, 0.65)
"""Distances from the pip, in edges of `EDGE` px, at which a face's sides may run."""
ZONE: Final = (0.4, 0.66)
"""The same, once the edge is known."""
SCORE: Final = 0.5
"""What a single counts beside a lattice's score."""
NONE: Final = Faces(
    np.empty((0, 2), np.float32),
    np.empty((0, 2), np.float32),
    np.empty(0, np.int64),
    np.empty(0, np.int64),
    np.empty(0, np.float32),
)


def find_singles(smooth: Plane, spots: Spots) -> Faces:
    """Find the lone spots on plain ground, with the turn and size of the square round them."""
    lone = _lone(smooth, spots)
    if not len(lone):
        return NONE
    centre = spots.points[lone]
    slope_x, slope_y = (_gather(cv2.Sobel(smooth, cv2.CV_32F, dx, 1 - dx), centre) for dx in (1, 0))
    guess = np.full(len(centre), EDGE, np.float32)
    angle = _turn(slope_x, slope_y, guess * FIRST_ZONE[0], guess * FIRST_ZONE[1])
    edge = fit_squares(smooth, centre, angle, guess, 0.36).edge
    angle = _turn(slope_x, slope_y, edge * ZONE[0], edge * ZONE[1])
    step = (PITCH * edge)[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    one = np.ones(len(centre), np.int64)
    return Faces(centre, step.astype(np.float32), one, 0 * one, np.full(len(centre), SCORE, np.float32))


def _lone(smooth: Plane, spots: Spots) -> npt.NDArray[np.intp]:
    """The strongest spots whose ring is plain."""
    height, width = smooth.shape
    x = np.rint(spots.points[:, :1] + RING_PX * np.cos(RING)).astype(np.intp).clip(0, width - 1)
    y = np.rint(spots.points[:, 1:] + RING_PX * np.sin(RING)).astype(np.intp).clip(0, height - 1)
    ring = smooth[y, x]
    ground = np.median(ring, axis=1)
    peak = smooth[spots.points[:, 1].astype(np.intp), spots.points[:, 0].astype(np.intp)]
    contrast = np.abs(peak - ground)
    plain = (np.abs(ring - ground[:, None]) < PLAIN_SHARE * contrast[:, None]).sum(axis=1)
    return np.flatnonzero(plain >= PLAIN_LEAST)[:MOST]


def _gather(plane: npt.NDArray[np.generic], centre: Floats) -> Floats:
    """What lies at `OFFSETS` round each centre, shape (N, rows, columns)."""
    height, width = plane.shape
    x = (centre[:, 0, None, None].astype(np.intp) + COLUMN).clip(0, width - 1)
    y = (centre[:, 1, None, None].astype(np.intp) + ROW).clip(0, height - 1)
    return np.asarray(plane[y, x], np.float32)


def _turn(slope_x: Floats, slope_y: Floats, least: Floats, greatest: Floats) -> Floats:
    """The turn of the square whose sides run between `least` and `greatest` px from the pip."""
    slope = slope_x + 1j * slope_y
    size = np.abs(slope) + 1e-6
    capped = np.minimum(size, np.percentile(size, 80, axis=(1, 2), keepdims=True))
    zone = np.abs(RADIUS - (least + greatest)[:, None, None] / 2) < (greatest - least)[:, None, None] / 2
    fourfold = (capped * (slope / size) ** 4 * zone).sum(axis=(1, 2))
    return np.asarray(np.angle(fourfold) / 4, np.float32)
