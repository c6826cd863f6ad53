"""Where faces may be: guesses at their place, size and turn, from spots, lattices and outlines.

A guess costs little and binds nobody: `pips` counts again on the straightened face, `judge` decides.
"""

from dataclasses import dataclass, fields
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import PITCH, Faces, fit_lattices
from vision.picture import Gray
from vision.single import find_singles
from vision.spots import EDGE, REACH, Plane, Points, find_spots
from vision.square import fit_squares

Floats = npt.NDArray[np.float32]

MOST: Final = 60
LATTICES: Final = 72
SLACK: Final = 0.24
"""How far the outline may be from what the lattice says: the pitch is 0.22 to 0.30 of an edge."""
CLEAR_SIDE: Final = 6.0
"""A weakest side, in grey levels a sample, that counts half in a guess's rank (measured: 95 % of faces)."""


@dataclass(frozen=True, slots=True)
class Guesses:
    """Guesses at faces as columns, best first; places and edges in px of the frame, turns in radians."""

    centre: Points
    angle: Floats
    edge: Floats
    pips: npt.NDArray[np.int64]
    pattern: npt.NDArray[np.int64]
    score: Floats
    side: Floats
    dark: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.pips)

    def take(self, index: npt.NDArray[np.intp]) -> "Guesses":
        """The guesses at `index`, in that order."""
        return Guesses(*(getattr(self, field.name)[index] for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Level:
    """The frame at the scale where a die's edge is about `EDGE` px: `factor` of its px to one of these."""

    picture: Gray
    factor: float


def scale(frame: Gray, factor: float) -> Level:
    """Shrink the frame by `factor`."""
    if factor == 1:
        return Level(frame, 1.0)
    method = cv2.INTER_AREA if factor == 2 else cv2.INTER_LINEAR
    size = (round(frame.shape[1] / factor), round(frame.shape[0] / factor))
    return Level(np.asarray(cv2.resize(frame, size, interpolation=method), np.uint8), factor)


def guess_faces(level: Level) -> Guesses:
    """Guess where faces with an edge of `EDGE` / `REACH` to `EDGE` * `REACH` px of this level are."""
    light, dark, smooth = find_spots(level.picture)
    found = []
    for spots in (light, dark):
        lattices = fit_lattices(spots, (EDGE / REACH, EDGE * REACH), LATTICES)
        found.append(_outline(smooth, lattices, dark=spots.dark))
        singles = find_singles(smooth, spots)
        found.append(_outline(smooth, singles, dark=spots.dark, slack=0.12))
    return _best(_to_frame(join(found), level.factor))


def join(parts: list[Guesses]) -> Guesses:
    """All guesses in one table."""
    return Guesses(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Guesses)))


def _outline(smooth: Plane, faces: Faces, *, dark: bool, slack: float = SLACK) -> Guesses:
    angle = np.arctan2(faces.step[:, 1], faces.step[:, 0])
    edge = (np.hypot(faces.step[:, 0], faces.step[:, 1]) / PITCH).astype(np.float32)
    square = fit_squares(smooth, faces.centre, angle, edge, slack)
    polarity = np.full(len(faces), dark)
    return Guesses(
        faces.centre, angle, edge, faces.pips, faces.pattern, faces.score, square.weakest, polarity
    )


def _to_frame(guesses: Guesses, factor: float) -> Guesses:
    centre = (guesses.centre + 0.5) * factor - 0.5
    return Guesses(
        centre.astype(np.float32),
        (guesses.angle % (np.pi / 2)).astype(np.float32),
        (guesses.edge * factor).astype(np.float32),
        guesses.pips,
        guesses.pattern,
        guesses.score,
        guesses.side,
        guesses.dark,
    )


def _best(guesses: Guesses) -> Guesses:
    """The best guesses, without those that say the same as a better one."""
    rank = guesses.score + guesses.side / (guesses.side + CLEAR_SIDE) + 0.05 * guesses.pips
    ordered = guesses.take(np.argsort(-rank, kind="stable"))
    apart = np.hypot(*(ordered.centre[:, None] - ordered.centre[None, :]).transpose(2, 0, 1))
    alike = (apart < 0.2 * ordered.edge[:, None]) & (ordered.pips[:, None] == ordered.pips[None, :])
    kept: list[int] = []
    for index in range(len(ordered)):
        if not alike[index, kept].any():
            kept.append(index)
        if len(kept) == MOST:
            break
    return ordered.take(np.array(kept, np.intp))
