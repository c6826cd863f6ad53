"""A worn die: where a pip has lost its paint the face is none, and the nets take it for the nearest number.

This witness has learned nothing, from no picture. A plain pip in a place where its number has none makes the
number wrong; so does a pale one in the middle of a 2 or a 4, which were a 3 and a 5; and so do flakes of
paint in all the places by which another number has more.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.picture import soften
from vision.witnesses.faces import (
    BODY,
    DOWN,
    EDGE_PX,
    FAINT,
    NEAR,
    RIGHT,
    SIZE_PX,
    Face,
    Places,
    has_more,
    near,
    which,
)

BESIDE: Final = (2, 4)
"""Those that are another number with a pip in their middle."""
ON_FACE: Final = np.maximum(abs(DOWN), abs(RIGHT)) < 0.47
RIM: Final = ON_FACE & (np.maximum(abs(DOWN), abs(RIGHT)) > 0.45)
"""Where no pip reaches: a spot that does goes on beyond the face."""
INNER, BESIDE_IT, OUTER = 0.065, 0.13, 0.19
"""Within the first a middle pip is all ink, between the others lies the face beside it, in edges."""
SOFT_PX: Final = 0.015 * EDGE_PX
"""Over so much of a face its grain is averaged."""
HALF: Final = 0.5
"""What is at least half as strong as the pips' ink, and of its colour, is ink."""
SMALLER, LARGER = 0.4, 2.0
"""A pip's area, in those of the face's others: one may be chipped, or a lamp's image lie on it."""
PLAIN: Final = 0.6
"""How strong its heart is at least, as a share of theirs."""
WHITE: Final = 0.2
"""What is blown out beside dull pips over more of it than that is a lamp's."""
LONG: Final = 1.7
FULL: Final = 0.55
"""A pip is round: so many times as long as wide at most, it fills this share of its box at least."""
PALE: Final = 0.08
"""By so much, as a share of the pips' ink, more ink lies in the middle than on any side of it where some is
left of a pip's paint, and by more than the face itself differs from place to place, as marble does."""
COLOURED: Final = 0.35
"""That much may be of another colour: what shines through a clear die has one."""


def worn(faces: Sequence[Face]) -> Mask:
    """Which faces show a pip besides those of their likeliest number, or what is left of one, shape (N,)."""
    return which(_shows_more, faces)


def _shows_more(face: Face) -> bool:
    ink, (mean, places, held) = soften(face.tones, SOFT_PX), face.own_pips
    strength = float(np.linalg.norm(mean)) + FAINT
    way = mean / strength
    along, lamps = ink @ way, face.lamps | face.mirrors
    if face.pips in BESIDE and not lamps[HEART].any() and _has_pale_middle(ink, along, way, strength):
        return True
    other = np.sqrt(np.maximum(np.einsum("yxc,yxc->yx", ink, ink) - along**2, 0))
    inked = (along - other > HALF * strength) & ON_FACE
    if has_more(face.pips, held, _flaked(inked, lamps, places, places[held])):
        return True
    plain, empty = face.hearts @ way > PLAIN * strength, places[~held]
    if not near(empty, plain).any():
        return False
    return _has_another(inked, plain, lamps, places[held], empty)


def _flaked(inked: Mask, lamps: Mask, places: Places, own: Places) -> Mask:
    """In which places flakes of a pip's paint lie, whatever their shape, and no lamp's image, shape (9,).

    What goes on beyond a pip, as a scratch or a hair does, is none, nor what is no larger than grain, which
    lies anywhere, while paint lies where pips may: one spot that lies in no such place may be dirt, two are
    grain. The places that hold a pip are a face's `own`.
    """
    spots, stats = cv2.connectedComponentsWithStats(inked.astype(np.uint8))[1:3]
    first = stats[:, [cv2.CC_STAT_TOP, cv2.CC_STAT_LEFT]]
    last = first + stats[:, [cv2.CC_STAT_HEIGHT, cv2.CC_STAT_WIDTH]] - 1
    middles, far = places[:, None], int(NEAR * EDGE_PX)
    inside = np.all((first >= middles - far) & (last <= middles + far), axis=2)
    nowhere = ~inside.any(axis=0)
    for known in (0, spots[tuple(own.T)], spots[RIM]):
        nowhere[known] = False
    areas = stats[:, cv2.CC_STAT_AREA]
    grain = np.sort(areas[nowhere])[-2:-1].max(initial=0)
    return np.asarray(np.any(inside & (areas > grain), axis=1) & ~near(places, lamps), np.bool_)


def _has_another(inked: Mask, plain: Mask, lamps: Mask, held: Places, empty: Places) -> bool:
    """Whether a spot of the pips' ink, as large, strong and round, lies in a place that should be empty.

    One that reaches out of the face, as no pip does, or is a lamp's image is none.
    """
    count, spots, stats, centres = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    own = set(spots[tuple(held.T)].tolist()) - {0}
    if not own:
        return False
    usual = float(np.median(stats[sorted(own), cv2.CC_STAT_AREA]))
    beyond = set(spots[RIM].tolist())
    for spot in set(range(1, count)) - own - beyond:
        area, wide, high = (
            int(stats[spot, of]) for of in (cv2.CC_STAT_AREA, cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT)
        )
        off = np.hypot(*(empty - centres[spot][::-1]).T).min() / EDGE_PX
        is_round = max(wide, high) < LONG * min(wide, high) and area > FULL * wide * high
        alike = SMALLER * usual < area < LARGER * usual and bool(plain[spots == spot].any())
        if is_round and alike and off < NEAR and lamps[spots == spot].mean() < WHITE:
            return True
    return False


def _has_pale_middle(ink: Floats, along: Floats, way: Floats, strength: float) -> bool:
    """Whether the middle has more of the pips' ink than each side of it, and of hardly another colour.

    Most of it has to: the mean, which is sooner found, may be a glint's.
    """
    plain = along[BODY & (abs(along) < HALF * strength)]
    least = max(PALE * strength, float(plain.std()) if plain.size else 0.0)
    sides = (AROUND @ along.ravel()).reshape(-1, 9)
    more = sides[:, 0] - sides[:, 1:].max(axis=1)
    at = int(more.argmax())
    if more[at] <= least:
        return False
    heart, *ring = (float(np.median(along[part])) for part in PARTS[at])
    if heart - max(ring) <= least:
        return False
    inks = AROUND[9 * at : 9 * at + 9] @ ink.reshape(-1, ink.shape[2])
    off = inks[0] - inks[1:].mean(axis=0)
    same = float(off @ way)
    return bool(np.linalg.norm(off - same * way) < COLOURED * abs(same))


def _parts(down: int, right: int) -> list[Mask]:
    """A heart that is so many px off the middle, and each of eight sides round it."""
    y, x = DOWN - down / EDGE_PX, RIGHT - right / EDGE_PX
    far, side = np.hypot(y, x), np.floor((np.arctan2(y, x) + np.pi) / (np.pi / 4)).astype(int) % 8
    ring = (far > BESIDE_IT) & (far < OUTER)
    return [far < INNER, *(ring & (side == each) for each in range(8))]


def _weights(parts: list[list[Mask]]) -> Floats:
    """Weights that give the mean of each part, shape (parts, px)."""
    flat = np.array(parts, np.float32).reshape(-1, SIZE_PX**2)
    return np.asarray(flat / flat.sum(axis=1, keepdims=True), np.float32)


PARTS: Final = [_parts(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
"""At nine places about the middle, as a face is seen a little off."""
HEART: Final = _parts(0, 0)[0]
AROUND: Final = _weights(PARTS)
