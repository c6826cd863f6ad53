"""Dice photographed anywhere: what colour adds, and whose word counts."""

import cv2
import numpy as np

import vision
from tests.vision.drawn import draw
from vision.photograph import surest
from vision.sightings import LEANING

DICE = [(5, 330, 300, 20), (4, 600, 430, 50)]


def red_pips() -> vision.Colour:
    """Dice with red pips that are no lighter than the dice."""
    drawn = draw(DICE, cup=False, body=110, pip=220).astype(np.float32)
    faces = cv2.medianBlur(drawn.astype(np.uint8), 45).astype(np.float32)
    rest = (faces - 0.299 * drawn) / 0.701
    return np.asarray(np.clip(np.stack([rest, rest, drawn], axis=2), 0, 255), np.uint8)


def said(pips: int, chance: float) -> list[float]:
    chances = [(1 - chance) / 7] * 8
    chances[pips] = chance
    return chances


def test_pips_that_differ_in_colour_alone_are_read_from_a_photograph_in_colour() -> None:
    photograph = red_pips()
    assert not vision.read([cv2.cvtColor(photograph, cv2.COLOR_BGR2GRAY).astype(np.uint8)], 2).certain
    assert vision.read([photograph], 2).seen == (4, 5)


def test_a_photograph_in_colour_keeps_its_colours_and_a_grey_one_has_none() -> None:
    for picture in (red_pips(), draw(DICE)):
        data = cv2.imencode(".png", picture)[1].tobytes()
        assert np.array_equal(vision.decode_colour(data), picture)


def test_the_surest_view_is_believed() -> None:
    opinions = [np.array([said(3, 0.4), said(2, 0.8)], np.float32), np.array([said(5, 0.95), said(2, 0.5)])]
    assert list(surest(opinions).argmax(axis=1)) == [5, 2]


def test_two_views_that_are_sure_of_different_pips_leave_a_die_that_nobody_can_read() -> None:
    said_both = surest([np.array([said(3, 0.95)], np.float32), np.array([said(5, 0.97)], np.float32)])
    assert said_both[0, 0] == 0
    assert said_both[0, 1:LEANING].max() < 0.5
