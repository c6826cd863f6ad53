"""Faces turned upright: cut out of a picture once, for all the witnesses that look at them closely."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Ints, Mask
from vision.level import Level
from vision.sightings import Sightings
from vision.straighten import straighten_in

SIZE_PX: Final = 48
SPAN: Final = 1.2
"""How much is cut out, in edges: the face, and a tenth of an edge round it."""
EDGE_PX: Final = SIZE_PX / SPAN


@dataclass(frozen=True, slots=True)
class Faces:
    """Upright faces, as columns.

    `pictures` have dtype uint8, shape (N, SIZE_PX, SIZE_PX) or with colours besides; `pips` is the likeliest
    number of each; `lamps` is where lamps that set-up knows may have images, shape (N, SIZE_PX, SIZE_PX).
    """

    pictures: npt.NDArray[np.uint8]
    pips: Ints
    lamps: Mask

    def __len__(self) -> int:
        return len(self.pips)

    def take(self, index: Sequence[int]) -> "Faces":
        """The faces at `index`, in that order."""
        chosen = np.array(index, np.intp)
        return Faces(self.pictures[chosen], self.pips[chosen], self.lamps[chosen])


def upright(level: Level, seen: Sightings, shine: Level | None = None) -> Faces:
    """Cut out the faces of all sightings.

    `shine` is where lamps' images may lie on the plate, as `vision.bare` finds it, None where none is known.
    """
    lamps = _cut(shine, seen) > 0 if shine else np.zeros((len(seen), SIZE_PX, SIZE_PX), np.bool_)
    return Faces(_cut(level, seen), seen.pips, lamps)


def _cut(level: Level, seen: Sightings) -> npt.NDArray[np.uint8]:
    return straighten_in(level, seen.centre, seen.angle, seen.edge, span=SPAN, size_px=SIZE_PX)
