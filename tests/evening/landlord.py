"""A landlord at a table that nobody has set up yet, from the address to the first verdict, step by step.

`python -m tests.evening.landlord` prints what each step asks for. What it takes a person is reckoned, what
the machine takes is measured.
"""

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import chromium, phone
from tests.evening.table_top import TableTop
from tests.program import Program

TAP_S: Final = 1.2
LETTER_S: Final = 0.5
THINK_S: Final = 1.35
"""To point and press, to type a letter as an unpractised hand does, and to find out what to do next.

Source: S. Card, T. Moran and A. Newell, "The keystroke-level model" (1980).
"""
LAY_S: Final = 10.0
"""To take a cup, lay two dice and put it back: a guess."""


@dataclass
class Step:
    """What one step asks for: taps and letters on the phone, things to lay on the window, and waiting, s."""

    name: str
    taps: int = 0
    letters: int = 0
    laid: int = 0
    waited_s: float = 0.0

    @property
    def takes_s(self) -> float:
        """What it takes a person, with the machine."""
        hand = self.taps * (THINK_S + TAP_S) + self.letters * LETTER_S + self.laid * LAY_S
        return hand + self.waited_s


def main() -> None:
    """Print a table of the steps."""
    with tempfile.TemporaryDirectory() as folder, Program(Path(folder)) as program, chromium() as browser:
        steps = first_evening(browser, program)
    print("| step | taps | letters | laid | waiting, s | in all, s |\n|---|---|---|---|---|---|")
    for step in steps:
        counts = f"{step.taps} | {step.letters} | {step.laid}"
        print(f"| {step.name} | {counts} | {step.waited_s:.1f} | {step.takes_s:.0f} |")
    print(f"in all {sum(step.takes_s for step in steps):.0f} s")


def first_evening(browser: Browser, program: Program) -> list[Step]:
    """Make a new table ready and play on it to a verdict, on one phone; return what it took."""
    landlord = Landlord(phone(browser).new_page(), program, TableTop(phone(browser).new_page(), program.top))
    landlord.make_ready_and_play()
    return landlord.steps


class Landlord:
    """A host's hand on a phone, which counts what it does; `steps` are those taken."""

    def __init__(self, page: Page, program: Program, top: TableTop) -> None:
        self.steps: list[Step] = []
        self._page, self._program, self._top = page, program, top

    def make_ready_and_play(self) -> None:
        """Take every step, as the pages lead."""
        for step in (self._becomes_host, self._names_it, self._sets_the_window, self._sits_down, self._plays):
            step()

    def _becomes_host(self) -> None:
        self._begin("open the address, say who is host, type the PIN")
        self._do(lambda: self._page.goto(self._program.address), self._named("I am the host"))
        self._tap("I am the host", self._page.get_by_label("Or the table's PIN:"))
        self._type(self._page.get_by_label("Or the table's PIN:"), self._program.pin)
        enter = self._page.locator("form").filter(has_text="PIN").get_by_role("button", name="Enter")
        self._tap_at(enter, self._named("First steps"))

    def _names_it(self) -> None:
        self._begin("name the table")
        self._tap("First steps", self._named("Go: The table's name"))
        self._tap("Go: The table's name", self._named("Keep it so"))
        self._type(self._page.get_by_role("textbox"), "Zum Hirschen")
        self._tap("Keep it so", self._named("Go: The window"))

    def _sets_the_window(self) -> None:
        self._begin("set the window up: empty, middle, rim, a throw")
        self._tap("Go: The window", self._named("Look"))
        for what in ("Take the dice away", "Two in the middle", "Two at the rim"):
            self._lay(partial(self._top.lay_out, what))
            self._tap("Look", self._named("Next"))
            self._tap("Next", self._named("Look"))
        self._lay(self._throw_plainly)
        for number, pips in enumerate(self._top.throw(), start=1):
            self._tap_at(self._page.locator(f"label[for=shown{number}-{pips}]"), self._named("Look"))
        self._tap("Look", self._named("Next"))
        self._tap("Next", self._named("Store it"))
        self._tap("Store it", self._page.get_by_text("The window is set up. Good games!"))
        self._tap("To the table", self._named("First steps"))

    def _throw_plainly(self) -> None:
        """Shake until dice are plain to read and count otherwise from above than from below."""
        self._top.shake()
        while self._top.throw() != [2, 2]:
            self._top.shake()

    def _sits_down(self) -> None:
        self._begin("sit down, and somebody else on the same phone; start Mäxle")
        self._tap("First steps", self._named("Go: A game against yourself"))
        self._tap("Go: A game against yourself", self._page.get_by_label("Your name").last)
        self._type(self._page.get_by_label("Your name").last, "Toni")
        self._tap("Sit down", self._page.locator(".me"))
        self._type(self._page.get_by_label("Somebody without a phone"), "Bo")
        self._tap("Add", self._page.locator("ol.people > li").nth(1))
        self._tap("Set up a game", self._named("Start the game"))
        self._tap("Start the game", self._page.get_by_text("Toni opens: throw, peek, call."))

    def _plays(self) -> None:
        self._begin("throw, call, challenge, see the verdict")
        self._lay(self._throw_plainly)
        self._tap("65", self._named("Challenge"))
        self._tap("Challenge", self._page.locator("svg.picture circle.ring"))

    # What a hand does -------------------------------------------------------------------------------------

    def _begin(self, name: str) -> None:
        self.steps.append(Step(name))

    def _tap(self, name: str, then: Locator) -> None:
        """Tap what has this name, and wait until what comes next is there."""
        self._tap_at(self._named(name), then)

    def _tap_at(self, what: Locator, then: Locator) -> None:
        self.steps[-1].taps += 1
        self._do(what.tap, then)

    def _type(self, field: Locator, text: str) -> None:
        self.steps[-1].letters += len(text)
        field.fill(text)

    def _lay(self, how: Callable[[], None]) -> None:
        self.steps[-1].laid += 1
        how()

    def _do(self, what: Callable[[], object], then: Locator) -> None:
        began = time.monotonic()
        what()
        expect(then.first).to_be_visible()
        self.steps[-1].waited_s += time.monotonic() - began

    def _named(self, name: str) -> Locator:
        link = self._page.get_by_role("link", name=name, exact=True)
        return self._page.get_by_role("button", name=name, exact=True).or_(link).first


if __name__ == "__main__":
    main()
