"""What changes under a thumb: a tap that was meant for what stood there decides nothing of what has come."""

import pytest
from playwright.sync_api import Browser, expect

from table.snapshot import Late
from tests.evening.gallery import Gallery, phone_of
from tests.evening.stopped import CALM_MS, place, stopped

pytestmark = pytest.mark.browser


def names(gallery: Gallery) -> list[str]:
    """Return who is at the table."""
    return [guest.name for guest in gallery.table.snapshot().party.guests]


def test_a_double_tap_on_leave_takes_one_from_the_table(browser: Browser, gallery: Gallery) -> None:
    for sign, name in enumerate(("Anna", "Opa")):
        gallery.table.guests.join(name, sign, phone_of("anna"))
    page = stopped(browser, gallery, "anna", "seats")
    leave = page.get_by_role("button", name="Leave the table").last
    thumb = place(leave)
    leave.tap()
    expect(page.get_by_role("button", name="Leave the table")).to_have_count(1)
    page.touchscreen.tap(*thumb)
    page.touchscreen.tap(*place(page.get_by_role("button", name="Leave the table")))
    page.clock.run_for(CALM_MS)
    expect(page.get_by_role("button", name="Leave the table")).to_have_count(1)
    assert len(names(gallery)) == 1


def test_a_host_s_tap_sends_nobody_out_who_is_missed_only_now(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "host")
    gallery.deal("luegen_kniffel", "0:fours/12", names=("Anna", "Ben", "Carl", "Dora"))
    for chair in gallery.table.snapshot().chairs[2:]:
        gallery.table.guests.claim(chair, f"phone 9{chair}")
    gallery.table.miss({2: Late.SLOW}, gallery.table.snapshot())
    carl = page.get_by_role("button", name="Carl leaves")
    expect(carl).to_be_visible()
    page.clock.run_for(CALM_MS)
    thumb = place(carl)
    gallery.table.miss({1: Late.SLOW, 2: Late.SLOW}, gallery.table.snapshot())
    expect(page.get_by_role("button", name="Ben leaves")).to_be_visible()
    page.touchscreen.tap(*thumb)
    page.clock.run_for(CALM_MS)
    carl.tap()
    expect(carl).to_be_hidden()
    assert [one.seat for one in gallery.standing if one.out] == [2]


def test_why_a_tap_came_to_nothing_can_be_read_though_the_table_moves_on(
    browser: Browser, gallery: Gallery
) -> None:
    gallery.table.guests.join("Anna", 3, phone_of("anna"))
    page = stopped(browser, gallery, "stranger", "seats")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Sit down").tap()
    refusal = page.get_by_text("Somebody here is called that")
    expect(refusal).to_be_visible()
    gallery.table.guests.join("Ben", 4, phone_of("ben"))
    expect(page.get_by_text("Ben")).to_be_visible()
    expect(refusal).to_be_visible()
    page.clock.run_for(6_000)
    gallery.table.guests.join("Carl", 5, "phone 9")
    expect(refusal).to_be_hidden()


def test_a_mark_that_somebody_takes_first_gives_way_to_one_that_can_be_seen(
    browser: Browser, gallery: Gallery
) -> None:
    gallery.table.guests.join("Anna", 3, phone_of("anna"))
    page = stopped(browser, gallery, "stranger", "seats")
    page.get_by_label("Your name").fill("Zoe")
    page.locator("label[for=name-9]").tap()
    gallery.table.guests.join("Ben", 9, phone_of("ben"))
    expect(page.locator("#name-9")).to_be_disabled()
    chosen = page.locator("[name=sign]:checked")
    mark = int(chosen.input_value())
    page.clock.run_for(CALM_MS)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.get_by_role("button", name="Sit down")).to_be_hidden()
    assert {guest.name: guest.sign for guest in gallery.table.snapshot().party.guests}["Zoe"] == mark
