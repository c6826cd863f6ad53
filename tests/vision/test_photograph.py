"""Dice photographed anywhere: what colour adds."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

import vision
import vision.unset
from tests.vision.drawn import draw
from vision.inspector import FOR_PHOTOGRAPHS, inspector
from vision.level import cut
from vision.photograph import Look, look_at_mirror, said_by
from vision.sightings import Sightings

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


def test_what_is_seen_in_the_mirror_is_placed_in_the_picture_itself() -> None:
    photograph = red_pips()
    seen = said_by(look_at_mirror(photograph))
    read = sorted(
        (int(pips), float(x), float(y))
        for pips, (x, y), sure in zip(seen.pips, seen.centre, seen.sure, strict=True)
        if sure > 0.5
    )
    for (pips, x, y), (true, *there, _) in zip(read, sorted(DICE), strict=True):
        assert pips == true
        assert math.dist((x, y), there) < 13, "an eighth of a die"


def test_where_one_look_leaves_doubt_the_mirror_image_may_do(monkeypatch: pytest.MonkeyPatch) -> None:
    photograph = red_pips()
    asked = []

    def first_in_doubt(looks: Sequence[Look]) -> Sightings:
        asked.append(len(looks))
        seen = said_by(looks)
        return replace(seen, chances=seen.chances * np.float32(0.7)) if len(asked) == 1 else seen

    monkeypatch.setattr(vision.unset, "said_by", first_in_doubt)
    assert vision.read([photograph], 2).seen == (4, 5)
    assert asked[1] == 2 * asked[0]


def test_the_inspector_of_photographs_says_the_same_wherever_an_axis_lies() -> None:
    drawn = cut(draw(DICE))
    seen = said_by(look_at_mirror(drawn.picture))
    for name, same in ((FOR_PHOTOGRAPHS, True), ("inspector", False)):
        with_axis, without = (inspector(name).chances(drawn, seen, axis) for axis in ((0.0, 0.0), None))
        assert np.array_equal(with_axis, without) is same, name
