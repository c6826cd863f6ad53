"""What lamps leave uncovered of a face: whether a pip lies under an image, by what is seen beside that.

A lamp's image on the plate may hide a pip, or feign one. Where it covers but a part of a place the rest tells
it: ink where the number has a pip, the body where it has none.
"""

from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.level import Level
from vision.picture import soften
from vision.sightings import Sightings
from vision.witnesses.faces import (
    BODY,
    COLUMNS,
    DOWN,
    EDGE_PX,
    FAINT,
    PIP_PX,
    RIGHT,
    ROWS,
    SIZE_PX,
    Places,
    upright,
)
from vision.witnesses.looks import GLOW
from vision.witnesses.pips import HELD

ENOUGH: Final = 1 / 3
"""So much of a pip has to be seen beside the image."""
INK, NONE = 0.6, 0.3
"""At least so strong, as a share of other pips' ink, is what is seen of a pip, and at most so of the body."""
LITTLE: Final = 0.2
"""Of a place of which less is seen than that nothing is said of where pips lie."""
HALF: Final = 0.5
"""What is at least half as strong as the pips' ink is ink."""
NEAR: Final = 0.12
"""A pip's ink reaches so far from its place at most, in edges: half way to the next."""
AROUND: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * int(NEAR * EDGE_PX) + 1,) * 2)
"""What lies so near a place."""
ACROSS: Final = np.stack([DOWN, RIGHT], axis=-1).astype(np.float32)
"""How far each px is from the middle, down and right, in edges."""


def told(level: Level, seen: Sightings, index: int, shine: Level) -> Mask:
    """In which places of a face it is seen that there is a pip, or none, as its number has it, shape (9,).

    `shine` is where lamps' images may lie on the plate, as `vision.window.bare` finds it.
    """
    (face,) = upright(level, seen.take([index]), shine)
    covered = cv2.dilate(face.lamps.astype(np.uint8), GLOW) > 0
    if covered[BODY].all():
        return np.zeros(9, np.bool_)
    tones = face.picture.reshape(SIZE_PX, SIZE_PX, -1).astype(np.float32)
    tones -= np.median(tones[BODY & ~covered], axis=0)
    tones[covered] = 0
    places, held, clear = _lattice(tones, covered, face.pips)
    away, own = _away(places), held & clear
    if not own.any():
        return np.zeros(len(places), np.bool_)
    ink = soften(tones, PIP_PX)[tuple(places[own].T)].mean(axis=0)
    along = tones @ ink / (ink @ ink + FAINT)
    size = float(np.median([(along[far < NEAR] > HALF).sum() for far in away[own]]))
    return np.array([_is_told(along, *place, covered, size) for place in zip(away, held, strict=True)])


def _lattice(tones: Floats, covered: Mask, pips: int) -> tuple[Places, Mask, Mask]:
    """The nine places where a number's pips are strongest, by what is seen of them, px, shape (9, 2).

    And which of them hold a pip, and which are clear of lamps, both of shape (9,).
    """
    seen = soften((~covered).astype(np.float32)[..., None], PIP_PX)
    hearts = (soften(tones, PIP_PX) / np.maximum(seen, FAINT))[ROWS, COLUMNS]  # (lattices, 9, colours)
    some = seen[ROWS, COLUMNS] > LITTLE
    strengths = []
    for held in HELD[pips]:
        counted = some * held[:, None]
        means = (hearts * counted).sum(axis=1) / np.maximum(counted.sum(axis=1), 1)
        strengths.append(np.linalg.norm(means, axis=1))
    way, at = np.unravel_index(np.argmax(strengths), np.shape(strengths))
    clear = ~cv2.dilate(covered.astype(np.uint8), AROUND).astype(np.bool_)[ROWS[at], COLUMNS[at]]
    return np.stack([ROWS[at], COLUMNS[at]], axis=1), HELD[pips][way], clear


def _is_told(along: Floats, away: Floats, pip: bool, covered: Mask, size: float) -> bool:
    """Whether what is seen of a place, where a pip would have so many px, is what it should be."""
    place = away < np.sqrt(size / np.pi) / EDGE_PX
    beside = place & ~covered
    if beside.sum() < max(1.0, ENOUGH * size):
        return False
    seen = float(np.median(along[beside]))
    return INK < seen < 1 / INK if pip else abs(seen) < NONE  # what is stronger yet is the lamp's glow


def _away(places: Places) -> Floats:
    """How far each px is from each of some places, in edges, shape (N, S, S)."""
    middles = (places - (SIZE_PX - 1) / 2) / EDGE_PX
    return np.asarray(np.linalg.norm(ACROSS - middles[:, None, None], axis=3), np.float32)
