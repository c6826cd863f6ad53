"""A phone for which no time passes but what a test lets pass, by `page.clock.run_for`."""

from typing import Final

from playwright.sync_api import Browser, Page

from tests.browser import phone
from tests.evening.gallery import PHONES, Gallery

BEFORE: Final = "2026-11-21T20:00:00"
NOW: Final = "2026-11-21T20:15:00"
CALM_MS: Final = 400
"""So long taps count for nothing after something else is asked."""


def stopped(browser: Browser, gallery: Gallery, whose: str, path: str = "?watch=1") -> Page:
    """Return somebody's phone at the table."""
    for _ in PHONES[: PHONES.index(whose)]:
        phone(browser).new_page().goto(f"{gallery.address}?watch=1")
    page = phone(browser).new_page()
    page.clock.install(time=BEFORE)
    page.clock.pause_at(NOW)
    page.goto(f"{gallery.address}{path}")
    return page
