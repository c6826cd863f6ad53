"""A lamp that nobody knew of: where its image may hide pips, the number that is left is none."""

import math

import cv2
import numpy as np
import pytest

import vision
from tests.vision.drawn import draw, in_colour
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle
from vision import Frame
from vision.level import Level, cut, shrink
from vision.witnesses.faces import upright
from vision.witnesses.lit import hidden

PITCH = 0.25
HIDDEN = [
    (5, 4, (0, 0), 0),
    (3, 2, (0, 0), 0),
    (5, 2, (0, 0), 135),
    (5, 2, (0, 0), 45),
    (6, 4, (0, 0), 0),
]
"""What a die showed, what it is said to show, where a tube lies on it, in pitches, and how it is turned."""


def lit(
    frame: Frame,
    place: tuple[float, float],
    turn: float,
    angle: float,
    size: tuple[float, float] = (1.4, 0.3),
) -> Frame:
    """The frame with the image of a tube of such a size, edges, before the die in its middle."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    right, below = (PITCH * DRAWN_EDGE * along for along in place)
    middle = (MIDDLE[0] + right * cosine - below * sine, MIDDLE[1] + right * sine + below * cosine)
    light = np.zeros(frame.shape[:2], np.uint8)
    across = (size[0] * DRAWN_EDGE, size[1] * DRAWN_EDGE)
    cv2.ellipse(light, (middle, across, angle + turn), 255, cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.add(frame, light if frame.ndim == 2 else cv2.merge([light] * 3)), np.uint8)


def is_hidden(frame: Frame, said: int, angle: float = 0.0, shine: Level | None = None) -> bool:
    """Whether the die in the middle of a picture, of which a number is said, may show more."""
    return bool(hidden(upright(shrink(cut(frame), 2.0), in_the_middle(said, angle), shine))[0])


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize("pips", range(1, 7))
def test_where_no_lamp_shines_nothing_is_hidden(pips: int, angle: float) -> None:
    frame = draw([(pips, *MIDDLE, angle)])
    assert not is_hidden(frame, pips, angle)
    assert not is_hidden(in_colour(frame), pips, angle)


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize(("shown", "said", "place", "turn"), HIDDEN)
def test_a_number_that_is_left_beside_a_lamp_s_image_is_none(
    shown: int, said: int, place: tuple[float, float], turn: float, angle: float
) -> None:
    frame = lit(draw([(shown, *MIDDLE, angle)]), place, turn, angle)
    assert is_hidden(frame, said, angle)
    assert is_hidden(lit(in_colour(draw([(shown, *MIDDLE, angle)])), place, turn, angle), said, angle)


@pytest.mark.parametrize("place", [(1, 1), (0, 1), (1.5, 0)])
def test_an_image_that_could_hide_too_few_pips_for_another_number_leaves_a_four(
    place: tuple[float, float],
) -> None:
    frame = lit(draw([(4, *MIDDLE, 0.0)]), place, 0.0, 0.0, size=(0.2, 0.2))
    assert not is_hidden(frame, 4)


def test_an_image_that_set_up_knows_is_asked_about_elsewhere() -> None:
    four = draw([(4, *MIDDLE, 0.0)])
    frame, dark = lit(four, (0, 0), 0.0, 0.0), np.zeros_like(four)
    assert is_hidden(frame, 4)
    assert not is_hidden(frame, 4, shine=cut(lit(dark, (0, 0), 0.0, 0.0)))


@pytest.mark.parametrize(("body", "pip"), [(255, 238), (236, 255)])
def test_pips_nearly_as_light_as_a_face_are_hidden_where_one_of_them_is_blown_out(
    body: int, pip: int
) -> None:
    assert is_hidden(draw([(3, *MIDDLE, 17.0)], body=body, pip=pip), 3, 17.0)
    assert not is_hidden(draw([(3, *MIDDLE, 17.0)], body=body - 30, pip=pip - 30), 3, 17.0)


@pytest.mark.parametrize(("body", "pip"), [(255, 150), (150, 255)])
def test_pips_that_stand_out_are_not_hidden_by_a_face_that_is_blown_out(body: int, pip: int) -> None:
    assert not is_hidden(draw([(3, *MIDDLE, 17.0)], body=body, pip=pip), 3, 17.0)


def test_light_pips_and_the_light_parts_of_marble_are_not_hidden() -> None:
    dark = lit(draw([(4, *MIDDLE, 0.0)], body=70, pip=215), (0, 0), 0.0, 0.0)
    assert not is_hidden(dark, 4)
    marble = draw([(4, *MIDDLE, 0.0)], body=150)
    x, y = map(int, MIDDLE)
    for right, below in ((-30, 0), (30, 0), (0, -30), (0, 30), (0, 0)):
        cv2.line(marble, (x, y), (x + right, y + below), 255, 9)
    assert not is_hidden(marble, 4)


@pytest.mark.parametrize("angle", [0.0, 17.0, 40.0])
def test_people_are_asked_about_a_five_whose_middle_lies_under_a_lamp_s_image(angle: float) -> None:
    whole = draw([(5, *MIDDLE, angle), (6, 330, 300, 20)])
    frame = lit(whole, (0, 0), 0.0, angle)
    for seen in (frame, in_colour(frame)):
        assert not vision.read([seen], 2, vision.calibrate_blind(whole)).certain
