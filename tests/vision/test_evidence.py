import cv2
import numpy as np

import vision
from tests.vision.drawn import draw

DICE = [(3, 400.0, 300.0, 10.0), (6, 560.0, 420.0, 60.0)]


def test_every_counted_pip_has_a_ring_inside_the_picture() -> None:
    frame = draw(DICE)
    shown = vision.evidence(frame, vision.read([frame], 2))
    assert len(shown.rings) == 9
    assert all(0 < ring.x < shown.width and 0 < ring.y < shown.height for ring in shown.rings)


def test_the_rings_stand_on_the_pips() -> None:
    frame = draw(DICE)
    shown = vision.evidence(frame, vision.read([frame], 2))
    picture = vision.decode(shown.jpeg)
    assert picture.shape == (shown.height, shown.width)
    assert all(picture[round(ring.y), round(ring.x)] < 90 for ring in shown.rings)


def test_evidence_is_small() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1080, 1920)).astype(np.uint8)
    assert len(vision.evidence(noise, vision.read([noise], 2)).jpeg) <= 60_000


def test_nothing_outside_the_window_is_shown() -> None:
    frame = draw([(3, 400, 300, 10)])
    shown = vision.evidence(frame, vision.read([frame], 2, vision.calibrate(draw([]))))
    picture = vision.decode(shown.jpeg)
    corners = [picture[:20, :20], picture[:20, -20:], picture[-20:, :20], picture[-20:, -20:]]
    assert all(corner.max() < 12 for corner in corners)


def test_dice_that_are_ruled_on_are_shown_wherever_a_window_may_be() -> None:
    frame = draw([(4, 80, 80, 10), (5, 880, 640, 30)], edge=60)
    reading = vision.read([frame], 2)
    assert (reading.certain, reading.window) == (True, None)
    shown = vision.evidence(frame, reading)
    picture = vision.decode(shown.jpeg)
    assert picture[: shown.height // 5, : shown.width // 5].max() > 150
    assert picture[-shown.height // 5 :, -shown.width // 5 :].max() > 150


def test_where_no_window_is_known_the_room_is_not_shown() -> None:
    room = np.full((720, 960), 200, np.uint8)
    shown = vision.evidence(room, vision.read([room], 2))
    picture = vision.decode(shown.jpeg)
    assert picture[:20, :20].max() < 12
    assert picture[shown.height // 2, shown.width // 2] > 190


def test_the_evidence_has_the_colours_that_the_camera_saw() -> None:
    frame = draw(DICE)
    red = np.asarray(cv2.merge([frame // 4, frame // 4, frame]), np.uint8)
    shown = vision.decode_colour(vision.evidence(red, vision.read([red], 2)).jpeg)
    blue, _, strong = shown.reshape(-1, 3).mean(axis=0)
    assert strong > 2 * blue


def test_evidence_of_colourful_noise_is_small_too() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3)).astype(np.uint8)
    assert len(vision.evidence(noise, vision.Reading(())).jpeg) <= 60_000
