"""Phones and televisions that are years old: they play, or at least see how the game goes."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.evening.bygone import read_styles_of_2021
from tests.evening.gallery import Gallery
from tests.evening.stopped import CALM_MS, stopped
from tests.evening.test_screen import OVERPRINTED

pytestmark = pytest.mark.browser
NARROW = "() => document.querySelector('.stage').clientWidth < innerWidth / 3"
RELOADED_MS = 4_000
"""So often a page that runs no script is loaded anew while it decides nothing."""


def read_no_script(page: Page) -> None:
    """Let a browser come upon a word in the script that it does not know."""
    page.route(
        "**/panel.js?*", lambda route: route.fulfill(content_type="text/javascript", body="x ???= newer")
    )


def nobody_answers(route: Route) -> None:
    """Be a table whose plug is pulled."""
    route.abort()


def test_a_browser_that_does_not_say_which_button_sends_a_form_calls_and_answers(
    browser: Browser, gallery: Gallery
) -> None:
    page = stopped(browser, gallery, "ben")
    page.add_init_script("delete SubmitEvent.prototype.submitter")
    gallery.deal("maexle", "0:43")
    page.reload()
    page.get_by_role("button", name="Accept").tap()
    key = page.get_by_role("button", name="54", exact=True)
    expect(key).to_be_visible()
    page.clock.run_for(CALM_MS)
    key.tap()
    expect(page.get_by_role("heading", name="Ben calls 54.")).to_be_visible()


def test_a_browser_that_cannot_read_the_script_loads_the_page_anew(
    browser: Browser, gallery: Gallery
) -> None:
    page = stopped(browser, gallery, "ben")
    read_no_script(page)
    gallery.deal("maexle")
    page.goto(gallery.address)
    expect(page.get_by_text("Anna throws and calls.")).to_be_visible()
    gallery.go_on("0:43")
    page.clock.run_for(RELOADED_MS)
    page.get_by_role("button", name="Challenge").tap()
    expect(page.get_by_role("heading", name="Ben challenges 43!")).to_be_visible()


def test_an_old_television_comes_back_after_a_power_cut(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "stranger", "screen")
    read_no_script(page)
    gallery.deal("maexle")
    page.reload()
    expect(page.get_by_text("Anna throws and calls.")).to_be_visible()
    page.route("**/*", nobody_answers)
    page.clock.run_for(RELOADED_MS)
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    expect(page.get_by_text("Anna throws and calls.")).to_be_visible()
    page.unroute("**/*", nobody_answers)
    gallery.go_on("0:43")
    page.clock.run_for(RELOADED_MS)
    expect(page.get_by_text("Anna calls 43.")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "moves", "asks"),
    [
        ("luegen_kniffel", "0:fours/12", False),
        ("luegen_kniffel", "0:fours/12 1:doubt 2:believe reveal:44412", False),
        ("maexle", "0:43 1:challenge", True),
        ("maexle", "0:43 1:challenge reveal:31", False),
        ("maexle", "0:43 1:challenge reveal:31 1:leave 2:leave", False),
    ],
    ids=["score cards", "a score", "people are asked", "a verdict", "the end"],
)
def test_nothing_is_overprinted_on_a_television_of_2021(
    browser: Browser, gallery: Gallery, game: str, moves: str, asks: bool
) -> None:
    gallery.deal(game, moves)
    if asks:
        gallery.asks("tilted")
    screen = browser.new_page(viewport={"width": 1280, "height": 720})
    read_styles_of_2021(screen)
    screen.goto(f"{gallery.address}screen")
    expect(screen.locator(".stage")).to_be_visible()
    assert screen.evaluate(OVERPRINTED) == []
    assert not screen.evaluate(NARROW)
