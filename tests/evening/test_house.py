"""House rules in a real browser: told while they are chosen, kept, shared and fetched again by their link."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from table.house import house_rules, say_code
from tests.browser import phone
from tests.evening.players import become_host
from tests.program import Program

pytestmark = pytest.mark.browser


SCRIPT, NONE = pytest.param(True, id="with a script"), pytest.param(False, id="without")


@pytest.fixture(params=[SCRIPT, NONE])
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
    host.get_by_text("Delete these rules").tap()
    host.get_by_role("button", name="Delete").tap()
    expect(host.get_by_text("None yet.")).to_be_visible()

    host.get_by_label("paste their link here").fill(link)
    host.get_by_role("button", name="Look at them").tap()
    expect(host.get_by_text("Lives: 3 instead of 5")).to_be_visible()
    host.get_by_role("button", name="Keep these rules").tap()
    expect(host.get_by_role("heading", name="Stammtisch")).to_be_visible()
    expect(host.get_by_text("Delete these rules")).to_be_visible()


def test_the_set_up_waits_while_its_host_sees_to_people_and_house_rules(host: Page) -> None:
    chosen = [host.get_by_label(name) for name in ("Penalty points to lose", "Name of the house rules")]
    host.get_by_role("button", name="Maxonaut").tap()
    host.get_by_text("Keep these rules under a name").tap()
    for leave, came in (("Add, order or rename", "Who is at"), ("Share, fetch", "House rules of this")):
        for field in chosen:
            field.fill("3")
        host.get_by_role("button", name=leave).tap()
        expect(host.get_by_role("heading", name=came)).to_be_visible()
        host.get_by_role("link", name="To the set-up").tap()
        for field in chosen:
            expect(field).to_have_value("3")


def test_a_refused_name_and_a_reload_still_lead_to_the_set_up(host: Page) -> None:
    host.get_by_role("button", name="Maxonaut").tap()
    host.get_by_role("button", name="Add, order or rename").tap()
    for name in ("Anna", "anna"):
        host.get_by_label("Somebody without a phone").fill(name)
        host.get_by_role("button", name="Add", exact=True).tap()
        expect(host.locator(".person")).to_have_count(1)
    expect(host.get_by_role("alert").first).to_be_visible()
    host.reload()
    host.get_by_role("link", name="To the set-up").tap()
    expect(host.get_by_role("button", name="Maxonaut")).to_have_attribute("aria-pressed", "true")


def test_rules_that_are_not_kept_and_a_reload_still_lead_to_the_set_up(host: Page) -> None:
    host.get_by_role("button", name="Maxonaut").tap()
    host.get_by_text("Keep these rules under a name").tap()
    host.get_by_role("button", name="Share, fetch").tap()
    host.get_by_label("paste their link here").fill(
        say_code(house_rules("maexle", "Stammtisch", {"lives": 3}))
    )
    host.get_by_role("button", name="Look at them").tap()
    host.get_by_label("Keep them as").fill(" ")
    host.get_by_role("button", name="Keep these rules").tap()
    expect(host.get_by_role("alert").first).to_be_visible()
    host.reload()
    host.get_by_role("link", name="House rules").tap()
    host.get_by_role("link", name="To the set-up").tap()
    expect(host.get_by_role("button", name="Maxonaut")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("host", [SCRIPT], indirect=True)
def test_back_leads_to_the_set_up_as_it_was_left(host: Page) -> None:
    host.get_by_role("button", name="Maxonaut").tap()
    host.get_by_label("Penalty points to lose").fill("3")
    host.get_by_role("button", name="Add, order or rename people").tap()
    expect(host.get_by_role("heading", name="Who is at")).to_be_visible()
    host.get_by_label("Somebody without a phone").fill("Anna")
    host.get_by_role("button", name="Add").tap()
    expect(host.get_by_text("Anna")).to_be_visible()
    host.go_back()
    expect(host.get_by_label("Penalty points to lose")).to_have_value("3")


@pytest.mark.parametrize("host", [SCRIPT], indirect=True)
def test_what_was_still_asked_for_the_page_before_does_not_come_over_the_set_up(host: Page) -> None:
    asked: list[str] = []
    waiting: list[Route] = []
    host.get_by_role("button", name="Add, order or rename").tap()
    expect(host.get_by_role("heading", name="Who is at")).to_be_visible()
    host.on("request", lambda request: asked.append(request.url.partition("?")[0]))
    host.route("**/people?*", lambda route: waiting.append(route))
    with host.expect_request("**/people?*"):
        host.evaluate("dispatchEvent(new Event('online'))")
    host.go_back()
    expect(host.get_by_label("Lives")).to_be_visible()
    with host.expect_response("**/people?*"):
        waiting[0].continue_()
    host.evaluate("fetch('/revision').then((answer) => answer.text())")
    assert {url.rpartition("/")[2] for url in asked} <= {"people", "setup", "revision", "events"}
