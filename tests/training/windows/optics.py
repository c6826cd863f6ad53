"""The camera under the plate: where it sees what lies above, and where it sees its lamps mirrored."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tests.training.windows.tracer import CameraIn, fill

Points = npt.NDArray[np.float64]


def about(axis: npt.ArrayLike, angle: float) -> Points:
    """The turn by `angle` about an axis (Rodrigues), shape (3, 3)."""
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross, np.float64)


def upright(angle: float) -> Points:
    """The turn by `angle` about the vertical."""
    return about((0, 0, 1), angle)


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera below a plate of `thickness` mm and refractive index `index`; columns of `turn` are its axes.

    `focal` and `middle`, where its axis meets the picture, are in px; `lens` is the aperture's radius, mm.
    """

    place: Points
    turn: Points
    focal: float
    middle: tuple[float, float]
    distortion: float
    lens: float
    sharpest: float
    size: int
    thickness: float
    index: float

    def project(self, points: Points) -> Points:
        """Points above the plate, shape (N, 3), as px of the picture, shape (N, 2); the plate is flat."""
        return np.array([self._one(point) for point in points])

    def _one(self, point: Points) -> Points:
        off = point[:2] - self.place[:2]
        air, n = max(float(point[2]), 0.0) - self.thickness - self.place[2], self.index
        far = float(np.hypot(*off))
        sine = far / math.hypot(far, air + self.thickness / n)
        for _ in range(8):  # Newton's method on Snell's law
            c, inner = math.sqrt(1 - sine * sine), math.sqrt(n * n - sine * sine)
            miss = air * sine / c + self.thickness * sine / inner - far
            gain = air / c**3 + self.thickness * n * n / inner**3
            sine = min(max(sine - miss / gain, 0.0), 0.999)
        along = off / far if far > 1e-9 else np.zeros(2)
        return self._seen(np.array([*(along * sine), math.sqrt(1 - sine * sine)]))

    def _seen(self, way: Points) -> Points:
        x, y, z = self.turn.T @ way
        x, y = x / z, y / z
        bent = self.focal * (1 + self.distortion * (x * x + y * y))
        return np.array([self.middle[0] + bent * x, self.middle[1] + bent * y])

    def for_tracer(self, shutter: float, exposure: float) -> CameraIn:
        """It as the tracer takes it; its rows are read in `shutter` s, each exposed for `exposure` s."""
        traced: CameraIn = fill(
            CameraIn(),
            place=self.place,
            turn=self.turn,
            focal_px=self.focal,
            middle_x=self.middle[0],
            middle_y=self.middle[1],
            distortion=self.distortion,
            width=self.size,
            height=self.size,
            aperture_mm=self.lens,
            focus_mm=self.sharpest,
            shutter_s=shutter,
            exposure_s=exposure,
        )
        return traced

    def mirrored(self, lamp: Points, radius: float) -> list[tuple[float, float, float]]:
        """Where both faces of the plate mirror a lamp, and how large: x, y and radius, px."""
        images = []
        for face in (-self.thickness, -self.thickness + self.thickness / self.index):
            way = np.array([lamp[0], lamp[1], 2 * face - lamp[2]]) - self.place
            x, y = self._seen(way / np.linalg.norm(way))
            images.append((float(x), float(y), radius / float(way[2]) * self.focal))
        return images


def clearance(points: Points, images: Sequence[tuple[float, float, float]]) -> float:
    """How far from points the nearest lamp's image ends, px: 0 where no point is seen at all."""
    if not len(points):
        return 0.0
    ends = (float(np.hypot(*(points - (x, y)).T).min()) - size for x, y, size in images)
    return min(ends, default=math.inf)
