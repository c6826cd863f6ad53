"""The rings of the evidence lie on the pips that the picture shows."""

import math

import numpy as np
import pytest

from tests.vision.drawn import PATTERNS, draw
from vision.level import cut
from vision.pips import find_pips


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("quarter", [0, 1])
def test_every_pip_is_ringed_whichever_way_its_face_is_turned(pips: int, quarter: int) -> None:
    turn, edge = math.radians(20 + 90 * quarter), 104.0
    level = cut(draw([(pips, 480.0, 360.0, 20.0)]))
    rings = find_pips(level, np.array([480, 360], np.float32), edge, turn, pips)
    cosine, sine = math.cos(math.radians(20)), math.sin(math.radians(20))
    drawn = [
        (480 + 0.25 * edge * (u * cosine - v * sine), 360 + 0.25 * edge * (u * sine + v * cosine))
        for u, v in PATTERNS[pips]
    ]
    assert len(rings) == pips
    for ring in rings:
        assert min(math.dist((ring.x, ring.y), place) for place in drawn) < 2
