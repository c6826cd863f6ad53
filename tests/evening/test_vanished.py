"""A phone vanishes while it is asked: the host is told, the television reminds, and it may come back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from table.attendance import GONE_S, Attendance
from tests.browser import phone
from tests.clock import Clock
from tests.evening.players import enter_pin
from tests.evening.room import HOST, Room, call
from tests.web.evening import PIN

pytestmark = pytest.mark.browser


class Watched(Room):
    """A room in which somebody looks who is missed, whenever a test says so."""

    watch: Attendance

    def __init__(self, data: Path, **changes: Any) -> None:
        self.clock = Clock()
        super().__init__(data, sign=lambda phone: self.watch.sign(phone), **changes)
        self.watch = Attendance(self.table, self.clock)

    def later(self, wait_s: float) -> None:
        self.watch.look()
        self.clock.now += wait_s
        self.watch.look()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Watched]:
    running = Watched(tmp_path)
    running.start("maexle", ("Anna", "Ben"), lives=2)
    yield running
    running.close()


def host_of(browser: Browser, room: Room) -> Page:
    page = phone(browser).new_page()
    enter_pin(page, room.address, PIN)
    expect(page.locator(".standing")).to_be_visible()
    return page


def test_a_phone_without_a_sign_is_missed_played_for_and_comes_back(browser: Browser, room: Watched) -> None:
    host = host_of(browser, room)
    context = phone(browser)
    player = context.new_page()
    player.goto(f"{room.address}seats")
    player.get_by_role("listitem").filter(has_text="Ben").get_by_role("button", name="That's me").tap()
    expect(player.locator(".me")).to_contain_text("Ben")
    screen = browser.new_page(viewport={"width": 1280, "height": 720}, locale="en-GB")
    screen.goto(f"{room.address}screen")
    room.play(call(0, "54"))
    expect(player.get_by_role("button", name="Challenge")).to_be_enabled()
    context.set_offline(True)
    room.later(GONE_S)
    expect(host.get_by_text("No sign of Ben's phone.")).to_be_visible()
    expect(screen.locator(".reminder")).to_have_text("Ben, it is your turn.")
    host.get_by_role("link", name="Play for Ben").tap()
    expect(host.get_by_role("button", name="Challenge")).to_be_enabled()
    context.set_offline(False)
    expect(player.locator("#lost")).to_be_hidden()
    room.later(0)
    expect(screen.locator(".reminder")).to_have_count(0)
    player.get_by_role("button", name="Accept").tap()
    expect(player.get_by_role("button", name="65", exact=True)).to_be_enabled()
    expect(host.get_by_text("Ben throws and calls.")).to_be_visible()


def test_whose_other_phone_is_gone_is_told_who_frees_the_seat(browser: Browser, room: Watched) -> None:
    tells = "Your other phone is gone? The host frees the seat: menu, People."
    first, second = phone(browser).new_page(), phone(browser).new_page()
    seats = f"{room.address}seats"
    first.goto(seats)
    second.goto(seats)
    ben = second.get_by_role("listitem").filter(has_text="Ben").get_by_role("button")
    expect(ben).to_have_text("That's me")
    expect(second.get_by_text(tells)).to_have_count(0)
    first.get_by_role("listitem").filter(has_text="Ben").get_by_role("button", name="That's me").tap()
    expect(second.get_by_text(tells)).to_be_visible()
    expect(first.locator(".me")).to_contain_text("Ben")
    first.goto(seats)
    expect(first.get_by_text(tells)).to_have_count(0)
    room.table.guests.free(room.table.snapshot().chairs[1], HOST)
    expect(ben).to_have_text("That's me")
    expect(second.get_by_text(tells)).to_have_count(0)
