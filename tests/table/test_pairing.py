"""Pairing: the table shows a code, and only the phone that gives it back is a host's."""

from itertools import cycle

import pytest

from table.pairing import ALL_WRONG_CODES, MOST, NUMBERS, OPEN_S, WRONG_CODES, Answer, Pairing
from tests.clock import Clock

HERE, THERE = "10.0.0.1", "10.0.0.2"


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def door(clock: Clock, told: list[str]) -> Pairing:
    picked = cycle(range(MOST))
    pairing = Pairing(clock, lambda: told.append(pairing.code), lambda _: next(picked))
    return pairing


def test_nobody_is_let_in_before_the_button_is_held(door: Pairing) -> None:
    assert door.code == ""
    assert door.enter("", HERE) is Answer.SHUT
    assert door.enter("1234", HERE) is Answer.SHUT


def test_who_gives_the_code_back_is_let_in_once_and_who_is_too_late_hears_that(
    door: Pairing, told: list[str]
) -> None:
    door.open()
    assert door.code == "1234"
    assert door.enter("1234", HERE) is Answer.IN
    assert door.code == ""
    assert door.enter("1234", THERE) is Answer.FASTER
    assert told == ["1234", ""]


def test_a_phone_that_only_says_that_it_held_the_button_does_not_get_in(door: Pairing) -> None:
    door.open()
    assert [door.enter("", THERE) for _ in range(WRONG_CODES)] == [Answer.WRONG] * WRONG_CODES
    assert door.enter("1234", THERE) is Answer.TOO_MANY, "it has guessed enough, even if it guesses right"
    assert door.enter("1234", HERE) is Answer.IN, "the landlord does"


def test_guesses_from_many_addresses_shut_the_door_and_the_next_hold_has_another_code(
    door: Pairing, told: list[str]
) -> None:
    door.open()
    for number in range(ALL_WRONG_CODES - 1):
        assert door.enter("1111", f"10.0.1.{number}") is Answer.WRONG
    assert door.enter("1111", THERE) is Answer.TOO_MANY
    assert door.code == ""
    assert door.enter("1234", HERE) is Answer.TOO_MANY, "it is told why"
    door.open()
    assert door.code == "5612"
    assert door.enter("5612", HERE) is Answer.IN
    assert told == ["1234", "", "5612", ""], "and nobody was told of a wrong guess that changed nothing"


def test_the_door_shuts_after_a_minute_and_holding_again_gives_another(door: Pairing, clock: Clock) -> None:
    door.open()
    clock.now += OPEN_S - 1
    assert door.left_s == 1
    clock.now += 1
    assert (door.code, door.left_s) == ("", 0)
    assert door.enter("1234", HERE) is Answer.SHUT
    door.open()
    assert door.enter("5612", HERE) is Answer.IN
    clock.now += OPEN_S
    assert door.enter("5612", THERE) is Answer.SHUT, "by then it is nobody's speed any more"


@pytest.mark.parametrize("code", ["", "123", "12345", "１２３４", "1234\n", "\ud800", 10_000 * "1"])
def test_any_other_code_is_wrong(door: Pairing, code: str) -> None:
    door.open()
    assert door.enter(code, HERE) is Answer.WRONG


def test_codes_are_numbers_of_a_die_and_hard_to_guess(clock: Clock) -> None:
    door, codes = Pairing(clock), set()
    for _ in range(50):
        door.open()
        codes.add(door.code)
    assert all(len(code) == NUMBERS and set(code) <= set("123456") for code in codes)
    assert len(codes) > 25
    assert ALL_WRONG_CODES / MOST**NUMBERS < 0.01
