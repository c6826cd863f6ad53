"""A worn die: pips without their paint make no other number of it."""

import cv2
import numpy as np
import pytest

import vision
from tests.vision.drawn import draw, in_colour
from tests.vision.seen import MIDDLE, in_the_middle
from tests.vision.test_ace import with_spots
from vision import Frame
from vision.level import Level, cut, shrink
from vision.witnesses.faces import upright
from vision.witnesses.worn import worn

BODY, INK = 205, 40
PITCH = 0.25
FLAKE_PX = 3
WORN = [
    (5, 3, [(1, -1)]),
    (5, 3, [(-1, 1)]),
    (4, 2, [(1, -1)]),
    (3, 1, [(1, 1)]),
    (6, 4, [(-1, 0)]),
]
"""What a die showed, what it is said to show, and which of its pips have lost their paint."""


def is_worn(frame: Frame, said: int, angle: float = 0.0, shine: Level | None = None) -> bool:
    """Whether the die in the middle of a picture is held to be worn, of which such a number is said."""
    return bool(worn(upright(shrink(cut(frame), 2.0), in_the_middle(said, angle), shine))[0])


def without_paint(frame: Frame, *places: tuple[int, int], angle: float, lost: float = 1.0) -> Frame:
    """The die in the middle with so much less paint on some pips, by their places right and below."""
    tone = round(INK + lost * (BODY - INK))
    return with_spots(frame, *((PITCH * x, PITCH * y) for x, y in places), angle=angle, tone=tone)


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize("pips", range(1, 7))
def test_whole_dice_are_not_worn(pips: int, angle: float) -> None:
    frame = draw([(pips, *MIDDLE, angle)])
    assert not is_worn(frame, pips, angle)
    assert not is_worn(in_colour(frame), pips, angle)


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize(("shown", "said", "gone"), WORN)
def test_a_pip_too_many_for_what_is_said_shows_a_worn_die(
    shown: int, said: int, gone: list[tuple[int, int]], angle: float
) -> None:
    frame = without_paint(draw([(shown, *MIDDLE, angle)]), *gone, angle=angle)
    assert is_worn(frame, said, angle)


@pytest.mark.parametrize(("shown", "said"), [(3, 2), (5, 4)])
@pytest.mark.parametrize("lost", [0.5, 0.7, 0.85])
def test_what_is_left_of_the_middle_pip_s_paint_is_seen(shown: int, said: int, lost: float) -> None:
    frame = without_paint(draw([(shown, *MIDDLE, 17.0)]), (0, 0), angle=17.0, lost=lost)
    assert is_worn(frame, said, 17.0)


def flaked(frame: Frame, *places: tuple[int, int], angle: float) -> Frame:
    """The die in the middle with two flakes of paint where a pip was."""
    bare = without_paint(frame, *places, angle=angle)
    flakes = [(PITCH * x + off, PITCH * y - off) for x, y in places for off in (-0.06, 0.05)]
    return with_spots(bare, *flakes, angle=angle, tone=INK, radius=FLAKE_PX)


@pytest.mark.parametrize("angle", [0.0, 17.0, 61.0])
@pytest.mark.parametrize(
    ("shown", "said", "gone"),
    [
        (3, 2, [(0, 0)]),
        (5, 4, [(0, 0)]),
        (5, 3, [(1, -1), (-1, 1)]),
        (4, 2, [(1, -1), (-1, 1)]),
        (6, 4, [(-1, 0), (1, 0)]),
    ],
)
def test_flakes_of_the_pips_that_another_number_has_show_a_worn_die(
    shown: int, said: int, gone: list[tuple[int, int]], angle: float
) -> None:
    whole = draw([(shown, *MIDDLE, angle)])
    assert is_worn(flaked(whole, *gone, angle=angle), said, angle)
    assert not is_worn(without_paint(whole, *gone, angle=angle), said, angle), "nothing of them is left"


def test_hairs_and_lamps_are_no_flakes() -> None:
    three = draw([(3, *MIDDLE, 0.0)])
    assert is_worn(flaked(three, (1, -1), (-1, 1), angle=0), 3)
    dark = np.zeros_like(three)
    lamp = with_spots(dark, (PITCH, -PITCH), tone=255)
    assert not is_worn(flaked(three, (1, -1), (-1, 1), angle=0), 3, shine=cut(lamp))
    for across in (26, -26):
        x, y = round(MIDDLE[0]) + across, round(MIDDLE[1]) - across
        cv2.line(three, (x, y - 20), (x, y + 20), INK, 3, cv2.LINE_AA)
    assert not is_worn(three, 3)


def test_grain_that_lies_anywhere_is_no_flakes() -> None:
    worn_three = flaked(draw([(5, *MIDDLE, 0.0)]), (1, -1), (-1, 1), angle=0)
    dirt, grain = [(0.125, -0.125)], [(0.125, -0.125), (-0.125, 0.125)]
    assert is_worn(with_spots(worn_three, *dirt, tone=INK, radius=FLAKE_PX), 3), "one spot may be dirt"
    assert not is_worn(with_spots(worn_three, *grain, tone=INK, radius=FLAKE_PX + 1), 3)
    assert is_worn(with_spots(worn_three, *grain, tone=INK, radius=1), 3), "it is finer than they are"


@pytest.mark.parametrize("angle", [0.0, 17.0])
def test_spots_of_another_colour_or_size_or_beside_the_lattice_are_no_pips(angle: float) -> None:
    four = in_colour(draw([(4, *MIDDLE, angle)]))
    assert not is_worn(with_spots(four, (PITCH, 0), angle=angle, tone=(20, 30, 200)), 4, angle)
    two = draw([(2, *MIDDLE, angle)])
    assert not is_worn(with_spots(two, (PITCH / 2, -PITCH / 2), angle=angle), 2, angle)


def test_of_a_face_in_stripes_of_three_colours_none_is_its_body() -> None:
    stripes = np.zeros((720, 960, 3), np.uint8)
    for column in range(960):
        stripes[:, column, column // 4 % 3] = 255
    assert not is_worn(stripes, 2)


def test_lamps_are_no_pips() -> None:
    two = draw([(2, *MIDDLE, 0.0)], body=120, pip=225)
    frame, dark = with_spots(two, (PITCH, -PITCH), tone=225), np.zeros_like(two)
    assert is_worn(frame, 2)
    assert is_worn(frame, 2, shine=cut(dark))
    assert not is_worn(frame, 2, shine=cut(with_spots(dark, (PITCH, -PITCH), tone=255))), "set-up knows it"
    assert not is_worn(with_spots(two, (PITCH, -PITCH), tone=255), 2), "it is brighter than any paint there"
    assert not is_worn(with_spots(two, (0, 0), tone=255), 2)


@pytest.mark.parametrize("angle", [0.0, 17.0, 40.0])
def test_people_are_asked_about_a_five_that_has_lost_a_corner(angle: float) -> None:
    whole = draw([(5, *MIDDLE, angle), (6, 330, 300, 20)])
    frame = without_paint(whole, (1, -1), angle=angle)
    for seen in (frame, in_colour(frame)):
        reading = vision.read([seen], 2, vision.calibrate_blind(whole))
        assert reading.reason in (vision.Reason.WORN, vision.Reason.MISFIT)
