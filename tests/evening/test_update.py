"""A page that was left open while the program was updated: what is tapped there leads where it should."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.gallery import NAMES, Gallery
from tests.evening.phones import Phones
from web.pages import assets

pytestmark = pytest.mark.browser


def test_a_set_up_that_an_update_has_outlived_leads_to_its_game(browser: Browser, gallery: Gallery) -> None:
    host = Phones(browser, gallery)["host"]
    gallery.deal("maexle", names=NAMES)
    host.goto(f"{gallery.address}setup")
    update(gallery)
    host.get_by_role("button", name="End it and start this game").tap()
    expect(host.get_by_text("Anna throws and calls.")).to_be_visible()


def update(gallery: Gallery) -> None:
    """Let the program be another one, whose pages need another script."""
    files = gallery.app.extensions[assets.EXTENSION]
    script = files["panel.js"]
    files["panel.js"] = replace(script, digest=script.digest[::-1])
