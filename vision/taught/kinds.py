"""Which of a set's dice are told apart by their colour: a red and a white one have six faces each to learn.

Two kinds are told apart only where the colour of their bodies parts every throw in the same way, as many dice
to either side, and the sides lie further from each other than either is wide. What colours differ by is each
table's own, so no number is asked of it.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Ints
from vision.picture import Colour, Gray
from vision.sightings import Sightings
from vision.window.bare import shining
from vision.window.calibration import Calibration
from vision.witnesses.looks import QUIET, Faces, half_of, patches, tones, unlit

LEAST: Final = 4
"""Of fewer throws too little is known of how wide a side is."""

Indices = npt.NDArray[np.intp]


def tones_of(frame: Gray | Colour, seen: Sightings, known: Calibration) -> Floats:
    """The colour of each die's body in a picture, as `vision.witnesses.looks.tones` says it, shape (N, 3)."""
    faces = Faces(seen.centre, seen.edge, seen.angle)
    return tones(patches(half_of(frame, known.window), faces), unlit(faces, shining(frame, known)))


def colour_of(seen: Floats) -> tuple[int, int, int]:
    """The colour of some dice alike, shape (N, 3) as `tones_of` says it: red, green and blue, 0 to 255."""
    levels = np.exp(np.median(seen, axis=0)) - QUIET
    blue, green, red = np.rint(levels).clip(0, 255).astype(int).tolist()
    return red, green, blue


def kinds_of(seen: Floats, throws: Ints) -> list[Indices]:
    """Part the dice of some throws into kinds: which of them are of each; none where nothing was thrown.

    The kind of the first die comes first, and so on: more throws leave their order as it is.

    Args:
        seen: the colour of each one's body, as `tones_of` says it, shape (L, 3).
        throws: from which throw each is, shape (L,).
    """
    parts = _parted(np.arange(len(throws)), seen, throws) if len(throws) else []
    return sorted(parts, key=lambda part: int(part[0]))


def _parted(part: Indices, seen: Floats, throws: Ints) -> list[Indices]:
    """The faces, parted for as long as they can be."""
    sides = _sides(part, seen, throws)
    return [part] if sides is None else [one for side in sides for one in _parted(side, seen, throws)]


def _sides(part: Indices, seen: Floats, throws: Ints) -> tuple[Indices, Indices] | None:
    """The two sides into which colour plainly parts some faces, along the way in which they differ most.

    None where it does not. Throws of fewer dice than others, as are laid down by hand, have no say in it.
    """
    numbers, each = np.unique(throws[part], return_counts=True)
    most = int(each.max())
    whole = part[np.isin(throws[part], numbers[each == most])]
    many = len(whole) // most
    if many < LEAST:
        return None
    middle = seen[whole].mean(axis=0)
    way = np.linalg.svd(seen[whole] - middle, full_matrices=False)[2][0]
    along, every = (seen[whole] - middle) @ way, (seen[part] - middle) @ way
    order = np.argsort(along, kind="stable")
    for some in range(1, most):
        below, above = np.split(order, [some * many])
        low, high = along[below[-1]], along[above[0]]
        wide = max(np.ptp(along[below]), np.ptp(along[above]))
        evenly = np.array_equal(np.sort(throws[whole[below]]), np.repeat(numbers[each == most], some))
        if evenly and high - low > wide:
            nearer = every < (low + high) / 2
            return part[nearer], part[~nearer]
    return None
