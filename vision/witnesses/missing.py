"""A missing pip: of the number that the nets see each pip has to be plainly there.

The pips of two faces of a die that leans lie side by side about as those of one number do, and the nets have
taken them for it; or a speck in one corner made a 4 of a 2. On no lattice of nine places are all of its pips
then. This witness has learned nothing, from no picture.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.arrays import Mask
from vision.witnesses.faces import FAINT, Face, Places, near

LEAST: Final = 0.2
"""A place with less of the mean pip's ink than that has no pip: it was chosen on 10,600 faces of fifteen
drawn lots that the reader was right about."""


def missing(faces: Sequence[Face]) -> tuple[Mask, Mask]:
    """Which faces lack a pip of their likeliest number, on the lattice that suits it best, shape (N,).

    And which of them lack it where a lamp that set-up knows may have its image.
    """
    gone, lit = np.zeros((2, len(faces)), np.bool_)
    for index, face in enumerate(faces):
        share, place = _weakest(face)
        gone[index] = share < LEAST
        lit[index] = gone[index] and near(place, face.lamps).any()
    return gone, lit


def _weakest(face: Face) -> tuple[float, Places]:
    """How much of the mean pip's ink the weakest of a face's pips has, and its place.

    The first is a share, the second px down and right, shape (1, 2).
    """
    ink, places, held = face.own_pips
    shares = face.hearts[tuple(places[held].T)] @ ink / (ink @ ink + FAINT)
    at = int(shares.argmin())
    return float(shares[at]), places[held][at : at + 1]
