"""Light enough or not: the same drawn table by many sensors, and by less and less light."""

import numpy as np
import pytest

import vision
from tests.vision.drawn import draw, in_colour, noisy
from vision import Frame, Gray, Reason

DICE = [(3, 400.0, 300.0, 10.0), (6, 560.0, 420.0, 60.0)]


def faint() -> Gray:
    """Return dice whose pips hardly stand out."""
    return draw(DICE, body=75, pip=52)


def dimmed(picture: Frame, light: float) -> Frame:
    """Return the picture with so much of its light."""
    return np.asarray(picture * light ** (1 / 2.2), np.uint8)


@pytest.mark.parametrize("electrons", [100, 200, 500, 2000])
def test_a_well_lit_table_is_read_however_noisy_the_sensor(electrons: float) -> None:
    frames = [noisy(in_colour(draw(DICE)), seed, electrons) for seed in range(3)]
    reading = vision.read(frames, 2)
    assert (reading.reason, reading.seen) == (None, (3, 6))


def test_what_is_left_of_very_little_light_is_too_dark() -> None:
    dark = noisy(dimmed(in_colour(draw(DICE)), 0.02), 1, 300)
    assert vision.read([dark], 2).reason is Reason.TOO_DARK


def test_a_table_that_was_never_set_up_is_dark_rather_than_without_a_window() -> None:
    nothing, something = np.full((720, 960), 6, np.uint8), np.full((720, 960), 60, np.uint8)
    assert vision.read([nothing], 2).reason is Reason.TOO_DARK
    assert vision.read([something], 2).reason is Reason.NO_PLATE


def test_pips_that_drown_in_noise_are_no_certain_reading() -> None:
    grain = np.random.default_rng(3).normal(0, 5, (180, 240)).repeat(4, axis=0).repeat(4, axis=1)
    drowned = np.asarray(np.clip(faint() + grain, 0, 255), np.uint8)
    assert vision.read([drowned], 2).reason is Reason.TOO_DARK


@pytest.mark.parametrize("pips", [1, 6])
def test_one_pip_stands_out_of_the_noise_as_well_as_six(pips: int) -> None:
    grain = np.random.default_rng(3).normal(0, 5, (180, 240)).repeat(4, axis=0).repeat(4, axis=1)
    thrown = draw([(pips, 400, 300, 10), (pips, 560, 420, 60)], body=75, pip=140)
    reading = vision.read([np.asarray(np.clip(thrown + grain, 0, 255), np.uint8)], 2)
    assert (reading.reason, reading.seen) == (None, (pips, pips))


def test_pips_of_little_contrast_are_seen_where_nothing_drowns_them() -> None:
    assert vision.read([faint()], 2).reason is not Reason.TOO_DARK


def test_noise_that_set_up_found_in_the_empty_window_is_not_held_against_its_dice() -> None:
    grain = [np.random.default_rng(seed).normal(0, 4, (240, 320)) for seed in (1, 2)]
    empty, thrown = (
        np.asarray(np.clip(picture + noise.repeat(3, axis=0).repeat(3, axis=1), 0, 255), np.uint8)
        for picture, noise in zip((draw([]), draw(DICE, body=140, pip=90)), grain, strict=True)
    )
    assert vision.read([thrown], 2).reason is Reason.TOO_DARK
    assert vision.read([thrown], 2, vision.calibrate(empty)).reason is not Reason.TOO_DARK


def test_a_grainy_face_makes_no_window_noisier_than_set_up_found_it() -> None:
    empty, thrown = (
        picture + np.random.default_rng(1).normal(0, noise, (720, 960))
        for noise, picture in ((6, draw([])), (7, draw(DICE, body=140, pip=90)))
    )
    grain = np.random.default_rng(2).normal(0, 5, (180, 240)).repeat(4, axis=0).repeat(4, axis=1)
    faces = draw(DICE, body=140, pip=90) > 120
    seen = np.asarray(np.clip(thrown + grain * faces, 0, 255), np.uint8)
    known = vision.calibrate(np.asarray(np.clip(empty, 0, 255), np.uint8))
    assert vision.read([seen], 2, known).reason is not Reason.TOO_DARK


def test_a_window_that_is_blown_out_is_too_bright() -> None:
    bright = np.where(draw([]) < 60, 255, 90).astype(np.uint8)
    assert vision.read([bright], 2, vision.calibrate(draw([]))).reason is Reason.TOO_BRIGHT


def test_noise_alone_is_no_hand_that_moves() -> None:
    frames = [noisy(in_colour(draw([])), seed, 150) for seed in range(2)]
    assert vision.read(frames, 2).reason is not Reason.MOVING
