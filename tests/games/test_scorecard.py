"""The rules' combinations of Lügen-Kniffel, and its score card."""

import itertools

import pytest

from games.scorecard import (
    CLAIMS,
    Claim,
    Combination,
    Field,
    ScoreCard,
    parse_claim,
    points_of,
    say_card,
    say_claim,
)

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
FIXED = {"full_house": 25, "small_straight": 30, "large_straight": 40, "kniffel": 50}


def points(dice: str, combination: str) -> int:
    return points_of([int(pips) for pips in dice], Combination(combination))


def card(*claims: str) -> ScoreCard:
    written = ScoreCard()
    for claim in claims:
        written = written.written(parse_claim(claim))
    return written


@pytest.mark.parametrize(("face", "combination"), list(enumerate(UPPER, start=1)))
def test_ones_to_sixes_give_their_count_times_their_face(face: int, combination: str) -> None:
    for count in range(6):
        other = 1 + face % 6
        assert points(count * str(face) + (5 - count) * str(other), combination) == count * face


@pytest.mark.parametrize(
    ("combination", "dice", "given"),
    [
        ("three_of_a_kind", "44425", 19),
        ("three_of_a_kind", "44441", 17),
        ("three_of_a_kind", "66666", 30),
        ("three_of_a_kind", "44225", 0),
        ("four_of_a_kind", "11112", 6),
        ("four_of_a_kind", "55555", 25),
        ("four_of_a_kind", "11122", 0),
        ("chance", "13456", 19),
        ("chance", "11111", 5),
        ("full_house", "44455", 25),
        ("full_house", "45445", 25),
        ("full_house", "44444", 0),
        ("full_house", "44456", 0),
        ("small_straight", "23456", 30),
        ("small_straight", "12343", 30),
        ("small_straight", "63546", 30),
        ("small_straight", "12356", 0),
        ("large_straight", "12345", 40),
        ("large_straight", "65432", 40),
        ("large_straight", "12346", 0),
        ("kniffel", "33333", 50),
        ("kniffel", "33334", 0),
    ],
)
def test_what_five_dice_give_in_a_combination(combination: str, dice: str, given: int) -> None:
    assert points(dice, combination) == given


def test_five_alike_are_no_joker() -> None:
    assert all(points("44444", combination) == 0 for combination in FIXED if combination != "kniffel")


def test_a_count_of_1_to_5_and_sums_of_5_to_30_can_be_called_and_the_fixed_points() -> None:
    called = {
        combination: {c.points for c in CLAIMS if c.combination == combination} for combination in Combination
    }
    for face, combination in enumerate(UPPER, start=1):
        assert called.pop(Combination(combination)) == {face * count for count in range(1, 6)}
    for combination, given in FIXED.items():
        assert called.pop(Combination(combination)) == {given}
    assert called == {
        Combination(combination): set(range(5, 31))
        for combination in ("three_of_a_kind", "four_of_a_kind", "chance")
    }


def test_the_upper_six_are_said_as_how_many() -> None:
    assert parse_claim("fours 12").count == 3
    assert parse_claim("chance 12").count is None


@pytest.mark.parametrize("claim", CLAIMS, ids=say_claim)
def test_a_claim_reads_back_as_it_is_written(claim: Claim) -> None:
    assert parse_claim(say_claim(claim)) == claim


@pytest.mark.parametrize(
    "text",
    ["", "fours", "fours 13", "fours 24", "chance 4", "chance 31", "kniffel 5", "Fours 12", 12, None, []],
)
def test_what_is_no_claim_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="fours 12"):
        parse_claim(text)


def test_what_is_written_is_never_improved() -> None:
    assert card("fours 8", "fours 16") == card("fours 8")


def test_the_upper_six_at_63_or_more_give_35_on_top() -> None:
    three_each = [f"{combination} {3 * face}" for face, combination in enumerate(UPPER, start=1)]
    assert (card(*three_each).bonus, card(*three_each).total) == (35, 98)
    assert card(*three_each[:-1], "sixes 12", "chance 30").bonus == 0
    assert card(*three_each[:-1], "sixes 30").total == 63 + 12 + 35


def test_the_second_strike_takes_the_points_field_even_if_it_held_points_and_a_third_has_no_effect() -> None:
    fours = Combination.FOURS
    for written in (card(), card("fours 12")):
        once = written.struck(fours)
        assert once.of(fours) == Field(written.of(fours).points, 1)
        twice = once.struck(fours)
        assert twice.of(fours) == Field(0, 2)
        assert twice.struck(fours) == twice
        assert twice.written(parse_claim("fours 8")) == twice


def test_a_card_is_full_once_every_field_is_filled_or_struck() -> None:
    first = {
        combination: next(c for c in CLAIMS if c.combination == combination) for combination in Combination
    }
    all_but_one = [say_claim(claim) for claim in itertools.islice(first.values(), 12)]
    assert not card(*all_but_one).full
    assert card(*all_but_one, "chance 5").full
    assert card(*all_but_one).struck(Combination.CHANCE).struck(Combination.CHANCE).full


def test_a_card_is_written_as_the_fields_on_which_something_stands() -> None:
    written = card("fours 12").struck(Combination.CHANCE)
    assert say_card(written) == {
        "fours": {"points": 12, "strikes": 0},
        "chance": {"points": None, "strikes": 1},
    }
