import math
import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import cv2
import numpy as np
import pytest

import vision
import vision.reader
from tests.vision.drawn import DieDrawn, draw, in_colour, noisy
from vision import Reason
from vision.judge import TABLE
from vision.looking import windowed
from vision.looking.windowed import MAY_LEAN
from vision.nets.inspector import Inspector, inspector
from vision.nets.scout import scout
from vision.picture import to_gray
from vision.sightings import LEANING, Sightings

LEFT, RIGHT = (380.0, 300.0), (570.0, 430.0)


def two(first: int, second: int, turn: float = 20) -> list[DieDrawn]:
    return [(first, *LEFT, turn), (second, *RIGHT, turn + 41)]


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize(("body", "pip"), [(205, 40), (70, 215), (120, 235)])
def test_every_face_of_light_and_dark_dice_is_read(pips: int, body: int, pip: int) -> None:
    reading = vision.read([draw(two(pips, 7 - pips), body=body, pip=pip)], 2)
    assert reading.certain, reading
    assert reading.seen == tuple(sorted((pips, 7 - pips)))


@pytest.mark.parametrize("turn", range(0, 90, 11))
def test_a_face_is_found_where_it_lies_as_large_and_as_turned_as_it_is(turn: int) -> None:
    reading = vision.read([draw([(5, *LEFT, turn)])], 1)
    (die,) = reading.dice
    assert (die.x, die.y) == pytest.approx(LEFT, abs=4)
    assert die.edge == pytest.approx(104, rel=0.12)
    assert (die.angle - turn + 45) % 90 - 45 == pytest.approx(0, abs=3)
    assert len(die.spots) == 5


def test_dice_of_all_usual_sizes_are_read_but_for_a_doubt_now_and_then() -> None:
    readings = [vision.read([draw(two(4, 2), edge=edge)], 2) for edge in (80, 84, 95, 104, 115, 130)]
    certain = [reading.seen for reading in readings if reading.certain]
    assert set(certain) == {(2, 4)}
    assert len(certain) >= 5


@pytest.mark.parametrize(("first", "second"), [(4, 2), (5, 3), (6, 1)])
def test_a_small_die_and_a_large_one_of_two_sets_are_read_together(first: int, second: int) -> None:
    small, large = draw([(first, *LEFT, 20.0)], edge=80), draw([(second, *RIGHT, 50.0)], edge=130)
    between = int(LEFT[0] + RIGHT[0]) // 2
    reading = vision.read([np.hstack([small[:, :between], large[:, between:]])], 2)
    assert reading.certain
    assert reading.seen == tuple(sorted((first, second)))


def test_five_dice_are_read() -> None:
    spots = [(350, 260), (520, 220), (620, 380), (470, 400), (360, 480)]
    dice = [(pips, float(x), float(y), 17.0 * pips) for pips, (x, y) in enumerate(spots, start=1)]
    assert vision.read([draw(dice)], 5).seen == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("edge", [36, 60, 160])
def test_dice_of_any_size_are_read_where_no_window_is(edge: float) -> None:
    frame = draw(two(4, 5), edge=edge, ground=130, cup=False)
    assert vision.read([frame], 2).seen == (4, 5)


def test_a_die_cut_by_the_picture_s_edge_is_never_counted() -> None:
    frame = draw([(5, 300.0, 300.0, 0.0), (4, 480.0, 360.0, 0.0)], edge=110, ground=130, cup=False)
    assert vision.read([frame], 2).certain
    assert vision.read([frame[:, 255:]], 2).reason is Reason.CUT_OFF


def test_a_tray_that_might_be_a_window_does_not_spoil_dice_of_another_size() -> None:
    frame = draw(two(4, 5), edge=40, ground=130, cup=False)
    cv2.circle(frame, (475, 365), 300, 90, 12)
    assert vision.read([frame], 2).seen == (4, 5)


def test_a_picture_of_nothing_has_no_window() -> None:
    assert vision.read([draw([], cup=False)], 2).reason is Reason.NO_PLATE


def test_a_calibrated_table_says_when_its_window_is_gone() -> None:
    calibration = vision.calibrate(draw([]))
    assert vision.read([draw([])], 2, calibration).reason is Reason.NO_DICE
    assert vision.read([draw([], cup=False)], 2, calibration).reason is Reason.NO_PLATE


@pytest.mark.parametrize(
    ("doubting", "asked", "certain"), [(0, 0, True), (1, 1, True), (2, 2, True), (3, 2, False)]
)
def test_others_are_asked_until_nothing_is_in_doubt(
    monkeypatch: pytest.MonkeyPatch, doubting: int, asked: int, certain: bool
) -> None:
    calibration, looked = vision.calibrate(draw([])), windowed.look_at_window
    mirrored, heard = windowed.look_at_mirror, list[Sightings]()

    def doubted(seen: Sightings) -> Sightings:
        return replace(seen, chances=seen.chances * np.float32(0.95 * TABLE.sure))

    def others(*where: Any) -> Iterator[Sightings]:
        for seen in mirrored(*where):
            heard.append(seen)
            yield doubted(seen) if len(heard) < doubting else seen

    def first(*where: Any) -> Sightings:
        return doubted(looked(*where)) if doubting else looked(*where)

    monkeypatch.setattr(windowed, "look_at_window", first)
    monkeypatch.setattr(windowed, "look_at_mirror", others)
    assert vision.read([draw(two(2, 5))], 2, calibration).certain is certain
    assert len(heard) == asked


def test_a_die_that_may_lean_by_the_scout_is_asked_of_others_however_sure_the_inspector_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calibration, asked = vision.calibrate(draw([])), list[str]()

    class Doubting:
        def look(self, *where: Any) -> Sightings:
            seen = scout().look(*where)
            chances = np.zeros_like(seen.chances)
            chances[:, LEANING] = 1.03 * MAY_LEAN
            chances[np.arange(len(seen)), seen.pips] = 1 - 1.03 * MAY_LEAN
            return replace(seen, chances=chances)

    def heard(*which: str) -> Inspector:
        asked.extend(which)
        return inspector(*which)

    monkeypatch.setattr(windowed, "inspector", heard)
    assert vision.read([draw(two(2, 5))], 2, calibration).certain
    assert not asked
    monkeypatch.setattr(windowed, "scout", Doubting)
    vision.read([draw(two(2, 5))], 2, calibration)
    assert asked


def test_a_die_that_was_plain_once_is_not_looked_away(monkeypatch: pytest.MonkeyPatch) -> None:
    calibration, mirrored = vision.calibrate(draw([])), windowed.look_at_mirror

    def others(*where: Any) -> Iterator[Sightings]:
        for seen in mirrored(*where):
            yield seen.take(np.flatnonzero(seen.centre[:, 0] < 480))

    monkeypatch.setattr(windowed, "look_at_mirror", others)
    assert vision.read([draw(two(2, 5))], 1, calibration).reason is Reason.WRONG_COUNT


def test_two_dice_of_which_one_must_lie_on_the_other_are_not_read() -> None:
    calibration = vision.calibrate(draw([]))
    for pips in ((1, 5), (2, 4), (4, 5), (6, 4)):
        frame = draw([(pips[0], 440.0, 360.0, 10.0), (pips[1], 440.0 + 0.72 * 104, 360.0, 10.0)])
        assert not vision.read([frame], 2, calibration).certain
        beside = draw([(pips[0], 440.0, 360.0, 10.0), (pips[1], 440.0 + 1.1 * 104, 379.0, 10.0)])
        assert vision.read([beside], 2, calibration).seen == tuple(sorted(pips))


def red_dice_as_dark_as_their_cup(dice: list[DieDrawn]) -> vision.Colour:
    return np.dstack([draw(dice, body=body, pip=190) for body in (10, 0, 147)])


@pytest.mark.parametrize("pips", [(1, 6), (1, 1), (2, 5)])
def test_dice_that_only_their_colour_tells_from_the_cup_are_read_by_it(pips: tuple[int, int]) -> None:
    frame = red_dice_as_dark_as_their_cup(two(*pips))
    assert not vision.read([to_gray(frame)], 2).certain
    reading = vision.read([frame], 2)
    assert (reading.certain, reading.seen) == (True, pips)
    assert vision.read([frame] * 3, 2).certain


def test_in_a_burst_in_colour_the_oldest_still_frame_has_to_agree_as_well() -> None:
    frame, other = (red_dice_as_dark_as_their_cup(two(1, pips)) for pips in (6, 4))
    assert vision.read([other, frame], 2).reason is Reason.MISFIT


def lit_by(*lamps: vision.Circle) -> vision.Calibration:
    """A table in whose bare window lamps' images shine there."""
    bare = draw([])
    for lamp in lamps:
        cv2.circle(bare, (round(lamp.x), round(lamp.y)), 8, 255, cv2.FILLED)
    return replace(vision.calibrate(bare), noise=vision.calibrate(draw([])).noise)


def test_where_lamps_may_feign_or_hide_what_tells_two_numbers_apart_neither_is_believed() -> None:
    white_pips, white_dice = (draw(two(3, 4), body=body, pip=pip) for body, pip in ((90, 255), (255, 90)))
    three, four = sorted(vision.read([white_pips], 2, lit_by()).dice, key=lambda die: die.pips)
    (corner, middle, _), other = three.spots, four.spots[0]
    in_the_four = replace(middle, x=four.x, y=four.y)

    def feigned(*lamps: vision.Circle) -> vision.Reading:
        return vision.read([white_pips], 2, lit_by(*lamps))

    assert feigned(middle).reason is Reason.GLARE  # a 2 whose middle a lamp fills
    assert feigned(*four.spots[1:3], four.spots[0]).reason is Reason.GLARE  # a 2 with two lamps on it
    assert feigned(corner).certain  # no number is a 3 less one corner
    assert feigned(other).certain
    assert feigned(replace(middle, x=middle.x + 300)).certain
    assert vision.read([white_dice], 2, lit_by()).certain
    hidden = vision.read([white_dice], 2, lit_by(in_the_four))
    assert hidden.reason is Reason.GLARE  # a 5 whose middle a lamp hides


def test_a_lamp_that_goes_out_under_a_die_shines_behind_it_and_spoils_nothing() -> None:
    frame = draw(two(3, 4), body=90, pip=200)
    four = max(vision.read([frame], 2, lit_by()).dice, key=lambda die: die.pips)
    in_the_four = replace(four.spots[0], x=four.x, y=four.y)
    assert vision.read([frame], 2, lit_by(in_the_four)).certain
    assert vision.read([frame], 2, lit_by(*four.spots)).certain  # as bright as pips, less than a lamp


@pytest.mark.parametrize("expect", [1, 3])
def test_more_or_fewer_dice_than_expected_are_never_certain(expect: int) -> None:
    reading = vision.read([draw(two(3, 4))], expect)
    assert reading.reason is Reason.WRONG_COUNT


def test_an_empty_window_shows_no_dice() -> None:
    assert vision.read([draw([])], 2).reason is Reason.NO_DICE


def test_a_dark_picture_is_too_dark() -> None:
    dark = (draw(two(3, 4)) // 14).astype(np.uint8)
    assert vision.read([dark], 2).reason is Reason.TOO_DARK


def test_still_frames_are_read() -> None:
    assert vision.read([draw(two(3, 4))] * 3, 2).certain


def test_a_die_that_still_rolls_is_not_read() -> None:
    frames = [draw([(3, *LEFT, 20), (4, RIGHT[0] + 4 * step, RIGHT[1], 20)]) for step in range(4)]
    assert vision.read(frames, 2).reason is Reason.MOVING


def test_a_smeared_die_moves_while_the_other_one_lies_still() -> None:
    frames = [draw([(3, *LEFT, 20), (4, RIGHT[0] + 40 * step, RIGHT[1], 20)]) for step in (0, 1)]
    smeared = [np.hstack([frame[:, :480], cv2.blur(frame[:, 480:], (71, 1))]) for frame in frames]
    assert vision.read(smeared[1:], 2).reason is not Reason.MOVING
    assert vision.read(smeared, 2).reason is Reason.MOVING


def test_frames_of_an_empty_window_show_no_dice_and_nothing_that_moves() -> None:
    assert vision.read([draw([])] * 3, 2).reason is Reason.NO_DICE


def test_dice_that_came_to_rest_are_read_from_the_still_frames() -> None:
    frames = [draw([(3, *LEFT, 20), (4, RIGHT[0] + 9 * step, RIGHT[1], 20)]) for step in (3, 1, 0, 0, 0)]
    assert vision.read(frames, 2).seen == (3, 4)


def at_high_gain(*throws: list[DieDrawn]) -> list[vision.Frame]:
    """Frames of faint dice, in so much noise that none of them can be read alone."""
    return [noisy(draw(dice, body=120, pip=58), seed, electrons=25) for seed, dice in enumerate(throws)]


def test_what_drowns_in_the_noise_of_each_frame_is_read_from_the_mean_of_a_still_burst() -> None:
    known = vision.calibrate(noisy(draw([]), 9, electrons=25))
    frames = at_high_gain(*[two(3, 4)] * 3)
    assert {vision.read([frame], 2, known).reason for frame in frames} == {Reason.TOO_DARK}
    assert vision.read(frames, 2, known).seen == (3, 4)
    assert vision.read(frames, 3, known).reason is not None


def test_a_die_too_many_that_the_newest_frame_shows_is_no_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    known, frames = vision.calibrate(draw([])), [draw(two(3, 4))] * 3
    sure = vision.read(frames, 2, known)
    many = replace(sure, dice=(*sure.dice, sure.dice[0]), reason=Reason.WRONG_COUNT)
    readings = iter([many, sure])
    monkeypatch.setattr(vision.reader, "read_window", lambda *_: next(readings))
    assert vision.read(frames, 2, known) == many


def test_a_frame_without_colours_has_no_part_in_the_mean_of_those_with_them() -> None:
    known = vision.calibrate(noisy(draw([]), 9, electrons=25))
    grey, *others = at_high_gain(*[two(3, 4)] * 3)
    assert vision.read([grey, *map(in_colour, others)], 2, known).reason is not Reason.MOVING


def test_a_mean_of_frames_that_show_different_throws_is_never_read() -> None:
    known = vision.calibrate(noisy(draw([]), 9, electrons=25))
    before, after = two(6, 6, turn=65), two(3, 4)
    assert vision.read(at_high_gain(after, after, after, before), 2, known).reason is Reason.TOO_DARK
    assert not vision.read(at_high_gain(before, before, after, after), 2, known).certain


@pytest.mark.parametrize("pips", [(1, 2), (3, 4), (5, 6)])
def test_dice_half_as_large_as_most_are_for_their_window_are_read(pips: tuple[int, int]) -> None:
    """As where the window is a round opening, and the cup in it a square one."""
    assert vision.read([draw(two(*pips), edge=55)], 2, vision.calibrate(draw([]))).seen == pips


def test_most_dice_are_read_where_the_circle_that_a_host_drew_is_half_as_wide_as_it_should_be() -> None:
    known = vision.calibrate(draw([]), vision.Circle(480, 360, 160))
    throws = [*combinations_with_replacement(range(1, 7), 2)]
    read = [
        vision.read([draw([(one, 400, 300, 10 + 7 * turn), (other, 570, 430, 61 + 3 * turn)])], 2, known)
        for turn, (one, other) in enumerate(throws)
    ]
    assert all(reading.seen == throw for reading, throw in zip(read, throws, strict=True) if reading.certain)
    assert sum(reading.certain for reading in read) > 0.8 * len(throws)


@pytest.mark.parametrize("corner", [(700, 340, 0), (710, 300, 45), (730, 300, 20)])
def test_a_die_that_reaches_out_of_the_circle_s_square_is_read(corner: tuple[float, float, float]) -> None:
    """As in the corner of a square opening, whose circle is the one that fits into it."""
    known = vision.calibrate(draw([], cup=False), vision.Circle(480, 360, 250))
    assert vision.read([draw([(2, 400, 300, 10), (5, *corner)], cup=False)], 2, known).seen == (2, 5)


@pytest.mark.parametrize("beside", [(700, 140, 45), (720, 120, 20), (730, 590, 10)])
def test_a_die_beside_a_round_cup_is_none_that_was_thrown(beside: tuple[float, float, float]) -> None:
    reading = vision.read([draw([(2, 400, 300, 10), (5, *beside)])], 2, vision.calibrate(draw([])))
    assert reading.reason is Reason.CUT_OFF
    assert reading.place is not None
    assert math.dist(reading.place, beside[:2]) < 10


def test_what_lay_in_the_empty_window_is_none_of_the_dice_though_one_reaches_out_of_its_square() -> None:
    printed = (2, 400.0, 280.0, 10.0)
    known = vision.calibrate(draw([printed], cup=False), vision.Circle(480, 360, 250))
    thrown = draw([printed, (3, 420, 450, 30), (5, 710, 300, 45)], cup=False)
    assert vision.read([thrown], 2, known).seen == (3, 5)


def test_half_a_face_under_a_finger_is_not_read() -> None:
    frame = draw(two(6, 5))
    cv2.circle(frame, (600, 470), 48, 150, cv2.FILLED)
    assert not vision.read([frame], 2).certain


@pytest.mark.parametrize("frames", [[], [np.zeros((720, 960), np.float32)], [np.zeros((20, 20), np.uint8)]])
def test_what_is_no_grey_picture_is_refused(frames: list[vision.Gray]) -> None:
    with pytest.raises(ValueError, match="expected"):
        vision.read(frames, 2)


def test_frames_of_another_size_than_set_up_s_are_refused() -> None:
    with pytest.raises(ValueError, match="size of the empty window"):
        vision.read([draw(two(3, 4))[:700]], 2, vision.calibrate(draw([])))


def test_frames_of_different_sizes_are_refused() -> None:
    frame = draw(two(3, 4))
    with pytest.raises(ValueError, match="one size"):
        vision.read([frame, frame[:600]], 2)


def _png(width: int, height: int) -> bytes:
    """The beginning of a PNG of such a size."""
    part = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + part + struct.pack(">I", zlib.crc32(part))


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8\xff\xe0 cut off", _png(60_000, 60_000)])
def test_bytes_that_are_no_picture_are_refused(data: bytes) -> None:
    with pytest.raises(vision.PictureError):
        vision.decode(data)


def test_a_frame_is_never_changed() -> None:
    frame = draw(two(1, 6))
    before = frame.copy()
    vision.evidence(frame, vision.read([frame], 2))
    assert np.array_equal(frame, before)


def test_all_21_throws_are_read_right() -> None:
    for first, second in product(range(1, 7), repeat=2):
        if first <= second:
            reading = vision.read([draw(two(first, second, 33))], 2)
            assert reading.certain
            assert reading.seen == (first, second)
