"""Straightened faces: small upright pictures of each guessed face, all in one pass."""

from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats
from vision.level import Level
from vision.picture import Colour, Gray

QUARTER: Final = np.pi / 2


def straighten(
    picture: Gray | Colour, centre: Floats, angle: Floats, edge: Floats, *, span: float, size_px: int
) -> Gray | Colour:
    """Cut out faces, turned upright.

    Args:
        picture: shape (H, W) or (H, W, 3), dtype uint8.
        centre: where the faces are, px, shape (N, 2).
        angle: how they are turned, radians clockwise.
        edge: their edges, px.
        span: how much a straightened picture shows, in edges: the face, and what lies round it.
        size_px: side of each straightened picture.

    Returns:
        Pictures, shape (N, size_px, size_px) or (N, size_px, size_px, 3), dtype uint8; black beyond the
        picture's rim.
    """
    if not len(centre):
        return np.empty((0, size_px, size_px, *picture.shape[2:]), np.uint8)
    grid = (np.arange(size_px, dtype=np.float32) + 0.5) / size_px - 0.5
    cos = (edge * span * np.cos(angle))[:, None, None]
    sin = (edge * span * np.sin(angle))[:, None, None]
    x, y = grid[None, None, :], grid[None, :, None]
    map_x = centre[:, 0, None, None] + x * cos - y * sin
    map_y = centre[:, 1, None, None] + x * sin + y * cos
    flat = cv2.remap(
        picture,
        map_x.reshape(-1, size_px).astype(np.float32, copy=False),
        map_y.reshape(-1, size_px).astype(np.float32, copy=False),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    return np.asarray(flat, np.uint8).reshape(-1, size_px, size_px, *picture.shape[2:])


def straighten_in(
    level: Level, centre: Floats, angle: Floats, edge: Floats, *, span: float, size_px: int
) -> Gray | Colour:
    """Cut faces out of a level as `straighten` does; `centre` and `edge` are in px of the frame."""
    places, edges = level.from_frame(centre), edge / level.factor
    return straighten(level.picture, places, angle, edges, span=span, size_px=size_px)


def straighten_from_axis(
    picture: Gray, centre: Floats, angle: Floats, edge: Floats, axis: Floats, *, span: float, size_px: int
) -> tuple[Gray, Floats]:
    """Cut out faces, turned and mirrored so that the camera's axis lies to the right, or right and below.

    Returns the pictures as `straighten` does, and where the axis, px of the picture, lies from each face in
    its own directions, right and below, in edges, shape (N, 2).
    """
    turned, left = turn_to_axis(centre, angle, axis)
    faces = straighten(picture, centre, turned, edge, span=span, size_px=size_px)
    faces[left < 0] = faces[left < 0][:, ::-1]
    far = np.hypot(*(axis - centre).T) / edge
    towards = far[:, None] * np.stack([np.cos(left), np.sin(np.abs(left))], axis=1)
    return faces, np.asarray(towards, np.float32)


def turn_to_axis(centre: Floats, angle: Floats, axis: Floats) -> tuple[Floats, Floats]:
    """How faces are turned so that the camera's axis lies to their right, and how far below that it then is.

    Both in radians clockwise, shape (N,); a face from which it lies above, less than 0, is to be mirrored.
    """
    away = axis - centre
    bearing = np.arctan2(away[:, 1], away[:, 0]) - angle
    turns = QUARTER * np.rint(bearing / QUARTER)
    return np.asarray(angle + turns, np.float32), np.asarray(bearing - turns, np.float32)
