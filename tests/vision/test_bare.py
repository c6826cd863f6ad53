"""What the empty picture of set-up tells of every later one."""

import math

import numpy as np
import pytest

import vision
from tests.vision.drawn import draw
from vision import Reason
from vision.window.bare import shining, under

PRINT = (5, 480.0, 480.0, 30.0)
"""Something on the cup's floor that any reader takes for a die."""
DICE = [(2, 380.0, 300.0, 20.0), (6, 580.0, 310.0, 50.0)]


def test_what_lay_there_when_the_window_was_bare_is_no_die() -> None:
    frame = draw([*DICE, PRINT])
    assert vision.read([frame], 2, vision.calibrate(draw([]))).reason is Reason.WRONG_COUNT
    reading = vision.read([frame], 2, vision.calibrate(draw([PRINT])))
    assert reading.certain
    assert reading.seen == (2, 6)


def test_nor_does_it_stand_in_for_a_die_that_is_missing() -> None:
    calibration = vision.calibrate(draw([PRINT]))
    one = draw([DICE[0], PRINT])
    assert vision.read([one], 2, calibration).reason is Reason.WRONG_COUNT
    assert vision.read([one], 1, calibration).seen == (2,)


@pytest.mark.parametrize(("x", "y"), [(12.0, 0.0), (-8.0, 10.0)])
def test_nor_is_it_where_the_cup_has_slid_a_little_or_the_light_has_changed(x: float, y: float) -> None:
    pips, left, top, turn = PRINT
    frame = draw([*DICE, (pips, left + x, top + y, turn)])
    dimmer = np.asarray(frame * 0.8, np.uint8)
    for seen in (frame, dimmer):
        assert vision.read([seen], 2, vision.calibrate(draw([PRINT]))).seen == (2, 6)


def test_another_die_where_something_lay_is_a_die() -> None:
    calibration = vision.calibrate(draw([PRINT]))
    over = draw([DICE[0], (3, *PRINT[1:])])
    assert vision.read([over], 2, calibration).seen == (2, 3)
    elsewhere = draw([DICE[0], (5, 480.0, 440.0, 30.0)])
    assert vision.read([elsewhere], 2, calibration).seen == (2, 5)


def test_of_a_window_that_was_never_seen_bare_nothing_is_said() -> None:
    frame = draw(DICE)
    assert vision.read([frame], 2, vision.calibrate_blind(frame)).seen == (2, 6)


def test_a_lamp_s_image_lies_where_it_did_and_is_as_bright_as_it_was() -> None:
    bare, place = draw([]), np.array([[500.0, 400.0], [440.0, 400.0]], np.float32)
    bare[390:411, 490:511] = 255
    calibration = vision.calibrate(bare)
    lit, dark = shining(bare, calibration), shining(draw([]), calibration)
    assert lit is not None
    assert dark is not None
    assert under(lit, place, 2.0).tolist() == [True, False]
    assert under(lit, place, 60.0).tolist() == [True, True]
    assert under(dark, place, 2.0).tolist() == [False, False]
    assert shining(bare, vision.calibrate(draw([]))) is None


def test_a_lamp_s_image_that_is_white_is_no_brighter_where_the_rest_is_lighter() -> None:
    bare, lighter = draw([], ground=10), draw([], ground=14)
    bare[390:411, 490:511] = lighter[390:411, 490:511] = 255
    lit = shining(lighter, vision.calibrate(bare))
    assert lit is not None
    assert under(lit, np.array([[500.0, 400.0]], np.float32), 2.0).all()


def test_a_lamp_s_image_that_noise_has_broken_is_one_all_the_same() -> None:
    bare, place = draw([]), np.array([[500.0, 400.0]], np.float32)
    bare[390:411, 490:511] = 255
    bare[390:411, 490:511:2] = 230
    calibration = vision.calibrate(bare)
    lit = shining(bare, calibration)
    assert lit is not None
    assert under(lit, place, 4.0).tolist() == [True]
    (shown,) = calibration.lamps
    assert (shown.x, shown.y, shown.radius) == pytest.approx((500, 400, 21 / math.pi**0.5), abs=1.5)


def test_a_lamp_beside_the_window_is_shown_whole_where_it_is() -> None:
    bare, window = draw([]), vision.calibrate(draw([])).window
    x, y = round(window.x + 1.02 * window.radius), round(window.y)
    bare[y - 12 : y + 13, x - 12 : x + 13] = 255
    (shown,) = vision.calibrate(bare, window).lamps
    assert (shown.x, shown.y, shown.radius) == pytest.approx((x, y, 25 / math.pi**0.5), abs=1.5)
