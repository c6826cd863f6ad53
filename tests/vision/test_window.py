"""Where the window is, among all that is round in its picture, and whether the camera still looks at it."""

import cv2
import numpy as np
import pytest

import vision
from tests.vision.drawn import draw
from vision.picture import Gray
from vision.reading import Circle
from vision.window.finding import find_window, find_windows
from vision.window.landmarks import knocked

MIDDLE = (480.0, 360.0)


def with_floor(radius: int, level: int) -> Gray:
    """The drawn cup with a floor, soft because it is far behind the plate."""
    floor = np.zeros((720, 960), np.uint8)
    cv2.circle(floor, (488, 352), radius, 255, cv2.FILLED)
    share = cv2.GaussianBlur(floor, (0, 0), 3).astype(np.float32) / 255
    return np.asarray(draw([]) * (1 - share) + level * share, np.uint8)


def like(circle: Circle | None, radius: float) -> bool:
    return circle is not None and (circle.x, circle.y, circle.radius) == pytest.approx(
        (*MIDDLE, radius), abs=4
    )


@pytest.mark.parametrize("level", [70, 130, 220])
@pytest.mark.parametrize("radius", [140, 195, 210])
def test_a_floor_lighter_than_its_cup_is_not_taken_for_the_rim(radius: int, level: int) -> None:
    assert like(find_window(with_floor(radius, level)), 290)


def test_both_edges_of_a_rim_are_offered_the_inner_one_first() -> None:
    first, second = find_windows(draw([]))
    assert like(first, 290)
    assert like(second, 310)


def test_an_opening_in_the_table_round_the_cup_comes_after_the_cup() -> None:
    frame = draw([])
    outside = np.full_like(frame, 255)
    cv2.circle(outside, (470, 365), 350, 0, cv2.FILLED)
    assert like(find_window(np.where(outside > 0, np.uint8(200), frame)), 290)


def square_opening(turn: int) -> Gray:
    frame = np.full((720, 960), 150, np.uint8)
    cv2.fillPoly(frame, [cv2.boxPoints((MIDDLE, (500, 500), turn)).astype(np.int32)], 40)
    return frame


@pytest.mark.parametrize("turn", [-5, 0, 5])
def test_a_square_opening_is_offered_as_the_circle_that_fits_into_it(turn: int) -> None:
    assert like(find_window(square_opening(turn)), 250)


@pytest.mark.parametrize("turn", [-38, -15, 23, 45])
def test_set_up_finds_a_square_opening_that_is_turned_by_any_angle(turn: int) -> None:
    assert like(vision.calibrate(square_opening(turn)).window, 250)


def test_set_up_finds_a_rim_in_the_dark_that_is_fainter_than_its_noise() -> None:
    light = np.random.default_rng(4).normal(11, 1.5, (720, 960))
    cv2.circle(inside := np.zeros((720, 960), np.uint8), (480, 360), 290, 1, cv2.FILLED)
    assert like(vision.calibrate((light - inside).astype(np.uint8)).window, 290)


@pytest.mark.parametrize("level", [0, 3, 120])
def test_nothing_round_or_square_is_no_window(level: int) -> None:
    noise = np.random.default_rng(3).normal(level, 1 + level / 10, (720, 960)).clip(0, 255)
    assert find_windows(noise.astype(np.uint8), at_length=True) == ()


def table(dice: list[tuple[int, float, float, float]]) -> Gray:
    """A drawn cup in a square opening, with a lamp's mirror image beside it."""
    frame = draw(dice)
    for line in ((60, 10, 60, 710), (900, 10, 900, 710)):
        cv2.line(frame, line[:2], line[2:], 40, 14)
    cv2.circle(frame, (110, 80), 12, 250, cv2.FILLED)
    return frame


DICE = [(3, 400.0, 300.0, 10.0), (6, 560.0, 420.0, 60.0)]


def moved(frame: Gray, x: float, y: float) -> Gray:
    shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return np.asarray(cv2.warpAffine(frame, shift, (960, 720), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(("x", "y"), [(40, 0), (-30, 25), (25, -50)])
def test_a_camera_that_was_knocked_is_said_to_be_so_whatever_lies_there(x: int, y: int) -> None:
    calibration = vision.calibrate(table([]))
    frame = moved(table(DICE), x, y)
    assert knocked(frame, calibration) == pytest.approx((x, y), abs=6)
    assert vision.read([frame], 2, calibration).reason is vision.Reason.KNOCKED


def test_dice_hands_dim_light_and_a_lifted_cup_knock_no_camera() -> None:
    calibration = vision.calibrate(table([]))
    hand, lifted = table(DICE), table([])
    cv2.ellipse(hand, (300, 600), (330, 150), 30, 0, 360, 170, cv2.FILLED)
    cv2.circle(lifted, (480, 360), 320, 90, cv2.FILLED)
    dim = np.asarray(table(DICE) * 0.5, np.uint8)
    for frame in (table(DICE), hand, lifted, dim, moved(table(DICE), 3, 2)):
        assert knocked(frame, calibration) is None
    assert vision.read([table(DICE)], 2, calibration).certain
