"""Letters of twice the size: what has to be read at a glance stays whole."""

from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser import phone
from tests.evening.gallery import Gallery, phone_of
from tests.evening.phones import Phones

pytestmark = pytest.mark.browser
TWICE: Final = "document.documentElement.style.fontSize = '212.5%'"
LINES: Final = "word => Math.round(word.clientHeight / parseFloat(getComputedStyle(word).lineHeight))"
ENLARGED: Final[ViewportSize] = {"width": 180, "height": 370}
"""The room that a page has on a phone of 360 x 740 px once its owner has enlarged it to twice its size."""
ON_ITS_SIDE: Final[ViewportSize] = {"width": 370, "height": 180}
SEEN_WHOLE: Final = """part => {
  part.scrollIntoView({ block: "start", behavior: "instant" });
  const { left, width, top, bottom } = part.getBoundingClientRect();
  const at = y => document.elementFromPoint(left + width / 2, y);
  return [top + 2, bottom - 2].every(y => part.contains(at(y)));
}"""


@pytest.mark.parametrize("language", ["de-DE", "en-GB", "fr-FR", "it-IT"])
@pytest.mark.parametrize("dice", ["31", "66"], ids=["a lie", "true"])
def test_a_verdict_stands_on_one_line(browser: Browser, gallery: Gallery, language: str, dice: str) -> None:
    gallery.deal("maexle", f"0:43 1:challenge reveal:{dice}")
    page = phone(browser, language).new_page()
    page.goto(f"{gallery.address}?watch=1")
    page.evaluate(TWICE)
    word = page.locator("h1.verdict")
    expect(word).to_be_visible()
    assert word.evaluate(LINES) == 1


def test_a_host_can_scroll_to_all_that_is_asked_about_on_a_page_enlarged_to_twice_its_size(
    browser: Browser, gallery: Gallery
) -> None:
    page = Phones(browser, gallery)["host"]
    page.set_viewport_size(ENLARGED)
    gallery.table.add_host(phone_of("host"))
    gallery.window.look()
    gallery.lesson.look(2)
    for path in ("host/window", "host/teach"):
        page.goto(f"{gallery.address}{path}")
        for part in ("h1", "svg.seen"):
            assert page.locator(part).evaluate(SEEN_WHOLE), (path, part)


def test_a_verdict_can_be_scrolled_to_on_a_phone_on_its_side_enlarged_to_twice_its_size(
    browser: Browser, gallery: Gallery
) -> None:
    gallery.deal("maexle", "0:43 1:challenge reveal:66", lives=1)
    page = Phones(browser, gallery, "de-DE")["ben"]
    page.set_viewport_size(ON_ITS_SIDE)
    page.goto(gallery.address)
    for part in ("h1.verdict", ".why", ".pays"):
        assert page.locator(part).evaluate(SEEN_WHOLE), part
