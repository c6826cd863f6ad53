"""The middle pip: a crumb or a drop in the middle of a face is none of its pips."""

import cv2
import numpy as np
import pytest

import vision
from tests.vision.drawn import draw, in_colour
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle
from vision import Frame
from vision.level import cut, shrink
from vision.witnesses.faces import upright
from vision.witnesses.middle import oddness

BROWN = (40, 60, 100)


def odd(frame: Frame, said: int, angle: float = 0.0) -> float:
    """How odd the middle pip is of one die in the middle of which so many pips are said."""
    return float(oddness(upright(shrink(cut(frame), 2.0), in_the_middle(said, angle)))[0])


def with_spot(
    frame: Frame, off: float = 0.0, tone: int | tuple[int, int, int] = 45, radius: int = 9
) -> Frame:
    """A spot of a pip's size so many edges beside a die's middle."""
    spotted = frame.copy()
    x, y = MIDDLE
    cv2.circle(spotted, (round(x + off * DRAWN_EDGE), round(y)), radius, tone, cv2.FILLED, cv2.LINE_AA)
    return spotted


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize("pips", [3, 5])
@pytest.mark.parametrize(("body", "pip"), [(205, 40), (70, 215)])
def test_a_dies_own_middle_pip_is_not_odd(pips: int, angle: float, body: int, pip: int) -> None:
    frame = draw([(pips, *MIDDLE, angle)], body=body, pip=pip)
    assert odd(frame, pips, angle) < -2
    assert odd(in_colour(frame), pips, angle) < -2


@pytest.mark.parametrize("pips", [2, 4])
def test_a_spot_beside_the_middle_is_odd_however_like_a_pip_it_is(pips: int) -> None:
    frame = draw([(pips, *MIDDLE, 0.0)])
    assert odd(with_spot(frame, 0.05), pips + 1) > 0


@pytest.mark.parametrize("pips", [2, 4])
def test_a_spot_of_another_ink_is_odd_in_the_very_middle(pips: int) -> None:
    frame = in_colour(draw([(pips, *MIDDLE, 0.0)]))
    assert odd(with_spot(frame, 0.02, tone=BROWN, radius=8), pips + 1) > 0


def test_of_numbers_without_a_middle_pip_nothing_is_asked() -> None:
    for pips in (1, 2, 4, 6):
        assert odd(with_spot(draw([(pips, *MIDDLE, 0.0)]), 0.1), pips) == -np.inf


@pytest.mark.parametrize("pips", [2, 4])
def test_no_crumb_in_the_middle_of_a_die_makes_another_number(pips: int) -> None:
    frame = in_colour(draw([(pips, *MIDDLE, 0.0), (6, 620.0, 480.0, 30.0)]))
    assert vision.read([frame], 2).seen == (pips, 6)
    for off in (0.03, 0.05, 0.08):
        reading = vision.read([with_spot(frame, off, tone=BROWN)], 2)
        assert not reading.certain or reading.seen == (pips, 6)
