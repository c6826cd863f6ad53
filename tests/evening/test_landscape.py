"""A phone on its side, 740 x 360 px: what is asked, what is said and the next step, all at once."""

from itertools import combinations
from typing import Final

import pytest
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, expect

from tests.browser import CHROMIUM, FLAGS
from tests.evening.gallery import MANY, NAMES, Gallery, phone_of
from tests.evening.phones import Phones

pytestmark = pytest.mark.browser
ASIDE: Final[ViewportSize] = {"width": 740, "height": 360}
EIGHT: Final = tuple(f"Maximiliane Konstantina{n}" for n in range(1, 9))
WORDS: Final = "h1.verdict, .facts, .five, .why, .pays"
NEXT: Final = ".decision :is(.button, button, .hint)"
BAR: Final = ".bar summary, .bar > :is(a, .plays)"
TOUCH_PX: Final = 44
BOXES: Final = """parts => parts.map(part => part.getBoundingClientRect())
    .filter(box => box.width && box.height)
    .map(({x, y, width, height}) => ({x, y, width, height}))"""
"""Where those parts of a page are that can be seen: one question, as each takes its time."""
OVERTAKEN: Final = """() => {
  const keypad = document.querySelector(".keypad");
  keypad.querySelector("[name=version]").value = 0;
  keypad.requestSubmit(keypad.querySelector("button:enabled"));
}"""
"""A call that comes too late."""
LEFT: Final = "keys => keys.filter(key => key.scrollWidth > key.clientWidth).map(key => key.textContent)"
"""The buttons that their words stick out of."""
ASKED: Final = (
    ("ben", "maxi", "0:43/blind"),
    ("ben", "maexle", "0:43"),
    *(("anna", game, "") for game in ("maexle", "bluf_mex", "maxonaut")),
)
"""Who is asked for what fills many buttons, or one with a long word, and how it came to that."""
CALLING: Final = (
    ("ben", "maexle", "0:43 1:accept", MANY),
    ("anna", "maxi", "", NAMES),
    ("ben", "bluf_mex", "0:43/2 1:accept", EIGHT),
    ("anna", "maxonaut", "", NAMES),
    ("anna", "luegen_kniffel", "", EIGHT),
)
"""Who is to call a value, and how it came to that."""
LETTERS_PX: Final = {640: 16, 844: 21, 915: 24}
"""How wide a phone on its side is, px, and how large its owner wants letters: 16 is a browser's own."""
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


class Aside(Phones):
    """Phones that lie on their sides."""

    def __missing__(self, whose: str) -> Page:
        page = super().__missing__(whose)
        page.set_viewport_size(ASIDE)
        return page


@pytest.fixture(params=["de-DE", "en-GB", "fr-FR", "it-IT"])
def pages(browser: Browser, gallery: Gallery, request: pytest.FixtureRequest) -> Phones:
    """The phones of the host and of those who play, each on its side."""
    return Aside(browser, gallery, str(request.param))


def boxes(page: Page, parts: str) -> list[FloatRect]:
    """Return where parts of the page are, all of them in sight."""
    found: list[FloatRect] = page.locator(parts).evaluate_all(BOXES)
    assert found, parts
    assert [box for box in found if box["y"] < 0 or box["y"] + box["height"] > ASIDE["height"]] == []
    return found


@pytest.mark.parametrize("names", [NAMES, EIGHT], ids=["three", "eight"])
@pytest.mark.parametrize(
    ("game", "moves"),
    [("maexle", "0:43 1:challenge reveal:31"), ("luegen_kniffel", "0:fours/12 1:doubt {rest} reveal:44421")],
)
def test_the_verdict_has_its_picture_left_and_its_words_and_the_next_step_right(
    gallery: Gallery, pages: Phones, game: str, moves: str, names: tuple[str, ...]
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


@pytest.mark.parametrize(
    ("game", "moves", "names"),
    [
        ("maexle", "0:43 1:challenge reveal:31", NAMES[:2]),
        ("maexle", "0:43 1:challenge reveal:66 2:leave", NAMES),
        ("maxonaut", "0:97 1:challenge 1:turn_over=joker,9", NAMES),
    ],
)
def test_at_the_games_end_the_winner_the_word_and_what_comes_next_are_in_sight(
    gallery: Gallery, pages: Phones, game: str, moves: str, names: tuple[str, ...]
) -> None:
    gallery.deal(game, moves, names, **{"points" if game == "maxonaut" else "lives": 1})
    for whose in ("host", "anna"):
        page = pages[whose]
        page.goto(gallery.address)
        expect(page.locator(".wins")).to_be_visible()
        words, onward = boxes(page, ".wins, h1.verdict, .pays"), boxes(page, NEXT)
        assert not [(word, step) for word in words for step in onward if meet(word, step)]
        assert not scrolls(page)


def test_five_dice_are_entered_or_read_again_without_scrolling(gallery: Gallery, pages: Phones) -> None:
    gallery.deal("luegen_kniffel", "0:fours/12 1:doubt 2:believe")
    for entries in ({}, {"seat0": (4, 4, 4, 2, 1), "seat1": (4, 4, 3, 2, 1)}):
        gallery.asks("wrong_count", **entries)
        for whose in ("host", "anna"):
            page = pages[whose]
            page.goto(gallery.address)
            keys = boxes(page, ".entering label, .entering button")
            said = boxes(page, ".say h1, .entry, .entering .hint" if whose == "anna" else ".say h1, .entry")
            assert min(min(key["width"], key["height"]) for key in keys) >= TOUCH_PX
            assert not [(key, word) for key in keys for word in said if meet(key, word)]
            assert not scrolls(page)


def test_whoever_comes_says_their_name_and_sits_down_without_scrolling(
    gallery: Gallery, pages: Phones
) -> None:
    for deal in (None, "maexle"):
        if deal:
            gallery.deal(deal)
        page = pages["host"]
        page.goto(f"{gallery.address}seats")
        boxes(page, "h1, form.who :is(input.name, label, button)")


def test_however_many_have_come_the_host_adds_one_and_sets_the_game_up(
    gallery: Gallery, pages: Phones
) -> None:
    gallery.table.add_host(phone_of("host"))
    for sign, name in enumerate(EIGHT):
        gallery.table.guests.join(name, sign, f"phone of {name}")
    page = pages["host"]
    for path, next_step in (("", ".decision .button"), ("people", ".doors button")):
        page.goto(f"{gallery.address}{path}")
        for _ in range(2):
            boxes(page, f"#add, .adds button, {next_step}")
            page.locator(".people li").last.scroll_into_view_if_needed()


def test_the_lights_numbers_and_the_pin_are_asked_for_side_by_side(gallery: Gallery, pages: Phones) -> None:
    page = pages["anna"]
    page.goto(f"{gallery.address}host")
    light, pin = (boxes(page, f".pin:has(#{field}) > :not([type=hidden])") for field in ("code", "pin"))
    assert not [(one, other) for one in light for other in pin if meet(one, other)]


def test_the_code_to_scan_and_the_address_are_in_sight_whole(gallery: Gallery, pages: Phones) -> None:
    page = pages["anna"]
    page.goto(f"{gallery.address}join")
    boxes(page, ".code, .address")
    assert not scrolls(page)


def meet(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two parts of a page lie over each other."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def scrolls(page: Page) -> bool:
    """Return whether a page is higher than the screen."""
    higher: bool = page.evaluate("document.documentElement.scrollHeight > innerHeight")
    return higher


def test_all_calls_stand_beside_what_is_asked_and_nothing_scrolls(gallery: Gallery, pages: Phones) -> None:
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


@pytest.mark.parametrize(
    ("moves", "draft"), [("0:43/2 1:accept", ""), ("0:43/blind", "&how=passed")], ids=["bluf_mex", "maxi"]
)
def test_a_phone_of_640_px_shows_all_that_a_call_can_say(
    gallery: Gallery, pages: Phones, moves: str, draft: str
) -> None:
    gallery.deal("maxi" if draft else "bluf_mex", moves)
    page = pages["ben"]
    page.set_viewport_size({"width": 640, "height": 360})
    page.goto(f"{gallery.address}?at={gallery.table.snapshot().version}{draft}")
    boxes(page, ".say h1, .keypad button, .segments .button, .words button, .panel > .button")
    assert not scrolls(page)


@pytest.mark.parametrize("width", LETTERS_PX)
def test_no_key_lies_over_another_and_no_word_leaves_its_button(
    browser: Browser, gallery: Gallery, width: int
) -> None:
    letters = f"--blink-settings=defaultFontSize={LETTERS_PX[width]}"
    with browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, letters]) as larger:
        pages = Phones(larger, gallery, "de-DE")
        for whose, game, moves in ASKED:
            gallery.deal(game, moves)
            page = pages[whose]
            page.set_viewport_size({"width": width, "height": ASIDE["height"]})
            page.goto(gallery.address)
            keys = page.locator(".decision :is(button, .button)")
            assert keys.evaluate_all(LEFT) == []
            around: list[FloatRect] = keys.evaluate_all(BOXES)
            assert not [pair for pair in combinations(around, 2) if meet(*pair)], game
            assert max(key["x"] + key["width"] for key in around) <= width


def test_a_phone_of_568_px_that_looks_on_shows_whose_turn_it_is(gallery: Gallery, pages: Phones) -> None:
    page = pages["stranger"]
    page.set_viewport_size({"width": 568, "height": 320})
    for names in (NAMES, EIGHT[:4], EIGHT):
        for moves in ("0:31 1:accept 1:32 2:accept", "0:31 1:accept 1:32"):
            gallery.deal("maexle", moves, names)
            page.goto(gallery.address)
            shown = page.locator(".say h1, .standing .turn, .say h1 ~ p").evaluate_all(BOXES)
            assert max(box["y"] + box["height"] for box in shown) <= 320


def test_reactions_are_in_sight_and_lie_over_nothing_else(gallery: Gallery, pages: Phones) -> None:
    for whose, game, moves in LOOKING_ON:
        gallery.deal(game, moves, EIGHT[:6])
        page = pages[whose]
        page.goto(gallery.address)
        reactions = boxes(page, ".reactions button")
        told = boxes(page, f"{BAR}, h1, .standing li, {NEXT}, .regret button")
        assert min(min(one["width"], one["height"]) for one in reactions) >= TOUCH_PX
        assert not [(one, other) for one in reactions for other in told if meet(one, other)]
        assert not scrolls(page), game


def test_what_was_refused_is_told_above_what_is_asked(gallery: Gallery, pages: Phones) -> None:
    gallery.deal("maexle", "0:43 1:accept")
    page = pages["ben"]
    page.goto(gallery.address)
    page.evaluate(OVERTAKEN)
    expect(page.locator(".problem")).to_be_visible()
    boxes(page, ".problem, .say h1, .keypad button")


def test_cup_and_button_of_the_simulated_table_are_at_hand_together(gallery: Gallery, pages: Phones) -> None:
    for deal in (None, "maexle"):
        if deal:
            gallery.deal(deal)
        page = pages["anna"]
        page.goto(f"{gallery.address}cup/secret")
        [window], [knob] = boxes(page, ".window"), boxes(page, ".knob")
        keys = boxes(page, ".top button")
        assert window["width"] >= 240
        assert min(knob["width"], knob["height"]) >= 64
        assert all(window["x"] + window["width"] <= key["x"] for key in keys)
        assert not scrolls(page)
