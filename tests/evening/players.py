"""What people do on their phones' pages, in English."""

import re

from playwright.sync_api import Page, expect

from tests.program import Program


def become_host(page: Page, program: Program) -> None:
    """Enter the PIN on a page."""
    page.goto(f"{program.address}host")
    page.get_by_label("Or the table's PIN:").fill(program.pin)
    page.get_by_role("button", name="Enter").tap()
    expect(page.get_by_role("link", name="Set up a game")).to_be_visible()


def start_game(page: Page, *names: str, lives: int) -> None:
    """Set a game up on the host's page and start it."""
    page.get_by_role("link", name="Set up a game").tap()
    fields = page.locator("input[name=name]")
    expect(fields.first).to_be_visible()
    while (rows := fields.count()) != len(names):
        step = "Remove" if rows > len(names) else "Add a player"
        page.get_by_role("button", name=step).last.tap()
        expect(fields).not_to_have_count(rows)
    for field, name in zip(fields.all(), names, strict=True):
        field.fill(name)
    page.get_by_label("Lives").fill(str(lives))
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text(f"{names[0]} opens: throw, peek, call.")).to_be_visible()


def choose_game(page: Page, game: str, *names: str, **options: object) -> None:
    """Set a game of any kind up on the host's page and start it."""
    page.goto(re.sub(r"^(https?://[^/]+).*", r"\1/setup", page.url))
    button = page.get_by_role("button", name=game, exact=True)
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    fields = page.locator("input[name=name]")
    while (rows := fields.count()) > len(names):
        page.get_by_role("button", name="Remove").last.tap()
        expect(fields).not_to_have_count(rows)
    for field, name in zip(fields.all(), names, strict=True):
        field.fill(name)
    for label, value in options.items():
        page.get_by_label(label, exact=True).fill(str(value))
    tap(page, "Start the game")
    expect(page.locator(".standing")).to_be_visible()


def tap(page: Page, name: str) -> None:
    """Tap a button (or a link that looks like one) once it can be tapped."""
    key = page.get_by_role("button", name=name, exact=True)
    key = key.or_(page.get_by_role("link", name=name, exact=True)).first
    expect(key).to_be_enabled()
    key.tap()


def take_seat(page: Page, name: str) -> None:
    """Claim a seat on a page."""
    page.goto(re.sub(r"^(https?://[^/]+).*", r"\1/seats", page.url))
    page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="Take").tap()
    expect(page.locator("li.mine")).to_contain_text(name)


def call(page: Page, value: str) -> None:
    """Call a value on the keypad, past the last verdict if that still shows."""
    onward = page.get_by_role("link", name=re.compile("opens: throw"))
    key = page.get_by_role("button", name=value, exact=True)
    expect(onward.or_(key).first).to_be_visible()
    if onward.is_visible():
        onward.tap()
    expect(key).to_be_enabled()
    key.tap()
