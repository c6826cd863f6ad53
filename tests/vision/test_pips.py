"""The rings of the evidence lie on the pips that the picture shows."""

import math

import cv2
import pytest

from tests.vision.drawn import PATTERNS, draw
from tests.vision.seen import DRAWN_EDGE, in_the_middle
from vision.level import cut
from vision.witnesses.faces import upright


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("quarter", [0, 1])
def test_every_pip_is_ringed_whichever_way_its_face_is_turned(pips: int, quarter: int) -> None:
    (face,) = upright(cut(draw([(pips, 480.0, 360.0, 20.0)])), in_the_middle(pips, 20.0 + 90 * quarter))
    rings, edge = face.spots, DRAWN_EDGE
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
    ringed_on_their_pips([(u, v) if standing else (v, u) for u, v in drawn], within=4)


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("pitch", [0.8, 1.2])
def test_pips_are_ringed_where_a_mould_has_them_and_though_the_die_was_seen_aside(
    pips: int, pitch: float
) -> None:
    ringed_on_their_pips([(pitch * u + 0.1, pitch * v - 0.1) for u, v in PATTERNS[pips]], within=2)


def ringed_on_their_pips(places: list[tuple[float, float]], within: float) -> None:
    """Draw a face with pips at such places, in quarters of its edge, and look how far off the rings lie."""
    drawn = [(480 + 0.25 * DRAWN_EDGE * u, 360 + 0.25 * DRAWN_EDGE * v) for u, v in places]
    frame = draw([])
    cv2.rectangle(frame, (428, 308), (532, 412), 230, cv2.FILLED)
    for x, y in drawn:
        cv2.circle(frame, (round(x), round(y)), 8, 40, cv2.FILLED, cv2.LINE_AA)
    (face,) = upright(cut(frame), in_the_middle(len(places)))
    for place in drawn:
        assert min(math.dist((ring.x, ring.y), place) for ring in face.spots) < within
