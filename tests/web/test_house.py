"""House rules on the host's phone: kept by name, shared by a link, told in words before the start."""

import re
from html import unescape

import pytest

from table.actors import Actor
from table.house import house_rules, say_code
from tests.web.evening import Evening, Phone, plain, spoken
from tests.web.test_setup import DRAFT, back, step
from web.words.story import LANGUAGES

CODE = say_code(house_rules("maexle", "Zum Hirschen", {"lives": 3, "opener": "loser"}))

TAKEN = "This table has rules of that name already."


def keep(host: Phone, name: str = "Stammtisch", **changes: object) -> str:
    return step(host, "keep", house=name, **changes)


def test_the_choices_of_the_set_up_are_kept_under_a_name_and_taken_again(at: Evening) -> None:
    host = at.host()
    page = keep(host, lives="3", opener="loser")
    assert 'value="house:Stammtisch" class="small" aria-pressed="true"' in page
    page = step(host, "house:Stammtisch", lives="9")
    assert 'name="lives" value="3"' in page
    assert '<option value="loser" selected>' in page


def test_rules_are_offered_for_their_own_game_alone(at: Evening) -> None:
    host = at.host()
    keep(host)
    assert "Stammtisch" not in step(host, "game:mex")
    assert "Stammtisch" in step(host, "game:maexle")


def test_a_game_starts_with_the_rules_that_were_taken(at: Evening) -> None:
    host = at.host()
    at.gather(host, "Anna", "Ben")
    keep(host, lives="3")
    page = step(host, "house:Stammtisch")
    lives = re.search(r'name="lives" value="(\d+)"', page)
    assert lives
    host.post("/setup", {**DRAFT, "do": "start", "lives": lives[1]})
    game = at.table.snapshot().game
    assert game
    assert game.options["lives"] == 3


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x07"])
def test_rules_need_a_name_that_can_be_shown_and_nothing_typed_is_lost(at: Evening, name: str) -> None:
    answer = at.host().post("/setup", {**DRAFT, "do": "keep", "house": name, "lives": "3"})
    assert answer.status_code == 409
    assert "House rules need a name of 1 to 24 characters." in plain(answer.text)
    assert 'name="lives" value="3"' in answer.text
    assert at.table.house.all() == []


def test_rules_out_of_their_range_are_not_kept(at: Evening) -> None:
    answer = at.host().post("/setup", {**DRAFT, "do": "keep", "house": "A", "lives": "21"})
    assert answer.status_code == 409
    assert at.table.house.all() == []


def differing(page: str) -> list[str]:
    lines = re.findall(r"<li data-option=[^>]*?( hidden)?>(.*?)</li>", page)
    return [unescape(re.sub("<[^>]*>", "", line)) for hidden, line in lines if not hidden]


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, []),
        ({"lives": "6"}, ["Lives: 6 instead of 5"]),
        (
            {"lives": "1", "equal_calls": "on", "opener": "loser"},
            [
                "Lives: 1 instead of 5",
                "The same call again is allowed: yes instead of no",
                "Who opens the next round: who paid instead of who won the challenge",
            ],
        ),
    ],
)
def test_what_differs_from_the_default_is_told_before_the_start(
    at: Evening, changes: dict[str, object], lines: list[str]
) -> None:
    assert differing(step(at.host(), "look", **changes)) == lines


def test_what_differs_is_told_in_the_hosts_language(at: Evening) -> None:
    assert differing(step(at.host("de"), "look", lives="6")) == ["Leben: 6 statt 5"]


def test_without_a_script_the_set_up_tells_what_differs_when_asked(at: Evening) -> None:
    host = at.host()
    assert 'value="look"' in host.get("/setup").text
    assert differing(step(host, "look", lives="2")) == ["Lives: 2 instead of 5"]


def test_kept_rules_are_listed_in_words_and_deleted(at: Evening) -> None:
    host = at.host()
    keep(host, lives="3")
    listed = host.see("/setup/rules")
    assert "Stammtisch · Mäxle Lives: 3 instead of 5" in listed
    assert host.post("/setup/rules/drop", {"game": "maexle", "name": "Stammtisch"}).status_code == 303
    assert "Stammtisch" not in host.see("/setup/rules")


def test_a_link_carries_rules_to_another_table(at: Evening) -> None:
    host = at.host()
    keep(host, "Zum Hirschen", lives="3", opener="loser")
    shared = host.get("/setup/rules/share?game=maexle&name=Zum+Hirschen").text
    assert 'class="code"' in shared
    link = re.search(r'<p class="link" dir="ltr">([^<]*)</p>', shared)
    assert link
    assert link[1] == f"http://192.0.2.7:8080/setup/rules?h={CODE}"
    host.post("/setup/rules/drop", {"game": "maexle", "name": "Zum Hirschen"})
    for asked in (CODE, link[1], f" {link[1]} "):  # opened as it is, or pasted into the form
        english = {"Accept-Language": "en"}
        page = host.client.get("/setup/rules", query_string={"h": asked}, headers=english).text
        assert "Zum Hirschen" in plain(page)
        assert at.table.house.all() == []
        assert "Lives: 3 instead of 5" in plain(page)
    assert host.post("/setup/rules/keep", {"h": CODE, "house": "Hirsch"}).status_code == 303
    (kept,) = at.table.house.all()
    assert (kept.name, kept.options["lives"], kept.options["opener"]) == ("Hirsch", 3, "loser")


def test_rules_of_a_name_that_is_taken_say_so_first(at: Evening) -> None:
    host = at.host()
    keep(host, "Zum Hirschen")
    assert TAKEN in host.see(f"/setup/rules?h={CODE}")


def test_rules_that_a_link_brings_take_the_place_of_others_after_a_warning_alone(at: Evening) -> None:
    host = at.host()
    keep(host, "Zwei", lives="9")
    answer = host.post("/setup/rules/keep", {"h": CODE, "house": " Zwei "})
    assert answer.status_code == 409
    assert TAKEN in plain(answer.text)
    assert 'id="house" name="house" value="Zwei"' in answer.text
    assert [rules.options["lives"] for rules in at.table.house.all()] == [9]
    (named,) = re.findall(r'name="warned" value="([^"]*)"', answer.text)
    assert host.post("/setup/rules/keep", {"h": CODE, "house": "Zwei", "warned": named}).status_code == 303
    assert [rules.options["lives"] for rules in at.table.house.all()] == [3]


def test_whoever_was_warned_of_one_name_and_types_another_is_warned_of_that(at: Evening) -> None:
    host = at.host()
    keep(host, "Zum Hirschen")
    keep(host, "Zwei")
    (named,) = re.findall(r'name="warned" value="([^"]*)"', host.get(f"/setup/rules?h={CODE}").text)
    assert named == "Zum Hirschen"
    assert host.post("/setup/rules/keep", {"h": CODE, "house": "Zwei", "warned": named}).status_code == 409
    assert host.post("/setup/rules/keep", {"h": CODE, "house": named, "warned": named}).status_code == 303


def test_rules_that_the_set_up_began_with_are_kept_again_under_their_name_without_a_warning(
    at: Evening,
) -> None:
    host = at.host()
    keep(host, lives="3")
    assert TAKEN not in keep(host, preset="house:Stammtisch", lives="4")
    assert [rules.options["lives"] for rules in at.table.house.all()] == [4]


def test_another_hosts_rules_of_the_same_name_give_way_after_a_warning_alone(at: Evening) -> None:
    host, other = at.host(), at.host()
    keep(other, lives="3")
    page = keep(host, " Stammtisch ", lives="4")
    assert TAKEN in page
    assert 'name="lives" value="4"' in page
    assert [rules.options["lives"] for rules in at.table.house.all()] == [3]
    (named,) = re.findall(r'name="warned" value="([^"]*)"', page)
    assert TAKEN not in keep(host, named, lives="4", warned=named)
    assert [rules.options["lives"] for rules in at.table.house.all()] == [4]


def test_the_same_rules_are_kept_under_their_name_without_a_warning(at: Evening) -> None:
    host, other = at.host(), at.host()
    keep(other, lives="3")
    assert TAKEN not in keep(host, lives="3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_of_kept_rules_sounds_otherwise(at: Evening, language: str) -> None:
    host = at.host(language)
    for game, name in (("maexle", "Zwei"), ("maexle", "Eins"), ("mex", "Eins")):
        at.table.house.keep(house_rules(game, name, {}), Actor("host", host=True))
    heard = spoken(host.get("/setup/rules").text)
    assert len(set(heard)) == len(heard) == 10


def test_rules_are_deleted_by_a_second_tap(at: Evening) -> None:
    host = at.host()
    keep(host)
    page = host.get("/setup/rules").text
    folded = re.findall(r'<details class="keeping".*?</details>', page, re.DOTALL)
    assert sum("/setup/rules/drop" in part for part in folded) == page.count("/setup/rules/drop") == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("nonsense", "This link carries no house rules."),
        ("http://[", "This link carries no house rules."),
        (f"http://pub/setup/rules?x={CODE}", "This link carries no house rules."),
        (CODE[:-8], "This link carries no house rules."),
        ("WzIsIm1hZXhsZSJd", "This link comes from a newer table."),
        ("WzEsImNoZXNzIiwiQSIse31d", "This table does not know that game."),
        ("<script>alert(1)</script>", "This link carries no house rules."),
    ],
)
def test_a_link_that_carries_nothing_is_said_clearly(at: Evening, code: str, words: str) -> None:
    answer = at.host().client.get("/setup/rules", query_string={"h": code}, headers={"Accept-Language": "en"})
    assert answer.status_code == 400
    assert words in plain(answer.text)
    assert "<script>alert" not in answer.text


def test_a_link_that_is_refused_is_not_to_be_pasted_again(at: Evening) -> None:
    host = at.host()
    assert 'name="h" value="nonsense &#34;' in host.get('/setup/rules?h=nonsense+"').text
    assert 'name="h" value="nonsense"' in host.post("/setup/rules/keep", {"h": "nonsense"}).text


@pytest.mark.parametrize("name", ["x" * 25, " "])
def test_rules_of_a_link_whose_name_is_refused_wait_for_another(at: Evening, name: str) -> None:
    host = at.host()
    answer = host.post("/setup/rules/keep", {"h": CODE, "house": name})
    assert answer.status_code == 400
    assert "House rules need a name of 1 to 24 characters." in plain(answer.text)
    assert f'name="house" value="{name}"' in answer.text
    (code,) = re.findall(r'name="h" value="([^"]*)"', answer.text)
    assert host.post("/setup/rules/keep", {"h": code, "house": "Hirsch"}).status_code == 303


def test_what_a_form_sends_as_rules_is_checked_as_well(at: Evening) -> None:
    host = at.host()
    assert host.post("/setup/rules/keep", {"h": "nonsense", "house": "A"}).status_code == 400
    assert host.post("/setup/rules/keep", {"h": CODE, "house": "x" * 25}).status_code == 400
    assert at.table.house.all() == []


def test_house_rules_are_the_hosts(at: Evening) -> None:
    keep(at.host())
    guest = at.phone()
    assert guest.get("/setup/rules").status_code == 403
    assert guest.get(f"/setup/rules?h={CODE}").status_code == 403
    assert guest.get("/setup/rules/share?game=maexle&name=Stammtisch").status_code == 403
    assert guest.post("/setup/rules/keep", {"h": CODE, "house": "A"}).status_code == 403
    assert guest.post("/setup/rules/drop", {"game": "maexle", "name": "Stammtisch"}).status_code == 403
    assert len(at.table.house.all()) == 1


def test_forms_without_the_phones_token_change_nothing(at: Evening) -> None:
    host = at.host()
    keep(host)
    assert host.post("/setup/rules/keep", {"h": CODE, "token": ""}).status_code == 403
    assert (
        host.post("/setup/rules/drop", {"game": "maexle", "name": "Stammtisch", "token": ""}).status_code
        == 403
    )
    assert len(at.table.house.all()) == 1


def test_rules_that_are_gone_can_not_be_shared_or_taken_and_the_choices_stay(at: Evening) -> None:
    host = at.host()
    assert host.get("/setup/rules/share?game=maexle&name=Gone").status_code == 404
    answer = host.post("/setup", {**DRAFT, "do": "house:Gone", "lives": "3"})  # another host has deleted them
    assert answer.status_code == 409
    assert "These rules have been deleted meanwhile." in plain(answer.text)
    assert 'name="lives" value="3"' in answer.text


def test_names_are_never_markup(at: Evening) -> None:
    host = at.host()
    page = keep(host, "<b>&\"'")
    for shown in (page, host.get("/setup/rules").text):
        assert '<b>&"' not in shown
    assert 'value="house:&lt;b&gt;&amp;&#34;&#39;"' in page
    assert 'aria-pressed="true"' in step(host, "house:<b>&\"'")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_house_rules_is_there_in_every_language(at: Evening, language: str) -> None:
    host = at.host(language)
    keep(host)
    for path in ("", f"?h={CODE}", "/share?game=maexle&name=Stammtisch"):
        assert host.get(f"/setup/rules{path}").status_code == 200


def test_a_set_up_that_waits_rides_along_but_in_no_link_that_is_shared(at: Evening) -> None:
    host = at.host()
    keep(host)
    waits = host.get(host.post("/setup", {**DRAFT, "do": "rules", "lives": "7"}).location).text
    (share,) = re.findall(r'href="(/setup/rules/share[^"]*)"', waits)
    shared = host.get(unescape(share)).text
    assert "draft" not in re.findall(r'class="link" dir="ltr">([^<]*)<', shared)[0]
    assert back(host.get(back(shared)).text).startswith("/setup?")
    (sent,) = re.findall(r'name="draft" value="([^"]*)"', waits)
    brought = host.client.get("/setup/rules", query_string={"draft": unescape(sent), "h": CODE})
    (action,) = re.findall(r'action="(/setup/rules/keep[^"]*)"', brought.text)
    kept = host.get(host.post(unescape(action), {"h": CODE, "house": "Zum Hirschen"}).location).text
    assert 'name="lives" value="7"' in host.get(back(kept)).text
