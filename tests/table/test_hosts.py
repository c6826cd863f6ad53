import pytest

from table.hosts import LONGEST_WAIT_S, MANY_PINS, PIN_WAIT_S, WRONG_PINS, Doorkeeper, TooManyPinsError
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


@pytest.fixture
def door(clock: Clock) -> Doorkeeper:
    return Doorkeeper(lambda: "1234", clock)


def guess(door: Doorkeeper, times: int, address: str = "10.0.0.1") -> None:
    for _ in range(times):
        assert not door.check_pin("0000", address)


def test_the_right_pin_is_the_tables(door: Doorkeeper) -> None:
    assert door.check_pin("1234", "10.0.0.1")


@pytest.mark.parametrize("pin", ["", "123", "12345", "１２３４", "1234\n", "\ud800", 10_000 * "1"])
def test_any_other_pin_is_wrong(door: Doorkeeper, pin: str) -> None:
    assert not door.check_pin(pin, "10.0.0.1")


def test_an_empty_word_lets_nobody_in_though_the_table_had_no_pin(clock: Clock) -> None:
    assert not Doorkeeper(lambda: "", clock).check_pin("", "10.0.0.1")


def test_five_wrong_pins_cost_an_address_a_minute_even_for_the_right_one(
    door: Doorkeeper, clock: Clock
) -> None:
    guess(door, WRONG_PINS)
    with pytest.raises(TooManyPinsError) as caught:
        door.check_pin("1234", "10.0.0.1")
    assert caught.value.wait_s == PIN_WAIT_S
    clock.now += PIN_WAIT_S
    assert door.check_pin("1234", "10.0.0.1")


def test_wrong_pins_that_come_slowly_cost_the_whole_minute_too(door: Doorkeeper, clock: Clock) -> None:
    for _ in range(WRONG_PINS):
        guess(door, 1)
        clock.now += 14
    with pytest.raises(TooManyPinsError) as caught:
        door.check_pin("1234", "10.0.0.1")
    clock.now += caught.value.wait_s - 1
    with pytest.raises(TooManyPinsError):
        door.check_pin("1234", "10.0.0.1")
    clock.now += 1
    assert door.check_pin("1234", "10.0.0.1")


def test_asking_during_the_minute_does_not_make_it_longer(door: Doorkeeper, clock: Clock) -> None:
    guess(door, WRONG_PINS)
    clock.now += PIN_WAIT_S - 1
    with pytest.raises(TooManyPinsError) as caught:
        door.check_pin("0000", "10.0.0.1")
    assert caught.value.wait_s == 1


def test_after_the_minute_there_are_five_tries_again(door: Doorkeeper, clock: Clock) -> None:
    guess(door, WRONG_PINS)
    clock.now += PIN_WAIT_S
    guess(door, WRONG_PINS)
    with pytest.raises(TooManyPinsError):
        door.check_pin("1234", "10.0.0.1")


def test_one_address_does_not_hold_up_another(door: Doorkeeper) -> None:
    guess(door, WRONG_PINS, "10.0.0.1")
    assert door.check_pin("1234", "10.0.0.2")


def test_the_right_pin_clears_the_wrong_ones(door: Doorkeeper) -> None:
    guess(door, WRONG_PINS - 1)
    assert door.check_pin("1234", "10.0.0.1")
    guess(door, WRONG_PINS - 1)
    assert door.check_pin("1234", "10.0.0.1")


def test_guesses_from_many_addresses_make_everybody_wait_longer_each_time(
    door: Doorkeeper, clock: Clock
) -> None:
    for number in range(MANY_PINS):
        guess(door, 1, f"10.0.0.{number}")
    for doubled in (1, 2, 4):
        with pytest.raises(TooManyPinsError) as caught:
            door.check_pin("1234", "10.0.1.1")
        assert caught.value.wait_s == doubled * PIN_WAIT_S
        clock.now += doubled * PIN_WAIT_S
        guess(door, 1, "10.0.1.2")
    clock.now += LONGEST_WAIT_S
    assert door.check_pin("1234", "10.0.1.1")
    guess(door, 1)
    assert door.check_pin("1234", "10.0.1.1"), "the right one lets all be forgotten"


def test_what_was_guessed_before_a_restart_counts(clock: Clock) -> None:
    kept: list[int] = []
    door = Doorkeeper(lambda: "1234", clock, MANY_PINS - 1, kept.append)
    guess(door, 1)
    assert kept == [MANY_PINS]
    after = Doorkeeper(lambda: "1234", clock, kept[-1], kept.append)
    with pytest.raises(TooManyPinsError):
        after.check_pin("1234", "10.0.0.9")
    clock.now += PIN_WAIT_S
    assert after.check_pin("1234", "10.0.0.9")
    assert kept == [MANY_PINS, 0]


def test_a_new_pin_counts_at_once_and_the_old_one_no_more(clock: Clock) -> None:
    pins = ["1234"]
    door = Doorkeeper(lambda: pins[-1], clock)
    assert door.check_pin("1234", "10.0.0.1")
    pins.append("5678")
    assert not door.check_pin("1234", "10.0.0.1")
    assert door.check_pin("5678", "10.0.0.1")
