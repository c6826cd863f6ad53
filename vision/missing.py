"""A missing pip: of a number that the nets are only just sure of, each pip has to be plainly there.

The pips of two faces of a die that leans lie side by side about as those of one number do, and the nets have
taken them for it. On no lattice of nine places are all of them then. This witness has learned nothing, from
no picture.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Mask
from vision.faces import SIZE_PX, Faces
from vision.picture import soften
from vision.upright import BODY, FAINT, PIP_PX, own_pips

LEAST: Final = 0.2
"""A place with less of the mean pip's ink than that has no pip: of 10,600 faces of fifteen drawn lots that
the reader was right about seven have such a place and less than `settling.PLAIN`; it was chosen on these."""


def missing(faces: Faces) -> Mask:
    """Which faces lack a pip of their likeliest number, on the lattice that suits it best, shape (N,)."""
    each = zip(faces.pictures, faces.pips.tolist(), strict=True)
    return np.array([_weakest(face, pips) < LEAST for face, pips in each], np.bool_)


def _weakest(face: npt.NDArray[np.uint8], pips: int) -> float:
    """How much of the mean pip's ink the weakest of a number's pips has on an upright face, as a share."""
    tones = face.reshape(SIZE_PX, SIZE_PX, -1).astype(np.float32)
    hearts = soften(tones - np.median(tones[BODY], axis=0), PIP_PX)
    ink, places, held = own_pips(hearts, pips)
    return float((hearts[tuple(places[held].T)] @ ink).min() / (ink @ ink + FAINT))
