"""The table's name, given on a host's phone: pages that are open elsewhere show it by themselves."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.settings import NAMELESS
from games.rulesets import RULESETS
from tests.browser import phone
from tests.evening.gallery import Gallery
from tests.evening.players import enter_pin
from tests.evening.room import Room
from tests.web.evening import PIN

pytestmark = pytest.mark.browser
ONE_ROW_PX = 48
ONE_LINE_PX = 24


def host_of(browser: Browser, room: Room) -> Page:
    page = phone(browser).new_page()
    enter_pin(page, room.address, PIN)
    return page


def test_a_new_host_names_the_table_and_open_pages_show_it_by_themselves(
    browser: Browser, room: Room
) -> None:
    host, guest = host_of(browser, room), phone(browser).new_page()
    screen = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB").new_page()
    guest.goto(f"{room.address}?watch=1")
    screen.goto(f"{room.address}screen")
    expect(guest.locator(".bar .table")).to_have_text("The Stag")
    host.goto(f"{room.address}host/first")
    host.get_by_role("link", name="Go: The table's name").tap()
    host.get_by_label("1 to 24 characters").fill("Zum Löwen")
    host.get_by_role("button", name="Keep it so").tap()
    expect(host.locator("li.done", has_text="It is called Zum Löwen")).to_be_visible()
    expect(guest.locator(".bar .table")).to_have_text("Zum Löwen")
    expect(guest).to_have_title("Zum Löwen")
    expect(screen.get_by_role("heading", name="Zum Löwen")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("language", ["de-DE", "en-GB", "fr-FR", "it-IT"])
def test_it_stands_whole_beside_the_way_to_join_in_in_every_game(
    browser: Browser, gallery: Gallery, language: str, width: int
) -> None:
    page = phone(browser, language).new_page()
    page.set_viewport_size({"width": width, "height": 740})
    for game in RULESETS:
        gallery.deal(game, "")
        page.goto(f"{gallery.address}?watch=1")
        room = page.locator(".bar .table").evaluate(
            "it => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]"
        )
        assert room == [0, 0], game
        assert page.locator(".bar").evaluate("bar => bar.offsetHeight") <= ONE_ROW_PX


@pytest.mark.parametrize("language", ["de-DE", "en-GB", "fr-FR", "it-IT"])
def test_a_table_that_nobody_has_named_keeps_its_name_on_one_line(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    room, page = Room(tmp_path, usual_name=NAMELESS), phone(browser, language).new_page()
    for game in RULESETS:
        room.start(game, ["Anna", "Ben", "Cleo"])
        page.goto(f"{room.address}?watch=1")
        assert page.locator(".bar .table").evaluate("it => it.offsetHeight") < ONE_LINE_PX, game
    room.close()
