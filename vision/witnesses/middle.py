"""The middle pip: it alone tells a 3 from a 2 and a 5 from a 4, and a crumb, a drop or a lamp feigns it best.

A die's own middle pip lies half way between the two of its diagonal, is of their ink, and looks as they do,
disc, ring or what else. Dirt lies anywhere, and looks like anything. What a die's pips differ by among
themselves is measured at its corners; how much more its middle may differ was learned from traced dice with
and without crumbs before them (`tests/training/middle.py`).
"""

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from vision.arrays import Floats
from vision.picture import soften
from vision.witnesses.faces import EDGE_PX, FAINT, PIP_PX, SIZE_PX, Face

SOFT_PX: Final = 0.8
PITCHES: Final = np.linspace(0.19, 0.3, 12, dtype=np.float32)
"""How far from the middle the corner pips may be, right and below, in edges."""
AROUND_PX: Final = 7
"""Within a square of twice so many px round a pip most is the face."""
HEART, REACH = 0.05, 0.14
"""Within the first a pip is all ink, within the second lies all of it, in edges."""
LOOK_PX: Final = 5
"""A pip and what is just beside it lie in a square that reaches so far, an eighth of an edge."""
STEPS: Final = np.array([(right, down) for down in range(-2, 3) for right in range(-2, 3)])
"""How far about its place a corner's pip is looked for, px."""
DIAGONALS: Final = np.array([[(-1, -1), (1, 1)], [(1, -1), (-1, 1)]], np.float32)
DOUBTFUL: Final = (3, 5)
"""The numbers that a crumb in the middle makes."""
MOST: Final = 1.5
"""A px is so many times as strong as its pip's ink at most: a lamp's image is not."""
LEAST_INK, LEAST_FAR, LEAST_LOOK = 0.003, 0.01, 0.02
"""Added before a logarithm: what differs by less differs by nothing."""
ACROSS: Final = np.arange(SIZE_PX, dtype=np.float32)
PX: Final = np.stack([np.tile(ACROSS, SIZE_PX), np.repeat(ACROSS, SIZE_PX)], axis=1)
"""Where each px is, right and down."""
WEIGHTS: Final = np.array([1.73, 0.74, 1.03, 0.97, 2.53, -2.67, 10.33], np.float32)
"""Of what `measure` measures, and of what is always 1."""


def _bell() -> Floats:
    """How much each px of a look counts: its heart most."""
    off = (np.arange(2 * LOOK_PX) - (LOOK_PX - 0.5)) / (2 * PIP_PX)
    return np.asarray(np.exp(-(off[:, None] ** 2 + off**2) / 2), np.float32).ravel()


BELL: Final = _bell()


def oddness(faces: Sequence[Face]) -> Floats:
    """How much likelier each face's middle pip is none of its own, as the logarithm of odds, shape (N,).

    Of faces that do not show 3 or 5 it is minus infinity.
    """
    found = np.full(len(faces), -np.inf, np.float32)
    for index, face in enumerate(faces):
        if face.pips in DOUBTFUL:
            found[index] = np.append(measure(face.picture, face.pips), 1) @ WEIGHTS
    return found


def measure(face: npt.NDArray[np.uint8], pips: int) -> Floats:
    """In what the middle pip of an upright face of 3 or 5 differs from those at its corners, shape (6,).

    All are logarithms: how far it is from the middle of two of them, in edges, by where their ink lies; how
    other an ink it is, as a share of theirs; how strong theirs is; how far it is by where they look most like
    it; how other it looks than the likest of them, and the first of them than the others, as shares of what
    there is to see.
    """
    ink = _ink(face)
    return np.concatenate(
        [_by_ink(ink, _places(ink, pips)), _by_look(ink, _places(soften(ink, PIP_PX), pips))]
    )


def _by_ink(ink: Floats, places: Floats) -> Floats:
    """How far off, how other and how strong the ink of the pips at some places is, shape (3,)."""
    right, down = (places.T[..., None] - ACROSS) ** 2
    away = (down[:, :, None] + right[:, None]).reshape(len(places), -1)
    flat = ink.reshape(SIZE_PX**2, -1)
    hearts = (away < (HEART * EDGE_PX) ** 2).astype(np.float32)
    own, *others = inks = (hearts @ flat) / hearts.sum(axis=1, keepdims=True)
    mean = inks[1:].mean(axis=0)
    strength = math.sqrt(mean @ mean) + FAINT
    strong = (flat @ mean / strength**2).clip(0, MOST) * (away < (REACH * EDGE_PX) ** 2)
    middle, *corners = (strong @ PX) / (strong.sum(axis=1, keepdims=True) + FAINT)
    far = _from_half_way(np.array(corners) - middle)
    other = math.sqrt(((others - own) ** 2).sum(axis=1).min()) / strength
    logs = math.log(far + LEAST_INK), math.log(other + LEAST_INK), math.log(strength / 100 + 0.1)
    return np.array(logs, np.float32)


def _by_look(ink: Floats, places: Floats) -> Floats:
    """How far off and how other the looks of the pips at some places are, and of the corners, shape (3,)."""
    middle, *corners = np.rint(places + 0.5).astype(np.int64)
    looks, own = _looks(ink, np.array(corners)[:, None] + STEPS), _looks(ink, middle)
    off = _unlike(looks, own)
    likest = off.argmin(axis=1)
    far = _from_half_way(np.array(corners) + STEPS[likest] - middle)
    among = _unlike(looks[1:], looks[0, likest[0]])
    logs = math.log(far + LEAST_FAR), math.log(off.min() + LEAST_LOOK), math.log(among.min() + LEAST_LOOK)
    return np.array(logs, np.float32)


def _from_half_way(corners: npt.NDArray[np.floating | np.integer]) -> float:
    """How far the middle of one diagonal's corners is, in edges, where these are places, px from a pip."""
    return float(np.hypot(*(corners[::2] + corners[1::2]).T).min()) / 2 / EDGE_PX


def _ink(face: npt.NDArray[np.uint8]) -> Floats:
    """By what each px differs from the face around it, shape (S, S, C).

    The median of what is around it is the face, as pips are the lesser part of that; it is found at half the
    size, which takes a third of the time.
    """
    small = cv2.resize(face, (SIZE_PX // 2, SIZE_PX // 2), interpolation=cv2.INTER_AREA)
    body = cv2.resize(cv2.medianBlur(small, AROUND_PX), (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_LINEAR)
    ink = cv2.GaussianBlur(face.astype(np.float32) - body, (0, 0), SOFT_PX)
    return np.asarray(ink, np.float32).reshape(SIZE_PX, SIZE_PX, -1)


def _places(ink: Floats, pips: int) -> Floats:
    """Where a face's pips are, px, shape (3 or 5, 2): the middle, then both ends of each diagonal."""
    middle = np.float32((SIZE_PX - 1) / 2)
    ends = DIAGONALS[:, None] if pips == 3 else DIAGONALS.reshape(1, 1, 4, 2)
    tried = (middle + EDGE_PX * PITCHES[:, None, None] * ends).reshape(-1, ends.shape[2], 2)
    columns, rows = np.rint(tried).astype(np.intp).transpose(2, 0, 1)
    clearest = np.linalg.norm(ink[rows, columns].mean(axis=1), axis=1).argmax()
    return np.vstack([(middle, middle), tried[clearest]]).astype(np.float32)


def _looks(ink: Floats, places: npt.NDArray[np.int64]) -> Floats:
    """What is seen in the squares about some places, shape (..., 2), as one row for each, (..., D)."""
    squares = sliding_window_view(ink, (2 * LOOK_PX, 2 * LOOK_PX), axis=(0, 1))
    left, top = np.moveaxis(places - LOOK_PX, -1, 0)
    return np.asarray(squares[top, left], np.float32).reshape(*left.shape, -1)


def _unlike(looks: Floats, own: Floats) -> Floats:
    """By what looks, shape (..., D), differ from one of them, as a share of what both show."""
    counts = np.tile(BELL, len(own) // len(BELL))
    weighed = counts * own
    shown = (looks * looks) @ counts + weighed @ own
    return np.asarray(np.sqrt(np.maximum(shown - 2 * looks @ weighed, 0) / (shown / 2 + FAINT)), np.float32)
