"""A phone on its side, 740 x 360 px: what is asked, what is said and the next step, all at once."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, expect

from tests.browser import phone
from tests.evening.gallery import MANY, NAMES, PHONES, Gallery

pytestmark = pytest.mark.browser
ASIDE: Final[ViewportSize] = {"width": 740, "height": 360}
EIGHT: Final = tuple(f"Maximiliane Konstantina{n}" for n in range(1, 9))
WORDS: Final = "h1.verdict, .facts, .five, .why, .pays"
NEXT: Final = ".decision :is(.button, button, .hint)"
BAR: Final = ".bar summary, .bar > :is(a, .plays)"
TOUCH_PX: Final = 44
OVERTAKEN: Final = """() => {
  const keypad = document.querySelector(".keypad");
  keypad.querySelector("[name=version]").value = 0;
  keypad.requestSubmit(keypad.querySelector("button:enabled"));
}"""
"""A call that comes too late."""
CALLING: Final = (
    ("ben", "maexle", "0:43 1:accept", MANY),
    ("anna", "maxi", "", NAMES),
    ("ben", "bluf_mex", "0:43/2 1:accept", EIGHT),
    ("anna", "maxonaut", "", NAMES),
    ("anna", "luegen_kniffel", "", EIGHT),
)
"""Who is to call a value, and how it came to that."""
LOOKING_ON: Final = (
    ("ben", "maexle", ""),
    ("anna", "maexle", "0:43"),
    ("anna", "maxi", "0:43/blind"),
    ("anna", "maxonaut", "0:43"),
    ("ben", "mex", "0:throw reveal:43"),
    ("anna", "maexle", "0:43 1:challenge reveal:31"),
    ("ben", "luegen_kniffel", ""),
)
"""Who is asked for nothing, and how it came to that."""


@pytest.fixture(params=["de-DE", "en-GB", "fr-FR", "it-IT"])
def pages(browser: Browser, gallery: Gallery, request: pytest.FixtureRequest) -> Iterator[dict[str, Page]]:
    """The phones of the host and of those who play, each on its side."""
    opened = {whose: phone(browser, str(request.param)).new_page() for whose in PHONES[:3]}
    for page in opened.values():
        page.set_viewport_size(ASIDE)
        page.goto(f"{gallery.address}?watch=1")
    yield opened
    for page in opened.values():
        page.context.close()


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


def meet(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two parts of a page lie over each other."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def scrolls(page: Page) -> bool:
    """Return whether a page is higher than the screen."""
    higher: bool = page.evaluate("document.documentElement.scrollHeight > innerHeight")
    return higher


def test_all_calls_stand_beside_what_is_asked_and_nothing_scrolls(
    gallery: Gallery, pages: dict[str, Page]
) -> None:
    for whose, game, moves, names in CALLING:
        gallery.deal(game, moves, names)
        page = pages[whose]
        page.goto(gallery.address)
        asked, keys = boxes(page, ".say h1"), boxes(page, ".keypad button, .claims :is(button, .button)")
        others = boxes(page, f".standing li, .segments .button, .words button, {BAR}")
        assert min(min(key["width"], key["height"]) for key in keys) >= TOUCH_PX
        assert all(heading["x"] + heading["width"] <= key["x"] for heading in asked for key in keys)
        assert not [(key, other) for key in keys for other in others if meet(key, other)]
        assert not scrolls(page), game


def test_reactions_are_in_sight_and_lie_over_nothing_else(gallery: Gallery, pages: dict[str, Page]) -> None:
    for whose, game, moves in LOOKING_ON:
        gallery.deal(game, moves, EIGHT[:6])
        page = pages[whose]
        page.goto(gallery.address)
        reactions = boxes(page, ".reactions button")
        told = boxes(page, f"{BAR}, h1, .standing li, {NEXT}, .regret button")
        assert min(min(one["width"], one["height"]) for one in reactions) >= TOUCH_PX
        assert not [(one, other) for one in reactions for other in told if meet(one, other)]
        assert not scrolls(page), game


def test_what_was_refused_is_told_above_what_is_asked(gallery: Gallery, pages: dict[str, Page]) -> None:
    gallery.deal("maexle", "0:43 1:accept")
    page = pages["ben"]
    page.goto(gallery.address)
    page.evaluate(OVERTAKEN)
    expect(page.locator(".problem")).to_be_visible()
    boxes(page, ".problem, .say h1, .keypad button")


def test_cup_and_button_of_the_simulated_table_are_at_hand_together(
    gallery: Gallery, pages: dict[str, Page]
) -> None:
    gallery.deal("maexle")
    page = pages["anna"]
    page.goto(f"{gallery.address}cup/secret")
    [window], [knob] = boxes(page, ".window"), boxes(page, ".knob")
    keys = boxes(page, ".top button")
    assert window["width"] >= 240
    assert min(knob["width"], knob["height"]) >= 64
    assert all(window["x"] + window["width"] <= key["x"] for key in keys)
    assert not scrolls(page)
