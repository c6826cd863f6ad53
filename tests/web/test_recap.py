"""The story as pictures: after the game, drawn on the server, with the same told in words."""

import re
from html import unescape
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from games.moves import Reveal
from games.ruleset import Wait
from games.rulesets import RULESETS
from tests.games import chance as by_chance
from tests.web.evening import Evening, Phone, plain
from web.pages.guest import charts
from web.pages.guest.recap import tale_of
from web.words.story import LANGUAGES

SVG = re.compile(r'<svg class="chart.*?</svg>', re.DOTALL)


def figures(page: str) -> list[str]:
    return [unescape(title) for title in re.findall(r"<figcaption>(.*?)</figcaption>", page)]


def told(page: str, which: str) -> str:
    """Return the description of a drawing."""
    found = re.search(rf'<desc id="{which}-text">(.*?)</desc>', page, re.DOTALL)
    assert found
    return unescape(found[1])


def lie(host: Phone, at: Evening, seat: int, other: int) -> None:
    """Let a seat call a lie and be caught."""
    host.post("/call", {"seat": seat, "value": "65"})
    host.post("/answer", {"seat": other, "answer": "challenge"})
    at.reveal(4, 3)


def a_short_game(at: Evening) -> Phone:
    """Let Anna be believed once and caught twice, and lose to Ben."""
    host = at.start("Anna", "Ben", lives="2")
    host.post("/call", {"seat": 0, "value": "31"})
    host.post("/answer", {"seat": 1, "answer": "accept"})
    host.post("/call", {"seat": 1, "value": "41"})
    host.post("/answer", {"seat": 0, "answer": "challenge"})
    at.reveal(4, 1)
    host.post("/call", {"seat": 1, "value": "21"})
    host.post("/answer", {"seat": 0, "answer": "accept"})
    return host


def play_by_chance(at: Evening, game: str, seed: int = 7) -> None:
    """Play a whole game of three."""
    chance, host = Random(seed), at.host()
    actor = at.table.snapshot().actor(next(iter(at.table.snapshot().hosts)))
    assert host
    at.table.start({"game": game, "seats": ["Anna", "Ben", "Cleo"]}, actor, at.version)
    while True:
        shot = at.table.snapshot()
        assert shot.game
        if shot.game.view(None).waiting.what is Wait.OVER:
            return
        move = by_chance.move(shot.game.rules, shot.game.match.state, chance)
        if isinstance(move, Reveal):
            at.reveal(*move.dice)
        else:
            at.table.submit(move, actor, shot.version)


def test_the_winner_screen_leads_to_the_story(at: Evening) -> None:
    a_short_game(at)
    assert 'href="/story"' in at.phone().get("/").text


def test_before_the_game_is_over_there_is_no_story(at: Evening) -> None:
    guest = at.phone()
    assert guest.get("/story").headers["Location"] == "/"
    host = at.start("Anna", "Ben")
    assert host.get("/story").headers["Location"] == "/"
    assert "<figure" not in host.get("/screen").text


@pytest.mark.parametrize("what_follows", ["it is played again", "the last move is taken back"])
def test_the_story_is_of_the_game_that_was_seen_whatever_follows_meanwhile(
    at: Evening, what_follows: str
) -> None:
    host = a_short_game(at)
    over = at.table.snapshot()
    story = tale_of(at.table, over)
    host.post("/host/again" if what_follows == "it is played again" else "/host/undo", {"untouched": ""})
    assert at.version > over.version
    assert tale_of(at.table, at.table.snapshot()) is None
    assert story
    assert tale_of(at.table, over) == story


def test_lives_over_the_rounds(at: Evening) -> None:
    page = a_short_game(at).get("/story").text
    assert "Lives over the rounds" in figures(page)
    assert told(page, "courses") == "Anna: 2, 1, 0. Ben: 2, 2, 2. "
    assert re.search(r'class="course kind1 won".*★ Ben', page, re.DOTALL)


def test_calls_and_challenges_of_each_player(at: Evening) -> None:
    page = a_short_game(at).get("/story").text
    assert told(page, "calls") == "Anna: believed 1. Ben: believed 1, doubted, and true 1. "
    assert told(page, "challenges") == "Anna: lost 1. Ben: 0. "
    rows = re.findall(r'<tr><th scope="row"><bdi>(\w+)</bdi></th>(.*?)</tr>', page)
    numbers = {name: re.findall(r"<td>(\d+)</td>", cells) for name, cells in rows}
    assert numbers == {"Anna": list("1100010"), "Ben": list("2100000")}


def test_lies_that_were_caught_are_counted(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1")
    lie(host, at, 0, 1)
    page = host.get("/story").text
    assert told(page, "calls") == "Anna: caught lying 1. Ben: 0. "
    assert told(page, "challenges") == "Anna: 0. Ben: won 1. "
    assert "No lie that was believed ever came to light." in plain(page)


@pytest.mark.parametrize(("card", "shown"), [("virus", ""), ("virus", "3"), ("bomb", "")])
def test_a_doubted_call_on_which_a_special_card_decides_is_not_told_as_never_answered(
    at: Evening, card: str, shown: str
) -> None:
    host = at.start("Anna", "Ben", game="maxonaut", points="1")
    at.play(f"0:97 1:challenge 1:turn_over={card},9 1:counter={shown}")
    page = host.get("/story").text
    assert told(page, "calls") == "Anna: doubted, never settled 1. Ben: 0. "
    assert told(page, "challenges") == f"Anna: 0. Ben: {'won' if shown else 'lost'} 1. "


def test_faces_are_counted_and_too_few_are_not_judged(at: Evening) -> None:
    page = a_short_game(at).get("/story").text
    assert told(page, "faces") == "1: 1×. 2: 0×. 3: 0×. 4: 1×. 5: 0×. 6: 0×. "
    assert "Too few throws" in plain(page)


def test_enough_dice_are_judged(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="20")
    for _ in range(15):
        lie(host, at, 0, 1)
        lie(host, at, 1, 0)
    host.post("/host/leave", {"seat": 0})
    assert "The chance that fair dice look at least this uneven: less than 1%." in host.see("/story")


def test_the_boldest_believed_lie_is_told_with_its_dice(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", game="maxi", chips="2")
    host.post("/call", {"seat": 0, "value": "65", "how": "seen"})
    host.post("/call", {"seat": 1, "value": "11", "how": "passed"})
    host.post("/answer", {"seat": 2, "answer": "challenge"})
    at.reveal(3, 1)
    for seat in (1, 2):
        host.post("/host/leave", {"seat": seat})
    page = host.get("/story").text
    assert "The boldest lie that was believed: Anna called 65. There lay:" in plain(page)
    assert re.findall(r"#die(\d)", page.partition('class="boldest"')[2].partition("</p>")[0]) == ["3", "1"]


def test_a_reveal_that_was_taken_back_does_not_show(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1")
    lie(host, at, 0, 1)
    host.post("/host/undo", {"untouched": "yes"})
    host.post("/host/leave", {"seat": 0})
    page = host.get("/story").text
    assert told(page, "faces") == "1: 0×. 2: 0×. 3: 0×. 4: 0×. 5: 0×. 6: 0×. "
    assert "What became of the calls" not in figures(page)


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_has_its_story_on_phone_and_screen(at: Evening, game: str) -> None:
    play_by_chance(at, game)
    page, screen = at.phone().get("/story").text, at.phone().get("/screen").text
    shown = figures(page)
    assert figures(screen) == shown
    assert ("The faces of all dice that were read" in shown) == bool(RULESETS[game].DICE)
    assert ("Challenges" in shown) == (game != "mex")
    for drawing in SVG.findall(page) + SVG.findall(screen):
        ElementTree.fromstring(drawing)
        assert "<title" in drawing
        assert "<desc" in drawing
        assert "<script" not in drawing
        assert "style=" not in drawing


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_is_told_in_every_language(at: Evening, language: str) -> None:
    play_by_chance(at, "maxi")
    page = at.phone(language).get("/story")
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text


def test_names_are_shown_as_typed_and_never_as_markup(at: Evening) -> None:
    host = at.start("<b>A&B</b>", "Ben", lives="1")
    lie(host, at, 0, 1)
    page = host.get("/story").text
    assert "<b>A&B" not in page
    for drawing in SVG.findall(page):
        ElementTree.fromstring(drawing)


@pytest.mark.parametrize(
    "ends", [[0] * 12, [1, 1, 1, 0], [0, 1, 1, 1, 1, 1], [6, 6, 5, 0, 0], [3, *[0] * 11]]
)
def test_names_beside_the_lines_neither_overlap_nor_leave_the_picture(ends: list[int]) -> None:
    drawn = charts.courses([[0] * len(ends), ends], ())
    heights = sorted(line.label_y for line in drawn.lines)
    assert all(below - above >= 14 for above, below in pairwise(heights))
    assert charts.EDGE <= heights[0] < heights[-1] <= drawn.height


def test_bars_are_to_one_scale_and_end_inside() -> None:
    one, two = charts.bars([{"won": 1, "lost": 2}, {"won": 6, "lost": 0}])
    assert two.pieces[0].width == pytest.approx(2 * sum(piece.width for piece in one.pieces))
    assert two.pieces[0].x + two.pieces[0].width <= charts.WIDTH


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Maximiliane", "Maximiliane"),
        ("Maximilian Ostermeier", "Maximilian O…"),
        (
            "Anna Anna\N{WAVING WHITE FLAG}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}\N{RAINBOW}",
            "Anna Anna…",
        ),
        ("Anna-Lena\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}xyz", "Anna-Lena…"),
    ],
)
def test_a_name_in_a_chart_is_cut_where_an_emoji_ends(name: str, shown: str) -> None:
    assert charts.short(name) == shown
