"""Where faces may be: guesses at their place, size and turn, from spots, lattices and outlines.

A guess costs little and binds nobody: `pips` counts again on the straightened face, `judge` decides.
"""

from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.lattice import PITCH, Faces, fit_lattices, plainness, together
from vision.level import Level
from vision.single import Singles, find_singles
from vision.spots import EDGE, REACH, Plane, Points, find_spots
from vision.square import fit_squares

Floats = npt.NDArray[np.float32]

FEW: Final = 28
MANY: Final = 100
"""How many guesses of one level are looked at: the best, which is enough for most pictures, or nearly all."""
SINGLE_SCORE: Final = 1.3
"""What a lone spot counts beside a lattice's score."""
CLEAR: Final = 2.5
"""How clear the sides of a guess are that count half in its rank: the root of 6 grey levels a sample."""
SLACK: Final = 0.24
"""How far the outline may be from what the lattice says: the pitch is 0.22 to 0.30 of an edge."""


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


def guess_faces(level: Level, most: int) -> Guesses:
    """Guess where faces with an edge of `EDGE` / `REACH` to `EDGE` * `REACH` px of this level are."""
    found = find_spots(level.picture)
    lattices = [fit_lattices(spots, (EDGE / REACH, EDGE * REACH), 2 * most) for spots in found.spots]
    dark = np.repeat([spots.dark for spots in found.spots], [len(faces) for faces in lattices])
    guesses = join([_outline(found.smooth, together(lattices), dark), _alone(find_singles(found))])
    return _to_frame(_best(guesses, most), level)


def join(parts: list[Guesses]) -> Guesses:
    """All guesses in one table."""
    return Guesses(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Guesses)))


def _outline(smooth: Plane, faces: Faces, dark: npt.NDArray[np.bool_]) -> Guesses:
    angle = np.arctan2(faces.step[:, 1], faces.step[:, 0])
    edge = (np.hypot(faces.step[:, 0], faces.step[:, 1]) / PITCH).astype(np.float32)
    square = fit_squares(smooth, faces.centre, angle, edge, SLACK)
    score = faces.score + plainness(smooth, faces)
    return Guesses(faces.centre, angle, edge, faces.pips, faces.pattern, score, square.clear, dark)


def _alone(singles: Singles) -> Guesses:
    one = np.ones(len(singles.edge), np.int64)
    score = np.full(len(one), SINGLE_SCORE, np.float32)
    return Guesses(
        singles.centre, singles.angle, singles.edge, one, 0 * one, score, singles.clear, singles.dark
    )


def _to_frame(guesses: Guesses, level: Level) -> Guesses:
    return replace(
        guesses,
        centre=level.to_frame(guesses.centre),
        edge=(guesses.edge * level.factor).astype(np.float32),
    )


def _best(guesses: Guesses, most: int) -> Guesses:
    """The best guesses, without those that say the same as a better one."""
    rank = guesses.score + guesses.side / (guesses.side + CLEAR) + 0.05 * guesses.pips
    ordered = guesses.take(np.argsort(-rank, kind="stable"))
    apart = np.hypot(*(ordered.centre[:, None] - ordered.centre[None, :]).transpose(2, 0, 1))
    alike = (apart < 0.2 * ordered.edge[:, None]) & (ordered.pips[:, None] == ordered.pips[None, :])
    kept: list[int] = []
    for index in range(len(ordered)):
        if not alike[index, kept].any():
            kept.append(index)
        if len(kept) == most:
            break
    return ordered.take(np.array(kept, np.intp))
