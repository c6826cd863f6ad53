"""The plate's window: the circle inside which dice can lie, as the rim of the cup shows it.

Rings of equal distance round a centre are straight lines in polar coordinates, so the best centre is the one
whose polar picture changes most sharply from one radius to the next, all the way round.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture import Gray
from vision.reading import Circle

Floats = npt.NDArray[np.float32]

WIDTH_PX: Final = 160
RADII: Final = (0.2, 0.35)
"""Least and greatest radius of a window, as shares of the picture's width: `docs/reader.md`, the optics."""
ANGLES: Final = 72
STEPS_PX: Final = (6.0, 2.0, 0.7)
LEAST_SHARPNESS: Final = 1.2
"""Least mean slope, in its own standard deviations round the ring, of a rim that is believed."""


def find_window(frame: Gray) -> Circle | None:
    """Find the window of a table in a picture.

    Args:
        frame: shape (H, W), dtype uint8, with the whole window in view.

    Returns:
        The window, or None where no rim is to be seen.
    """
    factor = frame.shape[1] / WIDTH_PX
    size = (WIDTH_PX, round(frame.shape[0] / factor))
    small = cv2.GaussianBlur(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), (0, 0), 1.0)
    centre, reach = np.array([size[0] / 2, size[1] / 2]), 3
    best = (0.0, 0.0)
    for step in STEPS_PX:
        offsets = np.arange(-reach, reach + 1) * step
        tries = [centre + np.array([dx, dy]) for dy in offsets for dx in offsets]
        scores = [_sharpest_ring(np.asarray(small, np.uint8), float(x), float(y)) for x, y in tries]
        winner = int(np.argmax([sharpness for sharpness, _ in scores]))
        best, centre, reach = scores[winner], tries[winner], 2
    if best[0] < LEAST_SHARPNESS:
        return None
    x, y = (centre + 0.5) * factor - 0.5
    return Circle(float(x), float(y), best[1] * factor)


def _sharpest_ring(small: Gray, x: float, y: float) -> tuple[float, float]:
    """The sharpest ring round one centre: how sharp, and its radius in px of `small`."""
    least, greatest = round(RADII[0] * WIDTH_PX), round(RADII[1] * WIDTH_PX)
    polar = cv2.warpPolar(
        small, (greatest + 2, ANGLES), (x, y), greatest + 2, cv2.INTER_LINEAR | cv2.WARP_POLAR_LINEAR
    ).astype(np.float32)
    slopes = (polar[:, 2:] - polar[:, :-2])[:, least - 1 :]
    sharpness = np.abs(slopes.mean(axis=0)) / (slopes.std(axis=0) + 1.0)
    radius = int(sharpness.argmax())
    return float(sharpness[radius]), float(radius + least)
