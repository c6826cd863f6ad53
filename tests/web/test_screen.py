"""The big screen: what a watcher may see, drawn for the room, and nothing to tap."""

import re

import pytest

from table.table import Table
from tests.web.evening import Evening, evening, plain
from web.pages.pub.screen import sides
from web.words.story import LANGUAGES

SCENES = ("call", "answer", "look", "ask", "verdict", "over")


def play_to(at: Evening, scene: str) -> None:
    """Bring a game of Anna and Ben to a scene."""
    host = at.start("Anna", "Ben", lives="1" if scene == "over" else "5")
    if scene == "call":
        return
    host.post("/call", {"seat": 0, "value": "65"})
    if scene == "answer":
        return
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    if scene == "ask":
        at.doubt("glare")
    if scene in ("verdict", "over"):
        at.reveal(6, 4)


@pytest.mark.parametrize(
    ("seats", "clockwise"),
    [
        (2, [[0], [], [1], []]),
        (3, [[0, 1], [], [2], []]),
        (4, [[0], [1], [2], [3]]),
        (6, [[0, 1], [2], [3, 4], [5]]),
        (9, [[0, 1, 2, 3], [4], [5, 6, 7], [8]]),
        (12, [[0, 1, 2, 3], [4, 5], [6, 7, 8, 9], [10, 11]]),
    ],
)
def test_seats_sit_round_the_table_in_order(seats: int, clockwise: list[list[int]]) -> None:
    placed = sides(seats)
    assert [placed[side] for side in ("far", "right", "near", "left")] == clockwise


def test_before_the_first_game_it_shows_how_to_join(at: Evening) -> None:
    shown = at.phone().get("/screen").text
    assert 'class="code"' in shown
    assert "192.0.2.7:8080" in plain(shown)
    assert "No game yet." in plain(shown)


def test_it_shows_whose_turn_it_is_the_lives_and_the_code(at: Evening) -> None:
    play_to(at, "call")
    shown = at.phone().get("/screen").text
    assert re.search(r'class=" turn"><span class="head"><svg.*?</svg><span class="name"><bdi>Anna', shown)
    assert shown.count('aria-label="5 lives"') == 2
    assert 'class="code"' in shown
    assert "Anna throws and calls." in plain(shown)


def test_it_shows_the_last_call_with_its_seat(at: Evening) -> None:
    play_to(at, "answer")
    assert re.search(r'Anna.*class="said">65</b>.*Ben', at.phone().get("/screen").text, re.DOTALL)


def test_it_shows_the_verdict_with_the_picture_and_its_rings(at: Evening) -> None:
    play_to(at, "verdict")
    shown = at.phone().get("/screen").text
    assert "A lie!" in plain(shown)
    assert "Anna loses 1 life." in plain(shown)
    assert shown.count('class="ring"') == 2
    assert f'href="/picture/{at.version}"' in shown


def test_open_throws_lie_with_their_seats(at: Evening) -> None:
    host = at.start("Anna", "Ben", game="mex", crosses="6", throws="1")
    host.post("/answer", {"seat": 0, "answer": "throw"})
    at.reveal(4, 3)
    side = at.phone().get("/screen").text.partition('class="side far"')[2].partition("</ul>")[0]
    assert "Anna" in side
    assert re.findall(r"#die(\d)", side) == ["4", "3"]


@pytest.mark.parametrize("scene", SCENES)
def test_there_is_nothing_to_tap_but_the_languages_and_the_sound(at: Evening, scene: str) -> None:
    play_to(at, scene)
    shown = at.host().get("/screen").text
    assert "<form" not in shown
    assert re.findall(r'<button type="button" class="(\w+)', shown) == ["sound"]
    assert shown.count("<button") == 1
    assert "<summary" not in shown
    assert set(re.findall(r'<a href="([^"]*)"', shown)) == {f"/screen?lang={code}" for code in LANGUAGES}


@pytest.mark.parametrize("scene", SCENES)
def test_a_host_and_a_player_see_no_more_on_it_than_anyone(at: Evening, scene: str) -> None:
    play_to(at, scene)
    host, guest = at.host(), at.phone()
    host.post("/seats/claim", {"guest": 1})
    assert host.get("/screen").text == guest.get("/screen").text


def test_sealed_answers_stay_sealed_on_it(at: Evening) -> None:
    host = at.start("A", "B", "C", game="luegen_kniffel", doubt_s="0")
    host.post("/call", {"seat": 0, "value": "fours 12"})
    before = at.phone().see("/screen")
    host.post("/answer", {"seat": 1, "answer": "doubt"})
    doubted = at.phone().see("/screen")
    host.post("/host/undo", {"untouched": "yes"})
    undone = at.phone().see("/screen")
    assert "Taken back: B has answered." in undone
    host.post("/answer", {"seat": 1, "answer": "believe"})
    assert at.phone().see("/screen") == doubted != before
    host.post("/host/undo", {"untouched": "yes"})
    assert at.phone().see("/screen") == undone


def test_score_cards_take_the_place_of_the_seats(at: Evening) -> None:
    at.start("Anna", "Ben", game="luegen_kniffel")
    at.play("0:fours/12")
    shown = at.phone().get("/screen").text
    assert 'class="side' not in shown
    assert '<td class="called">12?</td>' in shown
    assert "★" not in shown, "nobody leads with nothing"
    at.play("1:doubt")
    at.reveal(4, 4, 4, 1, 2)
    anna, ben = (
        at.phone().get("/screen").text.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")[:2]
    )
    assert '<td class=" fresh">12</td>' in anna
    assert re.search(r'aria-label="leads">★</span> <b>12</b>', anna)
    assert re.search(r'<td class="open fresh"><i class="strikes" role="img" aria-label="1 strike">✗</i>', ben)
    assert re.search(r'<tr class=" turn"><th scope="row"><bdi>Ben', ben) is None, "the verdict shows"


def test_after_the_game_the_cards_are_shown_in_turn_with_the_story(at: Evening) -> None:
    at.start("Anna", "Ben", game="luegen_kniffel")
    at.play("1:leave")
    shown = at.phone().get("/screen").text
    assert 'class="final"' in shown
    assert shown.count('<table class="scorecard') == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language_that_is_chosen_and_keeps_to_it(at: Evening, language: str) -> None:
    screen = at.phone()
    assert f'<html lang="{language}">' in screen.get(f"/screen?lang={language}").text
    assert f'<html lang="{language}">' in screen.get("/screen").text


def test_it_follows_by_a_stream_of_its_own_and_without_a_script_by_itself(at: Evening) -> None:
    shown = at.phone().get("/screen").text
    assert 'data-events="/events?page=screen"' in shown
    assert '<noscript><meta http-equiv="refresh"' in shown
    phone = at.phone()
    both = [phone.client.get(f"/events?page={page}") for page in ("panel", "screen")]
    assert [answer.status_code for answer in both] == [200, 200]
    for answer in both:
        answer.close()


def test_without_a_script_every_picture_of_the_end_has_its_turn_before_it_loads_anew(at: Evening) -> None:
    host = at.host()
    host.post("/habits", {"patience_s": 0, "keeps": "on"})
    at.start("Anna", "Ben", game="luegen_kniffel")
    at.play("0:fours/12 1:doubt reveal:44412 1:leave")
    shown = at.phone().get("/screen").text
    turns = int(re.findall(r'class="turns turns(\d)"', shown)[0])
    assert turns == 7
    assert int(re.findall(r'<noscript><meta http-equiv="refresh" content="(\d+)"', shown)[0]) >= 10 * turns


def test_its_live_part_alone_is_what_the_script_fetches(at: Evening) -> None:
    part = at.phone().get("/screen", **{"X-Part": "1"}).text
    assert [line[:5] for line in part.splitlines()[:3]] == ["<html", "<titl", "<main"]


def test_the_hosts_page_and_menu_lead_to_it(at: Evening) -> None:
    host = at.host()
    assert 'href="/screen"' in host.get("/host").text
    assert 'href="/screen"' in host.get("/").text
    assert 'href="/screen"' not in at.phone().get("/").text


def test_once_all_have_joined_there_is_no_code(at: Evening) -> None:
    play_to(at, "call")
    phone = at.phone()
    phone.post("/seats/claim", {"guest": 1})
    assert 'class="code"' in phone.get("/screen").text
    phone.post("/seats/claim", {"guest": 2})
    assert 'class="code"' not in phone.get("/screen").text


def test_after_the_game_it_leads_to_the_story_and_asks_for_another_round(at: Evening) -> None:
    play_to(at, "over")
    shown = at.phone().see("/screen")
    assert "The story in pictures" in shown
    assert "Another round?" in shown
    assert "Scan and join" not in shown
    assert 'class="confetti"' in at.phone().get("/screen").text


def test_who_left_a_game_has_nothing_left_in_its_end(at: Evening) -> None:
    at.start("Anna", "Ben", "Cleo")
    at.play("1:leave 2:leave")
    shown = at.phone().get("/screen").text
    ends = re.findall(r"<li>(?:<bdi>)?(\w+)(?:</bdi>)? <b>(.*?)</b>", shown.split('class="ends"')[1])
    assert ends[:3] == [("Anna", "5 lives"), ("Ben", "out"), ("Cleo", "out")]
    assert re.findall(r'class="figure-end">(.*?)<', shown) == ["5", "–", "–"]


@pytest.mark.parametrize(
    ("came_by", "shown"),
    [
        ("192.168.4.1:8080", "192.168.4.1:8080"),  # the hotspot's own, though the machine has another
        ("127.0.0.1:8080", "192.0.2.7:8080"),
        ("stag.local", "192.0.2.7:8080"),
    ],
)
def test_the_code_says_the_address_by_which_this_browser_came_if_other_phones_can_use_it(
    at: Evening, came_by: str, shown: str
) -> None:
    for path in ("/screen", "/join"):
        page = at.app.test_client().get(path, headers={"Host": came_by}).text
        assert shown in page.replace("<wbr>", "")


def test_without_a_network_screen_and_page_say_so_in_place_of_a_code(table: Table) -> None:
    alone = evening(table, find_url=lambda: None).app.test_client()
    for path in ("/screen", "/join"):
        page = alone.get(path, headers={"Host": "localhost", "Accept-Language": "en"}).text
        assert "No network: phones can't join." in plain(page)
        assert 'class="code"' not in page


def test_the_screen_follows_an_address_that_changes(table: Table) -> None:
    now = ["http://192.0.2.7/"]
    screen = evening(table, find_url=lambda: now[-1]).app.test_client()
    assert "192.0.2.7" in screen.get("/screen", headers={"Host": "stag.local"}).text
    now.append("http://192.0.2.99/")
    table.wake()
    assert "192.0.2.99" in screen.get("/screen", headers={"Host": "stag.local"}).text
