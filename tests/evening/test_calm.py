"""A tap that was meant for the screen before: it decides nothing on the one that has just come."""

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.gallery import Gallery
from tests.evening.stopped import CALM_MS, another_page_comes, place, stopped

pytestmark = pytest.mark.browser


def test_a_double_tap_on_accept_calls_nothing(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "ben")
    gallery.deal("maexle", "0:43")
    accept = page.get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    page.clock.run_for(CALM_MS)
    thumb = place(accept)
    accept.tap()
    expect(page.get_by_role("button", name="54", exact=True)).to_be_visible()
    another_page_comes(page, gallery)
    page.touchscreen.tap(*thumb)
    page.clock.run_for(CALM_MS)
    page.get_by_role("button", name="64", exact=True).tap()
    expect(page.get_by_role("heading", name="Ben calls 64.")).to_be_visible()


def test_a_double_tap_on_a_call_does_not_take_it_back(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "anna")
    gallery.deal("maexle")
    key = page.locator("button[value='55']")
    expect(key).to_be_visible()
    page.clock.run_for(CALM_MS)
    thumb = place(key)
    key.tap()
    regret = page.get_by_role("button", name="Take my call back")
    expect(regret).to_be_visible()
    box = regret.bounding_box()
    assert box
    assert box["y"] < thumb[1] < box["y"] + box["height"], "it came to lie under the thumb"
    page.touchscreen.tap(*thumb)
    page.clock.run_for(CALM_MS)
    another_page_comes(page, gallery)
    expect(page.get_by_role("heading", name="Anna calls 55.")).to_be_visible()


def test_keys_wait_too_and_the_focus_stays_where_it_is(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "ben")
    gallery.deal("maexle")
    expect(page.get_by_text("Anna throws and calls.")).to_be_visible()
    page.clock.run_for(CALM_MS)
    gallery.go_on("0:43")
    accept = page.get_by_role("button", name="Accept")
    accept.focus()
    page.keyboard.press("Enter")
    expect(accept).to_be_focused()
    page.clock.run_for(CALM_MS)
    page.get_by_role("button", name="Challenge").press("Enter")
    expect(page.get_by_role("heading", name="Ben challenges 43!")).to_be_visible()


def test_a_hosts_drawer_that_offers_something_else_closes(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "host")
    gallery.deal("maexle", "0:43")
    page.locator(".menu > summary").tap()
    leaves = page.locator("[data-key=leave]")
    leaves.locator("summary").tap()
    undo = page.locator("[data-key=undo]")
    undo.locator("summary").tap()
    thumb = place(undo.get_by_role("button").first)
    page.clock.run_for(CALM_MS)
    gallery.go_on("1:accept")
    expect(page.get_by_text("Ben throws and calls.")).to_be_attached()
    expect(undo).not_to_have_attribute("open", "")
    expect(leaves).to_have_attribute("open", "")
    page.touchscreen.tap(*thumb)
    page.clock.run_for(CALM_MS)
    another_page_comes(page, gallery)
    expect(page.get_by_text("Ben throws and calls.")).to_be_attached()


def test_a_drawer_stays_open_while_it_offers_the_same(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "host")
    gallery.deal("maexle", "0:43 1:challenge reveal:31")
    page.locator(".menu > summary").tap()
    appeal = page.locator("[data-key=correct]")
    appeal.locator("summary").tap()
    die = appeal.locator("input[name=die1][value='4']")
    appeal.locator(f"label[for={die.get_attribute('id')}]").tap()
    another_page_comes(page, gallery)
    expect(appeal).to_have_attribute("open", "")
    expect(die).to_be_checked()
