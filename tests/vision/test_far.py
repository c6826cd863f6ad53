"""Far pips: what they make of a number, shining through a clear die, is none."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawn import PATTERNS, draw, in_colour, noisy
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle, read_alone
from vision import Frame
from vision.judge import TABLE, TABLE_AGAIN, TABLE_AT_FIRST, Bar
from vision.level import cut, shrink
from vision.looking.settling import ODD
from vision.reading import Reason
from vision.witnesses.faces import Face, upright
from vision.witnesses.far import shining_through
from vision.witnesses.middle import oddness

CLEAR = Path(__file__).parent / "far_five.jpg"
"""A traced clear die that shows 2: its near pips are blue, those of its far 5 dark red. Of both together the
nets made a five, with a chance of 0.999."""
CLEAR_EDGE, CLEAR_TURN = 90.0, 0.01
"""How large the nets took it for, px, and how it is turned, radians."""
ACE = Path(__file__).parent / "far_six.jpg"
"""A traced clear die that shows 1: its far 6 lies round its own pip, and the nets said 6, at 0.994."""
ACE_EDGE, ACE_TURN = 81.5, -0.72
NEAR, FAR = (180, 60, 30), (60, 60, 140)


def is_doubted(frame: Frame, said: int, angle: float = 0.0) -> bool:
    """Whether a die in the middle may show far pips among its own."""
    return bool(shining_through(_upright(frame, said, angle))[0])


def _upright(frame: Frame, said: int, angle: float = 0.0) -> tuple[Face, ...]:
    return upright(shrink(cut(frame), 2.0), in_the_middle(said, angle))


def clear_die(near: int, far: int) -> Frame:
    """A clear die in the middle whose far pips shine through: near ones lie before them."""
    frame = in_colour(draw([(1, *MIDDLE, 0.0)]))
    cv2.circle(frame, (round(MIDDLE[0]), round(MIDDLE[1])), 15, frame[330, 450].tolist(), cv2.FILLED)
    for pips, ink, mirrored in ((far, FAR, -1), (near, NEAR, 1)):
        for across, down in PATTERNS[pips]:
            x, y = MIDDLE[0] + 26 * mirrored * across, MIDDLE[1] + 26 * down
            cv2.circle(frame, (round(x), round(y)), 9, ink, cv2.FILLED, cv2.LINE_AA)
    return frame


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize("pips", list(PATTERNS))
@pytest.mark.parametrize(("body", "pip"), [(205, 40), (70, 215)])
def test_the_pips_of_a_number_are_of_one_ink(pips: int, angle: float, body: int, pip: int) -> None:
    frame = draw([(pips, *MIDDLE, angle)], body=body, pip=pip)
    for seen in (frame, in_colour(frame), noisy(in_colour(frame), 1)):
        assert not is_doubted(seen, pips, angle)


@pytest.mark.parametrize("pips", list(PATTERNS))
@pytest.mark.parametrize("way", [(1.0, 0.0), (0.0, 1.0), (0.7, 0.7)])
def test_light_that_falls_off_across_a_face_makes_no_second_ink(pips: int, way: tuple[float, float]) -> None:
    frame = in_colour(draw([(pips, *MIDDLE, 0.0)])).astype(np.float32)
    down, across = np.mgrid[:720, :960]
    along = ((across - MIDDLE[0]) * way[0] + (down - MIDDLE[1]) * way[1]) / DRAWN_EDGE
    dimmed = frame * np.clip(0.7 - 0.6 * along, 0.2, 1)[..., None]
    assert not is_doubted(np.asarray(dimmed, np.uint8), pips)


@pytest.mark.parametrize("near", [2, 3])
def test_a_five_that_far_pips_make_up_is_none(near: int) -> None:
    assert is_doubted(clear_die(near, 7 - near), 5)


def test_a_four_before_its_three_is_told_by_its_middle() -> None:
    assert oddness(_upright(clear_die(4, 3), 5))[0] > ODD


def test_a_six_with_a_seventh_pip_may_be_the_far_one_of_an_ace() -> None:
    assert is_doubted(clear_die(1, 6), 6)


def test_nor_need_that_ace_lie_just_in_the_middle_of_the_six() -> None:
    die = clear_die(1, 6)
    blank = die[330, 450].tolist()
    cv2.circle(die, (480, 360), 10, blank, cv2.FILLED)
    cv2.circle(die, (470, 352), 9, NEAR, cv2.FILLED, cv2.LINE_AA)
    assert is_doubted(die, 6)


@pytest.mark.parametrize(("body", "pip", "light"), [(205, 40, 255), (70, 190, 255), (110, 30, 210)])
def test_a_lamp_s_image_on_a_six_is_no_ace(body: int, pip: int, light: int) -> None:
    die = in_colour(draw([(6, *MIDDLE, 0.0)], body=body, pip=pip))
    cv2.circle(die, (474, 356), 8, (light, light, light), cv2.FILLED, cv2.LINE_AA)
    assert not is_doubted(die, 6)


def test_a_far_ace_that_hardly_shines_through_makes_no_doubt_of_a_six() -> None:
    plain, far = clear_die(6, 6).astype(np.float32), clear_die(6, 1).astype(np.float32)
    assert not is_doubted(np.asarray(0.6 * plain + 0.4 * far, np.uint8), 6)


def test_of_numbers_that_no_die_s_two_faces_make_together_nothing_is_asked() -> None:
    for pips in range(1, 5):
        assert not is_doubted(clear_die(pips, 7 - pips), pips)


@pytest.mark.parametrize("bar", [TABLE_AT_FIRST, TABLE_AGAIN, TABLE])
@pytest.mark.parametrize(
    ("picture", "said", "chance", "edge", "turn"),
    [(CLEAR, 5, 0.999, CLEAR_EDGE, CLEAR_TURN), (ACE, 6, 0.994, ACE_EDGE, ACE_TURN)],
    ids=["2 before 5", "1 before 6"],
)
def test_a_clear_die_before_its_far_face_is_not_ruled_on_by_any_look(
    picture: Path, said: int, chance: float, edge: float, turn: float, bar: Bar
) -> None:
    assert read_alone(picture, said, chance, edge, turn, bar).reason is Reason.MISFIT
