"""Each trouble is told from the others, so that people know what to do."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import draw
from tests.vision.seen import DRAWN_EDGE, EDGE, MIDDLE, in_the_middle, sightings
from vision import Circle, Gray, Reason
from vision.level import Level, cut, shrink
from vision.witnesses.doubt import veto, why
from vision.witnesses.pips import pip_places

WINDOW = Circle(480.0, 360.0, 290.0)
PLAIN = np.full((720, 960), 90, np.uint8)
PLAIN[::24] = 150  # something sharp
LEANS = (480.0, 360.0, 7, 0.9)


def reason(picture: Gray, *dice: tuple[float, float, int, float], of: int = 0) -> Reason:
    return why(shrink(cut(picture, WINDOW), 2.0), sightings(*dice), of, WINDOW)


@pytest.mark.parametrize(
    ("x", "given"), [(480.0, Reason.MISFIT), (740.0, Reason.CUT_OFF), (220.0, Reason.CUT_OFF)]
)
def test_a_die_over_the_window_s_rim_is_cut_off(x: float, given: Reason) -> None:
    assert reason(PLAIN, (x, 360.0, 3, 0.7)) is given


def test_a_die_half_over_another_is_stacked() -> None:
    assert reason(PLAIN, LEANS, (480.0 + 0.8 * EDGE, 360.0, 4, 0.9)) is Reason.STACKED
    assert reason(PLAIN, LEANS, (480.0 + 1.2 * EDGE, 360.0, 4, 0.9)) is not Reason.STACKED


def test_a_face_without_a_sharp_edge_is_blurred() -> None:
    soft = np.asarray(cv2.GaussianBlur(draw([(4, *LEANS[:2], 20.0)]), (0, 0), 9), np.uint8)
    assert reason(soft, LEANS) is Reason.BLURRED


def test_a_lamp_on_a_face_is_glare() -> None:
    lit = PLAIN.copy()
    lit[340:356, 460:476] = 255
    assert reason(lit, (480.0, 360.0, 3, 0.7)) is Reason.GLARE
    assert reason(lit, (480.0, 360.0, 7, 0.95)) is not Reason.GLARE  # it leans as well, which matters more


def test_white_pips_are_no_glare() -> None:
    white = draw([(4, *LEANS[:2], 0.0)], edge=EDGE, body=60, pip=255)
    assert (white == 255).any()
    assert reason(white, (*LEANS[:2], 4, 0.7)) is not Reason.GLARE


def test_a_die_whose_pips_are_plain_leans_and_one_whose_pips_are_not_is_covered() -> None:
    seen = sightings(LEANS)
    half = shrink(cut(PLAIN, WINDOW), 2.0)
    seen.chances[0, 1:7] = [0.0, 0.0, 0.09, 0.0, 0.0, 0.0]
    assert why(half, seen, 0, WINDOW) is Reason.TILTED
    seen.chances[0, 1:7] = [0.0, 0.03, 0.03, 0.03, 0.0, 0.0]
    assert why(half, seen, 0, WINDOW) is Reason.COVERED


@pytest.mark.parametrize(
    ("x", "y", "cause"),
    [
        (46, 360, Reason.CUT_OFF),
        (912, 360, Reason.CUT_OFF),
        (480, 46, Reason.CUT_OFF),
        (480, 672, Reason.CUT_OFF),
        (56, 56, None),
        (902, 662, None),
    ],
)
def test_a_sure_face_at_any_side_of_the_picture_may_be_cut_off(x: float, y: float, cause: Reason) -> None:
    assert veto(cut(PLAIN), sightings((x, y, 3, 0.99)), 0, (960, 720)) is cause


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_lamp_spoils_a_sure_face_where_a_pip_more_or_less_makes_another_number(pips: int) -> None:
    seen = in_the_middle(pips)
    places = pip_places(seen.centre[0], DRAWN_EDGE, 0.0)

    def said(place: int) -> Reason | None:
        picture, shine = draw([(pips, *MIDDLE, 0.0)]), np.zeros((720, 960), np.uint8)
        x, y = np.rint(places[place]).astype(int).tolist()
        for seen_in, light in ((picture, 255), (shine, 1)):
            cv2.circle(seen_in, (x, y), 16, light, cv2.FILLED)
        return veto(shrink(cut(picture), 2.0), seen, 0, (960, 720), Level(shine, 1.0))

    assert said(4) is (None if pips == 6 else Reason.GLARE)
    assert said(0) is None
