"""The witness that has learned nothing: pips lie on a lattice, and no empty place looks like one."""

import itertools

import cv2
import numpy as np
import pytest

from tests.vision.drawn import PATTERNS, draw, in_colour
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle
from vision import Frame
from vision.level import cut, shrink
from vision.witnesses.faces import upright
from vision.witnesses.lattice import fits


def fit(frame: Frame, said: int, angle: float = 0.0) -> float:
    """How well one die in the middle fits what is said of it."""
    return float(fits(upright(shrink(cut(frame), 2.0), in_the_middle(said, angle)))[0])


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize("pips", list(PATTERNS))
def test_a_face_fits_its_own_number(pips: int, angle: float) -> None:
    assert fit(draw([(pips, *MIDDLE, angle)]), pips, angle) > 0.3


@pytest.mark.parametrize("pips", list(PATTERNS))
def test_a_face_fits_no_other_number(pips: int) -> None:
    frame = draw([(pips, *MIDDLE, 0.0)])
    assert all(fit(frame, other) < 0.2 for other in PATTERNS if other != pips)


@pytest.mark.parametrize("share", [0.55, 0.7, 0.85])
def test_a_six_whose_rows_lie_close_fits_as_well(share: float) -> None:
    frame = draw([(1, *MIDDLE, 0.0)])
    cv2.circle(frame, (480, 360), 14, int(frame[330, 450]), cv2.FILLED)
    for across, along in itertools.product((-share, share), (-1, 0, 1)):
        place = round(480 + 0.25 * DRAWN_EDGE * across), round(360 + 0.27 * DRAWN_EDGE * along)
        cv2.circle(frame, place, 9, 45, cv2.FILLED, cv2.LINE_AA)
    assert fit(frame, 6) > 0.25 > max(fit(frame, other) for other in PATTERNS if other != 6)


def test_light_pips_and_coloured_ones_fit_as_well() -> None:
    assert fit(draw([(5, *MIDDLE, 0.0)], body=30, pip=200), 5) > 0.3
    assert fit(in_colour(draw([(6, *MIDDLE, 0.0)])), 6) > 0.3


def test_a_spot_on_an_empty_place_speaks_against_the_number() -> None:
    frame = draw([(4, *MIDDLE, 0.0)])
    cv2.circle(frame, (480, 360), 9, 45, cv2.FILLED, cv2.LINE_AA)
    assert fit(frame, 4) < 0.1 < fit(frame, 5)


def test_a_pip_that_is_hardly_there_is_no_pip() -> None:
    frame = draw([(4, *MIDDLE, 0.0)])
    cv2.circle(frame, (480, 360), 9, 190, cv2.FILLED, cv2.LINE_AA)
    assert fit(frame, 5) < fit(frame, 4)


def test_pips_of_two_inks_are_no_number() -> None:
    """A clear green die: white near pips, and far ones of its own colour that shine through."""
    grey = draw([(5, *MIDDLE, 0.0)], body=60, pip=220)
    body, pips = (grey > 50) & (grey < 100), grey > 120
    _, spots = cv2.connectedComponents(pips.astype(np.uint8))
    frame = np.repeat(grey[..., None], 3, axis=2)
    frame[body] = (70, 110, 70)
    white = frame.copy()
    near = {int(spots[int(MIDDLE[1]) + side, int(MIDDLE[0]) + side]) for side in (-26, 26)}
    assert 0 not in near
    frame[pips & ~np.isin(spots, list(near))] = (70, 190, 70)
    assert fit(frame, 5) < 0 < 0.3 < fit(white, 5)
