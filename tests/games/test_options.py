import pytest

from games import maexle
from games.options import Option, OptionError, check_options, refused
from games.seats import next_in


@pytest.mark.parametrize(
    "options",
    [{}, {"lives": 1}, {"lives": 20}, {"equal_calls": True}, {"equal_calls": False}, {"opener": "loser"}],
)
def test_options_in_range_start_a_game(options: dict[str, object]) -> None:
    maexle.start(2, options)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lives", 0),
        ("lives", 21),
        ("lives", -1),
        ("lives", 5.0),
        ("lives", "5"),
        ("lives", True),
        ("lives", None),
        ("equal_calls", 1),
        ("equal_calls", "true"),
        ("equal_calls", None),
        ("opener", "first"),
        ("opener", ""),
        ("opener", True),
        ("opener", ["winner"]),
        ("lifes", 5),
        ("Lives", 5),
    ],
)
def test_an_option_out_of_range_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=name):
        maexle.start(2, {name: value})


def test_the_options_that_may_not_have_their_values_are_found() -> None:
    values = {"lives": "many", "equal_calls": True, "opener": "nobody"}
    assert [option.name for option in refused(maexle.OPTIONS, values)] == ["lives", "opener"]
    assert not refused(maexle.OPTIONS, values | {"lives": 3, "opener": "loser"})


def test_what_is_not_given_stands_at_its_default() -> None:
    assert check_options(maexle.OPTIONS, {}) == {"lives": 5, "equal_calls": False, "opener": "winner"}


def test_the_presets_are_the_printed_editions_and_only_the_italian_takes_equal_calls() -> None:
    assert dict(maexle.PRESETS) == {"de": {}, "en": {}, "fr": {}, "it": {"equal_calls": True}}


@pytest.mark.parametrize("option", maexle.OPTIONS, ids=lambda option: option.name)
def test_every_default_is_in_its_own_range(option: Option) -> None:
    assert option.check(option.default) == option.default


@pytest.mark.parametrize("seats", [2, 3, 12])
def test_maexle_is_for_2_to_12_players(seats: int) -> None:
    assert len(maexle.start(seats, {}).lives) == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 13])
def test_fewer_than_2_or_more_than_12_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 12 players"):
        maexle.start(seats, {})


@pytest.mark.parametrize("first", [-1, 3])
def test_who_opens_is_one_of_the_seats(first: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 2"):
        maexle.start(3, {}, first)


@pytest.mark.parametrize(
    ("seat", "out", "following"),
    [
        (0, [False, False, False], 1),
        (2, [False, False, False], 0),
        (0, [False, True, False], 2),
        (1, [True, False, True], 1),
        (0, [True, True, False], 2),
    ],
)
def test_order_runs_through_the_seats_as_named_past_who_is_out(
    seat: int, out: list[bool], following: int
) -> None:
    assert next_in(seat, out) == following


def test_nobody_follows_where_nobody_is_in() -> None:
    with pytest.raises(ValueError, match="nobody is in"):
        next_in(0, [True, True])
