"""The ace: one pip alone, for which the nets take what else lies in a face's middle.

So they do with the middle one of three along a side, as some mould may have them, because they were shown
none. This witness has learned nothing, from no picture: an ace's pip is round, and two spots of its ink that
face each other across a face's middle are the pips of another number. A star, a cross or a moon is a house's
own mark, for which people decide: it may stand for another number than an ace.
"""

import math
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.level import Level
from vision.picture import soften
from vision.sightings import Sightings
from vision.straighten import straighten_in

ACE: Final = 1
SIZE_PX: Final = 96
SPAN: Final = 1.2
EDGE_PX: Final = SIZE_PX / SPAN
MIDDLE_PX: Final = (SIZE_PX - 1) / 2
ROWS, COLUMNS = np.mgrid[:SIZE_PX, :SIZE_PX]
FAR: Final = np.hypot(ROWS - MIDDLE_PX, COLUMNS - MIDDLE_PX) / EDGE_PX
"""How far each px is from the middle, in edges."""
BODY: Final = (FAR > 0.2) & (FAR < 0.4)
"""Here most is the face itself, whatever it shows."""
ON_FACE: Final = FAR < 0.45
HEART: Final = np.argwhere(FAR < 0.08)
"""Here an ace has its pip's middle, read a little off, shape (N, 2)."""
SOFT_PX, PIP_PX = 0.015 * EDGE_PX, 0.04 * EDGE_PX
"""Over so much of a face its grain is averaged, and the heart of a pip."""
FAINT: Final = 1e-3
HALF: Final = 0.5
"""What is at least half as strong as the ace's ink, and of its colour, is ink."""
ALIKE: Final = 3.0
"""By so much the areas of two pips of a face may differ: a lamp's image may lie on one of them."""
ACROSS: Final = 0.05
"""So near to the face's middle, in edges, lies the middle of two pips that face each other."""
LONG: Final = 1.5
"""A pip is round; what is so many times as long as it is wide is more than one."""
BARE: Final = 0.15
"""A mark between whose points so much of its outline is the bare face is no pip; what a lamp's image has
bitten off is not bare. Chosen on drawn metallic and natural dice (`docs/trials/witnesses.md`)."""


def feigned(level: Level, seen: Sightings) -> Mask:
    """Which faces are said to be aces and show more than one pip, shape (N,)."""
    found = np.zeros(len(seen), np.bool_)
    asked = np.flatnonzero(seen.pips == ACE)
    some = seen.take(asked)
    faces = straighten_in(level, some.centre, some.angle, some.edge, span=SPAN, size_px=SIZE_PX)
    found[asked] = [_shows_more(face) for face in faces]
    return found


def _shows_more(face: npt.NDArray[np.uint8]) -> bool:
    """Whether the spot in an upright face's middle is no pip, or not its only one."""
    inked, bare, heart = _inked(face)
    _, spots, stats, centres = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    own = spots[heart]
    if not own:
        return False
    area = stats[1:, cv2.CC_STAT_AREA] / stats[own, cv2.CC_STAT_AREA]
    alike = (area > 1 / ALIKE) & (area < ALIKE)
    places = (centres[1:][alike] - MIDDLE_PX) / EDGE_PX
    return _is_long(spots == own) or _is_mark(spots == own, bare) or _face_each_other(places)


def _inked(face: npt.NDArray[np.uint8]) -> tuple[Mask, Mask, tuple[int, int]]:
    """Where a face has its middle's ink, and where none at all, shape (S, S); and that heart's indices."""
    tones = face.reshape(SIZE_PX, SIZE_PX, -1).astype(np.float32)
    ink = soften(tones - np.median(tones[BODY], axis=0), SOFT_PX)
    hearts = soften(ink, PIP_PX)[tuple(HEART.T)]
    at = int(np.einsum("pc,pc->p", hearts, hearts).argmax())
    mean, (row, column) = hearts[at], HEART[at]
    strength = math.sqrt(mean @ mean) + FAINT
    along, square = ink @ (mean / strength), np.einsum("yxc,yxc->yx", ink, ink)
    other = np.sqrt(np.maximum(square - along**2, 0))
    bare = square < (HALF * strength) ** 2
    return (along - other > HALF * strength) & ON_FACE, bare, (row, column)


def _is_long(spot: Mask) -> bool:
    """Whether a spot is three pips that touch rather than one, which is round."""
    spread = np.cov(np.argwhere(spot).T, bias=True) + np.eye(2) / 12  # a px itself has as much
    least, most = np.linalg.eigvalsh(spread)
    return bool(most > LONG**2 * least)


def _is_mark(spot: Mask, bare: Mask) -> bool:
    """Whether the bare face shows between a spot's points; within a ring it may."""
    outlines, _ = cv2.findContours(spot.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    round_it, filled = np.zeros((2, *spot.shape), np.uint8)
    cv2.drawContours(round_it, [cv2.convexHull(outlines[0])], 0, 1, cv2.FILLED)
    cv2.drawContours(filled, outlines, 0, 1, cv2.FILLED)
    between = (round_it > filled) & bare
    return bool(between.sum() > BARE * round_it.sum())


def _face_each_other(places: Floats) -> bool:
    """Whether any two of several places, edges from the middle, shape (N, 2), lie on either side of it."""
    between = (places[:, None] + places[None]) / 2
    near = np.hypot(*between.transpose(2, 0, 1)) < ACROSS
    return bool(near[np.triu_indices(len(places), 1)].any())
