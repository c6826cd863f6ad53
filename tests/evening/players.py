"""What people do on their phones' pages, in English."""

import re

from playwright.sync_api import Page, expect

from tests.program import Program


def become_host(page: Page, program: Program) -> None:
    """Enter the program's PIN on a page, before there is a game."""
    enter_pin(page, program.address, program.pin)
    expect(page.get_by_role("link", name="Set up a game")).to_be_visible()


def enter_pin(page: Page, address: str, pin: str) -> None:
    """Enter a PIN on a page, and see the menu that hosts have."""
    page.goto(f"{address}host")
    page.get_by_label("Or the table's PIN:").fill(pin)
    page.locator("form").filter(has_text="PIN").get_by_role("button", name="Enter").tap()
    expect(page.locator(".menu")).to_be_attached()


def gather(page: Page, *names: str) -> None:
    """Bring people without a phone to the table on the host's page, those who are not here yet."""
    page.goto(_at(page, "/people"))
    people = page.locator("ol.people > li")
    for name in names:
        here = people.filter(has_text=name)
        if not here.count():
            page.get_by_label("Somebody without a phone").fill(name)
            page.get_by_role("button", name="Add", exact=True).tap()
            expect(here).to_have_count(1)


def start_game(page: Page, *names: str, lives: int) -> None:
    """Set a game up on the host's page and start it."""
    gather(page, *names)
    page.goto(_at(page, "/"))
    page.get_by_role("link", name="Set up a game").tap()
    page.get_by_label("Lives").fill(str(lives))
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text(f"{names[0]} opens: throw, peek, call.")).to_be_visible()


def choose_game(page: Page, game: str, *names: str, **options: object) -> None:
    """Set a game of any kind up on the host's page and start it; the first of those named opens."""
    gather(page, *names)
    page.goto(_at(page, "/setup"))
    button = page.get_by_role("button", name=game, exact=True)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        button.tap()
    expect(page.locator("[aria-busy]")).to_have_count(0)  # else the answer undoes what is chosen next
    expect(button).to_have_attribute("aria-pressed", "true")
    page.locator(".openers label").filter(has_text=names[0]).tap()
    for label, value in options.items():
        field = page.get_by_label(label, exact=True)
        field.check() if value is True else field.fill(str(value))
    page.locator("button[value=start]").tap()  # called otherwise where it ends another game
    expect(page.locator(".standing")).to_be_visible()


def tap(page: Page, name: str) -> None:
    """Tap a button (or a link that looks like one) once it can be tapped."""
    key = page.get_by_role("button", name=name, exact=True)
    key = key.or_(page.get_by_role("link", name=name, exact=True)).first
    expect(key).to_be_enabled()
    key.tap()


def take_seat(page: Page, name: str) -> None:
    """Claim the seat of somebody who has no phone."""
    page.goto(_at(page, "/seats"))
    page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="That's me").tap()
    expect(page.locator(".me")).to_contain_text(name)


def sit_down(page: Page, name: str, button: str = "Sit down") -> None:
    """Say who one is, on the page that asks."""
    page.get_by_label("Your name").last.fill(name)
    page.get_by_role("button", name=button, exact=True).tap()
    expect(page.locator(".me")).to_contain_text(name)


def call(page: Page, value: str) -> None:
    """Call a value on the keypad, past the last verdict if that still shows."""
    onward = page.get_by_role("link", name=re.compile("opens: throw"))
    key = page.get_by_role("button", name=value, exact=True)
    expect(onward.or_(key).first).to_be_visible()
    if onward.is_visible():
        onward.tap()
    expect(key).to_be_enabled()
    key.tap()


def _at(page: Page, path: str) -> str:
    return re.sub(r"^(https?://[^/]+).*", rf"\1{path}", page.url)
