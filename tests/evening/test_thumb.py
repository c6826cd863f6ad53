"""What a thumb has to reach on a phone of 360 x 740 px: on the screen, large enough, and not covered."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from table.house import house_rules
from table.look import Look, Stage
from tests.browser import PHONE, phone
from tests.evening.gallery import Gallery, phone_of
from tests.evening.phones import Phones
from tests.evening.room import HOST, Room, call, said, shown
from tests.web.evening import PICTURE
from web.words.codes import DOUBTS
from web.words.story import texts_in

pytestmark = pytest.mark.browser
LANGUAGES: Final = ("de-DE", "en-GB", "fr-FR", "it-IT")
EIGHT: Final = ("Anna", "Béatrice", "Çelik", "Dora", "Emil", "Fritz", "Gianluca", "Hugo")
RULED: Final = {
    ("maexle", "0:43 1:challenge"): (3, 1),
    ("luegen_kniffel", "0:fours/12 1:doubt 2:believe"): (4, 4, 4, 2, 1),
    ("luegen_kniffel", "0:full_house/25 1:doubt 2:believe"): (4, 4, 4, 2, 1),
}
"""How three rounds came to a look, and what lay there."""
SCROLLED: Final = """() => document.querySelector(".keeping > :last-child").getBoundingClientRect().bottom
    <= document.querySelector(".setup > .decision").getBoundingClientRect().top + 13"""
"""Whether what was opened lies above the button that stays at the screen's foot; 13 px of that are shade."""
TWELVE: Final = tuple(f"Maximiliane {n}" for n in range(10, 22))


def host(browser: Browser, room: Room, language: str = "en-GB") -> Page:
    page = phone(browser, language).new_page()
    room.table.add_host("phone 1")
    page.goto(f"{room.address}?watch=1")
    return page


def under(part: Locator, other: Locator) -> bool:
    """Return whether a part reaches below the upper edge of another."""
    box, covering = part.bounding_box(), other.bounding_box()
    assert box
    assert covering
    return box["y"] + box["height"] > covering["y"]


def on_screen(part: Locator) -> bool:
    """Return whether all of a part can be seen without scrolling."""
    box = part.bounding_box()
    if box is None or min(box["x"], box["y"]) < 0:
        return False
    return box["x"] + box["width"] <= PHONE["width"] and box["y"] + box["height"] <= PHONE["height"]


def test_when_the_two_disagree_they_can_still_confirm(browser: Browser, room: Room) -> None:
    room.start("maexle", ("Anna", "Ben"))
    room.play(call(0, "54"), said(1, "challenge"))
    shot = room.table.snapshot()
    entries = {0: (3, 4), 1: (3, 5)}
    room.table.report(Look(shot.version, 1, Stage.ASKING, "tilted", PICTURE, entries))
    page = host(browser, room)
    expect(page.get_by_text("They do not agree yet.")).to_be_visible()
    assert on_screen(page.get_by_role("button", name="These are the dice"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_decided_in_doubt_is_on_the_screen_under_the_longest_reasons_too(
    browser: Browser, gallery: Gallery, language: str
) -> None:
    texts = texts_in(language[:2])
    page = Phones(browser, gallery, language)["ben"]
    for reason in sorted(DOUBTS, key=lambda one: len(texts.gettext(DOUBTS[one])))[-3:]:
        gallery.deal("maexle", "0:43 1:challenge")
        gallery.asks(reason)
        page.goto(gallery.address)
        decided = page.locator(".asking ~ .entering button:not(.unseen)").all()
        assert [one.inner_text() for one in decided if not on_screen(one)] == [], reason
        assert len(decided) > 1


def test_who_only_looks_on_keeps_the_picture_while_the_two_disagree(
    browser: Browser, gallery: Gallery
) -> None:
    gallery.deal("maexle", "0:54 1:challenge")
    page = Phones(browser, gallery)["stranger"]
    heights = []
    for entries in ({}, {"seat0": (4, 3), "seat1": (5, 3)}):
        gallery.asks("tilted", **entries)
        page.goto(f"{gallery.address}?watch=1")
        box = page.locator(".asking .picture").bounding_box()
        assert box
        heights.append(box["height"])
    assert heights[0] == heights[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dice_that_somebody_sees_stand_whole_beside_a_long_name(
    browser: Browser, room: Room, language: str
) -> None:
    room.start("luegen_kniffel", ("Bartholomäus", "Donaudampfschifffahrer"))
    room.play(call(0, "fours 12"), said(1, "doubt"))
    entries = {0: (1, 2, 4, 4, 4), 1: (1, 2, 3, 4, 4)}
    shot = room.table.snapshot()
    room.table.report(Look(shot.version, 1, Stage.ASKING, "tilted", PICTURE, entries))
    page = host(browser, room, language)
    rows = page.locator(".entry")
    expect(rows).to_have_count(2)
    assert all(row.evaluate("row => row.scrollWidth <= row.clientWidth") for row in rows.all())
    assert on_screen(page.locator(".entering button.ask"))


def test_the_word_that_ends_a_host_stands_whole_beside_a_long_name(
    browser: Browser, gallery: Gallery
) -> None:
    for whose in ("host", "anna"):
        gallery.table.add_host(phone_of(whose))
    gallery.table.guests.join("Maximiliane-Konstanze W", 3, phone_of("anna"))
    page = Phones(browser, gallery, "de-DE")["host"]
    page.goto(f"{gallery.address}host")
    beside = [box for end in page.locator(".hosts button").all() if (box := end.bounding_box())]
    assert len(beside) == 2
    assert len({(box["x"], box["height"]) for box in beside}) == 1


@pytest.mark.parametrize("size", [(375, 553), (360, 560), (390, 664), (360, 740)], ids=str)
@pytest.mark.parametrize("strange", [False, True], ids=["", "strange dice"])
def test_who_pays_stands_above_who_goes_on(
    browser: Browser, gallery: Gallery, size: tuple[int, int], strange: bool
) -> None:
    page = Phones(browser, gallery, "de-DE")["ben"]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for game, moves in RULED:
        gallery.deal(game, moves)
        gallery.reveal(*RULED[game, moves], picture=replace(PICTURE, strange=strange))
        page.goto(gallery.address)
        onward = page.locator(".ruled .ask")
        expect(onward).to_be_visible()
        assert [pays for pays in page.locator(".pays").all() if under(pays, onward)] == [], game


def test_a_tap_at_the_edge_of_what_is_chosen_from_chooses_that(browser: Browser, gallery: Gallery) -> None:
    gallery.deal("luegen_kniffel", "0:fours/12 1:doubt 2:believe")
    gallery.asks("tilted")
    phones = Phones(browser, gallery)
    for whose, path, choices in (("ben", "", ".entering fieldset"), ("stranger", "seats", ".signs")):
        page = phones[whose]
        page.goto(f"{gallery.address}{path}")
        for group in page.locator(choices).all():
            for label in group.locator("input:enabled + label").all():
                label.tap(position={"x": 8, "y": 8})
                assert label.evaluate("label => label.control.checked")


def test_every_key_of_ninety_calls_is_44_px_wide(browser: Browser, room: Room) -> None:
    room.start("maxonaut", ("Anna", "Ben"))
    page = host(browser, room)
    keys = page.locator(".keypad button").all()
    assert len(keys) == 45
    boxes = [box for key in keys if (box := key.bounding_box())]
    assert len(boxes) == 45
    assert min(box["width"] for box in boxes) >= 44


def test_with_twelve_players_names_can_be_read_and_the_keypad_reached(browser: Browser, room: Room) -> None:
    room.start("maexle", TWELVE)
    page = host(browser, room)
    widths = page.locator(".standing .name").evaluate_all("names => names.map(name => name.clientWidth)")
    assert min(widths) >= 100
    assert on_screen(page.locator(".keypad"))


def test_giving_in_is_on_the_screen_with_the_calls(browser: Browser, room: Room) -> None:
    room.start("bluf_mex", TWELVE[:6])
    room.play({**call(0, "43"), "throws": 2}, said(1, "accept"))
    page = host(browser, room)
    assert on_screen(page.get_by_role("button", name="Give in"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_won_is_read_above_what_the_host_may_do_next(
    browser: Browser, room: Room, language: str
) -> None:
    room.start("maexle", EIGHT[:6], lives=1)
    for seat in range(5):
        room.play(call(seat, "65"), said(seat + 1, "challenge"), shown(4, 3))
    page = host(browser, room, language)
    assert on_screen(page.locator(".wins"))
    assert not under(page.locator(".wins"), page.locator(".stay"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("height", [664, 740])
def test_who_is_out_at_last_is_read_above_what_the_host_may_do_next(
    browser: Browser, room: Room, language: str, height: int
) -> None:
    room.start("maexle", ("Anna", "Béatrice", "Carlo", "Bartholomäus"), lives=1)
    for seat in range(3):
        room.play(call(seat, "65"), said(seat + 1, "challenge"), shown(6, 6) if seat == 2 else shown(4, 3))
    page = host(browser, room, language)
    page.set_viewport_size({"width": PHONE["width"], "height": height})
    expect(page.locator(".pays").last).to_be_visible()
    assert not under(page.locator(".pays").last, page.locator(".stay"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["luegen_kniffel", "maexle"])
def test_who_pays_is_read_above_who_goes_on_however_many_play(
    browser: Browser, room: Room, game: str, language: str
) -> None:
    page = host(browser, room, language)
    if game == "maexle":
        room.start(game, (*EIGHT, "Ida", "Jo", "Kim", "Lou"), lives=1)
        room.play(call(0, "65"), said(1, "challenge"), shown(4, 3))
    else:
        room.start(game, EIGHT)
        room.play(call(0, "fours 12"), *(said(seat, "doubt") for seat in (1, 2)))
        room.play(*(said(seat, "believe") for seat in range(3, 8)), shown(4, 4, 2, 1, 1))
    expect(page.locator(".pays").last).to_be_visible()
    assert not under(page.locator(".pays").last, page.locator(".stay"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_that_a_verdict_stands_on_are_on_the_screen(
    browser: Browser, gallery: Gallery, language: str
) -> None:
    page = Phones(browser, gallery, language)["ben"]
    turned = page.locator(".facts .shown .playing")
    gallery.deal("maxonaut", "0:97 1:challenge 1:turn_over=random,9 1:draw=2,3")
    page.goto(gallery.address)
    expect(turned).to_have_count(4)
    assert len({box["y"] for card in turned.all() if (box := card.bounding_box())}) == 1, "in one row"
    gallery.deal("maxonaut", "0:21 1:challenge 1:turn_over=random,random 1:draw=random,bomb,2,3 1:draw=4,5")
    gallery.go_on("1:counter=7,7")
    expect(turned).to_have_count(8)
    assert all(on_screen(card) for card in turned.all())


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_one_is_stands_whole_beside_the_longest_name_of_a_game(
    browser: Browser, room: Room, language: str
) -> None:
    page = host(browser, room, language)
    room.start("luegen_kniffel", EIGHT)
    room.table.guests.claim(room.table.snapshot().chairs[1], "phone 1")
    expect(page.locator(".me .am")).to_contain_text("Béatrice")
    assert page.locator(".me .am").evaluate("name => name.scrollWidth <= name.clientWidth")
    assert on_screen(page.locator(".me .other"))


def test_every_column_of_a_wide_score_card_has_its_players_mark(browser: Browser, room: Room) -> None:
    room.start("luegen_kniffel", EIGHT)
    page = phone(browser).new_page()
    page.goto(f"{room.address}?watch=1")
    heads = page.locator(".scorecard thead th")
    for number, name in enumerate(EIGHT):
        assert heads.nth(number).inner_text() == name
        assert heads.nth(number).locator(".sign").is_visible()
    marks = [box for mark in heads.locator(".sign").all() if (box := mark.bounding_box())]
    assert all(one["x"] + one["width"] < other["x"] for one, other in pairwise(marks))


def test_the_word_that_the_connection_is_lost_leaves_the_menu_free(browser: Browser, room: Room) -> None:
    room.start("maexle", ("Anna", "Ben"))
    page = host(browser, room)
    room.server.close()
    expect(page.locator("#lost")).to_be_visible()
    page.locator(".menu > summary").tap()
    expect(page.get_by_role("link", name="How to play")).to_be_visible()


def test_the_link_of_house_rules_is_copied_by_one_tap(browser: Browser, room: Room) -> None:
    room.table.house.keep(house_rules("maexle", "Stammtisch", {"lives": 3}), HOST)
    page = host(browser, room)
    page.goto(f"{room.address}setup/rules/share?game=maexle&name=Stammtisch")
    page.get_by_role("button", name="Copy the link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_for_house_rules_is_in_sight_once_it_is_asked_for(
    browser: Browser, room: Room, language: str
) -> None:
    room.start("maexle", EIGHT)
    page = host(browser, room, language)
    page.goto(f"{room.address}setup")
    page.locator(".keeping > summary").tap()
    page.wait_for_function(SCROLLED)
    for part in page.locator(".keeping > :is(input, button)").all():
        assert on_screen(part)
        assert not under(part, page.locator(".setup > .decision"))


def test_that_house_rules_take_the_place_of_others_is_said_where_they_are_kept(
    browser: Browser, room: Room
) -> None:
    room.table.house.keep(house_rules("maexle", "Stammtisch", {"lives": 3}), HOST)
    page = host(browser, room)
    page.goto(f"{room.address}setup")
    page.locator(".keeping > summary").tap()
    page.wait_for_function(SCROLLED)
    page.get_by_label("Name of the house rules").fill("Stammtisch")
    keep, asked = page.get_by_role("button", name="Keep them"), page.get_by_role("alert")
    keep.tap()
    expect(asked).to_be_in_viewport(ratio=1)
    assert not under(asked, keep)
    keep.tap()
    expect(page.get_by_role("button", name="Stammtisch")).to_have_attribute("aria-pressed", "true")
    expect(asked).to_have_count(0)
    assert [rules.options["lives"] for rules in room.table.house.all()] == [5]


def test_why_nothing_came_of_a_tap_is_in_sight_however_far_down_the_tap_was(
    browser: Browser, room: Room
) -> None:
    for number, name in enumerate(EIGHT):
        room.table.guests.join(name, number, "another")
    page = host(browser, room)
    page.goto(f"{room.address}setup")
    page.locator("input[type=number]").last.scroll_into_view_if_needed()
    page.locator("input[type=number]").last.fill("999")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.locator(".problem")).to_be_in_viewport(ratio=1)
    page.goto(f"{room.address}people")
    page.get_by_label("Somebody without a phone").fill(EIGHT[0])
    page.get_by_role("button", name="Add").tap()
    expect(page.locator(".problem")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_simulated_button_is_in_sight_with_all_that_can_be_laid_out(
    browser: Browser, room: Room, language: str
) -> None:
    page = phone(browser, language).new_page()
    page.goto(f"{room.address}cup/secret")
    assert page.locator(".window, .top button").count() == 7
    assert all(on_screen(part) for part in page.locator(".window, .top button").all())
    room.start("maexle", ("Anna", "Ben"))
    page.goto(f"{room.address}cup/secret")
    assert on_screen(page.locator(".knob"))


def test_what_is_tapped_on_the_simulated_table_stays_where_it_is_when_a_game_begins(
    browser: Browser, room: Room
) -> None:
    page = phone(browser).new_page()
    page.goto(f"{room.address}cup/secret")
    shake = page.get_by_role("button", name="Shake")
    before = shake.bounding_box()
    room.start("maexle", ("Anna", "Ben"))
    expect(page.get_by_role("button", name="Two at the rim")).to_have_count(0)
    assert shake.bounding_box() == before
