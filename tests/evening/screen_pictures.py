"""Pictures of the big screen and of a game's story: `python -m tests.evening.screen_pictures`."""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium, phone
from tests.evening.players import become_host, call, choose_game, start_game, tap
from tests.evening.screenshots import FOLDER, take
from tests.evening.table_top import TableTop
from tests.evening.test_games import tap_claim
from tests.program import Program

NAMES = ("Änne", "Béatrice", "Carlo", "Ольга", "Zoë", "Maximilian")
LARGER = ((1920, 1080), (3840, 2160))
TURNS = 60  # far over the rounds that so many lives last


def main() -> None:
    """Take every picture anew; one phone plays for all."""
    with tempfile.TemporaryDirectory() as data, Program(Path(data)) as program, chromium() as browser:
        page = phone(browser).new_page()
        top = TableTop(phone(browser).new_page(), program.top)
        become_host(page, program)
        start_game(page, *NAMES, lives=3)
        _challenge(page, top, "65")
        _take_screen(browser, program, "screen")
        for width, height in LARGER:
            _take_screen(browser, program, f"screen-{width}", (width, height), "jpg")
        _play_to_the_end(page, top)
        page.goto(f"{program.address}story")
        take(page, "story")
        page.goto(program.address)
        _play_for_cards(page, top)
        take(page, "luegen-kniffel-verdict")
        _take_screen(browser, program, "screen-cards")


def _challenge(page: Page, top: TableTop, value: str) -> None:
    """Let the next player call once, be believed, and the one after be challenged."""
    call(page, "31")
    page.get_by_role("button", name="Accept").tap()
    verdict, void = page.locator("h1.verdict"), page.get_by_role("button", name="Void throw")
    while True:
        top.throw()
        call(page, value)
        page.get_by_role("button", name="Challenge").tap()
        expect(verdict.or_(void).first).to_be_visible()
        if verdict.count():
            return
        void.tap()  # the reader left this one to people


def _play_to_the_end(page: Page, top: TableTop) -> None:
    for turn in range(TURNS):
        if page.get_by_text(re.compile("wins!")).count():
            return
        _challenge(page, top, ("43", "52", "64")[turn % 3])


def _play_for_cards(page: Page, top: TableTop) -> None:
    """Fill score cards for a round; the next player doubts, the others believe."""
    choose_game(page, "Lügen-Kniffel", *NAMES)
    for turn, field in enumerate(("Fours", "Fives", "Sixes", "Threes", "Twos", "Chance")):
        dice = top.throw()
        tap_claim(page, field, str(sum(dice)) if field == "Chance" else "3 ×")
        for number, name in enumerate(NAMES[turn + 1 :] + NAMES[:turn]):
            tap(page, f"I am {name}")
            expect(page.get_by_text(f"{name}, do you believe it?")).to_be_visible()
            tap(page, "Believe it" if number else "Doubt it")
        expect(page.locator("h1.verdict")).to_be_visible()


def _take_screen(
    browser: Browser, program: Program, name: str, size: tuple[int, int] = (1280, 720), kind: str = "png"
) -> None:
    screen = browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    screen.goto(f"{program.address}screen")
    expect(screen.locator("h1.verdict")).to_be_visible()
    screen.wait_for_timeout(2500)  # the verdict has its moment of suspense
    screen.screenshot(path=FOLDER / f"{name}.{kind}")
    screen.close()


if __name__ == "__main__":
    main()
