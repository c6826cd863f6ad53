"""A missing pip: of the number that the nets see each pip has to be plainly there.

The pips of two faces of a die that leans lie side by side about as those of one number do, and the nets have
taken them for it; or a speck in one corner made a 4 of a 2. On no lattice of nine places are all of its pips
then. This witness has learned nothing, from no picture.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Mask
from vision.faces import Faces
from vision.picture import soften
from vision.upright import FAINT, PIP_PX, Places, near, off_body, own_pips

LEAST: Final = 0.2
"""A place with less of the mean pip's ink than that has no pip: it was chosen on 10,600 faces of fifteen
drawn lots that the reader was right about."""


def missing(faces: Faces) -> tuple[Mask, Mask]:
    """Which faces lack a pip of their likeliest number, on the lattice that suits it best, shape (N,).

    And which of them lack it where a lamp that set-up knows may have its image.
    """
    weakest = [_weakest(face, pips) for face, pips in zip(faces.pictures, faces.pips.tolist(), strict=True)]
    gone = np.array([share < LEAST for share, _ in weakest], np.bool_)
    each = zip(weakest, faces.lamps, strict=True)
    return gone, gone & np.array([lamps[near(place)].any() for (_, place), lamps in each], np.bool_)


def _weakest(face: npt.NDArray[np.uint8], pips: int) -> tuple[float, Places]:
    """How much of the mean pip's ink the weakest of a number's pips has on an upright face, and its place.

    The first is a share, the second px down and right.
    """
    hearts = soften(off_body(face), PIP_PX)
    ink, places, held = own_pips(hearts, pips)
    shares = hearts[tuple(places[held].T)] @ ink / (ink @ ink + FAINT)
    at = int(shares.argmin())
    return float(shares[at]), places[held][at]
