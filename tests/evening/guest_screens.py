"""Pictures of how people join, in every language: `python -m tests.evening.guest_screens`."""

import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium, phone
from tests.evening.screenshots import FOLDER
from tests.program import Program

LANGUAGES: Final = ("de", "en", "fr", "it")
NAMES: Final = ("Çelik", "Béatrice", "Anna-Katharina")


def main() -> None:
    """Take every picture anew."""
    with chromium() as browser:
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as data, Program(Path(data)) as program:
                _take(browser, program, language)


def _take(browser: Browser, program: Program, language: str) -> None:
    host = phone(browser, language).new_page()
    host.goto(f"{program.address}host")
    host.locator("#pin").fill(program.pin)
    host.locator("form.pin button").last.tap()
    expect(host.locator(".people")).to_be_attached()
    guests = [_sits_down(browser, program, language, name) for name in NAMES]
    asked = phone(browser, language).new_page()
    asked.goto(program.address)
    save(asked, f"who-are-you-{language}")
    save(guests[0], f"lobby-{language}")
    host.locator(".people summary").nth(1).tap()
    save(host, f"people-{language}")
    host.goto(f"{program.address}setup")
    host.locator("button[value=start]").tap()
    expect(host.locator(".standing")).to_be_visible()
    asked.goto(f"{program.address}seats")
    save(asked, f"late-{language}")
    guests[1].locator(".me").tap()
    save(guests[1], f"not-you-{language}")


def _sits_down(browser: Browser, program: Program, language: str, name: str) -> Page:
    page = phone(browser, language).new_page()
    page.goto(program.address)
    page.locator("#name").fill(name)
    page.locator("form.who button").first.tap()
    expect(page.locator(".me")).to_contain_text(name)
    return page


def save(page: Page, name: str) -> None:
    """Keep what a page shows among the screenshots."""
    expect(page.locator("main")).to_be_visible()
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
