import pytest

from table.game import set_up
from table.names import SetupError, check_names

FAMILY = "👨‍👩‍👧"


def refusal(**line: object) -> SetupError:
    with pytest.raises(SetupError) as caught:
        set_up({"game": "maexle", "seats": ["A", "B"]} | line)
    return caught.value


def test_options_and_who_opens_may_be_left_out() -> None:
    game = set_up({"game": "maexle", "seats": ["A", "B"]})
    assert game.line() == {
        "game": "maexle",
        "options": {"lives": 5, "equal_calls": False, "opener": "winner"},
        "seats": ["A", "B"],
        "first": 0,
    }


def test_the_first_line_sets_the_same_game_up_again() -> None:
    game = set_up({"game": "maexle", "seats": ["A", "B"], "options": {"lives": 3}, "first": 1})
    assert set_up(game.line()).line() == game.line()


@pytest.mark.parametrize("name", [None, "", "chess", 7, ["maexle"], {}])
def test_a_game_that_is_not_there_is_refused(name: object) -> None:
    assert refusal(game=name).code == "no_such_game"


@pytest.mark.parametrize(
    "line",
    [
        {"options": {"lives": 0}},
        {"options": {"lifes": 3}},
        {"options": []},
        {"options": None},
        {"first": 2},
        {"first": -1},
        {"first": True},
        {"first": "0"},
        {"seats": ["A"]},
        {"seats": []},
        {"seats": [str(seat) for seat in range(13)]},
    ],
)
def test_options_or_seats_that_the_game_can_not_have_are_refused(line: dict[str, object]) -> None:
    assert refusal(**line).code == "bad_options"


def test_the_refusal_of_an_option_names_it() -> None:
    assert "lives" in str(refusal(options={"lives": 21}))


@pytest.mark.parametrize(
    "name",
    [
        "Ö",
        "Jean-François d'Été",
        24 * "x",
        24 * "Ä",
        24 * "A\u0308",
        "שלום",
        "مرحبا",
        "李雷",
        "🎲🍺",
        FAMILY,
        "<b>&amp;</b>",
        "'; DROP TABLE entry;--",
    ],
)
def test_names_are_kept_as_typed(name: str) -> None:
    names = check_names([name, "B"])
    assert names[0] in (name, 24 * "Ä")


def test_names_are_trimmed() -> None:
    assert check_names([" Anna \t Lena ", "B"]) == ("Anna Lena", "B")


@pytest.mark.parametrize(
    "name", ["", "  ", 25 * "x", "a\x00b", "a\x1b[2J", "\u202eevil", "\ud800", 200 * "\u0308"]
)
def test_a_name_that_can_not_be_shown_is_refused(name: str) -> None:
    assert refusal(seats=[name, "B"]).code == "bad_names"


@pytest.mark.parametrize("seats", [None, "AB", 3, [1, 2], [None, "B"], {"A": 1, "B": 2}, b"AB"])
def test_what_is_no_list_of_names_is_refused(seats: object) -> None:
    assert refusal(seats=seats).code == "bad_names"


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anna"), ("Anna", "anna "), ("Straße", "STRASSE")])
def test_two_seats_can_not_have_the_same_name(one: str, other: str) -> None:
    assert refusal(seats=[one, other]).code == "same_names"


@pytest.mark.parametrize("part", ["game", "seats", "options", "first"])
def test_whatever_stands_on_the_line_it_is_refused_and_quoted_in_brief(part: str) -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert len(str(refusal(**{part: nested}))) < 300
    assert len(str(refusal(seats=[100_000 * "x", "B"]))) < 300
