"""Small phones: the words on buttons and beside names stay whole, in the longest of four languages."""

from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser import PHONE
from tests.evening.gallery import CHAPTERS, Gallery
from tests.evening.phones import Phones
from tests.evening.test_everyone import OPEN_ALL
from web.words.story import LANGUAGES

pytestmark = pytest.mark.browser
WIDTHS: Final = (320, 360)
FINGER_PX: Final = 44
BROKEN: Final = """() => [...document.querySelectorAll("button, .stacked small, p.person")].flatMap(one =>
  [...one.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).flatMap(node =>
    [...node.data.matchAll(/[^\\s-]+/g)].filter(word => {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
    }).map(word => word[0])))"""
"""The words that stand on more than one line."""


@pytest.mark.parametrize(
    ("chapter", "state", "path"),
    [
        ("fitting the table", "dice are known", "host/teach"),
        ("Mäxle", "twelve play", "setup"),
        ("Mäxle", "twelve play", ""),
        ("people", "the doors are closed", "people"),
    ],
)
def test_no_word_on_a_button_is_broken(
    browser: Browser, gallery: Gallery, chapter: str, state: str, path: str
) -> None:
    page = Phones(browser, gallery)["host"]
    assert any(shown.name == state for shown in CHAPTERS[chapter](gallery))
    for language in LANGUAGES:
        page.goto(f"{gallery.address}?lang={language}")
        page.goto(f"{gallery.address}{path}")
        page.evaluate(OPEN_ALL)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": PHONE["height"]})
            assert page.evaluate(BROKEN) == [], (language, width)


@pytest.mark.parametrize("language", ["de-DE", "en-GB", "fr-FR", "it-IT"])
def test_why_is_as_wide_as_a_fingertip(browser: Browser, gallery: Gallery, language: str) -> None:
    page = Phones(browser, gallery, language)["anna"]
    for game in ("mex", "maxi"):
        gallery.deal(game)
        page.goto(gallery.address)
        assert page.locator("summary.plays").evaluate("why => why.offsetWidth") >= FINGER_PX
