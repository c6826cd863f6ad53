"""Where the pips of a face are: places on a 3 × 3 lattice, and which of them hold one."""

from typing import Final

import numpy as np

from vision.arrays import Floats

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


def pip_places(centre: Floats, edge: float, angle: float, places: Floats = PLACES) -> Floats:
    """Places of a face, by default the nine where it can have pips, px of the frame, shape (N, 2)."""
    cosine, sine = np.cos(angle), np.sin(angle)
    turned = places @ np.array([[cosine, sine], [-sine, cosine]], np.float32)
    return np.asarray(centre + PITCH * edge * turned, np.float32)
