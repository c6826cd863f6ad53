"""What a phone or a television does besides showing: sounds, the answer to a tap, the edge of one's turn."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import held_back, phone
from tests.evening.room import Room, call, said, shown

pytestmark = pytest.mark.browser
LISTENS: Final = """
window.voices = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.voices += 1;
  return start.apply(this, when);
};
window.shaken = [];
navigator.vibrate = beat => window.shaken.push(beat);
"""
BEGINS: Final = """
localStorage.setItem("sound", "on");
const resume = AudioContext.prototype.resume;
AudioContext.prototype.resume = function () {
  console.log("begun", navigator.userActivation.isActive);
  return resume.apply(this);
};
"""
"""Tells of each try to begin whether the browser took it for the work of a tap."""
FETCHED: Final = "() => performance.getEntriesByType('resource').some(one => one.name.includes('/sound.js'))"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    running = Room(tmp_path)
    running.start("maexle", ("Anna", "Ben"), lives=2)
    yield running
    running.close()


EDGE_COLOUR: Final = """() => {
  const mark = document.querySelector(".turn .sign");
  mark.style.color = "var(--own)";
  const edge = getComputedStyle(document.querySelector("main"), "::after");
  return edge.borderTopColor === getComputedStyle(mark).color;
}"""


def opened(browser: Browser, room: Room, path: str = "?watch=1") -> Page:
    page = phone(browser).new_page()
    page.add_init_script(LISTENS)
    page.goto(f"{room.address}{path}")
    return page


def chair(page: Page, name: str) -> Locator:
    """Return the button by which somebody on the list sits down."""
    return page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="That's me")


def sounds(page: Page) -> int:
    """Return of how many voices the page's sounds were made so far."""
    return int(page.evaluate("window.voices"))


def test_a_phone_is_silent_until_its_owner_wants_sound_and_remembers_it(browser: Browser, room: Room) -> None:
    page = opened(browser, room)
    assert not page.evaluate(FETCHED)
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name="Turn the sound on").tap()
    expect(page.get_by_role("button", name="Turn the sound off")).to_be_visible()
    room.play(call(0, "54"), said(1, "challenge"))
    expect(page.get_by_text("Ben challenges 54!").first).to_be_visible()
    page.wait_for_function("window.voices > 0")
    knocked = sounds(page)
    room.play(shown(4, 3))
    page.wait_for_function("knocked => window.voices > knocked", arg=knocked)
    page.reload()
    assert page.evaluate("localStorage.getItem('sound')") == "on"
    page.wait_for_function(FETCHED)
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name="Turn the sound off").tap()
    page.reload()
    assert not page.evaluate(FETCHED)


def test_sound_begins_where_a_finger_is_lifted_as_no_browser_takes_its_coming_down_for_a_tap(
    browser: Browser, room: Room
) -> None:
    page = phone(browser).new_page()
    page.add_init_script(BEGINS)  # nothing is evaluated here: to the browser that is the work of a tap too
    with page.expect_console_message(lambda message: message.text == "begun false"):
        page.goto(f"{room.address}?watch=1")
    with page.expect_console_message(lambda message: message.text == "begun true"):
        page.touchscreen.tap(180, 300)


def test_the_television_has_its_sound_at_hand_from_the_start(browser: Browser, room: Room) -> None:
    page = opened(browser, room, "screen")
    page.wait_for_function(FETCHED)


def test_a_tap_is_acknowledged_before_the_table_answers(browser: Browser, room: Room) -> None:
    page = opened(browser, room, "seats")
    seat = chair(page, "Anna")
    with held_back(page, "**/seats/claim") as held:
        seat.tap()
    expect(seat).to_have_attribute("aria-busy", "true")
    expect(page.locator("[aria-busy]")).to_have_count(1)
    held[0].continue_()
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_ones_turn_shakes_the_phone_and_stands_in_its_title_and_at_its_edge(
    browser: Browser, room: Room
) -> None:
    page = opened(browser, room, "seats")
    chair(page, "Ben").tap()
    expect(page.get_by_text("Anna throws and calls.")).to_be_visible()
    assert page.title() == "The Stag"
    edge = "getComputedStyle(document.querySelector('main'), '::after').borderTopWidth"
    room.play(call(0, "54"))
    expect(page.get_by_role("button", name="Challenge")).to_be_enabled()
    assert page.title() == "▶ Your turn · The Stag"
    assert page.evaluate("window.shaken.length") == 1
    assert page.evaluate(edge) == "4px"
    assert page.evaluate(EDGE_COLOUR)
    page.get_by_role("button", name="Accept").tap()
    expect(page.get_by_role("button", name="65", exact=True)).to_be_enabled()
    assert page.evaluate("window.shaken.length") == 1, "whoever has just tapped knows"


FILM = """() => { const film = document.querySelector("video.film");
    return film && !film.paused && film.readyState > 1 }"""
LOCKS = """window.held = 0; Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    window.held += 1; return { release: () => { window.held -= 1 } } } } })"""

SHY_LOCKS = f"""{LOCKS}; const lock = navigator.wakeLock.request; navigator.wakeLock.request = async () => {{
    if (window.refused) return lock(); window.refused = true; throw new Error("not at a tap") }}"""


def asked_in_turn(browser: Browser, room: Room, script: str) -> Page:
    """Return Ben's phone, which runs a script first, once it is asked."""
    page = phone(browser).new_page()
    page.add_init_script(script)
    page.goto(f"{room.address}seats")
    chair(page, "Ben").tap()
    expect(page.get_by_text("Anna throws and calls.")).to_be_visible()
    assert page.locator("video").count() == 0
    room.play(call(0, "54"))
    expect(page.get_by_role("button", name="Challenge")).to_be_enabled()
    return page


def test_a_page_without_https_keeps_the_screen_on_by_a_film_while_it_is_ones_turn(
    browser: Browser, room: Room
) -> None:
    page = asked_in_turn(browser, room, "delete Navigator.prototype.wakeLock")
    page.wait_for_function(FILM)
    page.get_by_role("button", name="Challenge").tap()
    expect(page.locator("video")).to_have_count(0)


def test_a_page_that_may_lock_the_screen_does_so_while_it_is_ones_turn(browser: Browser, room: Room) -> None:
    page = asked_in_turn(browser, room, LOCKS)
    page.wait_for_function("() => window.held === 1")
    assert page.locator("video").count() == 0
    page.get_by_role("button", name="Challenge").tap()
    page.wait_for_function("() => window.held === 0")


def test_a_phone_that_locks_the_screen_only_at_a_tap_does_so_with_the_next_one(
    browser: Browser, room: Room
) -> None:
    page = asked_in_turn(browser, room, SHY_LOCKS)
    page.wait_for_function("() => window.refused")
    assert page.evaluate("window.held") == 0
    page.locator(".menu > summary").tap()
    page.wait_for_function("() => window.held === 1")
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name="Challenge").tap()
    page.wait_for_function("() => window.held === 0")


def test_the_television_stays_awake_for_good(browser: Browser, room: Room) -> None:
    page, lit = (browser.new_page(viewport={"width": 1280, "height": 720}) for _ in range(2))
    page.add_init_script("delete Navigator.prototype.wakeLock")
    page.goto(f"{room.address}screen")
    page.wait_for_function(FILM)
    lit.add_init_script(LOCKS)
    lit.goto(f"{room.address}screen")
    lit.wait_for_function("() => window.held === 1")
    room.play(call(0, "54"), said(1, "challenge"), shown(4, 3))
    for screen in (page, lit):
        expect(screen.locator("h1.verdict")).to_be_visible()
    assert page.evaluate(FILM)
    assert lit.evaluate("window.held") == 1
