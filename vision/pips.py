"""Where the pips of a face are: places on a 3 × 3 lattice, and which of them hold one."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.level import Level
from vision.reading import Circle

Floats = npt.NDArray[np.float32]

PITCH: Final = 0.25
"""Distance of two lattice places as a share of the edge; dice have 0.22 to 0.30."""
RING_SHARE: Final = 0.11
"""A pip's radius, in edges, as it is ringed in the evidence."""
PLACES: Final = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
PATTERNS: Final = {
    1: ("000010000",),
    2: ("100000001", "001000100"),
    3: ("100010001", "001010100"),
    4: ("101000101",),
    5: ("101010101",),
    6: ("101101101", "111000111"),
}
HELD: Final = {
    pips: np.array([[place == "1" for place in row] for row in rows]) for pips, rows in PATTERNS.items()
}


def find_pips(level: Level, centre: Floats, edge: float, angle: float, pips: int) -> tuple[Circle, ...]:
    """Say where a face has its pips: 2, 3 and 6 lie one way or the other, as the picture shows.

    Args:
        level: a picture of the face.
        centre: the face's middle, px of the frame, shape (2,).
        edge: its edge, px of the frame.
        angle: how it is turned, radians.
        pips: how many it shows, 1 to 6.
    """
    places = pip_places(centre, edge, angle)
    tries = HELD[pips]
    chosen = tries[0]
    if len(tries) > 1:
        tones = _tones(level, places, edge)
        chosen = max(tries, key=lambda held: float(np.abs(tones[held].mean(0) - tones[~held].mean(0)).max()))
    return tuple(Circle(float(x), float(y), float(RING_SHARE * edge)) for x, y in places[chosen])


def pip_places(centre: Floats, edge: float, angle: float) -> Floats:
    """The nine places where a face can have pips, px of the frame, shape (9, 2)."""
    cosine, sine = np.cos(angle), np.sin(angle)
    turned = PLACES @ np.array([[cosine, sine], [-sine, cosine]], np.float32)
    return np.asarray(centre + PITCH * edge * turned, np.float32)


def _tones(level: Level, places: Floats, edge: float) -> Floats:
    """The mean tone of a pip's size at each place, shape (9,) or (9, 3)."""
    size = max(2, round(2 * RING_SHARE * edge / level.factor))
    across = np.arange(size, dtype=np.float32) - (size - 1) / 2
    offsets = np.stack([np.tile(across, size), np.repeat(across, size)])
    map_x, map_y = level.from_frame(places).T[..., None] + offsets[:, None]
    seen = cv2.remap(level.picture, map_x, map_y, cv2.INTER_LINEAR)
    return np.asarray(seen.mean(axis=1), np.float32)
