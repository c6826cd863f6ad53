"""The simulated table as a test plays on it: it knows the truth of each picture from its label."""

import csv
import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

import device

DEMO: Final = Path(device.__path__[0]) / "demo"
HOLD_MS: Final = 1200  # well over the 0.8 s that make a challenge


class TableTop:
    """The page that stands in for cup and button, and what lies under the cup."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        folders = [file.parent for file in DEMO.rglob("labels.csv")]
        self._labels = {(at / row["file"]).read_bytes(): row for at in folders for row in _rows(at)}
        page.goto(address)

    def throw(self, *, clean: bool = True) -> list[int]:
        """Shake until a clean (or a troubled) throw lies there; return its dice, sorted."""
        while (self._label()["class"] == "clean") != clean:
            self.shake()
        return sorted(int(pips) for pips in self._label()["values"].split())

    def shake(self) -> None:
        """Throw anew."""
        self._tap("Shake")

    def swap(self) -> None:
        """Put other dice into the cup."""
        self._tap("Other dice")

    def lay_out(self, what: str) -> None:
        """Lay out what the window's set-up asks for, by the button's words."""
        self._tap(what)

    def _tap(self, button: str) -> None:
        was = self._source()
        self.page.get_by_role("button", name=button).tap()
        self.page.wait_for_function("was => document.querySelector('.window img').src !== was", arg=was)

    def press(self) -> None:
        """Press the button shortly."""
        self.page.get_by_role("button", name=re.compile("Press")).tap()

    def hold(self) -> None:
        """Hold the button until it challenges."""
        knob = self.page.get_by_role("button", name=re.compile("Press"))
        box = knob.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.wait_for_timeout(HOLD_MS)  # the thumb, not the test, takes this long
        self.page.mouse.up()

    def _source(self) -> str:
        return str(self.page.locator(".window img").get_attribute("src")) and str(
            self.page.evaluate("document.querySelector('.window img').src")
        )

    def _label(self) -> dict[str, str]:
        answer = self.page.request.get(self._source())
        return self._labels[answer.body()]


def _rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "labels.csv").open() as file:
        return list(csv.DictReader(file))
