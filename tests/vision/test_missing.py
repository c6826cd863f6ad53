"""A missing pip: what two faces of a die that leans show between them is no number."""

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawn import PATTERNS, draw, in_colour
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle, read_alone, sightings
from vision import Frame
from vision.judge import TABLE, TABLE_AGAIN, Bar
from vision.level import cut, shrink
from vision.looking.settling import settle
from vision.reading import Circle, Reason
from vision.taught.hearing import unheard
from vision.witnesses.faces import upright
from vision.witnesses.missing import missing

WINDOW = Circle(*MIDDLE, 290)
LEANING = Path(__file__).parent / "two_faces.jpg"
"""A traced die that leans by 45 degrees: of the pips of its 4 and some of its 5 the nets made a six, with a
chance of 0.85."""
LEANING_EDGE, LEANING_TURN = 109.7, 0.43
"""How large the nets took it for, px, and how it is turned, radians."""


def lacks(frame: Frame, said: int, angle: float = 0.0) -> bool:
    """Whether a die in the middle lacks a pip of what is said of it."""
    return bool(missing(upright(shrink(cut(frame), 2.0), in_the_middle(said, angle)))[0][0])


def with_pips(*places: tuple[float, float], ring: bool = False) -> Frame:
    """A die in the middle with pips so many edges right and below of its own."""
    frame = draw([(1, *MIDDLE, 0.0)])
    cv2.circle(frame, (round(MIDDLE[0]), round(MIDDLE[1])), 14, int(frame[330, 450]), cv2.FILLED)
    for place in places:
        x, y = (round(middle + DRAWN_EDGE * off) for middle, off in zip(MIDDLE, place, strict=True))
        cv2.circle(frame, (x, y), 8, 45, 3 if ring else cv2.FILLED, cv2.LINE_AA)
    return frame


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize("pips", list(PATTERNS))
@pytest.mark.parametrize(("body", "pip"), [(205, 40), (70, 215)])
def test_a_face_has_all_pips_of_its_own_number(pips: int, angle: float, body: int, pip: int) -> None:
    frame = draw([(pips, *MIDDLE, angle)], body=body, pip=pip)
    assert not lacks(frame, pips, angle)
    assert not lacks(in_colour(frame), pips, angle)


@pytest.mark.parametrize("ring", [False, True])
@pytest.mark.parametrize("close", [0.55, 0.7, 0.85, 1.0])
def test_so_has_a_six_whose_rows_lie_close_and_one_with_rings(close: float, ring: bool) -> None:
    places = itertools.product((-0.25 * close, 0.25 * close), (-0.26, 0, 0.26))
    assert not lacks(with_pips(*places, ring=ring), 6)


@pytest.mark.parametrize(("pips", "said"), [(2, 4), (3, 5), (4, 5), (4, 6), (5, 6)])
def test_a_face_lacks_pips_of_a_higher_number(pips: int, said: int) -> None:
    assert lacks(draw([(pips, *MIDDLE, 0.0)]), said)


@pytest.mark.parametrize(("off", "may_hide"), [(0, True), (50, False)])
def test_a_lamp_may_hide_the_pip_that_is_missing_where_that_should_be_alone(off: int, may_hide: bool) -> None:
    frame = draw([(4, *MIDDLE, 0.0)])
    lamp = np.zeros_like(frame)
    cv2.circle(lamp, (round(MIDDLE[0]), round(MIDDLE[1]) + off), 8, 255, cv2.FILLED)
    half, shine = (shrink(cut(picture), 2.0) for picture in (frame, lamp))
    gone, lit = missing(upright(half, in_the_middle(5), shine))
    assert (gone.tolist(), lit.tolist()) == ([True], [may_hide])


@pytest.mark.parametrize("bar", [TABLE_AGAIN, TABLE])
def test_two_faces_of_a_die_that_leans_are_not_ruled_on_by_any_look(bar: Bar) -> None:
    assert read_alone(LEANING, 6, 0.85, LEANING_EDGE, LEANING_TURN, bar).reason is Reason.MISFIT


@pytest.mark.parametrize("bar", [TABLE_AGAIN, TABLE])
def test_a_six_that_is_as_sure_is_ruled_on(bar: Bar) -> None:
    frame = draw([(6, *MIDDLE, 0.0)])
    seen = sightings((*MIDDLE, 6, 0.85), edges=(DRAWN_EDGE,))
    assert settle(frame, unheard(seen), shrink(cut(frame, WINDOW), 2.0), 1, bar, WINDOW).certain


@pytest.mark.parametrize("chance", [0.96, 0.999])
def test_a_speck_in_one_corner_makes_no_four_of_a_two_however_sure_the_nets_are(chance: float) -> None:
    frame = with_pips((-0.25, -0.25), (0.25, 0.25), (0.25, -0.25))
    seen = sightings((*MIDDLE, 4, chance), edges=(DRAWN_EDGE,))
    said = settle(frame, unheard(seen), shrink(cut(frame, WINDOW), 2.0), 1, TABLE, WINDOW)
    assert (said.certain, said.tell().reason) == (False, Reason.MISFIT)
