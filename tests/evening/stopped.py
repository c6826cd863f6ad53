"""A phone for which no time passes but what a test lets pass, by `page.clock.run_for`."""

from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.evening.gallery import Gallery
from tests.evening.phones import Phones

BEFORE: Final = "2026-11-21T20:00:00"
NOW: Final = "2026-11-21T20:15:00"
CALM_MS: Final = 400
"""So long taps count for nothing after something else is asked."""


def stopped(browser: Browser, gallery: Gallery, whose: str, path: str = "?watch=1") -> Page:
    """Return somebody's phone at the table."""
    page = Phones(browser, gallery)[whose]
    page.clock.install(time=BEFORE)
    page.clock.pause_at(NOW)
    page.goto(f"{gallery.address}{path}")
    return page


def place(button: Locator) -> tuple[float, float]:
    """Return where a thumb hits a button."""
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def another_page_comes(page: Page, gallery: Gallery) -> None:
    """Let somebody sit down, and the page show it: that changes its buttons anew, and asks nothing else."""
    gallery.table.guests.join("Dora", 7, "phone 9")
    revision = gallery.table.snapshot().revision
    expect(page.locator("main")).to_have_attribute("data-revision", str(revision))
