"""The set-up: a game, its house rules, who opens, and a start; every step a plain form."""

import re
from html import unescape

import pytest
from markupsafe import escape

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


def back(page: str) -> str:
    """Return where a page's way back leads."""
    found = re.search(r'class="back" href="([^"]*)"', page)
    assert found
    return unescape(found[1])


def sent_version(page: str) -> str:
    """Return the version of the table that a page's form sends."""
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    return found[1]


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
        ({"lives": "21"}, "“Lives” takes a whole number from 1 to 20."),
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
    assert "Meanwhile the table has moved on." in plain(again.text)
    assert "Mäxle is still on: a new game ends it." in plain(again.text)


@pytest.mark.parametrize("moved_on", [False, True])
def test_a_start_whose_opener_has_left_is_refused_and_says_so(at: Evening, *, moved_on: bool) -> None:
    host = at.start("Anna", "Ben", "Cleo", lives="1")
    seen, guest = at.version, at.table.snapshot().party.named("Cleo")
    assert guest
    at.play("2:leave 0:65" if moved_on else "2:leave")
    version = seen if moved_on else at.version
    host.post("/people/leave", {"guest": guest.id})
    answer = host.post("/setup", {**DRAFT, "do": "start", "opens": guest.id, "version": version})
    assert answer.status_code == 409
    assert "Whoever was to open has left." in plain(answer.text)
    assert "still stands" not in plain(answer.text)
    assert opener(answer.text) == ["1"]


def test_what_is_set_up_while_the_last_game_goes_on_is_kept_and_started_by_a_second_tap(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", lives="1")
    seen = sent_version(host.get("/setup").text)
    draft = {"do": "start", "game": "maxonaut", "opens": "2", "points": "3", "double_21": "on"}
    at.play("0:61 1:challenge reveal:43")
    answer = host.post("/setup", {**draft, "version": seen})
    assert answer.status_code == 409
    assert "Meanwhile the table has moved on." in plain(answer.text)
    assert 'name="game" value="maxonaut"' in answer.text
    assert 'name="double_21" value="on" checked' in answer.text
    assert opener(answer.text) == ["2"]
    assert host.post("/setup", {**draft, "version": sent_version(answer.text)}).status_code == 303
    game = at.table.snapshot().game
    assert game
    assert (game.rules.NAME, game.options["points"], game.first) == ("maxonaut", 3, 1)


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


@pytest.mark.parametrize("do", ["start", "keep"])
@pytest.mark.parametrize("typed", ["", "0", "-1", "1.5", "21", "9" * 30, '"><b>'])
def test_a_number_that_an_option_does_not_take_is_refused_with_its_range_and_the_draft_stays(
    at: Evening, do: str, typed: str
) -> None:
    draft = {**DRAFT, "do": do, "house": "Ours", "opens": "2", "equal_calls": "on", "lives": typed}
    answer = gathered(at).post("/setup", draft)
    assert answer.status_code == 409
    assert "“Lives” takes a whole number from 1 to 20." in plain(answer.text)
    assert f'name="lives" value="{escape(typed)}"' in answer.text
    assert 'name="equal_calls" value="on" checked' in answer.text
    assert 'name="house" value="Ours"' in answer.text
    assert opener(answer.text) == ["2"]


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("maxi", {"chips": "5"}, "“Chips” takes a whole number from 2 to 4."),
        ("mex", {"crosses": "0", "throws": ""}, "“Crosses until you are out” takes a whole number from 1"),
        ("mex", {"crosses": "", "throws": "9"}, "“Throws at most” takes a whole number from 1 to 3."),
        ("maxonaut", {"points": "11"}, "“Penalty points to lose” takes a whole number from 1 to 10."),
        ("luegen_kniffel", {"doubt_s": "121"}, "takes a whole number from 0 to 120."),
    ],
)
def test_every_games_numbers_are_told_with_their_ranges(
    at: Evening, game: str, options: dict[str, object], told: str
) -> None:
    answer = gathered(at).post("/setup", {**DRAFT, "do": "start", "game": game, **options})
    assert answer.status_code == 409
    assert told in plain(answer.text)


def test_a_preset_puts_its_number_where_none_was(at: Evening) -> None:
    assert 'name="lives" value="5"' in step(gathered(at), "preset:it", lives="")


def test_what_differs_is_told_of_a_number_that_is_none(at: Evening) -> None:
    assert "Lives: many instead of 5" in plain(step(gathered(at), "look", lives="many"))


ASIDE = {
    "game": "maxonaut",
    "opens": "2",
    "preset": "fr",
    "points": "3",
    "double_21": "on",
    "house": "A & B=C",
}


def drafted(page: str) -> tuple[object, ...]:
    """Return what stands in the set-up's form: the game, who opens, and what was set or typed."""
    values = re.findall(r'name="(game|preset|points|house)" value="([^"]*)"', page)
    checked = re.findall(r'name="(\w+)" value="on" checked', page)
    return {name: unescape(value) for name, value in values}, checked, opener(page)


@pytest.mark.parametrize("points", ["3", "", "1,5"])
@pytest.mark.parametrize("do", ["people", "rules"])
def test_who_sees_to_people_or_house_rules_comes_back_to_the_same_draft(
    at: Evening, do: str, points: str
) -> None:
    host = gathered(at)
    draft = {**ASIDE, "points": points}
    before = drafted(step(host, "look", **draft))
    aside = host.post("/setup", {**draft, "do": do})
    assert aside.status_code == 303
    assert "version" not in aside.location
    assert "token" not in aside.location
    assert "To the set-up" in host.see(aside.location)
    assert drafted(host.get(back(host.shown)).text) == before


def test_the_draft_stays_while_people_come_go_and_change(at: Evening) -> None:
    host = gathered(at)
    before = drafted(step(host, "look", **ASIDE))
    page = host.get(host.post("/setup", {**ASIDE, "do": "people"}).location).text
    for path, form in (
        ("/people/add", {"name": "Dora"}),
        ("/people/add", {"name": "dora"}),
        ("/people/down", {"guest": 1}),
        ("/people/rename", {"guest": 3, "name": "Clea"}),
        ("/people/doors/close", {}),
    ):
        action = next(a for a in map(unescape, re.findall(r'action="([^"]*)"', page)) if a.startswith(path))
        answer = host.post(action, dict(form))
        page = host.get(answer.location).text if answer.status_code == 303 else answer.text
        assert "Who is at the table?" in page
    assert drafted(host.get(back(page)).text) == before
    assert at.names == ["Ben", "Anna", "Clea", "Dora"]


def test_a_name_that_is_refused_can_be_mended_while_a_set_up_waits(at: Evening) -> None:
    host = gathered(at)
    waits = host.post("/setup", {**ASIDE, "do": "people"}).location.partition("?")[2]
    added = host.post(f"/people/add?{waits}", {"name": "anna"})
    assert added.status_code == 409
    assert 'id="add" class="name" name="name" value="anna"' in added.text
    renamed = host.post(f"/people/rename?{waits}", {"guest": 2, "name": "CLEO"}).text
    drawers = re.findall(r'data-key="more(\d)" open>.*?name="name" value="([^"]*)"', renamed, re.DOTALL)
    assert drawers == [("2", "CLEO")]


def test_without_a_draft_people_lead_back_to_the_table(at: Evening) -> None:
    assert back(gathered(at).get("/people").text) == "/"


@pytest.mark.parametrize(
    ("draft", "status"),
    [
        ("", 200),
        ("game=chess", 400),
        ("game=maexle&opens=me", 400),
        ("%FF%00=&&&;=", 400),
        ("game=maexle&lives=%22%3E%3Cscript%3E&opener=nobody&do=start&version=1", 200),
    ],
)
def test_a_draft_in_the_address_starts_nothing_and_a_false_one_is_refused(
    at: Evening, draft: str, status: int
) -> None:
    host = gathered(at)
    before = at.table.snapshot()
    answer = host.client.get("/setup", query_string={"draft": draft})
    assert answer.status_code == status
    assert "<script>" not in answer.text
    assert at.table.snapshot() is before
    long = host.client.get("/people", query_string={"draft": draft + "&" * 9999})
    assert back(long.text) == "/"
