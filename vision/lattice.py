"""Faces from their pips: which spots stand on the 3 × 3 lattice of one die face.

Two spots that could be two corner pips of a face say where its whole lattice would be; the response at the
nine places then says whether a face of 2 to 6 is there. A single pip says nothing here: see `square`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.spots import Plane, Points, Spots

Floats = npt.NDArray[np.float32]

PITCH: Final = 0.25
"""Distance of two lattice places as a share of the edge; dice have 0.22 to 0.30."""
PITCH_SLACK: Final = 1.2
PLACES: Final = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
BETWEEN: Final = np.array(
    [(x, y) for y in (-1.5, -0.5, 0.5, 1.5) for x in (-1.5, -0.5, 0.5, 1.5) if abs(x) + abs(y) < 3],
    np.float32,
)
"""Where a face has no pips: between the places, in steps."""
PATTERNS: Final[tuple[tuple[int, str], ...]] = (
    (2, "100000001"),
    (2, "001000100"),
    (3, "100010001"),
    (3, "001010100"),
    (4, "101000101"),
    (5, "101010101"),
    (6, "101101101"),
    (6, "111000111"),
)
OCCUPIED: Final = np.array([[place == "1" for place in pattern] for _, pattern in PATTERNS])
PIPS: Final = np.array([pips for pips, _ in PATTERNS])
FAINTEST: Final = 2.0
LEAST_SCORE: Final = 0.05
STRENGTH_RATIO: Final = 3.0
CLOSE: Final = np.ones((3, 3), np.uint8)
NEAR: Final = 0.45
"""How far a peak may be from its place, in steps."""
COMPLEX: Final = np.array([1, 1j], np.complex64)


@dataclass(frozen=True, slots=True)
class Faces:
    """Guesses at faces as columns: centre, lattice step as a vector along the face's first edge, pips, score.

    All in px of the picture the spots were found in; a score is 1 for equal pips and nothing between them.
    """

    centre: Points
    step: Points
    pips: npt.NDArray[np.int64]
    pattern: npt.NDArray[np.int64]
    score: Floats

    def __len__(self) -> int:
        return len(self.pips)

    def take(self, index: npt.NDArray[np.int64]) -> "Faces":
        """The guesses at `index`, in that order."""
        return Faces(*(getattr(self, field.name)[index] for field in fields(self)))


def fit_lattices(spots: Spots, edges: tuple[float, float], most: int) -> Faces:
    """Find the faces of 2 to 6 pips whose edge lies within `edges`, best first, at most `most`."""
    least, greatest = (PITCH / PITCH_SLACK * edges[0], PITCH * PITCH_SLACK * edges[1])
    guesses = _guess(spots, least, greatest)
    return _settle(_thin(_score(spots.response, *guesses), most), spots.points)


def together(parts: Sequence[Faces]) -> Faces:
    """All guesses in one table."""
    return Faces(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Faces)))


def places(centre: Points, step: Points) -> Points:
    """The nine places of each face, shape (N, 9, 2)."""
    x, y = PLACES[:, 0], PLACES[:, 1]
    across = centre[:, :1] + step[:, :1] * x - step[:, 1:] * y
    down = centre[:, 1:] + step[:, 1:] * x + step[:, :1] * y
    return np.stack([across, down], axis=2).astype(np.float32)


def _guess(spots: Spots, least: float, greatest: float) -> tuple[Points, Points]:
    """Every lattice that two spots can span: as opposite corners, or as the two ends of one side."""
    first, second = np.triu_indices(len(spots.points), 1)
    strong, weak = spots.strengths[first], spots.strengths[second]
    between = spots.points[second] - spots.points[first]
    length = np.hypot(between[:, 0], between[:, 1])
    fits = (length < 2.83 * greatest) & (length > 2 * least) & (strong < STRENGTH_RATIO * weak)
    between, middle = between[fits], (spots.points[first] + spots.points[second])[fits] / 2
    side = between / 2
    normal = np.stack([-side[:, 1], side[:, 0]], axis=1)
    centres = np.concatenate([middle, middle + normal, middle - normal])
    steps = np.concatenate([(side - normal) / 2, side, side])
    size = np.hypot(steps[:, 0], steps[:, 1])
    good = (size > least) & (size < greatest)
    return centres[good], steps[good]


def _score(response: Plane, centre: Points, step: Points) -> Faces:
    """Say of each lattice which patterns its nine places may show, and how well."""
    nine = places(centre, step)
    # A lamp that touches a pip draws its peak aside: a pip may be a px or so off its place
    near = _look_up(np.asarray(cv2.dilate(response, CLOSE), np.float32), nine)
    values = _look_up(response, nine)
    fits = np.empty((len(centre), len(OCCUPIED)), np.float32)
    for row, occupied in enumerate(OCCUPIED):
        on, off = near[:, occupied], np.maximum(values[:, ~occupied], 0).max(axis=1)
        faintest = on.min(axis=1)
        fits[:, row] = np.where(faintest > FAINTEST, (faintest - off) / (on.max(axis=1) + 1e-3), -1.0)
    lattice, pattern = np.nonzero(fits > LEAST_SCORE)
    return Faces(centre[lattice], step[lattice], PIPS[pattern], pattern, fits[lattice, pattern])


def plainness(smooth: Plane, faces: Faces) -> Floats:
    """Say how plain each face is between its pips, 0 to 1: the spread there beside the pips' contrast."""
    x, y = BETWEEN[:, 0], BETWEEN[:, 1]
    across = faces.centre[:, :1] + faces.step[:, :1] * x - faces.step[:, 1:] * y
    down = faces.centre[:, 1:] + faces.step[:, 1:] * x + faces.step[:, :1] * y
    ground = np.sort(_look_up(smooth, np.stack([across, down], axis=2)), axis=1)
    pips = _look_up(smooth, places(faces.centre, faces.step))
    contrast = np.abs(pips - ground[:, 5:6]) * OCCUPIED[faces.pattern]
    contrast = contrast.sum(axis=1) / OCCUPIED[faces.pattern].sum(axis=1)
    # A lamp or two beside the face may hide what lies between some pips
    return np.asarray(1 / (1 + (ground[:, 8] - ground[:, 1]) / (contrast + 1)), np.float32)


def _look_up(response: Plane, points: Points) -> Floats:
    height, width = response.shape
    nearest = np.rint(points).astype(np.int64)
    inside = np.all((nearest >= 0) & (nearest < (width, height)), axis=-1)
    column = nearest[..., 0].clip(0, width - 1)
    row = nearest[..., 1].clip(0, height - 1)
    return np.where(inside, response[row, column], -1.0).astype(np.float32)


def _thin(faces: Faces, most: int) -> Faces:
    """Keep the best of guesses that say nearly the same, and of these the best."""
    faces = faces.take(np.argsort(-(faces.score + 0.05 * faces.pips), kind="stable"))
    size = np.hypot(faces.step[:, 0], faces.step[:, 1])
    cell = np.column_stack([faces.centre // 3, np.log(size) // 0.08, faces.pips]).astype(np.int64)
    key = cell @ np.array([1, 10_000, 100_000_000, 10_000_000_000])
    _, first = np.unique(key, return_index=True)
    return faces.take(np.sort(first)[:most])


def _settle(faces: Faces, points: Points) -> Faces:
    """Move and turn each lattice onto the peaks at its occupied places (least squares over a similarity)."""
    if not len(faces):
        return faces
    nine = places(faces.centre, faces.step)
    apart = np.hypot(*(nine[:, :, None] - points[None, None]).transpose(3, 0, 1, 2))
    size = np.hypot(faces.step[:, 0], faces.step[:, 1])
    met = OCCUPIED[faces.pattern] & (apart.min(axis=2) < NEAR * size[:, None])
    peaks = points[apart.argmin(axis=2)] @ COMPLEX
    ideal = np.broadcast_to(PLACES @ COMPLEX, peaks.shape)
    share = met / np.maximum(met.sum(axis=1, keepdims=True), 1)
    peak_mean, ideal_mean = (peaks * share).sum(axis=1), (ideal * share).sum(axis=1)
    ideal_rest = (ideal - ideal_mean[:, None]) * met
    step = (ideal_rest.conj() * (peaks - peak_mean[:, None])).sum(axis=1)
    step /= np.maximum((np.abs(ideal_rest) ** 2).sum(axis=1), 1e-6)
    centre = peak_mean - step * ideal_mean
    good = (met.sum(axis=1) >= 2)[:, None]
    return Faces(
        np.where(good, _vector(centre), faces.centre),
        np.where(good, _vector(step), faces.step),
        faces.pips,
        faces.pattern,
        faces.score,
    )


def _vector(number: npt.NDArray[np.complex64]) -> Floats:
    return np.stack([number.real, number.imag], axis=1).astype(np.float32)
