"""The ace: the middle one of three pips along a side is none, nor is a star."""

import math

import cv2
import numpy as np
import pytest

from tests.vision.drawn import draw, in_colour
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle
from vision import Frame
from vision.level import cut, shrink
from vision.witnesses.ace import feigned

INK, AMBER, BODY = 40, (25, 90, 150), 205
X, Y = map(round, MIDDLE)


def no_ace(frame: Frame, angle: float = 0.0, said: int = 1) -> bool:
    """Whether the die in the middle of a picture is held to be another number than the ace that is said."""
    return bool(feigned(shrink(cut(frame), 2.0), in_the_middle(said, angle))[0])


def with_spots(
    frame: Frame,
    *offs: tuple[float, float],
    angle: float = 0.0,
    tone: int | tuple[int, int, int] = INK,
    radius: int = 10,
) -> Frame:
    """Spots, mostly of a pip's size, so many edges right and below of a die's middle, as it is turned."""
    spotted, turn = frame.copy(), math.radians(angle)
    for right, below in offs:
        x = MIDDLE[0] + DRAWN_EDGE * (right * math.cos(turn) - below * math.sin(turn))
        y = MIDDLE[1] + DRAWN_EDGE * (right * math.sin(turn) + below * math.cos(turn))
        cv2.circle(spotted, (round(x), round(y)), radius, tone, cv2.FILLED, cv2.LINE_AA)
    return spotted


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize(("body", "pip"), [(205, INK), (70, 215)])
def test_one_pip_alone_is_an_ace(angle: float, body: int, pip: int) -> None:
    frame = draw([(1, *MIDDLE, angle)], body=body, pip=pip)
    assert not no_ace(frame, angle)
    assert not no_ace(in_colour(frame), angle)


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize("pitch", [0.22, 0.25, 0.3])
def test_the_middle_one_of_three_along_a_side_is_no_ace(pitch: float, angle: float) -> None:
    frame = draw([(1, *MIDDLE, angle)])
    assert no_ace(with_spots(frame, (-pitch, 0), (pitch, 0), angle=angle), angle)
    assert no_ace(with_spots(frame, (0, -pitch), (0, pitch), angle=angle), angle)


def test_neither_is_that_of_three_from_corner_to_corner() -> None:
    assert no_ace(draw([(3, *MIDDLE, 0.0)]))


@pytest.mark.parametrize("off", [(0.25, 0.0), (-0.2, 0.2), (0.0, 0.33)])
def test_a_crumb_beside_an_ace_leaves_it_one(off: tuple[float, float]) -> None:
    assert not no_ace(with_spots(draw([(1, *MIDDLE, 0.0)]), off))


def test_far_pips_of_another_colour_leave_it_one() -> None:
    six = [(right, below) for right in (-0.22, 0.22) for below in (-0.25, 0.0, 0.25)]
    frame = in_colour(draw([(1, *MIDDLE, 0.0)], body=60, pip=200))
    assert not no_ace(with_spots(frame, *six, tone=AMBER))


def test_of_other_numbers_nothing_is_asked() -> None:
    for pips in (2, 3, 4, 5, 6):
        assert not no_ace(draw([(pips, *MIDDLE, 0.0)]), said=pips)


def star(points: int, depth: float, angle: float = 0.0) -> Frame:
    """A die whose ace is a star of so many points, less wide between them by `depth`; with four a cross."""
    turns = math.radians(angle) + math.pi * np.arange(2 * points) / points
    reach = np.where(np.arange(2 * points) % 2, 1 - depth, 1) * 22
    corners = np.stack([np.cos(turns), np.sin(turns)], axis=1) * reach[:, None] + MIDDLE
    frame = plain()
    cv2.fillPoly(frame, [corners.round().astype(np.int32)], INK, cv2.LINE_AA)
    return frame


def plain(body: int = BODY) -> Frame:
    """A die that shows nothing."""
    return draw([(1, *MIDDLE, 0.0)], body=body, pip=body)


def with_disc(frame: Frame, right: int, below: int, radius: int, tone: int, width: int = cv2.FILLED) -> Frame:
    """A disc, or a ring so wide, so many px right and below of a die's middle."""
    changed = frame.copy()
    cv2.circle(changed, (X + right, Y + below), radius, tone, width, cv2.LINE_AA)
    return changed


@pytest.mark.parametrize("angle", [0.0, 17.0])
@pytest.mark.parametrize(("points", "depth"), [(5, 0.6), (6, 0.5), (4, 0.7)])
def test_a_star_and_a_cross_are_a_house_s_own_marks_for_which_people_decide(
    points: int, depth: float, angle: float
) -> None:
    assert no_ace(star(points, depth, angle))
    assert no_ace(in_colour(star(points, depth, angle)))


def test_so_is_a_moon() -> None:
    assert no_ace(with_disc(with_disc(plain(), 0, 0, 18, INK), 11, 0, 13, BODY))


def test_a_ring_and_a_worn_pip_are_an_ace() -> None:
    assert not no_ace(with_disc(plain(), 0, 0, 14, INK, width=5))
    assert not no_ace(star(7, 0.15))


def test_an_ace_of_which_a_lamp_s_image_has_bitten_off_a_piece_is_one() -> None:
    pip = with_disc(plain(body=120), 0, 0, 18, INK)
    assert not no_ace(with_disc(pip, 10, -10, 9, 255))
