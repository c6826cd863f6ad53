"""Upright faces that show fewer pips than six: what witnesses ask each of that look for more on it."""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.faces import EDGE_PX, SIZE_PX, Faces
from vision.lattice import COLUMNS, ROWS, USUAL
from vision.pips import HELD

Places = npt.NDArray[np.int64]

LESS: Final = (1, 2, 3, 4)
"""The numbers all of whose pips a 3, 4, 5 or 6 has, and more."""
DOWN, RIGHT = (np.mgrid[:SIZE_PX, :SIZE_PX] - (SIZE_PX - 1) / 2) / EDGE_PX
"""How far each px is from the middle, in edges."""
BODY: Final = np.maximum(abs(DOWN), abs(RIGHT)) < 0.42
"""Here most is the face itself, whatever it shows."""
PIP_PX: Final = 0.04 * EDGE_PX
"""Over so much of a face the heart of a pip is averaged."""
DULL: Final = 240
"""Beside what is no lighter a lamp's image stands out."""
FAINT: Final = 1e-3
NEAR: Final = 0.1
"""How far from its place on the lattice a pip may lie, in edges."""


def which(shows_more: Callable[[npt.NDArray[np.uint8], int, Mask], bool], faces: Faces) -> Mask:
    """Which faces show more than their likeliest number, as a witness says of each, shape (N,).

    It is given the face, its number, and where lamps that set-up knows may have images there.
    """
    each = zip(faces.pictures, faces.pips.tolist(), faces.lamps, strict=True)
    return np.array([pips in LESS and shows_more(face, pips, lamps) for face, pips, lamps in each], np.bool_)


def has_more(pips: int, held: Mask, here: Mask) -> bool:
    """Whether something is in all the places by which another number has more pips than one held so."""
    return any(
        here[shown & ~held].all() for more in range(pips + 1, 7) for shown in HELD[more] if shown[held].all()
    )


def off_body(face: npt.NDArray[np.uint8]) -> Floats:
    """By what each px of a face differs from its body, the median of what is mostly that, shape (S, S, C)."""
    tones = face.reshape(SIZE_PX, SIZE_PX, -1).astype(np.float32)
    body = tones[::2, ::2][BODY[::2, ::2]]  # every fourth px tells as much
    tones -= np.partition(body, len(body) // 2, axis=0)[len(body) // 2]
    return np.asarray(tones, np.float32)


def near(place: Places) -> tuple[slice, slice]:
    """What of a face is so near a place that a pip there may have its middle in it."""
    (top, left), far = place, int(NEAR * EDGE_PX)
    return slice(max(0, top - far), top + far + 1), slice(max(0, left - far), left + far + 1)


def own_pips(hearts: Floats, pips: int) -> tuple[Floats, Places, Mask]:
    """The mean ink of a number's pips, shape (C,), the nine places of their lattice, px, and which hold one.

    It is the lattice on which the weakest of them is strongest: 2 and 3 lie one way or the other.
    """
    found = hearts[ROWS, COLUMNS]  # (lattices, 9, colours)
    if pips == 1:
        found = found[USUAL : USUAL + 1]
    best: tuple[float, Floats, int, Mask] | None = None
    for held in HELD[pips]:
        pip = found[:, held]
        means = pip.sum(axis=1) / pip.shape[1]
        sizes = np.sqrt(np.einsum("lc,lc->l", means, means)) + FAINT
        weakest = np.einsum("lpc,lc->lp", pip, means).min(axis=1) / sizes
        at = int(weakest.argmax())
        if best is None or weakest[at] > best[0]:
            best = float(weakest[at]), means[at], at, held
    assert best
    _, mean, at, held = best
    at += USUAL if pips == 1 else 0
    return mean, np.stack([ROWS[at], COLUMNS[at]], axis=1), held
