"""Far pips: those of a clear die's far face shine through between its near ones, and make up another number.

A face and its opposite show seven pips. Of a 2 before its 5, and of a 3 before its 4, each lies on a place of
a five; one diagonal is all that its near face has there, or its far one, and its two pips are of another ink
than the other three. Gloss and shade change pips, too, but seldom just those of one diagonal. Of an ace
before its 6 all seven are seen, the ace somewhere about the middle of the six; a far ace lies there, too, but
stands out less than what is near. Of a 4 before its 3 the middle alone is another's
(`vision.witnesses.middle`).

This witness has learned nothing, from no picture: by how much pips of one ink differ, and how much they stand
out, is measured at the face itself.
"""

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.witnesses.faces import AROUND, EDGE_PX, FAINT, NEAR_PX, OFF, SIZE_PX, Face, Places

FIVE, SIX = 5, 6
WAYS: Final = (((0, 8), (2, 4, 6)), ((2, 6), (0, 4, 8)))
"""Which of the nine places are one diagonal of a five, and which have its other pips."""
MIDDLE: Final = 4
UNEVEN: Final = 0.1
"""By so much of its strength pips of one ink differ whatever they show: light and paint are never even."""
PLAINLY: Final = 0.9
"""Two inks are further apart than so many times what pips of one ink differ by."""
SEVENTH: Final = 0.7
"""A spot about a six's middle may be a near ace from so much of what the six's own pips stand out by."""
BESIDE_PIP: Final = 0.12, 0.18
"""From where to where the face just beside a pip lies, from the pip's middle, in edges."""
NEARBY: Final = OFF[np.hypot(*np.moveaxis(OFF, -1, 0)) <= NEAR_PX]
"""How far from a place, px down and right, what lies there is looked for, shape (K, 2)."""


def _beside() -> Floats:
    """Averages what lies just beside a pip, all round it, by how far it is from the pip's middle."""
    nearest, furthest = BESIDE_PIP
    reach = math.ceil(furthest * EDGE_PX)
    away = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1]) / EDGE_PX
    ring = ((away >= nearest) & (away <= furthest)).astype(np.float32)
    return np.asarray(ring / ring.sum(), np.float32)


BESIDE: Final = _beside()


def shining_through(faces: Sequence[Face]) -> Mask:
    """Which faces may show the pips of the die's far face among their own, as another number, shape (N,)."""
    return np.array([_is_of_two_inks(face) or _has_a_seventh(face) for face in faces], np.bool_)


def _is_of_two_inks(face: Face) -> bool:
    if face.pips != FIVE:
        return False
    mean, places, _ = face.own_pips
    inks = face.hearts[tuple(places.T)]
    least = UNEVEN * (float(np.linalg.norm(mean)) + FAINT)
    return any(_apart(inks[[*one]], inks[[*other]], least) > PLAINLY for one, other in WAYS)


def _apart(one: Floats, other: Floats, least: float) -> float:
    """How far the means of two inks' pips are apart, in what they are by chance as pips of either differ."""
    middles = one.mean(axis=0), other.mean(axis=0)
    within = ((one - middles[0]) ** 2).sum() + ((other - middles[1]) ** 2).sum()
    free = len(one) + len(other) - 2
    by_chance = np.sqrt(within / free * (1 / len(one) + 1 / len(other)))
    return float(np.linalg.norm(middles[0] - middles[1]) / (by_chance + least))


def _has_a_seventh(face: Face) -> bool:
    if face.pips != SIX:
        return False
    _, places, held = face.own_pips
    apart = face.hearts - cv2.filter2D(face.hearts, -1, BESIDE).reshape(face.hearts.shape)
    strong, lighter = np.linalg.norm(apart, axis=2), apart.sum(axis=2) > 0
    own = _strongest(strong, places[held]).mean()
    are_lighter = 2 * lighter[tuple(places[held].T)].sum() > held.sum()
    # A lamp's image is no pip; nor, mostly, is what is light where the others are dark
    strong[(cv2.dilate(face.mirrors.astype(np.uint8), AROUND) > 0) | (lighter != are_lighter)] = 0
    return bool(_strongest(strong, places[[MIDDLE]])[0] > SEVENTH * own)


def _strongest(strong: Floats, places: Places) -> Floats:
    """How strong the strongest px is near each place, shape (P,)."""
    near_by = np.clip(places[:, None] + NEARBY, 0, SIZE_PX - 1)
    return np.asarray(strong[near_by[..., 0], near_by[..., 1]].max(axis=1), np.float32)
