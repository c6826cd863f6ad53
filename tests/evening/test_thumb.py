"""What a thumb has to reach on a phone of 360 x 740 px: on the screen, large enough, and not covered."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from table.house import house_rules
from table.look import Look, Stage
from tests.browser import PHONE, phone
from tests.evening.players import enter_pin
from tests.evening.room import HOST, Room, call, said
from tests.web.evening import PICTURE, PIN

pytestmark = pytest.mark.browser
TWELVE: Final = tuple(f"Maximiliane {n}" for n in range(10, 22))


def host(browser: Browser, room: Room) -> Page:
    page = phone(browser).new_page()
    enter_pin(page, room.address, PIN)
    return page


def on_screen(part: Locator) -> bool:
    """Return whether all of a part can be seen without scrolling."""
    box = part.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]


def test_when_the_two_disagree_they_can_still_confirm(browser: Browser, room: Room) -> None:
    room.start("maexle", ("Anna", "Ben"))
    room.play(call(0, "54"), said(1, "challenge"))
    shot = room.table.snapshot()
    entries = {0: (3, 4), 1: (3, 5)}
    room.table.report(Look(shot.version, 1, Stage.ASKING, "tilted", PICTURE, entries))
    page = host(browser, room)
    expect(page.get_by_text("You do not agree.")).to_be_visible()
    assert on_screen(page.get_by_role("button", name="These are the dice"))


def test_every_key_of_ninety_calls_is_44_px_wide(browser: Browser, room: Room) -> None:
    room.start("maxonaut", ("Anna", "Ben"))
    page = host(browser, room)
    keys = page.locator(".keypad button").all()
    assert len(keys) == 45
    boxes = [box for key in keys if (box := key.bounding_box())]
    assert len(boxes) == 45
    assert min(box["width"] for box in boxes) >= 44


def test_with_twelve_players_names_can_be_read_and_the_keypad_reached(browser: Browser, room: Room) -> None:
    room.start("maexle", TWELVE)
    page = host(browser, room)
    widths = page.locator(".standing .name").evaluate_all("names => names.map(name => name.clientWidth)")
    assert min(widths) >= 100
    assert on_screen(page.locator(".keypad"))


def test_giving_in_is_on_the_screen_with_the_calls(browser: Browser, room: Room) -> None:
    room.start("bluf_mex", TWELVE[:6])
    room.play({**call(0, "43"), "throws": 2}, said(1, "accept"))
    page = host(browser, room)
    assert on_screen(page.get_by_role("button", name="Give in"))


def test_the_word_that_the_connection_is_lost_leaves_the_menu_free(browser: Browser, room: Room) -> None:
    room.start("maexle", ("Anna", "Ben"))
    page = host(browser, room)
    room.server.close()
    expect(page.locator("#lost")).to_be_visible()
    page.locator(".menu > summary").tap()
    expect(page.get_by_role("link", name="How to play")).to_be_visible()


def test_the_link_of_house_rules_is_copied_by_one_tap(browser: Browser, room: Room) -> None:
    room.table.house.keep(house_rules("maexle", "Stammtisch", {"lives": 3}), HOST)
    page = host(browser, room)
    page.goto(f"{room.address}setup/rules/share?game=maexle&name=Stammtisch")
    page.get_by_role("button", name="Copy the link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


@pytest.mark.parametrize("language", ["de-DE", "en-GB", "fr-FR", "it-IT"])
def test_the_simulated_button_is_in_sight_with_all_that_can_be_laid_out(
    browser: Browser, room: Room, language: str
) -> None:
    page = phone(browser, language).new_page()
    page.goto(f"{room.address}cup/secret")
    assert page.locator(".window, .top button").count() == 7
    assert all(on_screen(part) for part in page.locator(".window, .top button").all())
    room.start("maexle", ("Anna", "Ben"))
    page.goto(f"{room.address}cup/secret")
    assert on_screen(page.locator(".knob"))
