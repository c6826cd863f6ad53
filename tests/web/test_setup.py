"""The set-up: names in order, house rules, and a start; every step a plain form."""

import re

import pytest

from games.rulesets import RULESETS
from tests.web.evening import Evening, Phone, plain

DRAFT: dict[str, object] = {
    "game": "maexle",
    "first": "0",
    "preset": "de",
    "lives": "5",
    "opener": "winner",
    "name": ["Anna", "Ben", "Cleo"],
}


def step(host: Phone, do: str, **changes: object) -> str:
    answer = host.post("/setup", {**DRAFT, "do": do, **changes})
    assert answer.status_code == 200, answer.status
    return answer.text


def names(page: str) -> list[str]:
    return re.findall(r'class="name" name="name" value="([^"]*)"', page)


def opener(page: str) -> list[str]:
    return re.findall(r'name="first" id="\w+" value="(\d+)" checked', page)


def test_the_first_set_up_is_empty_and_has_the_tables_house_rules(at: Evening) -> None:
    page = at.host().get("/setup").text
    assert names(page) == ["", "", ""]
    assert 'value="preset:de" class="small" aria-pressed="true"' in page


def test_a_later_set_up_begins_with_the_last_names_and_rules(at: Evening) -> None:
    page = at.start("Anna", "Ben", lives="7").get("/setup").text
    assert names(page) == ["Anna", "Ben"]
    assert 'name="lives" value="7"' in page


def test_players_are_added_up_to_the_games_most(at: Evening) -> None:
    host = at.host()
    assert names(step(host, "add")) == ["Anna", "Ben", "Cleo", ""]
    most = RULESETS["maexle"].PLAYERS[1]
    full = [f"P{number}" for number in range(most)]
    assert names(step(host, "add", name=full)) == full
    assert len(names(step(host, "add", name=[*full, "one", "more"]))) == most


@pytest.mark.parametrize(
    ("do", "first", "order", "opens"),
    [
        ("remove:0", "2", ["Ben", "Cleo"], ["1"]),
        ("remove:2", "2", ["Anna", "Ben"], ["0"]),
        ("up:2", "2", ["Anna", "Cleo", "Ben"], ["1"]),
        ("up:2", "1", ["Anna", "Cleo", "Ben"], ["2"]),
        ("down:0", "0", ["Ben", "Anna", "Cleo"], ["1"]),
        ("up:0", "1", ["Anna", "Ben", "Cleo"], ["1"]),
        ("down:2", "1", ["Anna", "Ben", "Cleo"], ["1"]),
        ("up:99", "1", ["Anna", "Ben", "Cleo"], ["1"]),
    ],
)
def test_players_move_and_the_opener_goes_with_them(
    at: Evening, do: str, first: str, order: list[str], opens: list[str]
) -> None:
    page = step(at.host(), do, first=first)
    assert names(page) == order
    assert opener(page) == opens


def test_a_preset_fills_in_its_rules(at: Evening) -> None:
    page = step(at.host(), "preset:it", lives="9")
    assert 'name="equal_calls" value="on" checked' in page
    assert 'name="lives" value="5"' in page
    assert 'value="preset:it" class="small" aria-pressed="true"' in page


def test_nothing_is_kept_before_the_start(at: Evening) -> None:
    host = at.host()
    before = at.table.snapshot()
    for do in ("add", "remove:1", "up:1", "preset:fr"):
        step(host, do)
    assert at.table.snapshot() is before


def test_a_game_starts_with_the_names_in_order_the_opener_and_the_options(at: Evening) -> None:
    host = at.host()
    fields = {**DRAFT, "do": "start", "first": "2", "lives": "3", "equal_calls": "on", "opener": "loser"}
    assert host.post("/setup", fields).status_code == 303
    game = at.table.snapshot().game
    assert game
    assert game.seats == ("Anna", "Ben", "Cleo")
    assert game.first == 2
    assert game.options == {"lives": 3, "equal_calls": True, "opener": "loser"}


def test_rows_left_empty_are_nobody_and_the_opener_stays_the_same_person(at: Evening) -> None:
    fields = {**DRAFT, "do": "start", "name": ["", "Anna", " ", "Ben"], "first": "3"}
    at.host().post("/setup", fields)
    game = at.table.snapshot().game
    assert game
    assert game.seats == ("Anna", "Ben")
    assert game.first == 1


@pytest.mark.parametrize("typed", ["Jürgen", "Зоя", "שרה כהן", "🎲 Zoë 👩‍👩‍👧", "x" * 24, "O'Neill & Söhne"])
def test_names_are_kept_as_typed(at: Evening, typed: str) -> None:
    host = at.start(typed, "Ben")
    game = at.table.snapshot().game
    assert game
    assert game.seats[0] == typed
    assert host.get("/setup").status_code == 200


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": ["Anna", "anna"]}, "Two players have the same name."),
        ({"name": ["Anna", "B" * 25]}, "Every player needs a name of 1 to 24 characters."),
        ({"name": ["Anna", "Ben\x07"]}, "Every player needs a name of 1 to 24 characters."),
        ({"name": ["Anna"]}, "do not go together"),
        ({"name": []}, "do not go together"),
        ({"lives": "21"}, "do not go together"),
        ({"opener": "nobody"}, "do not go together"),
    ],
)
def test_what_can_not_start_is_said_and_nothing_typed_is_lost(
    at: Evening, changes: dict[str, object], words: str
) -> None:
    answer = at.host().post("/setup", {**DRAFT, "do": "start", **changes})
    assert answer.status_code == 409
    assert words in plain(answer.text)
    typed = {**DRAFT, **changes}["name"]
    assert isinstance(typed, list)
    assert len(names(answer.text)) == len(typed)
    assert at.table.snapshot().game is None


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"lives": "many"},
        {"first": "me"},
        {"do": "dance"},
        {"do": "up:x"},
        {"do": "preset:xx"},
    ],
)
def test_what_the_form_can_not_send_is_malformed(at: Evening, changes: dict[str, object]) -> None:
    assert at.host().post("/setup", {**DRAFT, "do": "start", **changes}).status_code == 400


def test_a_start_over_a_game_that_somebody_else_started_is_refused(at: Evening) -> None:
    host = at.host()
    version = at.version
    host.post("/setup", {**DRAFT, "do": "start", "version": version})
    again = host.post("/setup", {**DRAFT, "do": "start", "version": version})
    assert again.status_code == 409
    assert "Somebody was faster." in plain(again.text)


def test_every_game_is_offered_with_its_own_house_rules(at: Evening) -> None:
    host = at.host()
    for name, rules in RULESETS.items():
        page = step(host, f"game:{name}")
        assert f'name="game" value="{name}"' in page
        assert re.findall(r'<p class="option"><label for="(\w+)"', page) == [o.name for o in rules.OPTIONS]


def test_another_game_keeps_the_names_as_far_as_it_has_room(at: Evening) -> None:
    full = [f"P{number}" for number in range(12)]
    page = step(at.host(), "game:maxi", name=full, first="9")
    assert names(page) == full[:6]
    assert opener(page) == ["0"]


def test_house_rules_of_other_countries_are_offered_where_they_differ(at: Evening) -> None:
    host = at.host()
    assert "preset:it" in step(host, "game:maexle")
    assert "preset:" not in step(host, "game:mex")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("maxi", {"chips": "5"}),
        ("mex", {"crosses": "0", "throws": "3"}),
        ("maxonaut", {"points": "11"}),
        ("luegen_kniffel", {"doubt_s": "121"}),
    ],
)
def test_an_option_out_of_its_games_range_is_refused_in_words(
    at: Evening, game: str, options: dict[str, object]
) -> None:
    answer = at.host().post("/setup", {**DRAFT, "do": "start", "game": game, **options})
    assert answer.status_code == 409
    assert "These house rules or this number of players do not go together." in plain(answer.text)
