"""A lamp that nobody knew of: where its image may hide pips, a face may show more than its number.

The plate's image of a lamp adds its light to what lies there, and a glossy face's does, too: a dark pip comes
up to its face's own tone, or both are blown out. This witness has learned nothing, from no picture: where all
the places by which another number has more pips lie in such light, the number is none.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.picture import soften, to_gray
from vision.window.light import BLOWN_OUT, GAMMA
from vision.witnesses.faces import (
    BODY,
    DULL,
    EDGE_PX,
    PIP_PX,
    SIZE_PX,
    Face,
    Places,
    has_more,
    pips_in,
    which,
)

ENOUGH: Final = 0.5
"""Light that may hide a pip, as a share of that by which its face is lighter."""
MOST: Final = 0.5
"""So much of a place has to lie in it."""
DARK: Final = 0.5
"""Dark pips send at most this share of their face's light."""
LIGHTER: Final = (1 + ENOUGH * (1 - DARK)) ** (1 / GAMMA)
"""Less than so many times as light as its face nothing is lit: without any of it nobody looks closer."""
NEAR_WHITE: Final = 255 * 0.8 ** (1 / GAMMA)
"""Grey level of four fifths of what is white. Where pips have as much, and their face is blown out, or the
other way round, a gloss takes what is left between them: of three throws ruled on wrongly in five to eight
times the light that they were drawn in, it had taken pips of all."""
REACH_PX: Final = 0.13 * EDGE_PX
"""How far a place reaches: a pip and a rim round it."""
FULL: Final = 0.8
"""A lamp's image, disc or streak, fills this share of its hull at least; the light parts of marble do not."""


def hidden(faces: Sequence[Face]) -> Mask:
    """Which faces may show more than their likeliest number under light that nobody knew of, shape (N,).

    `vision.witnesses.doubt` asks about lamps that set-up knows.
    """
    return which(_may_show_more, faces)


def _may_show_more(face: Face) -> bool:
    grey = to_gray(face.picture).astype(np.float32)
    body = float(np.median(grey[BODY]))
    if body >= NEAR_WHITE and _are_lost(grey, body, face.own_pips):
        return True
    if body >= DULL or (grey > min(BLOWN_OUT - 1, LIGHTER * body)).sum() <= MOST * PLACE_PX:
        return False
    tones = face.picture.reshape(SIZE_PX, SIZE_PX, -1).astype(np.float32)
    dark = np.minimum(tones - np.median(tones[BODY], axis=0), 0)  # or the image itself would be the pips
    _, places, held = pips_in(soften(dark, PIP_PX), face.pips)
    lit = _images(_lit(grey, body, places[held]) & ~face.lamps)
    share = cv2.filter2D(lit.astype(np.float32), -1, PLACE, borderType=cv2.BORDER_CONSTANT)
    return has_more(face.pips, held, share[tuple(places.T)] > MOST)


def _are_lost(grey: Floats, body: float, own: tuple[Floats, Places, Mask]) -> bool:
    """Whether pips differ as little from their face as what a gloss may blow out does."""
    _, places, held = own
    ink = float(soften(grey[..., None], PIP_PX)[tuple(places[held].T)].mean())
    return max(body, ink) >= BLOWN_OUT and min(body, ink) >= NEAR_WHITE


def _lit(grey: Floats, body: float, pips: Places) -> Mask:
    """Where a dark pip would be as light as its face, or both blown out, shape (S, S); none of light pips."""
    ink = float(soften(grey[..., None], PIP_PX)[tuple(pips.T)].mean())
    light, (lighter, darker) = (grey / 255) ** GAMMA, ((tone / 255) ** GAMMA for tone in (body, ink))
    if darker > DARK * lighter:
        return np.zeros(grey.shape, np.bool_)
    return np.asarray((light - lighter >= ENOUGH * (lighter - darker)) | (grey >= BLOWN_OUT), np.bool_)


def _images(lit: Mask) -> Mask:
    """What of it is of a shape that a lamp's image has."""
    found = np.zeros(lit.shape, np.uint8)
    shapes, _ = cv2.findContours(lit.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for shape in shapes:
        own, hull = np.zeros_like(found), np.zeros_like(found)
        cv2.drawContours(own, [shape], -1, 1, cv2.FILLED)
        cv2.fillConvexPoly(hull, cv2.convexHull(shape), 1)
        if own.sum() >= FULL * hull.sum():
            found |= own
    return lit & (found > 0)


def _disc(reach: float) -> Floats:
    """Weights that give the mean within a reach, px."""
    whole = int(reach) + 1
    down, right = np.mgrid[-whole : whole + 1, -whole : whole + 1]
    inside = (np.hypot(down, right) <= reach).astype(np.float32)
    return np.asarray(inside / inside.sum(), np.float32)


PLACE: Final = _disc(REACH_PX)
PLACE_PX: Final = int((PLACE > 0).sum())
