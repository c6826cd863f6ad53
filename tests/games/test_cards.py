"""The rules' values and special cards of Maxonaut."""

import itertools

import pytest

from games.cards import EFFECTS, ORDER, Card, beats, best, counters, parse_card_value, parse_cards, value_of
from games.throws import say_throw

ROW = [say_throw(value) for value in ORDER]


def value(cards: str) -> str | None:
    meant = best(parse_cards(cards.split()))
    return say_throw(value_of(meant)) if meant else None


def countered(shown: str, effects: str) -> bool:
    return counters(parse_cards(shown.split()), [Card(effect) for effect in effects.split()])


def test_there_are_45_values_31_to_98_then_pairs_then_21() -> None:
    assert len(ROW) == 45
    assert ROW[:3] == ["31", "32", "41"]
    assert ROW[33:36] == ["97", "98", "11"]
    assert ROW[35:] == ["11", "22", "33", "44", "55", "66", "77", "88", "99", "21"]


@pytest.mark.parametrize(("lower", "higher"), list(itertools.pairwise(ROW)))
def test_each_value_beats_the_one_before_it_in_the_row(lower: str, higher: str) -> None:
    assert beats(parse_card_value(higher), parse_card_value(lower))
    assert not beats(parse_card_value(lower), parse_card_value(higher))


def test_of_very_many_cards_the_best_two_are_found() -> None:
    assert value("joker " * 500 + "1 2 " * 500) == "21"
    assert value("4 " * 500 + "7") == "44"


@pytest.mark.parametrize("text", ["12", "10", "00", "9", "989", 98, None])
def test_what_is_none_of_the_45_values_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="one of 31 to 21"):
        parse_card_value(text)


@pytest.mark.parametrize("names", ["9", ["10"], ["Joker"], [9], None, {"9": 1}])
def test_what_is_no_card_is_refused(names: object) -> None:
    with pytest.raises(ValueError, match="card"):
        parse_cards(names)


@pytest.mark.parametrize(("one", "other"), list(itertools.product("123456789", repeat=2)))
def test_of_two_number_cards_the_higher_comes_first(one: str, other: str) -> None:
    assert value(f"{one} {other}") == max(one, other) + min(one, other)


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("joker 9", "99"),
        ("joker 5", "55"),
        ("joker 1", "21"),
        ("joker 2", "21"),
        ("joker joker", "21"),
        ("joker_even 4", "44"),
        ("joker_even 9", "98"),
        ("joker_even 1", "21"),
        ("joker_even joker_even", "88"),
        ("joker_odd 7", "77"),
        ("joker_odd 8", "98"),
        ("joker_odd 2", "21"),
        ("joker_odd joker_odd", "99"),
        ("joker_odd joker_even", "21"),
    ],
)
def test_a_joker_takes_the_value_that_makes_the_highest_result(cards: str, made: str) -> None:
    assert value(cards) == made


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("matchmaker_even 2", "22"),
        ("8 matchmaker_even", "88"),
        ("matchmaker_odd 1", "11"),
        ("matchmaker_odd 9", "99"),
        ("matchmaker_even joker", "88"),
        ("matchmaker_odd joker", "99"),
        ("matchmaker_even joker_even", "88"),
        ("matchmaker_odd joker_odd", "99"),
    ],
)
def test_a_matchmaker_makes_a_pair_with_a_card_of_its_kind_the_highest_it_can(cards: str, made: str) -> None:
    assert value(cards) == made


@pytest.mark.parametrize(
    "cards",
    [
        "matchmaker_even 3",
        "8 matchmaker_odd",
        "matchmaker_even joker_odd",
        "matchmaker_odd joker_even",
        "matchmaker_even matchmaker_even",
        "matchmaker_even matchmaker_odd",
    ],
)
def test_a_matchmaker_with_a_card_of_the_other_kind_or_another_matchmaker_counts_nothing(cards: str) -> None:
    assert value(cards) is None


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("9 8 3", "98"),
        ("9 8 8", "88"),
        ("9 1 2", "21"),
        ("matchmaker_odd 4 7", "77"),
        ("4", None),
        ("", None),
    ],
)
def test_of_three_cards_the_best_two_count(cards: str, made: str | None) -> None:
    assert value(cards) == made


def test_it_is_said_which_number_each_card_stands_for() -> None:
    meant = best(parse_cards(["joker", "9"]))
    assert [(str(one.card), one.number) for one in meant] == [("joker", 9), ("9", 9)]


@pytest.mark.parametrize("shown", ["1", "9", "4 7", "joker", "joker_odd", "matchmaker_odd 3"])
def test_any_odd_card_counters_a_virus(shown: str) -> None:
    assert countered(shown, "virus")


@pytest.mark.parametrize("shown", ["", "2", "4 4", "joker_even", "matchmaker_odd", "virus bomb random"])
def test_nothing_else_counters_a_virus(shown: str) -> None:
    assert not countered(shown, "virus")


@pytest.mark.parametrize(
    "shown", ["4 4", "2 1", "joker 6", "joker_even joker_odd", "matchmaker_even 8", "3 7 3", "joker_even 1"]
)
def test_a_pair_or_21_counters_a_bomb(shown: str) -> None:
    assert countered(shown, "bomb")


@pytest.mark.parametrize(
    "shown", ["", "4", "joker", "7 8", "matchmaker_even 7", "matchmaker_even matchmaker_even", "joker_even 7"]
)
def test_nothing_else_counters_a_bomb(shown: str) -> None:
    assert not countered(shown, "bomb")


@pytest.mark.parametrize(
    "shown", ["3 3", "4 4 7", "2 1", "joker joker", "matchmaker_odd 5", "matchmaker_even 4 1"]
)
def test_both_counters_stop_a_virus_with_a_bomb_and_an_odd_pair_is_both(shown: str) -> None:
    assert countered(shown, " ".join(EFFECTS))


@pytest.mark.parametrize("shown", ["3", "4 4", "joker 4", "5 7", ""])
def test_one_counter_does_not_stop_a_virus_with_a_bomb(shown: str) -> None:
    assert not countered(shown, " ".join(EFFECTS))
