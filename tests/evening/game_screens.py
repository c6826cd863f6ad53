"""Pictures of every game's own screens, from a real evening: `python -m tests.evening.game_screens`."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser import chromium, phone
from tests.evening.players import become_host, call, choose_game, tap
from tests.evening.screenshots import take
from tests.evening.table_top import TableTop
from tests.program import Program

NAMES = ("Änne", "Béatrice", "Carlo")


def main() -> None:
    """Take every picture anew; one phone plays for all."""
    with tempfile.TemporaryDirectory() as data, Program(Path(data)) as program, chromium() as browser:
        page = phone(browser).new_page()
        top = TableTop(phone(browser).new_page(), program.top)
        become_host(page, program)
        _maxi(page)
        _mex(page, top)
        _bluf_mex(page)
        _maxonaut(page)
        _luegen_kniffel(page)


def _maxi(page: Page) -> None:
    choose_game(page, "Maxi", *NAMES)
    page.get_by_role("link", name="Blind").tap()
    call(page, "43")
    expect(page.get_by_role("button", name="Reveal")).to_be_visible()
    take(page, "maxi-answering")


def _mex(page: Page, top: TableTop) -> None:
    choose_game(page, "Mex", *NAMES)
    top.throw()
    tap(page, "Read my throw")
    expect(page.get_by_role("button", name="Let it stand")).to_be_visible()
    take(page, "mex-thrown")


def _bluf_mex(page: Page) -> None:
    choose_game(page, "Bluf-Mex", *NAMES)
    page.get_by_role("link", name="2 throws").tap()
    call(page, "43")
    tap(page, "Accept")
    expect(page.get_by_role("button", name="Give in")).to_be_visible()
    take(page, "bluf-mex-calling")


def _maxonaut(page: Page) -> None:
    choose_game(page, "Maxonaut", *NAMES)
    take(page, "maxonaut-calling")
    call(page, "97")
    tap(page, "Challenge")
    page.locator(".cardpad").get_by_role("link", name="joker", exact=True).tap()
    take(page, "maxonaut-cards")
    page.locator(".cardpad").get_by_role("link", name="9", exact=True).tap()
    tap(page, "These are the cards")
    take(page, "maxonaut-verdict")


def _luegen_kniffel(page: Page) -> None:
    choose_game(page, "Lügen-Kniffel", *NAMES)
    take(page, "luegen-kniffel-calling")
    tap(page, "Large straight 40")
    tap(page, "I am Béatrice")
    take(page, "luegen-kniffel-doubting")
    tap(page, "Believe it")
    tap(page, "I am Carlo")
    expect(page.get_by_text("Carlo, do you believe it?")).to_be_visible()
    tap(page, "Believe it")
    tap(page, "Béatrice throws")
    tap(page, "Score card")
    take(page, "luegen-kniffel-card")


if __name__ == "__main__":
    main()
