"""The table without a Pi, as it comes: dice that no net has seen are put in, taught, and played with."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import vision
from companion.kept.window_store import KeptWindow, keep_window
from table.builds import Build
from tests.browser import phone
from tests.evening.players import become_host, call, start_game, tap
from tests.evening.stopped import BEFORE, NOW
from tests.evening.table_top import DEMO, TableTop
from tests.program import Program

pytestmark = pytest.mark.browser
MOST_THROWS = 21
MOST_ASKED = 3
"""So many throws in a row may be put to people: of the green dice 4 of 72 throws were."""


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[tuple[Program, Page, TableTop]]:
    """The program with its window set up, a host's page and the table's."""
    learnt = vision.calibrate(vision.decode((DEMO / "window_empty.jpg").read_bytes()))
    keep_window(tmp_path, KeptWindow(learnt, "auto:", Build.SHAKER, Build.SHAKER))
    with Program(tmp_path) as program:
        host = phone(browser).new_page()
        become_host(host, program)
        yield program, host, TableTop(phone(browser).new_page(), program.top)


@pytest.mark.long
def test_other_dice_are_taught_on_the_phone_and_then_ruled_on(
    table: tuple[Program, Page, TableTop],
) -> None:
    program, host, top = table
    top.swap()
    host.goto(f"{program.address}host/teach")
    for _ in range(MOST_THROWS):
        teach(host, top.throw())
        if host.get_by_label("Name of the set").first.is_visible():
            break
        top.shake()
    host.get_by_label("Name of the set").first.fill("Green")
    tap(host, "Learn")
    expect(host.get_by_text("Green · in use")).to_be_visible()
    host.goto(program.address)
    start_game(host, "Anna", "Bo", lives=1)
    for _ in range(MOST_ASKED):
        thrown = challenged(host, top)
        if not host.get_by_role("button", name="Void throw").is_visible():
            break
        tap(host, "Void throw")
        top.shake()
    expect(host.get_by_text("wins!").first).to_be_visible()
    rings = host.locator("svg.picture circle.ring")
    assert rings.count() == sum(thrown), "the counted pips are ringed"


def test_the_button_counts_at_once_after_a_throw(
    table: tuple[Program, Page, TableTop], browser: Browser
) -> None:
    program, host, _ = table
    start_game(host, "Anna", "Bo", lives=1)
    page = phone(browser).new_page()
    page.clock.install(time=BEFORE)
    page.clock.pause_at(NOW)
    top = TableTop(page, program.top)
    call(host, "31")
    expect(host.get_by_role("button", name="Accept")).to_be_enabled()
    top.shake()
    top.press()
    expect(host.get_by_role("button", name="65", exact=True)).to_be_visible()


def challenged(host: Page, top: TableTop) -> list[int]:
    """Throw, call and challenge; return the dice once the table has ruled, or asks people."""
    thrown = top.throw()
    call(host, "65")
    host.get_by_role("button", name="Challenge").tap()
    told = host.get_by_text("wins!").or_(host.get_by_role("button", name="Void throw"))
    expect(told.first).to_be_visible()
    return thrown


def teach(host: Page, values: list[int]) -> None:
    """Let the table look, mend what it read, and confirm."""
    tap(host, "Look")
    expect(host.get_by_role("button", name="Right, take it")).to_be_visible()
    dice = host.locator("fieldset.faces")
    read = [int(die.locator("input:checked").get_attribute("value") or 0) for die in dice.all()]
    left = list((Counter(values) - Counter(read)).elements())
    kept = Counter(values) & Counter(read)
    for die, pips in zip(dice.all(), read, strict=True):
        if kept[pips]:
            kept[pips] -= 1
        else:
            die.locator(f"label[for$='-{left.pop()}']").tap()
    tap(host, "Right, take it")
