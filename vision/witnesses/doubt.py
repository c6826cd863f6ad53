"""Why a die can't be read: the likeliest cause, for the people who decide instead.

It is said of a sighting that is no sure face; nothing here makes a reading certain.
"""

from dataclasses import replace
from itertools import chain
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.level import Level
from vision.picture import levels_in, to_gray
from vision.reading import Circle, Reason
from vision.sightings import LEANING, Sightings
from vision.window.bare import under
from vision.window.light import BLOWN_OUT
from vision.witnesses.faces import Face, upright
from vision.witnesses.pips import PATTERNS, PLACES, RING_SHARE, SPREADS, pip_places
from vision.witnesses.uncovered import told

CORNERS: Final = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * 0.45
WHOLE: Final = 0.07
"""A die's corners have to lie so far within the picture, in edges: a face at its border may be cut off."""
INSIDE: Final = 1.02
"""How far a face's corners may be from the window's middle, in its radii."""
BESIDE: Final = 0.95
"""Two dice whose middles are closer than so many edges cannot both lie flat on the window."""
QUIET: Final = 4.0
GLARE_SHARE: Final = 0.004
"""Least share of a face that a lamp's mirror image whitens."""
PIPS_OWN: Final = 1.4
"""What is white within so many of a ring's radii is the pip, and no lamp: pips have up to 0.15 of an edge."""
SHARP: Final = 0.2
"""Least slope of a sharp die's edges and pips, in its contrast and fiftieths of its edge: moving dice have
0.10 to 0.27, half of them less than 0.19, others 0.17 to 0.44 (labelled pictures)."""
NO_PIPS: Final = {0: ("000000000",)}
"""What a face shows whose every pip a lamp feigns."""
PLAINLY: Final = 0.9
"""The chance of leaning from which a lamp on the die does not matter: half of the leaning dice are under
glare as well, and of 71 four are so still said to be (labelled pictures)."""
SHOWN: Final = 0.5
"""Of a die that leans the pips are plain all the same: the share of one number among all six."""


def why(half: Level, seen: Sightings, index: int, window: Circle | None) -> Reason:
    """Say what stands in the way of one sighting.

    Args:
        half: the picture.
        seen: all sightings, with what all witnesses together say of them.
        index: the one in question.
        window: the window, if one is known.
    """
    corners, half = _corners(seen, index), replace(half, picture=to_gray(half.picture))
    if window is not None:
        away = np.hypot(corners[:, 0] - window.x, corners[:, 1] - window.y)
        if away.max() > INSIDE * window.radius:
            return Reason.CUT_OFF
    apart = np.hypot(*(seen.centre - seen.centre[index]).T) / seen.edge[index]
    if (np.delete(apart, index) < BESIDE).any():
        return Reason.STACKED
    if _sharpness(half, seen.centre[index], float(seen.edge[index])) < SHARP:
        return Reason.BLURRED
    if seen.chances[index, LEANING] < PLAINLY and _glare(half, corners, *upright(half, seen.take([index]))):
        return Reason.GLARE
    if seen.chances[index, LEANING] <= seen.sure[index]:
        return Reason.MISFIT
    plain = seen.sure[index] >= SHOWN * seen.chances[index, 1:LEANING].sum()
    return Reason.TILTED if plain else Reason.COVERED


def veto(
    level: Level, seen: Sightings, index: int, size: tuple[int, int], shine: Level | None = None
) -> Reason | None:
    """Say why a sure face can't be relied on all the same, if so.

    Args:
        level: the picture.
        seen: all sightings.
        index: the one in question.
        size: width and height of the picture, px; a die at its border may reach out of it.
        shine: where lamps' images may lie on the plate; those on pips' places may hide or feign pips, but for
            what can be told beside them.
    """
    corners, margin = _corners(seen, index), WHOLE * seen.edge[index]
    if (corners < margin).any() or (corners > np.array(size) - 1 - margin).any():
        return Reason.CUT_OFF
    if shine is None:
        return None
    lit, pips = _lit(shine, seen, index), int(seen.pips[index])
    if lit.any() and _may_be_another(pips, lit):
        return Reason.GLARE if _may_be_another(pips, lit & ~told(level, seen, index, shine)) else None
    return None


def _lit(shine: Level, seen: Sightings, index: int) -> Mask:
    """At which of a face's nine places a lamp's image may lie, however far apart its mould has them."""
    centre, edge, angle = seen.centre[index], float(seen.edge[index]), float(seen.angle[index])
    spread = (pip_places(centre, edge, angle, PLACES * share) for share in SPREADS)
    lit = [under(shine, places, RING_SHARE * edge) for places in spread]
    return np.asarray(np.logical_or.reduce(lit), np.bool_)


def _may_be_another(pips: int, lit: Mask) -> bool:
    """Whether a face may show another number, if pips were hidden or feigned at its lit places."""
    others = {**PATTERNS, **NO_PIPS}
    del others[pips]
    return any(
        all(lit[place] for place in range(len(lit)) if shown[place] != other[place])
        for shown in PATTERNS[pips]
        for other in chain.from_iterable(others.values())
    )


def _corners(seen: Sightings, index: int) -> Floats:
    """A face's corners, a little inside its edges, px of the frame, shape (4, 2)."""
    cosine, sine = np.cos(seen.angle[index]), np.sin(seen.angle[index])
    turned = CORNERS @ np.array([[cosine, sine], [-sine, cosine]], np.float32)
    return np.asarray(seen.centre[index] + seen.edge[index] * turned, np.float32)


def _glare(half: Level, corners: Floats, face: Face) -> bool:
    """Whether more than a face's pips, which may be white, is blown out of the upright square round it."""
    placed = half.from_frame(corners)
    (left, top), (right, bottom) = placed.min(axis=0).astype(int), placed.max(axis=0).astype(int) + 1
    part = half.picture[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    white = (part >= BLOWN_OUT).astype(np.uint8)
    _, _, held = face.own_pips
    places, radius = half.from_frame(pip_places(face.centre, face.edge, face.angle)), RING_SHARE * face.edge
    for x, y in places[held] - (max(0, left), max(0, top)):
        cv2.circle(white, (round(x), round(y)), round(PIPS_OWN * radius / half.factor) + 1, 0, cv2.FILLED)
    return bool(part.size) and float(white.mean()) > GLARE_SHARE


def _sharpness(half: Level, centre: Floats, edge: float) -> float:
    """How steep the steepest parts of a face are, as `SHARP` measures it."""
    x, y = half.from_frame(centre[None])[0]
    side = max(8, int(1.1 * edge / half.factor))
    part = cv2.getRectSubPix(half.picture, (side, side), (float(x), float(y)))
    dark, light, lamp = levels_in(np.asarray(part, np.uint8), (0.03, 0.97, 0.99))
    dimmed = np.minimum(part, lamp).astype(np.float32)  # a lamp's image is always sharp
    slope = np.hypot(cv2.Sobel(dimmed, -1, 1, 0, scale=1 / 8), cv2.Sobel(dimmed, -1, 0, 1, scale=1 / 8))
    rank = int(0.97 * slope.size)
    steep = np.partition(slope, rank, axis=None)[rank]
    return float(steep / (light - dark + QUIET)) * edge / half.factor / 50
