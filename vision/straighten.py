"""Straightened faces: small upright pictures of each guessed face, all in one pass."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture import Gray

Floats = npt.NDArray[np.float32]

SIZE_PX: Final = 36
SPAN: Final = 1.7
"""What a straightened picture shows, in edges: the face, and what lies round it."""


def straighten(picture: Gray, centre: Floats, angle: Floats, edge: Floats, size_px: int = SIZE_PX) -> Gray:
    """Cut out faces, turned upright.

    Args:
        picture: shape (H, W), dtype uint8.
        centre: where the faces are, px, shape (N, 2).
        angle: how they are turned, radians clockwise.
        edge: their edges, px.
        size_px: side of each straightened picture.

    Returns:
        Pictures, shape (N, size_px, size_px), dtype uint8; black beyond the picture's rim.
    """
    if not len(centre):
        return np.empty((0, size_px, size_px), np.uint8)
    grid = (np.arange(size_px, dtype=np.float32) + 0.5) / size_px - 0.5
    cos = (edge * SPAN * np.cos(angle))[:, None, None]
    sin = (edge * SPAN * np.sin(angle))[:, None, None]
    x, y = grid[None, None, :], grid[None, :, None]
    map_x = centre[:, 0, None, None] + x * cos - y * sin
    map_y = centre[:, 1, None, None] + x * sin + y * cos
    flat = cv2.remap(
        picture,
        map_x.reshape(-1, size_px).astype(np.float32),
        map_y.reshape(-1, size_px).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    return np.asarray(flat, np.uint8).reshape(-1, size_px, size_px)
