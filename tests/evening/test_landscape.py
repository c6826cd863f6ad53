"""The verdict on a phone that lies on its side, 740 x 360 px: what it says, and the next step, at once."""

from typing import Final

import pytest
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, expect

from tests.browser import phone
from tests.evening.gallery import NAMES, PHONES, Gallery

pytestmark = pytest.mark.browser
ASIDE: Final[ViewportSize] = {"width": 740, "height": 360}
EIGHT: Final = tuple(f"Maximiliane Konstantina{n}" for n in range(1, 9))
WORDS: Final = "h1.verdict, .facts, .five, .why, .pays"
NEXT: Final = ".decision :is(.button, button, .hint)"


@pytest.fixture(params=["de-DE", "en-GB", "fr-FR", "it-IT"])
def pages(browser: Browser, gallery: Gallery, request: pytest.FixtureRequest) -> dict[str, Page]:
    """The phones of the host and of those who play, each on its side."""
    opened = {whose: phone(browser, str(request.param)).new_page() for whose in PHONES[:3]}
    for page in opened.values():
        page.set_viewport_size(ASIDE)
        page.goto(f"{gallery.address}?watch=1")
    return opened


def boxes(page: Page, parts: str) -> list[FloatRect]:
    """Return where parts of the page are, all of them in sight."""
    found = [box for part in page.locator(parts).all() if (box := part.bounding_box())]
    assert found, parts
    assert [box for box in found if box["y"] < 0 or box["y"] + box["height"] > ASIDE["height"]] == []
    return found


@pytest.mark.parametrize("names", [NAMES, EIGHT], ids=["three", "eight"])
@pytest.mark.parametrize(
    ("game", "moves"),
    [("maexle", "0:43 1:challenge reveal:31"), ("luegen_kniffel", "0:fours/12 1:doubt {rest} reveal:44421")],
)
def test_the_verdict_has_its_picture_left_and_its_words_and_the_next_step_right(
    gallery: Gallery, pages: dict[str, Page], game: str, moves: str, names: tuple[str, ...]
) -> None:
    rest = " ".join(f"{seat}:believe" for seat in range(2, len(names)))
    gallery.deal(game, moves.format(rest=rest), names)
    for whose in ("anna", "ben"):
        page = pages[whose]
        page.goto(gallery.address)
        expect(page.locator("h1.verdict")).to_be_visible()
        [picture], [onward] = boxes(page, ".picture"), boxes(page, NEXT)
        words, seats = boxes(page, WORDS), boxes(page, ".standing li")
        assert picture["height"] >= 160
        assert all(picture["x"] + picture["width"] <= box["x"] for box in (*words, onward))
        assert all(box["y"] + box["height"] <= onward["y"] for box in words)
        assert all(picture["y"] + picture["height"] <= box["y"] for box in seats)


def test_at_the_games_end_the_winner_the_word_and_what_comes_next_are_in_sight(
    gallery: Gallery, pages: dict[str, Page]
) -> None:
    gallery.deal("maexle", "0:43 1:challenge reveal:31", NAMES[:2], lives=1)
    for whose in ("host", "anna"):
        pages[whose].goto(gallery.address)
        expect(pages[whose].locator(".wins")).to_be_visible()
        boxes(pages[whose], f".wins, h1.verdict, {NEXT}")
