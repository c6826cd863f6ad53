"""Round spots in a picture, lighter or darker than what lies round them: pips, lamps, drops.

Source: difference of Gaussians as a blob filter (D. Lowe, "Distinctive image features from scale-invariant
keypoints", 2004, section 3); the sigmas suit pips of 0.06 to 0.15 of an edge of `EDGE` px.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture import Gray

Plane: TypeAlias = npt.NDArray[np.float32]
Points: TypeAlias = npt.NDArray[np.float32]
Indices: TypeAlias = npt.NDArray[np.intp]

EDGE: Final = 40.0
"""A die's edge, in px, that the filters below are made for; `REACH` times more or less still works."""
REACH: Final = 1.36
SIGMAS_PX: Final = (1.9, 2.9, 4.4)
WEAKEST: Final = 4.0
"""Least response of a spot, in grey levels; the faintest labelled pips (contrast 31) give about 14."""
LONGEST: Final = 6.0
"""Greatest squared trace over determinant of the response's second derivatives: 4 is round, an edge has more;
98 % of the labelled pips lie under 4.3."""
CURVE_PX: Final = 2
MOST: Final = 64
NEIGHBOURS: Final = np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True)
class Spots:
    """The spots of one polarity: response of the whole plane, and its peaks, strongest first."""

    dark: bool
    response: Plane
    points: Points
    strengths: npt.NDArray[np.float32]


def find_spots(picture: Gray) -> tuple[Spots, Spots, Plane]:
    """Find the light and the dark spots of a picture that was scaled to `EDGE`.

    Returns:
        The light spots, the dark spots, and the picture smoothed by the least sigma.
    """
    plane = picture.astype(np.float32)
    smooth = [cv2.GaussianBlur(plane, (0, 0), sigma) for sigma in SIGMAS_PX]
    fine, coarse = smooth[0] - smooth[1], smooth[1] - smooth[2]
    light = np.asarray(cv2.max(fine, coarse), np.float32)
    dark = np.asarray(-cv2.min(fine, coarse), np.float32)
    return _peaks(light, dark=False), _peaks(dark, dark=True), np.asarray(smooth[0], np.float32)


def _peaks(response: Plane, *, dark: bool) -> Spots:
    highest = cv2.dilate(response, NEIGHBOURS)
    rows, columns = np.nonzero((response >= highest) & (response > WEAKEST))
    is_round = _roundness(response, rows, columns) < LONGEST
    rows, columns = rows[is_round], columns[is_round]
    strengths = response[rows, columns]
    order = np.argsort(-strengths)[:MOST]
    points = _between_pixels(response, rows[order], columns[order])
    return Spots(dark, response, points, strengths[order])


def _between_pixels(response: Plane, rows: Indices, columns: Indices) -> Points:
    """Peaks as (x, y), placed between the pixels by a parabola through the peak and its neighbours."""
    height, width = response.shape
    y, x = rows.clip(1, height - 2), columns.clip(1, width - 2)
    peak = 2 * response[y, x]
    across = _vertex(response[y, x - 1], peak, response[y, x + 1])
    along = _vertex(response[y - 1, x], peak, response[y + 1, x])
    return np.stack([columns + across, rows + along], axis=1).astype(np.float32)


def _vertex(before: Plane, twice: Plane, after: Plane) -> Plane:
    bend = np.minimum(before + after - twice, -1e-3)
    return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float32)


def _roundness(response: Plane, rows: Indices, columns: Indices) -> npt.NDArray[np.float32]:
    """Squared trace over determinant of the second derivatives (Lowe 2004, section 4.1); inf on a saddle."""
    height, width = response.shape
    y, x = rows.clip(CURVE_PX, height - 1 - CURVE_PX), columns.clip(CURVE_PX, width - 1 - CURVE_PX)
    up, down, left, right = y - CURVE_PX, y + CURVE_PX, x - CURVE_PX, x + CURVE_PX
    peak = 2 * response[y, x]
    across = response[y, left] + response[y, right] - peak
    along = response[up, x] + response[down, x] - peak
    twist = (response[down, right] + response[up, left] - response[up, right] - response[down, left]) / 4
    determinant = across * along - twist * twist
    ratio = np.square(across + along) / np.maximum(determinant, 1e-6)
    return np.asarray(np.where(determinant > 0, ratio, np.inf), np.float32)
