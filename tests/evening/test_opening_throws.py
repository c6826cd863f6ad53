"""Throws for who opens, with a full table of long names: each decision fits a phone of 360 x 740 px."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.gallery import Gallery
from tests.evening.phones import Phones

pytestmark = pytest.mark.browser
EIGHT: Final = tuple(f"Maximiliane Konstantina{n}" for n in range(1, 9))
THROWN: Final = " ".join(f"{n}:throw reveal:{'66666' if n < 3 else '21111'}" for n in range(7))
HIDDEN: Final = """() => {
  const told = document.querySelectorAll("h1, .shown-throws b, .decision :is(button, a, label, .hint)");
  const ends = [...told].map(one => one.getBoundingClientRect().bottom);
  const over = [document.documentElement.scrollHeight, ...ends].map(end => end - innerHeight);
  return over.filter(px => px > 0);
}"""
"""By how much the page, or what is decided and on what grounds, goes beyond the screen, px."""


@pytest.fixture(params=["de-DE", "en-GB", "fr-FR", "it-IT"])
def pages(browser: Browser, gallery: Gallery, request: pytest.FixtureRequest) -> Phones:
    """The phones of the host and of those who play, with the throws begun."""
    opened = Phones(browser, gallery, str(request.param))
    gallery.deal("luegen_kniffel", names=EIGHT, highest_opens=True)
    return opened


def asked(gallery: Gallery, page: Page, part: str) -> list[float]:
    """Return what of a page that asks for something can't be seen at once."""
    page.goto(gallery.address)
    expect(page.locator(part)).to_be_visible()
    hidden: list[float] = page.evaluate(HIDDEN)
    return hidden


def test_each_throw_for_who_opens_is_decided_without_scrolling(gallery: Gallery, pages: Phones) -> None:
    assert not asked(gallery, pages["anna"], "button.throw")
    gallery.go_on(THROWN)
    assert not asked(gallery, pages["host"], "button.throw")
    gallery.go_on("7:throw")
    gallery.asks("glare")
    assert not asked(gallery, pages["host"], ".entering")
    assert not asked(gallery, pages["ben"], ".entering")
    gallery.go_on("reveal:21111")
    assert not asked(gallery, pages["anna"], "button.throw"), "three are told to throw again"
    gallery.go_on("0:throw reveal:66666 1:throw reveal:21111 2:throw reveal:21111")
    assert not asked(gallery, pages["anna"], ".claims"), "who has thrown the highest calls"
