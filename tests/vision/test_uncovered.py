"""Beside a lamp's image a pip is seen, or the face: what it leaves uncovered tells what it cannot hide."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import draw, in_colour
from tests.vision.seen import DRAWN_EDGE, MIDDLE, in_the_middle
from vision import Reason
from vision.level import Level, cut, shrink
from vision.witnesses.doubt import veto

INKS = pytest.mark.parametrize("inks", [(205, 40), (70, 215)])
SIZE = (960, 720)


def spoilt(shown: int, said: int, off: float, inks: tuple[int, int], *, radius: int = 11) -> bool:
    """Whether a lamp's image so many edges beside the middle spoils a die that shows, and is said to show."""
    picture = in_colour(draw([(shown, *MIDDLE, 0.0)], body=inks[0], pip=inks[1])).copy()
    shine = np.zeros(picture.shape[:2], np.uint8)
    place = (round(MIDDLE[0] + off * DRAWN_EDGE), round(MIDDLE[1]))
    cv2.circle(picture, place, radius, (255, 255, 255), cv2.FILLED)
    cv2.circle(shine, place, radius, 1, cv2.FILLED)
    cause = veto(shrink(cut(picture), 2.0), in_the_middle(said), 0, SIZE, Level(shine, 1.0))
    assert cause in (None, Reason.GLARE)
    return cause is Reason.GLARE


@INKS
@pytest.mark.parametrize("pips", [2, 3, 4, 5])
def test_where_half_of_a_place_is_seen_it_tells_what_lies_there(pips: int, inks: tuple[int, int]) -> None:
    assert not spoilt(pips, pips, 0.12, inks)


@INKS
@pytest.mark.parametrize("pips", [2, 3, 4, 5])
def test_what_an_image_covers_wholly_nobody_can_tell(pips: int, inks: tuple[int, int]) -> None:
    assert spoilt(pips, pips, 0.0, inks, radius=14)


@INKS
@pytest.mark.parametrize("shown", [3, 5])
def test_a_pip_that_is_half_hidden_is_none_that_is_missing(shown: int, inks: tuple[int, int]) -> None:
    assert spoilt(shown, shown - 1, 0.12, inks)


@INKS
def test_nor_is_the_face_beside_an_image_half_a_pip(inks: tuple[int, int]) -> None:
    assert spoilt(2, 3, 0.12, inks)
    assert spoilt(4, 5, 0.12, inks)


def test_an_image_that_lies_nearly_where_a_pip_would_is_none() -> None:
    assert spoilt(2, 3, 0.09, (70, 215))
    assert spoilt(4, 5, 0.09, (70, 215))


def test_of_a_face_that_lamps_cover_wholly_nothing_is_seen() -> None:
    assert spoilt(4, 4, 0.0, (205, 40), radius=90)


def test_an_ace_has_no_other_pips_to_be_held_against() -> None:
    assert spoilt(1, 1, 0.12, (205, 40))


def test_two_images_in_their_own_glow_are_no_pips_of_a_three() -> None:
    picture = in_colour(draw([(1, *MIDDLE, 0.0)], body=60, pip=110)).astype(np.float32)
    shine = np.zeros(picture.shape[:2], np.uint8)
    down, right = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    for x, y in ((-0.23, -0.4), (0.38, 0.23)):  # further out than the pips of most dice
        place = MIDDLE[0] + x * DRAWN_EDGE, MIDDLE[1] + y * DRAWN_EDGE
        away = np.hypot(right - place[0], down - place[1]) / DRAWN_EDGE
        picture += 190 * np.exp(-((away / 0.15) ** 2))[..., None]
        picture[away < 0.045] = 255
        shine[away < 0.045] = 1
    seen = np.clip(picture, 0, 255).astype(np.uint8)
    assert veto(shrink(cut(seen), 2.0), in_the_middle(3), 0, SIZE, Level(shine, 1.0)) is Reason.GLARE
