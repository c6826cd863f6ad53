"""The rings of the evidence lie on the pips that the picture shows."""

import math

import cv2
import numpy as np
import pytest

from tests.vision.drawn import PATTERNS, draw
from tests.vision.seen import DRAWN_EDGE, MIDDLE
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


@pytest.mark.parametrize("share", [0.55, 0.6, 0.75, 0.9])
@pytest.mark.parametrize("standing", [True, False])
def test_a_six_is_ringed_where_its_rows_lie_close(share: float, standing: bool) -> None:
    drawn = [(share * across, along) for across in (-1, 1) for along in (-1, 0, 1)]
    places = [
        (480 + 0.25 * DRAWN_EDGE * (u if standing else v), 360 + 0.25 * DRAWN_EDGE * (v if standing else u))
        for u, v in drawn
    ]
    frame = draw([])
    cv2.rectangle(frame, (428, 308), (532, 412), 230, cv2.FILLED)
    for x, y in places:
        cv2.circle(frame, (round(x), round(y)), 8, 40, cv2.FILLED, cv2.LINE_AA)
    rings = find_pips(cut(frame), np.array(MIDDLE, np.float32), DRAWN_EDGE, 0.0, 6)
    for place in places:
        assert min(math.dist((ring.x, ring.y), place) for ring in rings) < 4
