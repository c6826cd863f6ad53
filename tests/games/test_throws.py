import itertools

import pytest

from games.throws import MAEXLE, ORDER, beats, parse_throw, say_throw, throw_of
from tests.games.playing import ROW, throw


def test_the_order_is_the_row_of_21_values_that_the_rules_print() -> None:
    assert [say_throw(value) for value in ORDER] == ROW


@pytest.mark.parametrize(("lower", "higher"), list(itertools.pairwise(ROW)))
def test_each_value_beats_the_one_before_it_in_the_row(lower: str, higher: str) -> None:
    assert beats(throw(higher), throw(lower))
    assert not beats(throw(lower), throw(higher))


@pytest.mark.parametrize("value", ROW)
def test_no_value_beats_itself(value: str) -> None:
    assert not beats(throw(value), throw(value))


def test_21_is_maexle_and_beats_every_other_value() -> None:
    assert say_throw(MAEXLE) == "21"
    assert all(beats(MAEXLE, other) for other in ORDER if other != MAEXLE)


def test_every_double_beats_every_mixed_throw_but_21() -> None:
    doubles = [value for value in ORDER if value[0] == value[1]]
    mixed = [value for value in ORDER if value[0] != value[1] and value != MAEXLE]
    assert len(doubles) == 6
    assert all(beats(double, other) for double in doubles for other in mixed)


@pytest.mark.parametrize(("one", "other"), list(itertools.product(range(1, 7), repeat=2)))
def test_the_higher_die_comes_first_however_the_dice_lie(one: int, other: int) -> None:
    assert throw_of([one, other]) == (max(one, other), min(one, other))
    assert throw_of([one, other]) in ORDER


def test_of_36_throws_each_mixed_value_comes_up_twice_and_each_double_once() -> None:
    throws = [throw_of(dice) for dice in itertools.product(range(1, 7), repeat=2)]
    assert {value: throws.count(value) for value in ORDER} == {
        value: 1 if value[0] == value[1] else 2 for value in ORDER
    }


@pytest.mark.parametrize("dice", [[], [3], [3, 4, 5], [0, 3], [3, 7], [-1, 2]])
def test_anything_but_two_dice_of_1_to_6_pips_is_no_throw(dice: list[int]) -> None:
    with pytest.raises(ValueError, match="two dice of 1 to 6 pips"):
        throw_of(dice)


@pytest.mark.parametrize("value", ROW)
def test_a_throw_reads_back_as_it_is_written(value: str) -> None:
    assert say_throw(parse_throw(value)) == value


@pytest.mark.parametrize(
    "text", ["", "4", "34", "12", "77", "10", "433", " 43", "43 ", "٤٣", 43, None, [4, 3]]
)
def test_what_is_none_of_the_21_values_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="one of 31 to 21"):
        parse_throw(text)
