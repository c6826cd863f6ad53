"""What lamps leave uncovered of a face: whether a pip lies under an image, by what is seen beside that.

A lamp's image on the plate may hide a pip, or feign one. Where it covers but a part of a place the rest tells
it: ink where the number has a pip, the body where it has none.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.lattice import COLUMNS, EDGE_PX, ROWS, SIZE_PX, SPAN
from vision.level import Level
from vision.looks import GLOW
from vision.picture import soften
from vision.pips import HELD
from vision.sightings import Sightings
from vision.straighten import straighten_in
from vision.upright import BODY, DOWN, FAINT, PIP_PX, RIGHT, Places

ENOUGH: Final = 1 / 3
"""So much of a pip has to be seen beside the image."""
INK, NONE = 0.6, 0.3
"""At least so strong, as a share of other pips' ink, is what is seen of a pip, and at most so of the body."""
HALF: Final = 0.5
"""What is at least half as strong as the pips' ink is ink."""
NEAR: Final = 0.12
"""A pip's ink reaches so far from its place at most, in edges: half way to the next."""
AROUND: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * int(NEAR * EDGE_PX) + 1,) * 2)
ACROSS: Final = np.stack([DOWN, RIGHT], axis=-1).astype(np.float32)


def told(level: Level, seen: Sightings, index: int, shine: Level) -> Mask:
    """In which places of a face it is seen that there is a pip, or none, as its number has it, shape (9,).

    `shine` is where lamps' images may lie on the plate, as `vision.bare` finds it.
    """
    face, lamps = (_upright(some, seen, index) for some in (level, shine))
    covered = cv2.dilate(lamps, GLOW) > 0
    tones = face.reshape(SIZE_PX, SIZE_PX, -1).astype(np.float32)
    tones -= np.median(tones[BODY & ~covered], axis=0)
    ink, places, held, clear = _clear_pips(soften(tones, PIP_PX), covered, int(seen.pips[index]))
    if not (held & clear).any():
        return np.zeros(len(places), np.bool_)
    along, away = tones @ ink / (ink @ ink + FAINT), _away(places)
    size = float(np.median([(along[far < NEAR] > HALF).sum() for far in away[held & clear]]))
    return np.array([_is_told(along, *place, covered, size) for place in zip(away, held, strict=True)])


def _clear_pips(hearts: Floats, covered: Mask, pips: int) -> tuple[Floats, Places, Mask, Mask]:
    """The mean ink of those of a number's pips that are clear of lamps, by the lattice where it is strongest.

    Returns it, shape (C,); the nine places of that lattice, px; which hold a pip, and which are clear.
    """
    clear = ~cv2.dilate(covered.astype(np.uint8), AROUND).astype(np.bool_)[ROWS, COLUMNS]  # (lattices, 9)
    ways = []
    for held in HELD[pips]:
        counted = (held & clear)[..., None]
        means = (hearts[ROWS, COLUMNS] * counted).sum(axis=1) / np.maximum(counted.sum(axis=1), 1)
        at = int(np.linalg.norm(means, axis=1).argmax())
        ways.append((means[at], np.stack([ROWS[at], COLUMNS[at]], axis=1), held, clear[at]))
    return max(ways, key=lambda way: float(np.linalg.norm(way[0])))


def _is_told(along: Floats, away: Floats, pip: bool, covered: Mask, size: float) -> bool:
    """Whether what is seen of a place, where a pip would have so many px, is what it should be."""
    place = away < np.sqrt(size / np.pi) / EDGE_PX
    beside = place & ~covered
    if beside.sum() < max(1.0, ENOUGH * size):
        return False
    seen = float(np.median(along[beside]))
    return seen > INK if pip else abs(seen) < NONE


def _away(places: Places) -> Floats:
    """How far each px is from each of some places, in edges, shape (N, S, S)."""
    middles = (places - (SIZE_PX - 1) / 2) / EDGE_PX
    return np.asarray(np.linalg.norm(ACROSS - middles[:, None, None], axis=3), np.float32)


def _upright(level: Level, seen: Sightings, index: int) -> npt.NDArray[np.uint8]:
    one = seen.take([index])
    faces = straighten_in(level, one.centre, one.angle, one.edge, span=SPAN, size_px=SIZE_PX)
    return np.asarray(faces[0], np.uint8)
