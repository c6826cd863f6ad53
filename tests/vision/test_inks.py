"""Two inks: what far pips make of a number that shines through is none."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawn import PATTERNS, draw, in_colour, noisy
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle, read_alone
from vision import Frame
from vision.faces import upright
from vision.inks import mixed
from vision.judge import TABLE, TABLE_AGAIN, TABLE_AT_FIRST, Bar
from vision.level import cut, shrink
from vision.reading import Reason

CLEAR = Path(__file__).parent / "far_five.jpg"
"""A traced clear die that shows 2: its near pips are blue, those of its far 5 dark red. Of both together the
nets made a five, with a chance of 0.999."""
CLEAR_EDGE, CLEAR_TURN = 90.0, 0.01
"""How large the nets took it for, px, and how it is turned, radians."""
NEAR, FAR = (180, 60, 30), (60, 60, 140)


def has_two(frame: Frame, said: int, angle: float = 0.0) -> bool:
    """Whether the pips of a die in the middle are held to be of two inks."""
    return bool(mixed(upright(shrink(cut(frame), 2.0), in_the_middle(said, angle)))[0])


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
        assert not has_two(seen, pips, angle)


@pytest.mark.parametrize("pips", list(PATTERNS))
@pytest.mark.parametrize("way", [(1.0, 0.0), (0.0, 1.0), (0.7, 0.7)])
def test_light_that_falls_off_across_a_face_makes_no_second_ink(pips: int, way: tuple[float, float]) -> None:
    frame = in_colour(draw([(pips, *MIDDLE, 0.0)])).astype(np.float32)
    down, across = np.mgrid[:720, :960]
    along = ((across - MIDDLE[0]) * way[0] + (down - MIDDLE[1]) * way[1]) / DRAWN_EDGE
    dimmed = frame * np.clip(0.7 - 0.6 * along, 0.2, 1)[..., None]
    assert not has_two(np.asarray(dimmed, np.uint8), pips)


@pytest.mark.parametrize("near", [2, 3, 4])
def test_a_five_that_far_pips_make_up_is_none(near: int) -> None:
    assert has_two(clear_die(near, 7 - near), 5)


def test_of_numbers_that_no_die_s_two_faces_make_together_nothing_is_asked() -> None:
    for pips in (1, 2, 6):
        assert not has_two(clear_die(pips, 7 - pips), pips)


@pytest.mark.parametrize("bar", [TABLE_AT_FIRST, TABLE_AGAIN, TABLE])
def test_a_clear_two_before_its_five_is_not_ruled_on_by_any_look(bar: Bar) -> None:
    assert read_alone(CLEAR, 5, 0.999, CLEAR_EDGE, CLEAR_TURN, bar).reason is Reason.MISFIT
