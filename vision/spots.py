"""Round spots in a picture, lighter or darker than what lies round them: pips, lamps, drops.

Source: difference of Gaussians as a blob filter (D. Lowe, "Distinctive image features from scale-invariant
keypoints", 2004, section 3); the sigmas suit pips of 0.06 to 0.15 of an edge of `EDGE` px.
"""

from dataclasses import dataclass, replace
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
SIGMAS_PX: Final = (1.9, 2.9, 4.4, 6.6)
"""Smoothing of each scale; the last two are computed at half the size, from the second."""
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


@dataclass(frozen=True, slots=True)
class Found:
    """What is found in a picture: spots of either polarity, large ones apart, and the smoothed picture."""

    spots: tuple[Spots, Spots]
    large: tuple[Spots, Spots]
    smooth: Plane


def find_spots(picture: Gray) -> Found:
    """Find the light and the dark spots of a picture that was scaled to `EDGE`."""
    plane = picture.astype(np.float32)
    smooth = cv2.GaussianBlur(plane, (0, 0), SIGMAS_PX[0])
    smoother = cv2.GaussianBlur(plane, (0, 0), SIGMAS_PX[1])
    size = (plane.shape[1], plane.shape[0])
    half = cv2.resize(smoother, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)
    rough, roughest = (cv2.GaussianBlur(half, (0, 0), _more(sigma) / 2) for sigma in SIGMAS_PX[2:])
    fine = cv2.subtract(smooth, smoother)
    middle = cv2.subtract(smoother, cv2.resize(rough, size))
    coarse = cv2.subtract(rough, roughest)
    full = cv2.resize(coarse, size)
    light = np.asarray(cv2.max(cv2.max(fine, middle), full), np.float32)
    dark = np.asarray(-cv2.min(cv2.min(fine, middle), full), np.float32)
    few = np.asarray(coarse, np.float32)
    return Found(
        (_peaks(light, dark=False), _peaks(dark, dark=True)),
        (_doubled(_peaks(few, dark=False)), _doubled(_peaks(-few, dark=True))),
        np.asarray(smooth, np.float32),
    )


def _doubled(spots: Spots) -> Spots:
    """Spots of a picture at half the size, where they are in the whole one."""
    return replace(spots, points=2 * spots.points + np.float32(0.5))


def _more(sigma: float) -> float:
    """How much more to smooth what was smoothed by the second sigma."""
    return float(np.sqrt(sigma**2 - SIGMAS_PX[1] ** 2))


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
