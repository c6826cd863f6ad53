"""The verdict as theatre: nothing tells the result before the cup lifts, and nothing is played twice."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from games.moves import Correct, Undo
from table.snapshot import Late
from tests.browser import phone
from tests.evening.room import HOST, Room, call, said, shown

pytestmark = pytest.mark.browser
NAMES: Final = ("Anna", "Ben", "Çelik")
COVERED_MS, RINGED_MS, WORD_MS = 500, 1090, 2300
STOPS: Final = """addEventListener('animationstart', () => document.getAnimations()
    .filter(act => act.effect.getComputedTiming().iterations === 1).forEach(act => act.pause()))"""
AT: Final = "ms => document.getAnimations().forEach(act => { act.pause(); act.currentTime = ms; })"
ENDS: Final = """() => document.getAnimations()
    .filter(act => act.effect.getComputedTiming().iterations === 1).forEach(act => act.finish())"""
"""Every act of the verdict stands still from its first frame on, so that a test can look at any moment."""
PICTURES_SHARE: Final = """stage => stage.querySelector('.evidence image').getBoundingClientRect().height
    / stage.getBoundingClientRect().height"""
WITHIN_THE_STAGE: Final = """part => part.getBoundingClientRect().bottom
    < part.closest('.stage').getBoundingClientRect().bottom"""
ABOVE: Final = {"?watch=1": ".waits", "screen": ".reminder", "host": ".note"}
"""What may come to stand above a verdict, by the page."""


def watching(browser: Browser, room: Room, path: str = "?watch=1") -> Page:
    """Open a page in front of a game in which Ben is about to challenge Anna's 54; its acts stand still."""
    page = phone(browser, motion=True).new_page()
    page.add_init_script(STOPS)
    room.start("maexle", NAMES, lives=1)
    room.play(call(0, "54"))
    page.goto(f"{room.address}{path}")
    expect(page.get_by_text("Anna calls 54.").first).to_be_visible()
    return page


def challenged(room: Room) -> None:
    room.play(said(1, "challenge"), shown(4, 3))


def heard(page: Page) -> str:
    """Return what a screen reader finds on the page."""
    return page.locator("main").aria_snapshot()


@pytest.mark.parametrize("path", ["?watch=1", "screen"])
def test_while_the_cup_covers_the_dice_nothing_tells_the_result(
    browser: Browser, room: Room, path: str
) -> None:
    page = watching(browser, room, path)
    title = page.title()
    challenged(room)
    expect(page.locator(".evidence")).to_be_attached()
    page.evaluate(AT, COVERED_MS)
    assert page.locator("h1.verdict").is_hidden()
    assert page.locator(".picture").is_hidden()
    assert "lie" not in heard(page)
    assert "Ben opens" not in heard(page)
    assert "out" not in page.locator(".standing, .seating").inner_text()
    assert page.title() == title
    page.evaluate(AT, RINGED_MS)
    assert page.locator(".picture").is_visible()
    assert page.locator(".ring").evaluate_all(OPAQUE) == [1, 0], "one by one"
    assert "lie" not in heard(page)
    page.evaluate(AT, WORD_MS)
    assert page.locator("h1.verdict").is_visible()
    assert "out" not in page.locator(".standing, .seating").inner_text()
    page.evaluate(ENDS)
    expect(page.locator(".standing, .seating")).to_contain_text("out")


OPAQUE: Final = "rings => rings.map(ring => Math.round(getComputedStyle(ring).opacity))"


def shows_all(page: Page, news: str = "") -> bool:
    """Return whether nothing of the verdict is hidden or moves, and it is told after the news."""
    told = f"{news}A lie! Anna loses 1 life and is out! Ben opens the next round."
    acts = page.evaluate("document.getAnimations().length")
    return acts == 0 and page.get_by_role("status").inner_text() == told


def test_what_is_heard_is_told_with_the_word_and_the_title_after_it(browser: Browser, room: Room) -> None:
    page = watching(browser, room)
    expect(page.get_by_role("status")).to_have_text("Anna calls 54. It is the turn of Ben.")
    challenged(room)
    expect(page.locator(".evidence")).to_be_attached()
    expect(page.get_by_role("status")).to_contain_text("It is the turn of Ben.")
    page.evaluate(ENDS)
    expect(page.get_by_role("status")).to_contain_text("A lie! Anna loses 1 life and is out!")
    expect(page).to_have_title("A lie! · The Stag")


def test_a_tap_has_seen_enough(browser: Browser, room: Room) -> None:
    page = watching(browser, room)
    challenged(room)
    expect(page.locator(".evidence")).to_be_attached()
    assert not shows_all(page)
    page.touchscreen.tap(180, 300)
    expect(page.locator("h1.verdict")).to_be_visible()
    assert shows_all(page)


def test_a_verdict_is_not_played_again_after_a_reload(browser: Browser, room: Room) -> None:
    page = watching(browser, room)
    challenged(room)
    page.reload()
    assert shows_all(page)


def test_neither_an_undo_nor_an_appeal_plays_a_verdict_again(browser: Browser, room: Room) -> None:
    page = watching(browser, room)
    challenged(room)
    expect(page.locator(".evidence")).to_be_attached()
    page.evaluate(ENDS)
    room.play(call(1, "61"))
    expect(page.get_by_text("Ben calls 61.").first).to_be_visible()
    room.table.submit(Undo(untouched=True), HOST, room.table.snapshot().version)
    expect(page.locator("h1.verdict")).to_be_visible()
    assert shows_all(page, "Taken back: Ben calls 61. ")
    room.table.submit(Correct((6, 5)), HOST, room.table.snapshot().version)
    expect(page.locator("h1.verdict")).to_have_text("True!")
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("path", ["?watch=1", "screen", "host"])
def test_what_is_said_above_a_verdict_does_not_play_it_again(browser: Browser, room: Room, path: str) -> None:
    page = watching(browser, room, "screen" if path == "screen" else "?watch=1")
    if path == "host":
        room.table.add_host("phone 1")
    challenged(room)
    expect(page.locator(".evidence")).to_be_attached()
    page.evaluate(ENDS)
    expect(page.locator(".pays")).to_be_visible()
    page.locator(".evidence").evaluate("evidence => { window.played = evidence }")
    if path == "?watch=1":
        room.table.guests.join("Dora", 5, "phone 1")
    room.table.miss({1: Late.GONE}, room.table.snapshot())
    room.table.tell_host("camera_gone")
    expect(page.locator(ABOVE[path])).to_be_visible()
    assert page.evaluate("window.played.isConnected"), "a new one would play anew"


def test_who_asked_for_less_motion_sees_all_at_once(browser: Browser, room: Room) -> None:
    page = watching(browser, room)
    page.emulate_media(reduced_motion="reduce")
    challenged(room)
    expect(page.locator("h1.verdict")).to_be_visible()
    assert shows_all(page)


def test_without_a_script_nothing_is_held_back(browser: Browser, room: Room) -> None:
    room.start("maexle", NAMES, lives=1)
    room.play(call(0, "54"))
    challenged(room)
    page = phone(browser, script=False).new_page()
    page.goto(f"{room.address}?watch=1")
    assert page.locator("h1.verdict").is_visible()
    assert page.get_by_text("Ben opens the next round.").last.is_visible()


def test_the_end_of_a_game_gives_nothing_away_either(browser: Browser, room: Room) -> None:
    for path in ("?watch=1", "screen"):
        page = phone(browser, motion=True).new_page()
        page.add_init_script(STOPS)
        room.start("maexle", NAMES[:2], lives=1)
        room.play(call(0, "54"))
        page.goto(f"{room.address}{path}")
        challenged(room)
        expect(page.locator(".evidence")).to_be_attached()
        page.evaluate(AT, COVERED_MS)
        assert "wins" not in heard(page)
        assert page.locator(".standing li, .seating li").count() == 2
        assert page.locator(".confetti").is_hidden()
        page.evaluate(ENDS)
        expect(page.locator(".wins")).to_have_text("Ben wins!")
        expect(page.locator(".confetti i").first).to_be_visible()
        page.reload()
        assert page.locator(".confetti").is_hidden(), "it falls once"
        page.emulate_media(reduced_motion="reduce")
        assert page.locator(".confetti").is_hidden()


@pytest.mark.parametrize("players", [2, 6])
def test_the_last_verdict_has_the_televisions_stage_to_itself(
    browser: Browser, room: Room, players: int
) -> None:
    page = phone(browser, "fr-FR", motion=True).new_page()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.add_init_script(STOPS)
    room.start(
        "maexle", ("Annalena", "Béatrice", "Gianluca", "Salvatore", "Frederike", "Zoë")[:players], lives=1
    )
    room.play(call(0, "54"), *(said(seat, "leave") for seat in range(2, players)))
    page.goto(f"{room.address}screen")
    challenged(room)
    expect(page.locator(".evidence")).to_be_attached()
    page.evaluate(AT, WORD_MS)
    assert page.locator(".stage").evaluate(PICTURES_SHARE) >= 0.5
    assert page.locator(".stage h1.verdict").evaluate(WITHIN_THE_STAGE)
    page.evaluate(ENDS)
    expect(page.locator(".winner")).to_have_css("display", "block")
