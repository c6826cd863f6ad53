"""Letters of twice the size: what has to be read at a glance stays whole."""

from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import phone
from tests.evening.gallery import Gallery

pytestmark = pytest.mark.browser
TWICE: Final = "document.documentElement.style.fontSize = '212.5%'"
LINES: Final = "word => Math.round(word.clientHeight / parseFloat(getComputedStyle(word).lineHeight))"


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
