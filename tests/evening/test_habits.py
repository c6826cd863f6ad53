"""How this table does it, on two hosts' phones: what one has settled stays, whatever the other settles."""

import pytest
from playwright.sync_api import Browser, expect

from table.habits import Habits
from tests.evening.gallery import Gallery, phone_of
from tests.evening.phones import Phones
from tests.evening.room import HOST

pytestmark = pytest.mark.browser


def test_a_page_that_lay_open_undoes_nothing_that_another_host_has_settled_meanwhile(
    browser: Browser, gallery: Gallery
) -> None:
    page = Phones(browser, gallery)["host"]
    gallery.table.add_host(phone_of("host"))
    page.goto(f"{gallery.address}habits")
    page.get_by_label("Whoever takes longer is reminded").select_option("120")
    gallery.table.habits.settle(Habits(keeps=True), HOST)
    expect(page.get_by_label("Games add up")).to_be_checked()
    page.get_by_role("button", name="Keep it so").tap()
    expect(page.locator(".menu")).to_be_attached()
    assert gallery.table.snapshot().habits == Habits(patience_s=120, keeps=True)
