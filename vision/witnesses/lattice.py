"""The lattice: a witness that has learned nothing, from no picture. It knows only what a die's face is.

The pips of a face lie on a square lattice of nine places round its middle, all of one size and of one colour
against the face; no other place of the lattice looks like them. Pips of a clear die's far side that shine
through, dirt and lamps differ from the near ones, or lie elsewhere.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.witnesses.faces import COLUMNS, EDGE_PX, ROWS, SHIFTS, SIZE_PX, USUAL, Face
from vision.witnesses.pips import HELD

INNER_PX, OUTER_PX = 0.06 * EDGE_PX, 0.16 * EDGE_PX
"""A pip is about twice as wide as the first, and what surrounds it within reach of the second."""
HALO: Final = 0.5
"""Beside a pip its surroundings differ the other way, but by less than the inverse of this."""
NOISE: Final = 1.5
"""Grey levels by which places differ for no reason at all: rounding alone makes one."""


def fits(faces: Sequence[Face]) -> Floats:
    """How well each face's likeliest number fits a lattice, shape (N,), at most 1.

    It is the weakest pip less the strongest of the empty places, as shares of the mean pip: what differs from
    its surroundings in the pips' own way counts, and another colour than theirs counts against a pip. Below 0
    some empty place is more of a pip than one of them, or a pip is more of another ink than of theirs.
    """
    return np.array([_fit(face.picture, face.pips) for face in faces], np.float32)


def _fit(face: npt.NDArray[np.uint8], pips: int) -> float:
    """The best fit over the lattices of a number: 2, 3 and 6 lie one way or the other."""
    spots = _spots(face)
    return max(_clearness(spots, held) for held in HELD[pips])


def _spots(face: npt.NDArray[np.uint8]) -> Floats:
    """How a pip's size of each place differs from its surroundings, in each colour, shape (S, S, C)."""
    tones = face.astype(np.float32)
    inner, outer = (cv2.GaussianBlur(tones, (0, 0), size) for size in (INNER_PX, OUTER_PX))
    return np.asarray(inner - outer, np.float32).reshape(SIZE_PX, SIZE_PX, -1)


def _clearness(spots: Floats, held: Mask) -> float:
    """How much clearer the pips of the lattice that suits them best are than its empty places."""
    found = spots[ROWS, COLUMNS]  # (lattices, 9, colours)
    mean = found[:, held].mean(axis=1)
    size = np.sqrt((mean * mean).sum(axis=1))
    ways = mean / np.maximum(size, 1e-6)[:, None]
    along = np.einsum("lpc,lc->lp", found[:, held], ways)
    across = np.linalg.norm(found[:, held] - along[..., None] * ways[:, None], axis=2)
    weakest = (along - across).min(axis=1)
    best = int(weakest.argmax())
    as_usual = USUAL + best % len(SHIFTS) ** 2 if held.sum() == 1 else best
    empty = found[as_usual, ~held] @ ways[best]
    rival = max(0.0, float(empty.max()), -HALO * float(empty.min()))
    return float((weakest[best] - rival) / (size[best] + NOISE))
