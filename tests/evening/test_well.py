"""Is all well? A host presses the table's button and sees that it is heard."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import phone
from tests.evening.players import become_host
from tests.program import Program

pytestmark = pytest.mark.browser
BLINKS = """() => { window.blinked = 0; document.addEventListener("animationstart",
    event => { window.blinked += event.animationName === "blink" }) }"""


def test_a_press_of_the_button_blinks_on_the_host_s_page(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        _blinks(browser, program)


def _blinks(browser: Browser, program: Program) -> None:
    host, top = phone(browser, motion=True).new_page(), phone(browser).new_page()
    become_host(host, program)
    host.goto(f"{program.address}host/well")
    expect(host.get_by_text("Press it while no answer is due: this page blinks.")).to_be_visible()
    host.evaluate(BLINKS)
    top.goto(program.top)
    for pressed in ("Pressed 1 time while no answer was due.", "Pressed 2 times while no answer was due."):
        top.locator(".knob").tap()
        expect(host.get_by_text(pressed)).to_be_visible()
    host.wait_for_function("() => window.blinked === 2")
