"""House rules in a real browser: told while they are chosen, kept, shared and fetched again by their link."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import phone
from tests.evening.players import become_host
from tests.program import Program

pytestmark = pytest.mark.browser


@pytest.fixture(params=[True, False], ids=["with a script", "without"])
def host(tmp_path: Path, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    with Program(tmp_path) as program:
        page = phone(browser, script=request.param).new_page()
        become_host(page, program)
        page.goto(f"{program.address}setup")
        yield page


def test_house_rules_from_the_choice_to_the_link_and_back(host: Page) -> None:
    host.get_by_label("Lives").fill("3")
    if host.get_by_role("button", name="What differs").is_visible():
        host.get_by_role("button", name="What differs").tap()
    expect(host.get_by_text("Lives: 3 instead of 5")).to_be_visible()
    host.get_by_text("Keep these rules under a name").tap()
    host.get_by_label("Name of the house rules").fill("Stammtisch")
    host.get_by_role("button", name="Keep them").tap()
    expect(host.get_by_role("button", name="Stammtisch")).to_have_attribute("aria-pressed", "true")

    host.goto(re.sub(r"(//[^/]+).*", r"\1/setup/rules", host.url))
    host.get_by_role("link", name="Share").tap()
    link = host.locator(".link").inner_text()
    host.goto(re.sub(r"(//[^/]+).*", r"\1/setup/rules", host.url))
    host.get_by_role("button", name="Delete").tap()
    expect(host.get_by_text("None yet.")).to_be_visible()

    host.get_by_label("paste their link here").fill(link)
    host.get_by_role("button", name="Look at them").tap()
    expect(host.get_by_text("Lives: 3 instead of 5")).to_be_visible()
    host.get_by_role("button", name="Keep these rules").tap()
    expect(host.get_by_role("heading", name="Stammtisch")).to_be_visible()
    expect(host.get_by_role("button", name="Delete")).to_be_visible()
