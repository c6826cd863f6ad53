import numpy as np
import pytest

import vision
from tests.vision.drawn import draw


def test_the_window_is_found_in_its_empty_picture() -> None:
    window = vision.calibrate(draw([])).window
    assert (window.x, window.y) == pytest.approx((480, 360), abs=6)
    assert 270 < window.radius < 320


def test_a_window_that_somebody_has_pointed_out_is_taken_as_it_is() -> None:
    said = vision.Circle(470.0, 350.0, 250.0)
    calibration = vision.calibrate(draw([]), said)
    assert calibration.window == said
    assert calibration.edges[0] < 0.18 * 500 < calibration.edges[1]


def test_a_calibration_comes_back_as_it_was_stored() -> None:
    calibration = vision.calibrate([draw([]), draw([])])
    again = vision.load(vision.dump(calibration))
    assert (again.window, again.edges, again.lamps, again.noise) == (
        calibration.window,
        calibration.edges,
        calibration.lamps,
        calibration.noise,
    )
    assert np.array_equal(again.background, calibration.background)


@pytest.mark.parametrize("data", [b"", b"nonsense", vision.dump(vision.calibrate(draw([])))[:200]])
def test_what_is_no_stored_calibration_is_refused(data: bytes) -> None:
    with pytest.raises(vision.CalibrationError):
        vision.load(data)


def test_a_picture_without_a_window_is_no_calibration() -> None:
    with pytest.raises(vision.CalibrationError):
        vision.calibrate(np.full((720, 960), 80, np.uint8))


def test_dice_of_a_calibrated_table_are_read() -> None:
    calibration = vision.calibrate(draw([]))
    reading = vision.read([draw([(3, 400, 300, 10), (6, 560, 420, 60)])], 2, calibration)
    assert reading.certain
    assert reading.seen == (3, 6)
    assert reading.window == calibration.window
