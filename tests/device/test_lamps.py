import pytest
from gpiozero.pins.mock import MockFactory

from device.lamps import Lamps, NoLamps


def test_lamps_burn_only_inside_the_with(pins: MockFactory) -> None:
    lamps = Lamps(22)
    assert not pins.pin(22).state
    with lamps:
        assert pins.pin(22).state
    assert not pins.pin(22).state
    lamps.close()


def test_lamps_go_out_when_the_look_fails(pins: MockFactory) -> None:
    lamps = Lamps(22)
    with pytest.raises(OSError, match="unplugged"), lamps:
        raise OSError("unplugged")
    assert not pins.pin(22).state
    lamps.close()


def test_lamps_may_be_closed_twice_and_their_pin_is_free_then(pins: MockFactory) -> None:
    lamps = Lamps(22)
    lamps.close()
    lamps.close()
    Lamps(22).close()


def test_a_lamps_pin_that_is_taken_is_named(pins: MockFactory) -> None:
    lamps = Lamps(22)
    with pytest.raises(OSError, match="the lamps' switch can't have GPIO 22"):
        Lamps(22)
    lamps.close()


def test_no_lamps_are_lamps_too() -> None:
    lamps = NoLamps()
    with lamps:
        lamps.close()
    lamps.close()
