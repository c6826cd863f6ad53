"""Lügen-Kniffel with the camera: five dice under the simulated cup, doubted on three phones."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import left_empty, phone
from tests.evening.players import become_host, choose_game, take_seat, tap
from tests.evening.table_top import TableTop
from tests.evening.test_games import enter_dice, tap_claim
from tests.program import Program

pytestmark = pytest.mark.browser
NAMES = ("Anna", "Bo", "Cleo")
HIGHEST_OPENS = "The highest throw opens; whoever is picked throws first"


Room = tuple[list[Page], TableTop]


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory, shared_browser: Browser) -> Iterator[Room]:
    """Three phones with a seat each, the first the host's, and the simulated cup's page."""
    data: Path = tmp_path_factory.mktemp("evening")
    with Program(data) as program, left_empty(shared_browser) as browser:
        pages = [phone(browser).new_page() for _ in NAMES]
        top = TableTop(phone(browser).new_page(), program.top)
        become_host(pages[0], program)
        choose_game(pages[0], "Lügen-Kniffel", *NAMES)
        for page, name in zip(pages, NAMES, strict=True):
            page.goto(program.address)
            take_seat(page, name)
        yield pages, top


@pytest.fixture
def room(seated: Room) -> Room:
    """The same phones and cup at the start of a game, which the first of them opens."""
    choose_game(seated[0][0], "Lügen-Kniffel", *NAMES)
    return seated


def test_the_verdict_follows_the_five_dice_that_the_camera_reads(room: Room) -> None:
    (anna, bo, cleo), top = room
    dice = top.throw()
    assert len(dice) == 5
    tap_claim(anna, "Chance", str(sum(dice)))
    tap(bo, "Doubt it")
    expect(anna.get_by_text("Answered: Bo. Still to answer: Cleo.")).to_be_visible()
    tap(cleo, "Believe it")
    for page in (anna, bo, cleo):
        _sees(page, "True!", dice, f"{sum(dice)} points in Chance: Anna.", "A strike in Chance: Bo.")

    dice = top.throw()
    tap_claim(bo, "Twos", "5 ×")  # no picture shows five of a kind
    tap(cleo, "Doubt it")
    tap(anna, "Doubt it")
    for page in (anna, bo, cleo):
        _sees(page, "A lie!", dice, "A strike in Twos: Bo.", "10 points in Twos: Cleo, Anna.")


def test_dice_that_do_not_all_lie_on_the_window_are_entered_by_people(room: Room) -> None:
    (anna, bo, cleo), top = room
    top.throw(clean=False)
    tap_claim(anna, "Sixes", "3 ×")
    tap(cleo, "Believe it")
    tap(bo, "Doubt it")
    enter_dice(anna, 6, 6, 6, 2, 1)
    for page in (anna, bo, cleo):
        expect(page.locator("h1.verdict")).to_have_text("True!")
        expect(page.get_by_text("A strike in Sixes: Bo.").first).to_be_visible()


def test_who_throws_the_highest_before_the_camera_opens(seated: Room) -> None:
    pages, top = seated
    choose_game(pages[0], "Lügen-Kniffel", *NAMES, **{HIGHEST_OPENS: True})
    left = list(range(len(NAMES)))
    while len(left) > 1:
        sums = [_thrown_openly(pages[seat], top) for seat in left]
        left = [seat for seat, its in zip(left, sums, strict=True) if its == max(sums)]
    for page in pages:
        expect(page.get_by_text(f"{NAMES[left[0]]} has thrown the highest and opens.")).to_be_visible()
    tap_claim(pages[left[0]], "Chance", "5")
    tap(pages[left[0] - 1], "Doubt it")


def _thrown_openly(page: Page, top: TableTop) -> int:
    """Throw anew for the player of a page and let it be read; return the sum once the table knows it."""
    top.shake()
    dice = top.throw()
    expect(page.get_by_role("button", name="Read my throw")).to_be_visible()
    main = page.locator("main")
    seen = int(str(main.get_attribute("data-scene")).split()[1])
    tap(page, "Read my throw")
    read = re.compile(rf"^(throw|call) {seen + 2} ")
    expect(main).to_have_attribute("data-scene", read)
    return sum(dice)


def _sees(page: Page, verdict: str, dice: list[int], *lines: str) -> None:
    """Check a verdict on a page: the word, the dice, a ring on every pip, and who writes and strikes."""
    expect(page.locator("h1.verdict")).to_have_text(verdict)
    expect(page.locator("circle.ring")).to_have_count(sum(dice))
    shown = page.locator(".five use")
    expect(shown).to_have_count(len(dice))
    faces = [str(shown.nth(number).get_attribute("href"))[-1] for number in range(len(dice))]
    assert sorted(map(int, faces)) == dice
    for line in lines:
        expect(page.locator("main")).to_contain_text(line)
