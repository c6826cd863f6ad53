"""The set-up: a game, its house rules, who opens, and a start; every step a plain form."""

import re

import pytest

from games.rulesets import RULESETS
from tests.web.evening import Evening, Phone, plain

DRAFT: dict[str, object] = {
    "game": "maexle",
    "opens": "1",
    "preset": "de",
    "lives": "5",
    "opener": "winner",
}


def step(host: Phone, do: str, **changes: object) -> str:
    answer = host.post("/setup", {**DRAFT, "do": do, **changes})
    assert answer.status_code == 200, answer.status
    return answer.text


def opener(page: str) -> list[str]:
    return re.findall(r'name="opens" id="\w+" value="(\d+)" checked', page)


def gathered(at: Evening, *names: str) -> Phone:
    """Return a host's phone at a table where these people are."""
    host = at.host()
    at.gather(host, *(names or ("Anna", "Ben", "Cleo")))
    return host


def test_the_first_set_up_has_the_tables_house_rules(at: Evening) -> None:
    page = at.host().get("/setup").text
    assert 'value="preset:de" class="small" aria-pressed="true"' in page


def test_a_later_set_up_begins_with_the_last_rules_and_opener(at: Evening) -> None:
    page = at.start("Anna", "Ben", lives="7", first=1).get("/setup").text
    assert opener(page) == ["2"]
    assert 'name="lives" value="7"' in page


def test_whoever_is_at_the_table_may_open_and_the_choice_stays(at: Evening) -> None:
    host = gathered(at)
    assert opener(host.get("/setup").text) == ["1"]
    page = step(host, "preset:fr", opens="3")
    assert opener(page) == ["3"]
    assert [name for name in ("Anna", "Ben", "Cleo") if name in plain(page)] == ["Anna", "Ben", "Cleo"]


def test_who_finds_no_room_in_a_game_is_told_to_wait_and_can_not_open(at: Evening) -> None:
    host = gathered(at, *(f"P{number}x" for number in range(8)))
    page = step(host, "game:maxi", opens="8")
    assert opener(page) == ["1"]
    assert page.count('name="opens"') == RULESETS["maxi"].PLAYERS[1]
    assert plain(page).count("next game") == 2
    assert "Maxi is for 2 to 6." in plain(page)


def test_a_preset_fills_in_its_rules(at: Evening) -> None:
    page = step(at.host(), "preset:it", lives="9")
    assert 'name="equal_calls" value="on" checked' in page
    assert 'name="lives" value="5"' in page
    assert 'value="preset:it" class="small" aria-pressed="true"' in page


def test_nothing_is_kept_before_the_start(at: Evening) -> None:
    host = gathered(at)
    before = at.table.snapshot()
    for do in ("look", "game:mex", "preset:fr"):
        step(host, do)
    assert at.table.snapshot() is before


def test_a_game_starts_with_everyone_in_order_the_opener_and_the_options(at: Evening) -> None:
    host = gathered(at)
    fields = {**DRAFT, "do": "start", "opens": "3", "lives": "3", "equal_calls": "on", "opener": "loser"}
    assert host.post("/setup", fields).status_code == 303
    game = at.table.snapshot().game
    assert game
    assert game.seats == ("Anna", "Ben", "Cleo")
    assert game.first == 2
    assert game.options == {"lives": 3, "equal_calls": True, "opener": "loser"}


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
        ({"lives": "21"}, "do not go together"),
        ({"opener": "nobody"}, "do not go together"),
    ],
)
def test_what_can_not_start_is_said_and_nothing_typed_is_lost(
    at: Evening, changes: dict[str, object], words: str
) -> None:
    answer = gathered(at).post("/setup", {**DRAFT, "do": "start", "lives": "7", "opens": "2", **changes})
    assert answer.status_code == 409
    assert words in plain(answer.text)
    assert opener(answer.text) == ["2"]
    assert f'name="lives" value="{changes.get("lives", "7")}"' in answer.text
    assert at.table.snapshot().game is None


def test_too_few_are_asked_who_joins_in(at: Evening) -> None:
    answer = gathered(at, "Anna").post("/setup", {**DRAFT, "do": "start"})
    assert answer.status_code == 409
    assert "That is too few people for this game. Who else is in?" in plain(answer.text)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"lives": "many"},
        {"opens": "me"},
        {"do": "dance"},
        {"do": "preset:xx"},
    ],
)
def test_what_the_form_can_not_send_is_malformed(at: Evening, changes: dict[str, object]) -> None:
    assert at.host().post("/setup", {**DRAFT, "do": "start", **changes}).status_code == 400


def test_a_start_over_a_game_that_somebody_else_started_is_refused(at: Evening) -> None:
    host = gathered(at)
    version = at.version
    host.post("/setup", {**DRAFT, "do": "start", "version": version})
    again = host.post("/setup", {**DRAFT, "do": "start", "version": version})
    assert again.status_code == 409
    assert "Somebody was faster." in plain(again.text)


def test_a_start_that_ends_a_game_says_so_until_that_game_is_over(at: Evening) -> None:
    host = gathered(at)
    ends, starts = ("Mäxle is still on: a new game ends it.", "End it and start this game"), "Start the game"
    assert starts in host.see("/setup")
    host = at.start("Anna", "Ben", lives="1")
    for page in (host.see("/setup"), plain(step(host, "game:maxi"))):
        assert all(words in page for words in ends)
        assert starts not in page
    at.play("0:61 1:challenge reveal:43")
    page = host.see("/setup")
    assert starts in page
    assert not any(words in page for words in ends)


def test_every_game_is_offered_with_its_own_house_rules(at: Evening) -> None:
    host = at.host()
    for name, rules in RULESETS.items():
        page = step(host, f"game:{name}")
        assert f'name="game" value="{name}"' in page
        assert re.findall(r'<p class="option"><label for="(\w+)"', page) == [o.name for o in rules.OPTIONS]


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
    answer = gathered(at).post("/setup", {**DRAFT, "do": "start", "game": game, **options})
    assert answer.status_code == 409
    assert "These house rules or this number of players do not go together." in plain(answer.text)
