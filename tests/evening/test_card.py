"""The card to print in a real browser: what was typed makes a file, and the page stays."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import phone
from tests.evening.players import enter_pin
from tests.evening.room import Room
from tests.web.evening import PIN
from web.card.card import Paper, Wifi, draw
from web.card.svg import svg

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without"])
def test_a_host_saves_the_card(browser: Browser, room: Room, tmp_path: Path, script: bool) -> None:
    page = phone(browser, script=script).new_page()
    enter_pin(page, room.address, PIN)
    page.locator(".menu > summary").tap()
    page.get_by_role("link", name="A card to print").tap()
    page.get_by_label("Name of the Wi-Fi").fill("Hirsch")
    page.get_by_label("Its password").fill("prostprost")
    with page.expect_download() as saving:
        page.get_by_role("button", name="PDF").tap()
    assert saving.value.suggested_filename == "maexle-a6.pdf"
    saving.value.save_as(tmp_path / "card.pdf")
    assert b"(prostprost)" in (tmp_path / "card.pdf").read_bytes()
    expect(page.get_by_role("heading", name="A card to print")).to_be_visible()
    assert "prostprost" not in page.url


def test_two_blanks_of_a_wifi_are_drawn_as_two(browser: Browser) -> None:
    wifi = Wifi("The  Stag", "two  blanks")
    page = browser.new_page()
    page.set_content(svg(draw("The Stag", "192.0.2.7", "http://192.0.2.7", wifi), Paper.A6).decode())
    for said in (wifi.name, wifi.password):
        line = page.locator("text").filter(has_text=said).last
        assert line.evaluate("line => line.getNumberOfChars()") == len(said)
