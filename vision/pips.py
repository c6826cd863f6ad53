"""Where the pips of a face are: places on a 3 × 3 lattice, and which of them hold one."""

from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.level import Level
from vision.reading import Circle

PITCH: Final = 0.25
"""Distance of two lattice places as a share of the edge; dice have 0.22 to 0.30."""
SPREADS: Final = (0.22 / PITCH, 1.0, 0.3 / PITCH)
"""What that may be, as a share of it."""
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
CLOSER: Final = (1.0, 0.8, 0.6)
"""So close the two rows of a six may lie, in pitches: in that moulds differ most."""


def find_pips(level: Level, centre: Floats, edge: float, angle: float, pips: int) -> tuple[Circle, ...]:
    """Say where a face has its pips.

    2, 3 and 6 lie one way or the other and the rows of a 6 more or less close, as the picture shows.

    Args:
        level: a picture of the face.
        centre: the face's middle, px of the frame, shape (2,).
        edge: its edge, px of the frame.
        angle: how it is turned, radians.
        pips: how many it shows, 1 to 6.
    """
    ways = WAYS[pips]
    spots = [pip_places(centre, edge, angle, places) for _, places in ways]
    chosen = 0
    if len(ways) > 1:
        tones = np.split(_tones(level, np.concatenate(spots), edge), len(ways))
        apart = [
            tone[held].mean(0) - tone[~held].mean(0) for tone, (held, _) in zip(tones, ways, strict=True)
        ]
        chosen = int(np.abs(apart).reshape(len(ways), -1).max(axis=1).argmax())
    found = spots[chosen][ways[chosen][0]]
    return tuple(Circle(float(x), float(y), float(RING_SHARE * edge)) for x, y in found)


def pip_places(centre: Floats, edge: float, angle: float, places: Floats = PLACES) -> Floats:
    """The nine places where a face can have pips, px of the frame, shape (9, 2)."""
    cosine, sine = np.cos(angle), np.sin(angle)
    turned = places @ np.array([[cosine, sine], [-sine, cosine]], np.float32)
    return np.asarray(centre + PITCH * edge * turned, np.float32)


def _ways(pips: int) -> list[tuple[Mask, Floats]]:
    """Which of which nine places may hold the pips of a number."""
    if pips < 6:
        return [(held, PLACES) for held in HELD[pips]]
    standing, lying = HELD[pips]
    shares = np.array(CLOSER, np.float32)
    return [
        (held, PLACES * spread)
        for share in shares
        for held, spread in ((standing, (share, 1)), (lying, (1, share)))
    ]


WAYS: Final = {pips: _ways(pips) for pips in HELD}


def _tones(level: Level, places: Floats, edge: float) -> Floats:
    """The mean tone of a pip's size at each of N places, shape (N,) or (N, 3)."""
    size = max(2, round(2 * RING_SHARE * edge / level.factor))
    across = np.arange(size, dtype=np.float32) - (size - 1) / 2
    offsets = np.stack([np.tile(across, size), np.repeat(across, size)])
    map_x, map_y = level.from_frame(places).T[..., None] + offsets[:, None]
    seen = cv2.remap(level.picture, map_x, map_y, cv2.INTER_LINEAR)
    return np.asarray(seen.mean(axis=1), np.float32)
