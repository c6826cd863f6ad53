"""Maxi on the phone: four answers, and how every call came about."""

import re
from html import unescape
from urllib.parse import quote_plus

import pytest

from tests.web.evening import Evening, Phone, plain
from web.sight.draft import LONGEST


def on(page: str) -> list[str]:
    """Return the values of the keys that are on."""
    return re.findall(r'name="value" value="(\d\d)"(?! disabled)', page)


def tapped(phone: Phone, label: str) -> str:
    """Open the link on the page shown last that says so, and return the page."""
    links = re.findall(r'<a (?:class="[^"]*" )?href="([^"]*)">(?:← )?([^<]*)</a>', phone.shown)
    return phone.get(next(unescape(href) for href, text in links if text == label)).text


def start(at: Evening, moves: str = "") -> Phone:
    host = at.start("Anna", "Ben", "Cleo", game="maxi")
    at.play(moves)
    return host


def test_a_call_is_answered_in_four_ways(at: Evening) -> None:
    host = start(at, "0:43/seen")
    page = host.see()
    for answer in ("Throw and look", "Throw blind", "Pass it on", "Reveal"):
        assert answer in page
    assert "Ben throws, passes on or reveals." in at.phone().see()


def test_how_a_call_came_about_is_shown_to_all_and_kept(at: Evening) -> None:
    start(at, "0:43/seen 1:51/passed 2:accept 2:54/blind")
    page = at.phone().see()
    assert "Thrown blind: nobody has looked." in page
    assert "Anna 43 seen Ben 51 passed on Cleo 54 blind" in page


def test_after_a_throw_the_same_call_is_on(at: Evening) -> None:
    host = start(at, "0:61/seen 1:accept")
    assert "call 61 or more" in host.see()
    assert on(host.shown)[0] == "61"


@pytest.mark.parametrize(("call", "least"), [("61", "61"), ("21", "Maxi")])
def test_in_french_the_least_that_may_be_called_reads_well_of_maxi_too(
    at: Evening, call: str, least: str
) -> None:
    host = start(at, f"0:{call}/seen 1:accept")
    host.language = "fr"
    assert f"annonce au moins {least}." in host.see()


def test_who_throws_blind_calls_blind_unless_they_say_otherwise(at: Evening) -> None:
    host = start(at, "0:61/seen")
    answer = host.post("/answer", {"seat": 1, "answer": "accept", "how": "blind"})
    page = host.get(answer.location).text
    assert 'name="how" value="blind"' in page
    assert 'name="how" value="seen"' in host.follow("how=seen")


@pytest.mark.parametrize("way", ["help", "another game's help", "language"])
def test_who_has_thrown_blind_still_has_after_another_language_or_how_to_play(at: Evening, way: str) -> None:
    start(at, "0:43/seen")
    ben = at.phone()
    ben.post("/seats/claim", {"guest": 2})
    answer = ben.post("/answer", {"seat": 1, "answer": "accept", "how": "blind"})
    assert 'name="how" value="blind"' in ben.get(answer.location).text
    if way == "language":
        page = ben.follow("lang=fr")
        assert '<html lang="fr">' in page
    else:
        tapped(ben, "How to play")
        if way != "help":
            tapped(ben, "Maxonaut")
        page = tapped(ben, "To the table")
    assert 'name="how" value="blind"' in page


def test_what_was_chosen_is_forgotten_where_the_table_moved_on_during_how_to_play(at: Evening) -> None:
    host = start(at, "0:61/seen")
    host.get(f"/?at={at.version}&how=passed")
    tapped(host, "How to play")
    at.play("1:62/passed")
    assert 'name="how" value="passed"' not in tapped(host, "To the table")


@pytest.mark.parametrize(
    "query",
    [
        {"at": "now", "how": "blind"},
        {"after": "//evil.example/", "how": "blind"},
    ],
)
def test_how_to_play_takes_no_number_along_that_is_none(at: Evening, query: dict[str, str]) -> None:
    start(at, "0:61/seen")
    assert at.phone().client.get("/help", query_string=query).status_code == 400


def test_how_to_play_takes_only_along_what_the_table_understands(at: Evening) -> None:
    start(at, "0:61/seen")
    how = '"><b>' * 99
    query = {"at": str(at.version), "how": how, "next": "//evil.example/", "lang": "it", "_external": "1"}
    ben = at.phone()
    ben.post("/seats/claim", {"guest": 2})
    page = ben.client.get("/help", query_string=query).text
    back = set(re.findall(r'<a class="(?:back|button)" href="([^"]*)"', page))
    assert back == {f"/?at={at.version}&amp;how={quote_plus(how[:LONGEST])}"}


def test_nobody_who_throws_blind_is_told_to_peek(at: Evening) -> None:
    host = start(at)
    assert "Anna opens: throw, peek, call." in host.see()
    assert "Anna opens: throw blind, call." in plain(host.follow("how=blind"))
    at.play("0:61/seen")
    answer = host.post("/answer", {"seat": 1, "answer": "accept", "how": "blind"})
    assert "Ben: throw blind, call 61 or more." in host.see(answer.location)
    assert "Ben: throw, peek, call 61 or more." in plain(host.follow("how=seen"))


def test_passing_on_offers_higher_calls_alone(at: Evening) -> None:
    host = start(at, "0:61/seen")
    host.get()
    page = host.follow("how=passed")
    assert on(page)[0] == "62"
    assert host.post("/call", {"seat": 1, "value": "62", "how": "passed"}).status_code == 303
    assert "Passed on without a throw." in host.see()


def test_what_was_chosen_for_an_earlier_call_is_forgotten(at: Evening) -> None:
    host = start(at, "0:61/seen")
    passing = f"/?at={at.version}&how=passed"
    assert 'name="how" value="passed"' in host.get(passing).text
    at.play("1:62/passed")
    assert 'name="how" value="passed"' not in host.get(passing).text


def test_a_called_maxi_is_not_passed_on(at: Evening) -> None:
    host = start(at, "0:21/blind")
    page = host.get().text
    assert "<button disabled>Pass it on</button>" in page
    assert "Anna calls Maxi." in host.see()


def test_the_loser_of_a_reveal_loses_a_chip_and_opens(at: Evening) -> None:
    host = start(at, "0:61/blind 1:challenge")
    at.reveal(3, 1)
    page = host.see()
    assert "A lie!" in page
    assert "Anna loses 1 chip." in page
    assert "Anna opens: throw" in page
    assert host.shown.count('href="#chip"') == 9


def test_what_one_phone_is_choosing_shows_on_no_other(at: Evening) -> None:
    host = start(at, "0:61/seen")
    other = at.host()
    host.get()
    host.follow("how=passed")
    assert "Back to the four answers" in host.shown
    assert "Pass it on" in other.see()
    assert "Back to the four answers" not in other.shown
