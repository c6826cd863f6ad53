"""Those who watch: a cheer from any phone is over every screen, and who is out bets."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import PHONE, phone
from tests.evening.room import Room, call, said, shown

pytestmark = pytest.mark.browser


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    running = Room(tmp_path)
    running.start("maexle", ("Anna", "Ben", "Cleo"), lives=1)
    yield running
    running.close()


def test_a_cheer_is_over_every_screen_and_moves_nobodys_page(browser: Browser, room: Room) -> None:
    page, other = phone(browser).new_page(), phone(browser).new_page()
    screen = browser.new_page(viewport={"width": 1280, "height": 720}, locale="en-GB")
    for viewer, path in ((page, "?watch=1"), (other, "?watch=1"), (screen, "screen")):
        with viewer.expect_response(re.compile("/events")):
            viewer.goto(f"{room.address}{path}")
    expect(page.get_by_role("button", name="A beer")).to_be_visible()
    before = room.table.snapshot()
    for viewer in (page, other, screen):
        viewer.evaluate(
            """() => { window.seen = []; new MutationObserver(changes => changes.forEach(change =>
                change.addedNodes.forEach(node => window.seen.push(node.dataset.kind))))
                .observe(document.getElementById("cheers"), { childList: true }) }"""
        )
    page.get_by_role("button", name="A beer").tap()
    for viewer in (page, other, screen):
        viewer.wait_for_function("() => window.seen.includes('beer')")
    assert page.url.endswith("/?watch=1")
    assert room.table.snapshot() is before
    expect(page.locator(".cheer")).to_have_count(0)


@pytest.mark.parametrize("path", ["?watch=1", "screen"])
def test_who_has_no_script_sees_a_cheer_too_once_the_page_is_loaded_anew(
    browser: Browser, room: Room, path: str
) -> None:
    plain = phone(browser, script=False).new_page()
    plain.goto(f"{room.address}{path}")
    expect(plain.locator(".cheer")).to_have_count(0)
    page = phone(browser).new_page()
    page.goto(f"{room.address}?watch=1")
    page.get_by_role("button", name="A beer").tap()
    drawn = plain.locator(".cheer use")
    expect(drawn).to_have_attribute("href", "#react-beer")
    box = plain.locator(".cheer svg").first.bounding_box()
    assert box
    assert 0 < box["x"] < PHONE["width"] - box["width"]


def test_who_is_out_bets_before_the_cup_lifts(browser: Browser, room: Room) -> None:
    page = phone(browser).new_page()
    page.goto(f"{room.address}seats")
    page.get_by_role("listitem").filter(has_text="Anna").get_by_role("button", name="That's me").tap()
    expect(page.locator(".me")).to_contain_text("Anna")
    room.play(call(0, "65"), said(1, "challenge"), shown(3, 1), call(1, "65"))
    page.get_by_role("button", name="I bet it is a lie").tap()
    expect(page.get_by_role("button", name="I bet it is a lie")).to_have_attribute("aria-pressed", "true")
    room.play(said(2, "challenge"), shown(3, 1))
    expect(page.get_by_text("Bet right: Anna.")).to_be_visible()
    page.get_by_role("link", name="The story in pictures").tap()
    expect(page.get_by_text(re.compile("Bets for honour: Anna 1 of 1 right"))).to_be_visible()
