"""A table that was taught its dice: what it says of them, of others, and when it says nothing."""

import io
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

import vision
from tests.vision.lesson_throws import EMPTY, PAIRS, TABLE, lesson, thrown
from vision import DiceSet, Reason, TaughtError
from vision.looking import windowed
from vision.sightings import LEANING, Sightings
from vision.taught import hearing
from vision.taught.dice import BLOB, MEASURES, REST, Opinion, compare, dump, load, opinion
from vision.taught.lessons import Throw, teach

DARK = {"body": 70, "pip": 215}
WHITE = (255, 255, 255)


@cache
def taught_set() -> DiceSet:
    dice, left_out = teach(lesson(*PAIRS), TABLE, "ours")
    assert left_out == ()
    return dice


def noisy(frame: vision.Frame) -> vision.Frame:
    """The same dice a moment later."""
    off = np.random.default_rng(1).normal(0, 1.5, frame.shape)
    return np.asarray(np.clip(np.rint(frame + off), 0, 255), np.uint8)


def shown(values: tuple[int, ...], frame: vision.Frame) -> Throw:
    """A throw to learn from."""
    seen = windowed.locate(frame, len(values), TABLE)
    assert seen is not None
    return Throw(frame, seen, values)


def silent(seen: Sightings) -> Sightings:
    """Sightings of nets that say where dice lie, and nothing of their pips."""
    chances = np.full_like(seen.chances, 0.16)
    chances[:, 0], chances[:, 7] = 0.02, 0.02
    return replace(seen, chances=chances)


def test_every_face_was_seen_and_is_counted() -> None:
    assert taught_set().faces == dict.fromkeys(range(1, 7), 4)
    assert taught_set().missing == ()
    assert taught_set().edge == pytest.approx(104 / TABLE.window.radius, rel=0.05)


@pytest.mark.parametrize("pips", range(1, 7))
def test_the_table_knows_its_own_dice_wherever_they_lie(pips: int) -> None:
    frame = thrown((pips, 7 - pips), 100 + pips)
    reading = vision.read([frame], 2, TABLE, taught_set())
    assert reading.certain, reading
    assert reading.seen == tuple(sorted((pips, 7 - pips)))
    assert [die.known for die in reading.dice] == [True, True]


def test_of_a_lesson_no_more_pictures_are_held_than_one_at_a_time() -> None:
    held: list[weakref.ref[vision.Frame]] = []

    def one_by_one() -> Iterator[Throw]:
        for seed, pair in enumerate(PAIRS):
            assert sum(frame() is not None for frame in held) <= 1
            frame = thrown(pair, seed)
            held.append(weakref.ref(frame))
            yield shown(pair, frame)

    dice, _ = teach(one_by_one(), TABLE)
    assert dice.faces == taught_set().faces


def test_a_throw_that_was_shown_twice_teaches_no_more_than_once() -> None:
    seen_again = [replace(throw, frame=noisy(throw.frame)) for throw in lesson(*PAIRS)]
    dice, left_out = teach([*lesson(*PAIRS), *seen_again], TABLE)
    assert left_out == ()
    assert dice.faces == taught_set().faces
    for seed in range(110, 122):
        reading = vision.read([thrown((3, 5), seed)], 2, TABLE, dice)
        assert [die.known for die in reading.dice] == [True, True]


def test_of_a_die_that_stays_while_the_other_is_laid_by_hand_one_look_is_kept() -> None:
    left, right = thrown((6, 1), 4), thrown((6, 3), 5)
    laid = np.where(np.arange(960) < 480, left, right)
    first, second = (shown((6, pips), frame) for pips, frame in ((1, left), (3, laid)))
    dice, _ = teach([first, second], TABLE)
    assert dice.faces == {1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 1}


def test_of_a_die_that_stays_and_is_said_to_show_something_else_the_newer_word_counts() -> None:
    left, right = thrown((6, 1), 4), thrown((6, 3), 5)
    laid = np.where(np.arange(960) < 480, left, right)
    first, second = shown((6, 1), left), shown((5, 3), laid)
    dice, _ = teach([first, second], TABLE)
    assert dice.faces == {1: 1, 2: 0, 3: 1, 4: 0, 5: 1, 6: 0}


@pytest.mark.parametrize("pips", range(1, 7))
def test_other_dice_are_said_to_be_others(pips: int) -> None:
    reading = vision.read([thrown((pips, 7 - pips), 200 + pips, **DARK)], 2, TABLE, taught_set())
    assert [die.known for die in reading.dice] == [False, False]
    assert not reading.certain or reading.seen == tuple(sorted((pips, 7 - pips)))


def test_one_strange_die_beside_the_table_s_own_is_a_doubt() -> None:
    ours, other = thrown((3, 5), 7), thrown((3, 5), 7, **DARK)
    mixed = np.where(np.arange(960) < 480, ours, other)
    reading = vision.read([mixed], 2, TABLE, taught_set())
    assert reading.reason is Reason.STRANGE_DIE
    assert sorted((die.pips, die.known) for die in reading.dice) == [(3, True), (5, False)]


def test_a_die_of_its_colours_that_looks_far_too_small_is_a_doubt_though_its_pips_are_plain() -> None:
    ours, other = thrown((3, 5), 7), thrown((3, 5), 7, edge=78)
    mixed = np.where(np.arange(960) < 480, ours, other)
    assert vision.read([mixed], 2, TABLE).seen == (3, 5)
    reading = vision.read([mixed], 2, TABLE, taught_set())
    assert reading.reason is Reason.STRANGE_DIE


def let_nets_say(monkeypatch: pytest.MonkeyPatch, change: Callable[[Sightings], Sightings]) -> None:
    """Let all looks at a window say something else."""
    looked, mirrored = windowed.look_at_window, windowed.look_at_mirror
    monkeypatch.setattr(windowed, "look_at_window", lambda *where: change(looked(*where)))
    monkeypatch.setattr(windowed, "look_at_mirror", lambda *where: map(change, mirrored(*where)))


def test_a_table_that_was_taught_nothing_says_nothing_of_its_dice() -> None:
    reading = vision.read([thrown((2, 4), 3)], 2, TABLE)
    assert [die.known for die in reading.dice] == [None, None]


def test_dice_that_the_nets_locate_but_cannot_read_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = taught_set()
    let_nets_say(monkeypatch, silent)
    frame = thrown((2, 6), 300)
    assert not vision.read([frame], 2, TABLE).certain
    reading = vision.read([frame], 2, TABLE, dice)
    assert reading.certain
    assert reading.seen == (2, 6)


def test_nets_that_are_sure_of_something_else_leave_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = taught_set()
    let_nets_say(monkeypatch, lambda seen: replace(seen, chances=np.roll(seen.chances, 1, axis=1)))
    frame = thrown((2, 4), 301)
    assert vision.read([frame], 2, TABLE).seen == (3, 5)
    assert not vision.read([frame], 2, TABLE, dice).certain
    assert not vision.read([frame], 2, TABLE, replace(dice, misread=3)).certain


@pytest.mark.parametrize(("sure", "certain"), [(0.45, True), (0.75, False)])
def test_the_more_sure_nets_are_of_another_number_the_less_they_are_overruled(
    monkeypatch: pytest.MonkeyPatch, sure: float, certain: bool
) -> None:
    frame, dice = thrown((2, 6), 300), taught_set()

    def say(seen: Sightings) -> Sightings:
        chances = np.full_like(seen.chances, (0.97 - sure) / 5)
        chances[:, 0], chances[:, LEANING] = 0.02, 0.01
        chances[np.arange(len(seen)), 7 - seen.pips] = sure
        return replace(seen, chances=chances)

    let_nets_say(monkeypatch, say)
    reading = vision.read([frame], 2, TABLE, dice)
    assert reading.certain is certain
    assert not certain or reading.seen == (2, 6)


def test_a_die_that_plainly_leans_stays_a_doubt_however_well_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = thrown((2, 6), 300)

    def read(leans: float, dice: DiceSet) -> vision.Reading:
        def say(seen: Sightings) -> Sightings:
            chances = np.full_like(seen.chances, (1 - leans) / 6)
            chances[:, 0], chances[:, LEANING] = 0, leans
            return replace(seen, chances=chances)

        with monkeypatch.context() as patched:
            let_nets_say(patched, say)
            return vision.read([frame], 2, TABLE, dice)

    dice = taught_set()
    assert read(0.2, dice).seen == (2, 6)
    assert read(0.2, dice).certain
    assert not read(0.25, dice).certain
    assert not read(0.7, dice).certain
    assert not read(0.7, replace(dice, misread=3)).certain
    unknown_to_the_nets = replace(dice, misread=len(dice.pips))
    assert read(0.95, unknown_to_the_nets).certain


def test_a_witness_that_could_not_tell_its_own_lessons_apart_says_less_of_which_is_nearer() -> None:
    dice = taught_set()
    assert dice.mistaken == 0
    found = np.tile(dice.usual + 9 * dice.bounds, (6, 1)).astype(np.float32)
    found[1:3] = dice.usual + 1.5 * dice.bounds * np.eye(1, len(dice.usual), BLOB)
    found[2, REST] += 0.5 * dice.gap
    assert opinion(found, dice).near == (2,)
    assert opinion(found, replace(dice, mistaken=0.6 * dice.gap)).near == (2, 3)


def test_nor_does_it_speak_for_a_number_by_less_than_it_was_mistaken_by() -> None:
    dice = taught_set()
    found = np.full((6, MEASURES), 10.0, np.float32)
    found[1] = dice.usual
    found[2] = dice.usual + 1.5 * dice.bounds
    found[2, REST] = dice.usual[REST] + 0.7
    assert (opinion(found, dice).pips, opinion(found, dice).near) == (2, (2,))
    humbled = opinion(found, replace(dice, mistaken=0.8))
    assert (humbled.pips, humbled.near, humbled.well) == (None, (2, 3), False)
    assert opinion(found, replace(dice, mistaken=0.6)).well


def test_a_set_from_before_mistakes_were_looked_at_contradicts_the_nets_but_speaks_for_no_number() -> None:
    dice, older = taught_set(), io.BytesIO()
    with np.load(io.BytesIO(dump(dice))) as stored:
        np.savez(older, **{part: stored[part] for part in stored if part not in ("mistaken", "spotted")})
    found = np.full((6, MEASURES), 10.0, np.float32)
    found[1] = dice.usual
    assert (opinion(found, dice).pips, opinion(found, dice).well) == (2, True)
    said = opinion(found, load(older.getvalue()))
    assert (said.pips, said.near, said.well) == (None, (2,), False)


def test_labels_that_contradict_each_other_teach_a_witness_to_be_careful() -> None:
    throws = lesson(*PAIRS, told=True)
    throws[0] = replace(throws[0], values=throws[0].values[::-1])
    assert teach(throws, TABLE)[0].mistaken > 0


def test_a_face_that_was_never_shown_is_not_taken_for_another() -> None:
    dice, _ = teach(lesson((1, 2), (3, 2), (1, 3), (2, 6), (3, 6), (6, 1)), TABLE)
    assert dice.missing == (4, 5)
    frame = thrown((4, 5), 302)
    seen = windowed.locate(frame, 2, TABLE)
    assert seen is not None
    assert [one.pips for one in compare(frame, seen, dice, TABLE)] == [None, None]
    reading = vision.read([frame], 2, TABLE, dice)
    assert (reading.reason, reading.seen) == (None, (4, 5))


def test_a_face_that_was_shown_once_is_not_held_against_the_nets() -> None:
    dice, _ = teach(lesson((1, 2), (1, 2), (3, 6), (3, 6), (5, 5), (4, 1)), TABLE)
    assert dice.faces[4] == 1
    other_light = replace(dice, usual=dice.usual - np.array([9, 9, 9, 0, 0, 0], np.float32))
    assert vision.read([thrown((1, 2), 304)], 2, TABLE, other_light).reason is Reason.STRANGE_DIE
    reading = vision.read([thrown((4, 4), 305)], 2, TABLE, other_light)
    assert (reading.reason, reading.seen) == (None, (4, 4))


@pytest.mark.parametrize(("once", "reason"), [(True, None), (False, Reason.STRANGE_DIE)])
def test_nor_is_it_for_being_a_little_nearer_to_another_number(
    once: bool, reason: Reason | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = ((1, 2), (1, 2), (3, 6), (3, 6), (5, 5), (4, 1)) if once else PAIRS
    dice, _ = teach(lesson(*pairs), TABLE)
    assert not dice.missing
    threes = [Opinion(None, (3,), known=False, off=2.0, stranger=False, outsized=False, kin=True)] * 2
    monkeypatch.setattr(hearing, "compare", lambda *_: threes)
    assert vision.read([thrown((4, 4), 305)], 2, TABLE, dice).reason is reason


def test_which_die_shows_what_is_found_by_likeness_where_the_nets_are_silent() -> None:
    throws = lesson((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), *PAIRS[:6])
    dice, left_out = teach([replace(throw, seen=silent(throw.seen)) for throw in throws], TABLE)
    assert left_out == ()
    frame = thrown((3, 6), 303)
    seen = windowed.locate(frame, 2, TABLE)
    assert seen is not None
    said = [one.pips for one in compare(frame, seen, dice, TABLE)]
    assert sorted(pips for pips in said if pips) == [3, 6]


def test_a_wrong_guess_of_the_nets_is_set_right_by_the_other_throws() -> None:
    throws = lesson(*PAIRS)
    swapped = throws[3].seen.chances[::-1]
    throws[3] = replace(throws[3], seen=replace(throws[3].seen, chances=swapped))
    dice, _ = teach(throws, TABLE)
    frame = thrown((2, 3), 304)
    seen = windowed.locate(frame, 2, TABLE)
    assert seen is not None
    assert {one.pips for one in compare(frame, seen, dice, TABLE)} == {2, 3}
    assert dice.misread >= 1


def test_of_nets_that_were_mistaken_the_looks_that_are_kept_are_counted() -> None:
    throws = lesson(*PAIRS * 3, told=True)
    wrong = [replace(throw, seen=all_of(throw.seen, 6)) for throw in throws[:12]]
    dice, _ = teach([*wrong, *throws[12:]], TABLE)
    of_older = sum(pips != 6 for throw in wrong for pips in throw.values)
    assert len(dice.pips) == 72
    assert dice.misread == of_older
    dice, _ = teach([*wrong, *throws * 2], TABLE)
    assert dice.misread == 0, "none of their looks is kept"


def all_of(seen: Sightings, pips: int) -> Sightings:
    """Sightings of nets that are sure that every die shows so many pips."""
    chances = np.full_like(seen.chances, 0.001)
    chances[:, pips] = 0.993
    return replace(seen, chances=chances)


def test_what_a_person_says_of_each_die_is_taken_as_said() -> None:
    throws = [replace(throw, seen=silent(throw.seen)) for throw in lesson(*PAIRS, told=True)]
    dice, left_out = teach(throws, TABLE)
    assert (left_out, dice.faces) == ((), taught_set().faces)


def test_throws_of_which_nothing_is_known_teach_nothing() -> None:
    throw = lesson((2, 5))[0]
    with pytest.raises(TaughtError, match="which die"):
        teach([replace(throw, seen=silent(throw.seen))], TABLE)
    with pytest.raises(ValueError, match="as many sightings"):
        teach([replace(throw, values=(2, 5, 6))], TABLE)


def test_a_burst_is_believed_and_contradicted_as_at_any_table() -> None:
    frame, other = thrown((2, 5), 305), thrown((2, 4), 305)
    assert vision.read([frame, frame, frame], 2, TABLE, taught_set()).certain
    assert not vision.read([other, frame], 2, TABLE, taught_set()).certain


def test_what_was_taught_comes_back_as_it_was_kept() -> None:
    again = load(dump(taught_set()))
    frame = thrown((1, 6), 306)
    assert again.name == "ours"
    assert vision.read([frame], 2, TABLE, again) == vision.read([frame], 2, TABLE, taught_set())


@pytest.mark.parametrize("stored", [b"", b"PK\x03\x04", vision.dump(TABLE)])
def test_bytes_that_are_no_dice_are_refused(stored: bytes) -> None:
    with pytest.raises(TaughtError):
        load(stored)


def test_columns_that_do_not_belong_together_are_refused() -> None:
    for broken in (
        replace(taught_set(), pips=taught_set().pips[1:]),
        replace(taught_set(), pips=taught_set().pips + 6),
    ):
        with pytest.raises(TaughtError):
            load(dump(broken))


def test_dice_without_their_window_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="calibration"):
        vision.read([thrown((1, 2), 1)], 2, None, taught_set())


def test_where_two_numbers_look_alike_the_witness_leaves_it_to_the_nets() -> None:
    dice = taught_set()
    found = np.tile(dice.usual + 9 * dice.bounds, (6, 1)).astype(np.float32)
    found[1:3] = dice.usual + 1.5 * dice.bounds * np.eye(1, len(dice.usual), BLOB)
    told = opinion(found, dice)
    assert (told.pips, told.near, told.known) == (None, (2, 3), False)
    found[2, REST] += dice.gap
    assert opinion(found, dice).near == (2,)
    without_six = replace(dice, pips=np.where(dice.pips == 6, 5, dice.pips))
    assert (opinion(found, without_six).near, opinion(found, without_six).known) == ((2,), False)


def test_a_face_that_a_lamp_covers_is_like_none() -> None:
    frame = thrown((2, 6), 300)
    seen = windowed.locate(frame, 2, TABLE)
    assert seen is not None
    bare, lit = EMPTY.copy(), frame.copy()
    for x, y in seen.centre.astype(int).tolist():
        for picture in (bare, lit):
            cv2.circle(picture, (x, y), 80, WHITE, cv2.FILLED)
    known = replace(TABLE, background=vision.picture.to_gray(bare))
    assert [one.near for one in compare(lit, seen, taught_set(), known)] == [(), ()]
    assert {one.pips for one in compare(frame, seen, taught_set(), known)} == {2, 6}


@pytest.mark.parametrize(("unlike", "near"), [(0.0, (2,)), (0.5, (2, 3))])
def test_a_face_that_is_like_no_look_at_all_says_little_of_which_number_is_nearer(
    unlike: float, near: tuple[int, ...]
) -> None:
    dice = taught_set()
    found = np.tile(dice.usual + 9 * dice.bounds, (6, 1)).astype(np.float32)
    found[1:3] = dice.usual + 1.5 * dice.bounds * np.eye(1, len(dice.usual), BLOB)
    found[1, REST] += unlike * dice.gap
    found[2, REST] += (unlike + 0.5) * dice.gap
    assert opinion(found, dice).near == near
