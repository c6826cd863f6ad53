"""The pictures of the README, taken from a real evening: `python -m tests.evening.screenshots`."""

import re
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser import chromium, phone
from tests.evening.players import become_host, call, gather
from tests.evening.table_top import TableTop
from tests.program import Program

FOLDER: Final = Path("docs/screenshots")
NAMES: Final = ("Änne", "Béatrice", "Carlo", "Ольга 🍺")


def main() -> None:
    """Take every picture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Program(Path(data)) as program, chromium() as browser:
        page = phone(browser).new_page()
        top = TableTop(phone(browser).new_page(), program.top)
        become_host(page, program)
        _take_set_up(page)
        _take_rounds(page, top)
        take(top.page, "table-top")


def _take_set_up(page: Page) -> None:
    gather(page, *NAMES)
    page.goto(re.sub(r"(//[^/]+).*", r"\1/setup", page.url))
    page.get_by_label("Lives").fill("3")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    take(page, "set-up")
    page.get_by_role("button", name="Start the game").tap()


def _take_rounds(page: Page, top: TableTop) -> None:
    call(page, "43")
    _take_when(page, page.get_by_role("button", name="Accept"), "answering")
    page.get_by_role("button", name="Accept").tap()
    _take_when(page, page.get_by_role("button", name="51", exact=True), "calling")
    top.throw()
    call(page, "65")
    page.get_by_role("button", name="Challenge").tap()
    _take_when(page, page.locator("h1.verdict"), "verdict")
    _play_uncertain(page, top)
    for _ in range(16):
        if page.get_by_text(re.compile("wins!")).count():
            break
        top.throw()
        call(page, "65")
        page.get_by_role("button", name="Challenge").tap()
        expect(page.locator("h1.verdict, p.wins")).not_to_have_count(0)
    _take_when(page, page.locator(".wins"), "winner")


def _play_uncertain(page: Page, top: TableTop) -> None:
    top.throw(clean=False)
    call(page, "31")
    page.get_by_role("button", name="Challenge").tap()
    _take_when(page, page.get_by_role("button", name="Read again"), "uncertain")
    page.get_by_role("button", name="Void throw").tap()
    _take_when(page, page.locator("form.keypad"), "void")


def _take_when(page: Page, there: Locator, name: str) -> None:
    expect(there).to_be_visible()
    take(page, name)


def take(page: Page, name: str) -> None:
    """Take one picture, once the verdict has had its moment of suspense."""
    page.wait_for_timeout(2500)
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
