"""When a reading is certain, and what stands in its way."""

from dataclasses import replace

import pytest

from tests.figures import pairs
from tests.vision.seen import sightings
from vision.judge import ANYWHERE, TABLE, Bar, at_most, join_chances, judge
from vision.reading import Reason
from vision.sightings import LEANING, mean_of

SURE = 0.99
THREE, SIX = (100, 100, 3, SURE), (300, 100, 6, SURE)


def test_as_many_sure_faces_as_expected_are_certain() -> None:
    sure, trouble, reason = judge(sightings(THREE, SIX), 2, TABLE)
    assert (sorted(sure), trouble, reason) == ([0, 1], None, None)


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ((), Reason.NO_DICE),
        ((THREE,), Reason.WRONG_COUNT),
        ((THREE, SIX, (200, 300, 5, SURE)), Reason.WRONG_COUNT),
    ],
    ids=["none", "one", "three"],
)
def test_another_number_of_faces_is_never_certain(
    dice: tuple[tuple[float, float, int, float], ...], reason: Reason
) -> None:
    assert judge(sightings(*dice), 2, TABLE)[2] is reason


def test_what_is_taken_from_a_number_of_pips_makes_a_die_lean() -> None:
    before = sightings(THREE, (300, 100, 6, 0.7)).chances
    after = at_most(before, 0.8)
    assert after[0, 3] == pytest.approx(0.8)
    assert after[0, LEANING] == pytest.approx(before[0, LEANING] + SURE - 0.8, abs=1e-6)
    assert (after[1] == before[1]).all()
    assert after.sum(axis=1) == pytest.approx(1)


def test_a_leaning_die_more_stands_in_the_way() -> None:
    assert judge(sightings(THREE, SIX, (200, 300, 7, 0.996)), 2, TABLE)[1] == 2


def test_a_die_more_of_which_nobody_can_say_what_it_shows_stands_in_the_way() -> None:
    seen = sightings(THREE, SIX, (200, 300, 5, 0.999))
    seen.chances[2, [3, 5]] = 0.45, 0.549
    assert judge(seen, 2, TABLE)[1] == 2


def test_a_glimpse_of_next_to_nothing_stands_in_nobody_s_way() -> None:
    assert judge(sightings(THREE, SIX, (200, 300, 5, 0.1)), 2, TABLE)[1:] == (None, None)


@pytest.mark.parametrize("bar", [TABLE, ANYWHERE], ids=["window", "photograph"])
def test_dice_of_two_sets_are_believed_but_not_one_that_looks_more_than_twice_as_large(bar: Bar) -> None:
    assert judge(sightings(THREE, SIX, edges=(100, 55)), 2, bar)[1:] == (None, None)
    assert judge(sightings(THREE, SIX, edges=(100, 45)), 2, bar)[2] is Reason.MISFIT


def test_what_several_looks_say_of_a_die_is_taken_together_wherever_each_saw_it() -> None:
    looks = [sightings(THREE, SIX), sightings((303, 102, 6, SURE), THREE)]
    assert judge(mean_of(looks), 2, TABLE)[1:] == (None, None)
    differing = mean_of([sightings(THREE), sightings((100, 100, 5, SURE))])
    assert differing.sure[0] < TABLE.sure
    assert differing.there[0] > 0.9


def test_a_die_that_only_one_of_two_looks_saw_is_not_sure() -> None:
    seen = mean_of([sightings(THREE, SIX), sightings(THREE)])
    assert len(seen) == 2
    assert judge(seen, 2, TABLE)[2] is Reason.WRONG_COUNT
    assert len(mean_of([sightings(), sightings()])) == 0


def test_witnesses_who_contradict_each_other_make_nobody_sure() -> None:
    seen, inspected = sightings(THREE).chances, sightings((0, 0, 5, SURE)).chances
    assert join_chances(seen, inspected)[0, 1:].max() < TABLE.sure
    assert join_chances(seen, seen)[0, 3] > TABLE.sure


def test_a_die_that_one_witness_takes_for_nothing_is_sure_to_nobody() -> None:
    seen, inspected = sightings(THREE).chances, sightings((100, 100, 3, 1 - SURE)).chances
    for both in (join_chances(seen, inspected), join_chances(inspected, seen)):
        assert both[0, 0] == pytest.approx(0.5, abs=1e-3)
        assert both[0, 1:].max() < TABLE.sure


def test_texture_of_another_size_than_the_surest_face_is_left_out() -> None:
    seen = sightings(THREE, (300, 100, 6, 0.9), (50, 50, 1, 0.8), edges=(100, 110, 30))
    assert seen.of_one_size(1.6) == [0, 1]


def test_a_third_die_stands_in_the_way_though_the_witnesses_differ_about_its_pips() -> None:
    seen, inspected = sightings(THREE, SIX, (200, 300, 3, 1.0)), sightings(THREE, SIX, (200, 300, 2, 1.0))
    both = replace(seen, chances=join_chances(seen.chances, inspected.chances))
    assert judge(both, 2, TABLE)[1] == 2


@pytest.mark.parametrize("bar", [TABLE, ANYWHERE])
def test_certainty_rises_with_the_chance_and_is_never_whole(bar: Bar) -> None:
    certainties = [bar.certainty(chance) for chance in (bar.sure, 0.95, 0.99, 0.994)]
    assert certainties == sorted(certainties)
    assert 0.5 < certainties[0] < certainties[-1] < 1


def test_dice_that_agree_with_the_label_are_right_and_the_rest_stand_for_what_is_left() -> None:
    read = [(3, 0.9), (3, 0.99), (6, 0.8)]
    assert sorted(pairs((3, 4, 6), read)) == [(3, 3, 0.99), (4, 3, 0.9), (6, 6, 0.8)]
