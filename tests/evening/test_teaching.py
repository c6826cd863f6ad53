"""Teaching the table its dice in a real browser, on the simulated cup, with a script and without."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.kept.window_store import KeptWindow, keep_window
from table.builds import Build
from table.window import Trouble
from tests.browser import phone
from tests.evening.gallery import Gallery
from tests.evening.players import become_host, enter_pin, tap
from tests.program import Program
from tests.vision.lesson_throws import EMPTY, TABLE, thrown
from tests.web.evening import PIN
from tests.web.test_teach import SETTLED

pytestmark = pytest.mark.browser
THUMB_PX, APART_PX = 48, 12
PAIRS = ((1, 2), (3, 4), (5, 6), (2, 1), (4, 3), (6, 5))


@dataclass(frozen=True)
class School:
    """A host's page, and the page of the simulated cup."""

    page: Page
    top: Page
    program: Program
    camera: str

    def throw(self) -> None:
        """Shake the simulated cup, and wait until the next throw lies there."""
        was = self.top.evaluate("document.querySelector('.window img').src")
        self.top.get_by_role("button", name="Shake").tap()
        self.top.wait_for_function("was => document.querySelector('.window img').src !== was", arg=was)


@pytest.fixture(params=[True, False], ids=["with a script", "without"])
def school(tmp_path: Path, browser: Browser, request: pytest.FixtureRequest) -> Iterator[School]:
    pictures, data = tmp_path / "pictures", tmp_path / "data"
    pictures.mkdir()
    data.mkdir()
    cv2.imwrite(str(pictures / "_empty.png"), EMPTY)
    for seed, pair in enumerate(PAIRS):
        cv2.imwrite(str(pictures / f"{seed}.png"), thrown(pair, seed))
    keep_window(data, KeptWindow(TABLE, f"folder:{pictures}", Build.SHAKER, Build.SHAKER))
    camera = f"--camera=folder:{pictures}"
    with Program(data, camera) as program:
        page, top = phone(browser, script=request.param).new_page(), phone(browser).new_page()
        become_host(page, program)
        page.goto(f"{program.address}host/teach")
        top.goto(program.top)
        yield School(page, top, program, camera)


def test_a_table_is_taught_its_dice_throw_by_throw(school: School) -> None:
    page = school.page
    for number, pair in enumerate(PAIRS):
        tap(page, "Look")
        expect(page.get_by_role("heading", name="Is that what lies there?")).to_be_visible()
        assert read_on(page) == sorted(pair)
        tap(page, "Right, take it")
        expect(page.locator(".ticks .done")).to_have_count(max(0, 2 * (number - 2)))
        school.throw()
    expect(page.get_by_role("heading", name="That is enough.")).to_be_visible()
    page.get_by_label("Name of the set").fill("Stammtisch")
    tap(page, "Learn")
    expect(page.get_by_role("heading", name="The table knows these dice.")).to_be_visible()
    expect(page.get_by_text("Stammtisch · in use")).to_be_visible()
    expect(page.get_by_role("button", name="Forget")).to_be_hidden()
    page.get_by_text("Forget these dice").tap()
    tap(page, "Forget Stammtisch")
    expect(page.get_by_text("Stammtisch · in use")).to_have_count(0)


def test_a_wrong_face_is_mended_with_a_tap(school: School) -> None:
    page = school.page
    tap(page, "Look")
    expect(page.get_by_role("button", name="Right, take it")).to_be_visible()
    page.locator("fieldset").first.get_by_role("img", name="6").tap()
    page.locator("fieldset").last.get_by_role("img", name="6").tap()
    assert read_on(page) == [6, 6]
    tap(page, "Right, take it")
    expect(page.locator(".ticks .done")).to_have_count(1)
    early = page.get_by_text("Learn now, with faces missing").bounding_box()
    assert early is not None
    assert early["height"] >= THUMB_PX


def test_after_a_power_cut_in_mid_lesson_what_was_taken_stands_and_no_page_takes_an_old_picture_for_a_new(
    school: School,
) -> None:
    page, program = school.page, school.program
    tap(page, "Look")
    tap(page, "Right, take it")
    expect(page.get_by_role("heading", name="Throw again, then let it look.")).to_be_visible()
    taken = page.locator(".ticks").inner_text()
    school.throw()
    tap(page, "Look")
    before = picture(page)
    program.kill()
    with Program(program.data, school.camera, f"--port={program.port}"):
        tap(page, "Right, take it")
        expect(page.get_by_role("heading", name="Throw again, then let it look.")).to_be_visible()
        assert page.locator(".ticks").inner_text() == taken
        tap(page, "Look")
        assert picture(page) != before


def test_the_page_fits_the_phone(school: School) -> None:
    page = school.page
    tap(page, "Look")
    button = page.get_by_role("button", name="Right, take it")
    expect(button).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740
    assert re.search(r"\d+ \d+ \d+ \d+", page.locator("svg.seen").get_attribute("viewBox") or "")


def test_what_was_mended_stands_when_the_page_is_loaded_anew_and_not_for_the_next_throw(
    gallery: Gallery, browser: Browser
) -> None:
    gallery.pupil.shows = (2, 4)
    page = phone(browser).new_page()
    enter_pin(page, gallery.address, PIN)
    page.goto(f"{gallery.address}host/teach")
    tap(page, "Look")
    page.locator("fieldset").first.get_by_role("img", name="6").tap()
    page.reload()
    assert read_on(page) == [4, 6]
    tap(page, "Throw again")
    tap(page, "Look")
    page.reload()
    assert read_on(page) == [2, 4]


@pytest.mark.parametrize("dice", [2, 5, 6])
def test_that_dice_are_strange_stands_where_it_is_read_before_the_throw_is_taken(
    gallery: Gallery, browser: Browser, dice: int
) -> None:
    gallery.pupil.shows, gallery.pupil.sees_others = (1, 2, 3, 4, 5, 6)[:dice], True
    page = phone(browser).new_page()
    enter_pin(page, gallery.address, PIN)
    page.goto(f"{gallery.address}host/teach")
    page.get_by_label("Dice in the cup").select_option(str(dice))
    tap(page, "Look")
    said = page.locator(".problem").bounding_box()
    first = page.locator("fieldset").first.bounding_box()
    assert said is not None
    assert first is not None
    assert said["y"] + said["height"] <= first["y"]


def test_why_a_suggestion_is_no_lesson_keeps_its_distance_from_the_button(
    gallery: Gallery, browser: Browser
) -> None:
    gallery.pupil.suggestions = [replace(SETTLED, trouble=Trouble("wrong_count"))]
    page = phone(browser).new_page()
    enter_pin(page, gallery.address, PIN)
    page.goto(f"{gallery.address}host/teach")
    said = page.locator(".set .problem").bounding_box()
    button = page.get_by_role("button", name="Drop it").bounding_box()
    assert said is not None
    assert button is not None
    assert button["y"] - said["y"] - said["height"] >= APART_PX


def picture(page: Page) -> str | None:
    """The address of the picture that is shown: what comes from the same one is not asked for again."""
    return page.locator("svg.seen image").get_attribute("href")


def read_on(page: Page) -> list[int]:
    """The faces that are chosen on the page, sorted."""
    chosen = page.locator("fieldset input:checked")
    return sorted(int(field.get_attribute("value") or 0) for field in chosen.all())
