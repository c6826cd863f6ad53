"""Dice photographed anywhere: what colour adds."""

import cv2
import numpy as np

import vision
from tests.vision.drawn import draw

DICE = [(5, 330, 300, 20), (4, 600, 430, 50)]


def red_pips() -> vision.Colour:
    """Dice with red pips that are no lighter than the dice."""
    drawn = draw(DICE, cup=False, body=110, pip=220).astype(np.float32)
    faces = cv2.medianBlur(drawn.astype(np.uint8), 45).astype(np.float32)
    rest = (faces - 0.299 * drawn) / 0.701
    return np.asarray(np.clip(np.stack([rest, rest, drawn], axis=2), 0, 255), np.uint8)


def test_pips_that_differ_in_colour_alone_are_read_from_a_photograph_in_colour() -> None:
    photograph = red_pips()
    assert not vision.read([cv2.cvtColor(photograph, cv2.COLOR_BGR2GRAY).astype(np.uint8)], 2).certain
    assert vision.read([photograph], 2).seen == (4, 5)


def test_a_photograph_in_colour_keeps_its_colours_and_a_grey_one_has_none() -> None:
    for picture in (red_pips(), draw(DICE)):
        data = cv2.imencode(".png", picture)[1].tobytes()
        assert np.array_equal(vision.decode_colour(data), picture)
