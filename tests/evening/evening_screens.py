"""Pictures of who is missed, bets, and what games add up to, and the evening as a file of a spreadsheet.

`python -m tests.evening.evening_screens` takes them anew.
"""

import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect

from table.habits import Habits
from table.snapshot import Late
from tests.browser import chromium, phone
from tests.evening.guest_screens import LANGUAGES, save
from tests.evening.room import HOST, Room, call, said, shown
from tests.web.evening import PIN

NAMES: Final = ("Anna", "Bärbel", "Çelik", "Maximilian-Ferdinand", "Ольга 🍺")
EXPORTS: Final = Path("docs/evening")
FREEZE: Final = """document.querySelectorAll(".turns > *").forEach(one => {
    one.style.animation = "none"; one.style.visibility = one.nextElementSibling ? "hidden" : "visible" })"""


def main() -> None:
    """Take every picture anew, and the evening's export."""
    EXPORTS.mkdir(exist_ok=True)
    with chromium() as browser:
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as data:
                room = Room(Path(data))
                try:
                    _take(browser, room, language)
                finally:
                    room.close()


def _take(browser: Browser, room: Room, language: str) -> None:
    room.table.habits.settle(Habits(keeps=True), HOST)
    host, player = _host(browser, room, language), phone(browser, language).new_page()
    room.start("maexle", NAMES, lives=1)
    _sit_down(player, room, "Anna")
    second = phone(browser, language).new_page()
    _sit_down(second, room, "Çelik")
    room.play(call(0, "65"))
    expect(player.locator(".regret button")).to_be_visible()
    save(player, f"take-back-{language}")
    room.play(said(1, "challenge"), shown(1, 3), call(1, "65"))
    player.locator(".bets button").last.tap()
    expect(player.locator(".bets [aria-pressed=true]")).to_be_visible()
    save(player, f"bets-{language}")
    room.table.miss({2: Late.GONE}, room.table.snapshot())
    host.goto(room.address)
    expect(host.locator(".missed")).to_be_visible()
    save(host, f"missed-{language}")
    _take_screen(browser, room, language)
    room.play(said(2, "challenge"), shown(1, 3))
    for seat in (2, 3):
        room.play(call(seat, "65"), said(seat + 1, "challenge"), shown(1, 3))
    _take_evening(browser, room, host, player, language)


def _take_evening(browser: Browser, room: Room, host: Page, player: Page, language: str) -> None:
    spoken = {"Accept-Language": language}
    export = host.request.get(f"{room.address}evening/evening.csv", headers=spoken)
    (EXPORTS / f"evening-{language}.csv").write_bytes(export.body())
    player.goto(f"{room.address}evening")
    save(player, f"evening-{language}")
    screen = _screen(browser, room, language)
    screen.evaluate(FREEZE)
    save(screen, f"screen-evening-{language}")
    screen.close()
    room.table.guests.empty(HOST)
    player.goto(f"{room.address}seats")
    save(player, f"regulars-{language}")


def _take_screen(browser: Browser, room: Room, language: str) -> None:
    """Take the television with a reminder, and cheers over it."""
    screen = _screen(browser, room, language)
    for kind, sign in (("beer", 0), ("liar", 3), ("gasp", None), ("cheers", 4)):
        room.streams.reactions.add(kind, sign)
    expect(screen.locator(".cheer")).to_have_count(4)
    screen.wait_for_timeout(600)  # they rise
    save(screen, f"screen-cheers-{language}")
    screen.close()


def _screen(browser: Browser, room: Room, language: str) -> Page:
    screen = browser.new_page(viewport={"width": 1280, "height": 720}, locale=language)
    with screen.expect_response("**/events*"):
        screen.goto(f"{room.address}screen")
    return screen


def _host(browser: Browser, room: Room, language: str) -> Page:
    page = phone(browser, language).new_page()
    page.goto(f"{room.address}host")
    page.locator("#pin").fill(PIN)
    page.locator("form.pin button").last.tap()
    expect(page.locator(".people")).to_be_attached()
    return page


def _sit_down(page: Page, room: Room, name: str) -> None:
    page.goto(f"{room.address}seats")
    page.get_by_role("listitem").filter(has_text=name).get_by_role("button").tap()
    expect(page.locator(".me")).to_contain_text(name)


if __name__ == "__main__":
    main()
