"""Dice photographed anywhere: what colour adds."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

import vision
import vision.looking.photograph
import vision.nets.scout
from tests.vision.drawn import draw
from tests.vision.seen import sightings
from vision.level import Level, cut
from vision.looking import unset
from vision.looking.photograph import (
    FIRST,
    PLAIN,
    SECOND,
    THIRD,
    Look,
    Witnesses,
    look_at_mirror,
    look_everywhere,
    said_by,
)
from vision.nets.inspector import FOR_PHOTOGRAPHS, SECOND_OPINION, inspector
from vision.nets.scout import scout
from vision.sightings import CLASSES, Sightings

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
    looks = look_everywhere(photograph)
    seen = said_by(look_at_mirror(photograph, looks, said_by(looks)))
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

    monkeypatch.setattr(unset, "said_by", first_in_doubt)
    assert vision.read([photograph], 2).seen == (4, 5)
    assert asked[1] > asked[0], "what the mirror shows comes to what was seen before"


@pytest.mark.parametrize(("seen_by_others", "read"), [([0, 1], (4, 5)), ([0], None)])
def test_what_others_say_of_dice_that_all_see_is_believed_and_no_more(
    seen_by_others: list[int], read: tuple[int, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def others_know(looks: Sequence[Look]) -> Sightings:
        asked.append(len(looks))
        seen = said_by(looks)
        surest = seen.take(np.argsort(-seen.sure)[:2])
        if len(asked) < 3:
            return replace(surest, chances=surest.chances * np.float32(0.6))
        return surest.take(seen_by_others)

    monkeypatch.setattr(unset, "said_by", others_know)
    reading = vision.read([red_pips()], 2)
    assert (reading.seen if reading.certain else None) == read
    assert asked[1] == asked[0] + asked[2]


@pytest.mark.parametrize(
    ("pips", "edge", "others_asked"), [(1, 20.0, True), (1, 40.0, False), (2, 20.0, False)]
)
def test_an_ace_that_a_speck_may_feign_is_shown_to_others(
    pips: int, edge: float, others_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def looked_at(*_: object) -> list[Look]:
        asked.append(True)
        return []

    die = sightings((480.0, 360.0, pips, 0.99), edges=(edge,))
    monkeypatch.setattr(unset, "look_everywhere", lambda frame: [Look(1.0, die)])
    monkeypatch.setattr(unset, "said_by", lambda looks: die)
    monkeypatch.setattr(unset, "look_at_mirror", looked_at)
    reading = vision.read([draw([], edge=edge)], 1)
    assert bool(asked) is others_asked
    assert reading.certain is not others_asked


def test_dice_too_small_to_lie_beside_a_plain_one_are_not_looked_for() -> None:
    photograph = draw(DICE, cup=False)
    looks, for_all = look_everywhere(photograph), look_everywhere(np.full_like(photograph, 128))
    assert max(said_by(looks).sure) > PLAIN
    assert len(for_all) - len(looks) >= 2, "the two finest looks take more than half of the time"
    assert vision.read([photograph], 2).seen == (4, 5)


def test_the_inspector_of_photographs_says_the_same_wherever_an_axis_lies() -> None:
    drawn = cut(draw(DICE))
    seen = said_by(look_everywhere(drawn.picture))
    for name, same in ((FOR_PHOTOGRAPHS, True), (SECOND_OPINION, True), ("inspector", False)):
        with_axis, without = (inspector(name).chances(drawn, seen, axis) for axis in ((0.0, 0.0), None))
        assert np.array_equal(with_axis, without) is same, name


@pytest.mark.parametrize("band_px", [10_000, 40_000])
def test_a_large_picture_is_seen_in_bands_as_it_is_in_one(
    band_px: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = cut(red_pips())
    as_one = scout(FIRST[0]).look(whole, 3.0, None)
    assert len(as_one) >= len(DICE)
    monkeypatch.setattr(vision.nets.scout, "BAND_PX", band_px)
    in_bands = scout(FIRST[0]).look(whole, 3.0, None)
    assert np.allclose(in_bands.centre, as_one.centre, atol=0.05)
    assert np.allclose(in_bands.chances, as_one.chances, atol=1e-3)


@pytest.mark.parametrize(
    ("doubting", "asked", "certain"),
    [
        ((), [FIRST], True),
        ((FIRST,), [FIRST, SECOND], True),
        ((FIRST, SECOND), [FIRST, SECOND, THIRD], True),
        ((FIRST, SECOND, THIRD), [FIRST, SECOND, THIRD], False),
    ],
)
def test_what_some_doubt_is_shown_to_others(
    doubting: tuple[Witnesses, ...],
    asked: list[Witnesses],
    certain: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, witness = list[Witnesses](), vision.looking.photograph._witness

    def saying(whole: Level, scale: float, who: Witnesses) -> Sightings:
        told.append(who)
        seen, sure = witness(whole, scale, who), 0.4 if who in doubting else 1.0
        return replace(seen, chances=np.float32(sure) * seen.chances + np.float32((1 - sure) / CLASSES))

    monkeypatch.setattr(vision.looking.photograph, "_witness", saying)
    assert vision.read([draw(DICE, cup=False)], 2).certain is certain
    assert [*dict.fromkeys(told)] == asked
