"""An evening that people join by themselves: on their own phones, on a shared one, late, under new names."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import phone
from tests.evening.players import become_host, call, sit_down
from tests.program import Program

pytestmark = pytest.mark.browser
TOUCH_PX = 44
TAPPED = "button, .button, summary, nav a, .me, input:not([type=radio]), input[type=radio] + label"
COUNT_TAPS = """() => { addEventListener("pointerdown", () => {
    sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1 }, true) }"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with Program(tmp_path) as running:
        yield running


def guest(browser: Browser, program: Program, *, script: bool = True) -> Page:
    """Return a new phone that has just scanned the code."""
    context = phone(browser, script=script)
    context.add_init_script(f"({COUNT_TAPS})()")
    page = context.new_page()
    page.goto(program.address)
    return page


def host_of(browser: Browser, program: Program) -> Page:
    page = phone(browser).new_page()
    become_host(page, program)
    return page


def start(host: Page) -> None:
    host.get_by_role("link", name="Set up a game").tap()
    host.get_by_role("button", name="Start the game").tap()
    expect(host.locator(".standing")).to_be_visible()


def small_targets(page: Page) -> list[str]:
    """Return what can be tapped on a page and is smaller than a fingertip."""
    found: list[str] = page.evaluate(
        """([tapped, least]) => [...document.querySelectorAll(tapped)]
        .filter((one) => one.checkVisibility() && !one.closest(".unseen"))
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.height < least || box.width < least;
        })
        .map((one) => one.outerHTML.slice(0, 120))""",
        [TAPPED, TOUCH_PX],
    )
    return found


def unlabelled(page: Page) -> list[str]:
    """Return the inputs that no label names."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("input:not([type=hidden]), select")]
        .filter((one) => !one.labels.length && !one.ariaLabel).map((one) => one.outerHTML)"""
    )
    return found


def test_from_the_address_to_sitting_it_takes_two_taps_and_a_name(browser: Browser, program: Program) -> None:
    page = guest(browser, program)
    page.get_by_label("Your name").tap()
    page.keyboard.type("Çelik")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator(".me")).to_contain_text("You are Çelik")
    assert page.evaluate("sessionStorage.taps") == "2"


def test_people_join_by_themselves_and_play(browser: Browser, program: Program) -> None:
    host = host_of(browser, program)
    screen = browser.new_page(viewport={"width": 1280, "height": 720})
    screen.goto(f"{program.address}screen")
    phones = {name: guest(browser, program) for name in ("Çelik", "Bärbel", "Dora")}
    for name, page in phones.items():
        sit_down(page, name)
        for shown in (host, screen):
            expect(shown.locator("main")).to_contain_text(name)
    çelik, bärbel, dora = phones.values()

    dora.locator(".me").tap()
    dora.get_by_text("Somebody else on this phone too").tap()
    wide, seen = dora.evaluate(
        "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)"
    )
    assert wide <= seen, "the page pans aside"
    sit_down(dora, "Emil")
    expect(dora.locator(".me")).to_contain_text("You are Dora, Emil")

    bärbel.locator(".me").tap()
    bärbel.get_by_text("Another name or mark").tap()
    bärbel.get_by_label("Your name").first.fill("Babs")
    bärbel.get_by_role("button", name="Keep it so").tap()
    expect(bärbel.get_by_role("heading", name="You are Babs")).to_be_visible()
    bärbel.get_by_role("link", name="To the table").tap()

    host.get_by_role("button", name="Emil up").tap()
    expect(host.locator("ol.people")).to_contain_text(re.compile("Babs.*Emil.*Dora", re.DOTALL))
    start(host)
    for page in phones.values():
        expect(page.locator(".standing li")).to_contain_text(["Çelik", "Babs", "Emil", "Dora"])
    call(çelik, "43")
    expect(bärbel.get_by_role("button", name="Accept")).to_be_visible()
    bärbel.get_by_role("button", name="Accept").tap()
    call(bärbel, "54")
    expect(dora.get_by_text("Emil, do you believe it?")).to_be_visible()

    late = guest(browser, program)
    expect(late.get_by_text("Mäxle is being played, round 1.")).to_be_visible()
    sit_down(late, "Fritz", "Play in the next game")
    expect(late.get_by_text("You play in the next game.")).to_be_visible()
    expect(screen.locator("aside")).to_contain_text("Fritz")
    _is_sent_away(host, late)


def _is_sent_away(host: Page, late: Page) -> None:
    host.locator(".menu > summary").tap()
    host.get_by_role("link", name="People").tap()
    host.get_by_text("Fritz").tap()
    host.get_by_role("button", name="Send this phone away").tap()
    expect(late.get_by_text("The host has sent this phone away for this evening.")).to_be_visible()


def test_what_is_taken_greys_where_it_stands_while_a_name_is_typed(
    browser: Browser, program: Program
) -> None:
    host = host_of(browser, program)
    for name in ("Anna", "Ben", "Cleo"):
        host.get_by_label("Somebody without a phone").fill(name)
        host.get_by_role("button", name="Add", exact=True).tap()
        expect(host.locator("ol.people")).to_contain_text(name)
    page, other = guest(browser, program), guest(browser, program)
    page.get_by_label("Your name").fill("Do")
    row = page.get_by_role("listitem").filter(has_text="Cleo")
    before = row.bounding_box()
    other.get_by_role("listitem").filter(has_text="Ben").get_by_role("button", name="That's me").tap()
    taken = page.get_by_role("listitem").filter(has_text="Ben").get_by_role("button", name="taken")
    expect(taken).to_be_disabled()
    assert row.bounding_box() == before
    host.get_by_role("button", name="Anna down").tap()
    expect(host.locator("ol.people")).to_contain_text(re.compile("Ben.*Anna", re.DOTALL))
    expect(page.get_by_label("Your name")).to_have_value("Do")
    expect(page.get_by_label("Your name")).to_be_focused()
    assert row.bounding_box() == before


def test_people_join_and_play_without_a_script(browser: Browser, program: Program) -> None:
    host = host_of(browser, program)
    page = guest(browser, program, script=False)
    sit_down(page, "Çelik")
    page.locator(".me").tap()
    page.get_by_text("Somebody else on this phone too").tap()
    sit_down(page, "Bo")
    expect(host.locator("ol.people > li")).to_have_count(2)
    start(host)
    page.goto(program.address)
    call(page, "43")
    expect(page.get_by_role("button", name="Accept")).to_be_visible()


def test_every_target_is_as_large_as_a_fingertip_and_every_input_has_a_label(
    browser: Browser, program: Program
) -> None:
    host = host_of(browser, program)
    page = guest(browser, program)
    assert small_targets(page) == []
    sit_down(page, "A" * 24)
    other = guest(browser, program)
    sit_down(other, "B" * 24)
    for path in ("", "seats"):
        page.goto(f"{program.address}{path}")
        for closed in page.locator("main details > summary").all():
            closed.tap()
        assert small_targets(page) == []
    for path in ("people", "setup", ""):
        host.goto(f"{program.address}{path}")
        for closed in host.locator("ol.people summary").all():
            closed.tap()
        assert small_targets(host) == []
        assert host.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    start(host)
    assert small_targets(host) == []
    for shown in (page, host):
        assert unlabelled(shown) == []
