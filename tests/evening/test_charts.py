"""The story's charts in a real browser: names of any letters keep clear of what is drawn beside them."""

from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser import phone
from tests.evening.gallery import Gallery

pytestmark = pytest.mark.browser
WIDE: Final = ("W" * 24, "鹿" * 24, "\N{BEER MUG}" * 24, "Charlotte-Sophie Meier")
ENDS: Final = "names => names.map(name => name.getBBox()).map(box => box.x + box.width)"


@pytest.mark.parametrize("winner", range(len(WIDE)))
def test_names_of_wide_letters_neither_run_into_bars_nor_out_of_the_picture(
    browser: Browser, gallery: Gallery, winner: int
) -> None:
    others = [seat for seat in range(len(WIDE)) if seat != winner]
    gallery.deal("maexle", "0:43 1:challenge reveal:31 " + " ".join(f"{seat}:leave" for seat in others), WIDE)
    page = phone(browser).new_page()
    page.goto(f"{gallery.address}story")
    names = page.locator(".bars > text[x='0']")
    assert max(names.evaluate_all(ENDS)) <= 110
    assert max(page.locator(".course > text").evaluate_all(ENDS)) <= 360
