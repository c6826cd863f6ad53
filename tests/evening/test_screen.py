"""The big screen in a real browser: nothing to scroll, and it follows by itself, whatever happens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.scorecard import CLAIMS, Combination, Field, say_claim
from table.look import Look, Stage
from tests.evening.room import Line, Room, call, said, shown
from tests.phone import Phone
from tests.program import Program
from tests.web.evening import PICTURE

pytestmark = pytest.mark.browser
LONG = [f"Maximiliane-Konstan W {n}" for n in range(10, 22)]
EIGHT = ("Charlotte", "Frederike", "Béatrice", "Gianluca", "Annalena", "Salvatore", "Ольга", "Zoë")
VALUES = ("31", "43", "54", "65", "11", "22")
SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
SPILLS = """() => [...document.querySelectorAll('html, .screen, .around, .stage, aside, .turns, .turns > *')]
    .filter(box => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
    .map(box => `${box.tagName}.${box.className}`)"""
CRAMPED = """() => [...document.querySelectorAll('.scorecard tbody td')]
    .filter(cell => cell.scrollWidth > cell.clientWidth + 1
        || parseFloat(getComputedStyle(cell).fontSize) < innerHeight / 32)
    .map(cell => cell.textContent)"""


SMALL_NAMES = """() => [...document.querySelectorAll('.seating .name, .seating tbody th')]
    .filter(name => parseFloat(getComputedStyle(name).fontSize) < innerHeight / 24)
    .map(name => name.textContent)"""
# Everything that is drawn for itself: none lies over another, or reaches out of the stage
OVERPRINTED = """() => {
  const shown = what => [...document.querySelectorAll(what)].filter(part => part.checkVisibility(
      { visibilityProperty: true }) && part.getBoundingClientRect().height > 0);
  const apart = [
    shown('.seating li, .seating > .scorecard, .stage, aside > *'),
    shown('.evidence > :not(.lifted-cup, .below), .asking > :not(.below)'
      + ', .stage :is(.decision, .winner, .news, .direction)'),
  ];
  const named = part => `${part.tagName}.${part.getAttribute('class')} ${part.textContent.slice(0, 30)}`;
  const inside = (box, other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
      && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
  const found = [];
  for (const parts of apart)
    parts.forEach((part, number) => parts.slice(number + 1).forEach(other => {
      if (inside(part.getBoundingClientRect(), other.getBoundingClientRect()))
        found.push(`${named(part)} / ${named(other)}`);
    }));
  const stage = document.querySelector('.stage')?.getBoundingClientRect();
  for (const part of apart[1]) {
    const box = part.getBoundingClientRect();
    if (box.top < stage.top - 1 || box.bottom > stage.bottom + 1 || box.left < stage.left - 1
        || box.right > stage.right + 1) found.push(`${named(part)} / out of the stage`);
  }
  return found;
}"""
CUT_OFF = """() => [...document.querySelectorAll('aside > *, .coming, .coming li')].filter(part => {
  const box = part.getBoundingClientRect();
  const end = Math.min(innerHeight, part.parentElement.getBoundingClientRect().bottom);
  return box.top < -1 || box.bottom > end + 1 || part.scrollHeight > part.clientHeight + 2;
}).map(part => part.textContent)"""
CUT_NAMES = """() => [...document.querySelectorAll('.side li:not(:has(.said)) .name')]
    .filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"""
CUT_LINES = """() => [...document.querySelectorAll('.evidence .pays')].filter(line =>
    line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 1)
    .map(line => line.textContent)"""
REACHES_OUT = """word => {
  const letters = document.createRange();
  letters.selectNodeContents(word);
  const end = Math.min(word.getBoundingClientRect().right,
    document.querySelector('.stage').getBoundingClientRect().right);
  return Math.max(0, Math.round(letters.getBoundingClientRect().right - end));
}"""
SMALL_PICTURE = """() => [...document.querySelectorAll(':is(.verdict .evidence, .asking) image')]
    .map(image => image.getBoundingClientRect().height
        / document.querySelector('.stage').getBoundingClientRect().height)
    .filter(share => share < 0.5)"""
ALL = (SPILLS, CRAMPED, SMALL_NAMES, OVERPRINTED, SMALL_PICTURE)
AMISS = f"() => [{', '.join(f'({each})()' for each in ALL)}].flat()"
"""All of these as one question, as each takes its time."""


def television(browser: Browser, *, script: bool = True) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": 1280, "height": 720}, locale="de-DE", java_script_enabled=script
    )
    context.set_default_timeout(20_000)
    return context


class Television(Room):
    """A table with a television on it."""

    def __init__(self, data: Path, page: Page) -> None:
        super().__init__(data, usual_name="Zum Goldenen Hirschen")
        self.page = page

    def seat(self, game: str, players: int, **options: object) -> None:
        self.start(game, LONG[:players], **options)

    def speak(self, language: str) -> None:
        """Choose a language: a browser asks for its locale's, whatever else it is told to send."""
        self.page.goto(f"{self.address}screen?lang={language}")
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def seat_everyone(self) -> None:
        """Give every seat a phone."""
        for guest in self.table.snapshot().chairs:
            self.table.guests.claim(guest, f"phone {guest}")

    def assert_fits(self) -> None:
        for _ in self.sizes():
            assert self.page.evaluate(AMISS) == []

    def sizes(self) -> Iterator[None]:
        """Open the page anew, and show it on televisions of every size: no script asks how large it is."""
        self.page.goto(f"{self.address}screen")
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            yield


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Television]:
    running = Television(tmp_path, television(browser).new_page())
    yield running
    running.close()


def test_nothing_scrolls_with_twelve_long_names(room: Television) -> None:
    room.assert_fits()
    room.seat("maexle", 12, lives=20)
    room.play(call(0, "54"), said(1, "accept"), call(1, "65"))
    room.assert_fits()
    room.play(said(2, "challenge"), shown(6, 4))
    room.assert_fits()


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("players", [2, 6, 9])
def test_nothing_is_overprinted_whoever_has_joined(room: Television, players: int, joined: bool) -> None:
    room.seat("maexle", players, lives=5)
    if joined:
        room.seat_everyone()
    room.play(call(0, "54"))
    room.assert_fits()
    assert room.page.locator("aside .code").count() == (0 if joined else 1)
    room.play(said(1, "challenge"), shown(4, 3))
    room.assert_fits()


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_what_who_goes_on_does_stands_whole_beside_a_long_name(room: Television, language: str) -> None:
    room.speak(language)
    room.seat("maexle", 10)
    room.play(call(0, "54"), said(1, "challenge"), shown(4, 3))
    room.assert_fits()
    hint = room.page.locator(".stage .decision .hint")
    for width, height in SIZES:
        room.page.set_viewport_size({"width": width, "height": height})
        assert hint.evaluate("hint => hint.scrollWidth <= hint.clientWidth")


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
@pytest.mark.parametrize(
    ("game", "ends"),
    [
        ("maexle", (call(0, "54"), said(1, "challenge"), shown(4, 3))),
        ("maexle", (call(0, "54"), said(1, "challenge"), shown(5, 4))),
        ("bluf_mex", ({**call(0, "54"), "throws": 1}, said(1, "give_in"))),
        ("luegen_kniffel", (call(0, "fours 12"), said(1, "believe"), said(2, "believe"))),
    ],
    ids=["a lie", "true", "gives in", "nobody doubts"],
)
def test_the_big_word_of_a_verdict_stands_whole(
    room: Television, language: str, game: str, ends: tuple[Line, ...]
) -> None:
    room.speak(language)
    room.start(game, ("Anna", "Béatrice", "Carlo"))
    room.play(*ends)
    for _ in room.sizes():
        word = room.page.locator("h1.verdict")
        expect(word).to_be_visible()
        assert word.evaluate(REACHES_OUT) == 0


def assert_all_fits_while_people_say_what_lies_there(room: Television, *dice: tuple[int, ...]) -> None:
    for entries in ({}, {1: dice[0]}, {1: dice[0], 0: dice[1]}):
        version = room.table.snapshot().version
        room.table.report(Look(version, 1, Stage.ASKING, "tilted", PICTURE, entries))
        room.assert_fits()


@pytest.mark.parametrize("players", [3, 6, 9])
def test_while_people_say_what_lies_there_all_that_is_said_fits_beside_the_picture(
    room: Television, players: int
) -> None:
    room.seat("maexle", players, lives=5)
    room.play(call(0, "54"), said(1, "challenge"))
    assert_all_fits_while_people_say_what_lies_there(room, (4, 3), (4, 4))
    room.play(said(2, "leave"))
    assert_all_fits_while_people_say_what_lies_there(room, (4, 3), (4, 4))


@pytest.mark.parametrize("players", [3, 8])
def test_what_people_say_fits_beside_the_picture_over_score_cards_too(room: Television, players: int) -> None:
    room.seat("luegen_kniffel", players)
    room.play(call(0, "fours 12"), *(said(seat, "doubt") for seat in range(1, players)))
    assert_all_fits_while_people_say_what_lies_there(room, (4, 3, 3, 3, 3), (4, 4, 4, 4, 4))
    room.play(said(2, "leave"))
    assert_all_fits_while_people_say_what_lies_there(room, (4, 3, 3, 3, 3), (4, 4, 4, 4, 4))


def test_usual_names_stand_whole_at_every_seat(room: Television) -> None:
    room.start("maexle", ("Charlotte", "Frederike", "Béatrice", "Gianluca", "Annalena", "Salvatore"), lives=5)
    for seat in range(6):
        room.play(call(seat, VALUES[seat]))
        for _ in room.sizes():
            assert room.page.evaluate(CUT_NAMES) == []  # the caller's stands in the middle
        room.play(said((seat + 1) % 6, "accept"))


@pytest.mark.parametrize("players", [4, 8])
def test_the_highest_call_at_cards_stands_whole_and_so_does_its_callers_name(
    room: Television, players: int
) -> None:
    room.start("maxonaut", EIGHT[:players])
    broken = """said => said.scrollWidth > said.clientWidth || said.offsetHeight > 1.5 * parseFloat(
        getComputedStyle(said).fontSize) || said.closest('li').querySelector('.name').clientWidth
        < said.closest('li').querySelector('.name').scrollWidth"""
    for seat in range(players - 1):
        room.play(call(seat, "21"))
        room.assert_fits()
        assert not room.page.locator(".said").evaluate(broken)
        room.play({"move": "undo"}, said(seat, "leave"))


def test_who_plays_in_the_next_game_is_named_beside_the_table(room: Television) -> None:
    room.seat("maexle", 6, lives=5)
    for number, name in enumerate(("Ольга", "Zoë", "Kim")):
        room.table.guests.join(name, number, f"phone of {name}")
        for _ in room.sizes():
            assert room.page.evaluate(CUT_OFF) == []


def test_nothing_scrolls_when_twelve_have_thrown_openly(room: Television) -> None:
    room.seat("mex", 12, throws=1)
    for seat in range(12):
        room.play(said(seat, "throw"), shown(4, 3))
    room.assert_fits()


@pytest.mark.parametrize("players", [2, 4])
def test_the_throws_that_ended_a_game_are_shown_though_the_seats_are_gone(
    room: Television, players: int
) -> None:
    room.seat("mex", players, throws=1, crosses=1)
    for seat in range(players):
        room.play(said(seat, "throw"), shown(6, 6) if seat == 0 else shown(4, 3))
    room.assert_fits()
    expect(room.page.locator(".over .shown-throws .dice")).to_have_count(players)
    expect(room.page.locator(".over .shown-throws")).to_be_visible()


def test_nothing_scrolls_when_seven_doubt_one(room: Television) -> None:
    room.seat("luegen_kniffel", 8)
    room.play(call(0, "fours 12"))
    room.assert_fits()
    room.play(*(said(seat, "doubt") for seat in range(1, 8)), shown(4, 4, 4, 1, 2))
    room.assert_fits()


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
@pytest.mark.parametrize("dice", [(4, 4, 4, 1, 2), (4, 4, 1, 1, 2)], ids=["true", "a lie"])
def test_who_writes_and_who_strikes_stands_whole_with_eight(
    room: Television, language: str, dice: tuple[int, ...]
) -> None:
    room.speak(language)
    room.start("luegen_kniffel", EIGHT)
    room.play(call(0, "fours 12"), *(said(seat, "doubt") for seat in range(1, 8)), shown(*dice))
    room.assert_fits()
    for width, height in SIZES:
        room.page.set_viewport_size({"width": width, "height": height})
        assert room.page.evaluate(CUT_LINES) == []


def fill_half_the_cards(room: Television, players: int) -> None:
    """Let everyone call every other field; the first player doubts the last each time."""
    room.seat("luegen_kniffel", players)
    for kind in list(Combination)[::2]:
        for caller in range(players):
            claim = next(claim for claim in reversed(CLAIMS) if claim.combination is kind)
            room.play(call(caller, say_claim(claim)))
            doubter, *others = (seat for seat in range(players) if seat != caller)
            is_last = caller == players - 1
            room.play(said(doubter, "doubt" if is_last else "believe"))
            room.play(*(said(seat, "believe") for seat in others))
            if is_last:
                room.play(shown(1, 3, 3, 4, 5))


def on_card(field: Field) -> str:
    return ("" if field.points is None or field.strikes > 1 else str(field.points)) + "✗" * field.strikes


@pytest.mark.parametrize("players", [2, 5, 8])
def test_everyones_score_card_can_be_read_across_the_room(room: Television, players: int) -> None:
    fill_half_the_cards(room, players)
    room.assert_fits()
    standing = room.standing
    best = max(player.count for player in standing)
    for player, row in zip(standing, room.page.locator(".scorecard tbody tr").all(), strict=True):
        assert player.card
        *cells, total = row.locator("td").all_inner_texts()
        assert [*cells[:6], *cells[7:]] == [on_card(field) for field in player.card.fields]
        assert cells[6] == str(player.card.bonus or "")
        assert total == (f"★ {player.count}" if player.count == best else str(player.count))
    room.play(call(0, "twos 6"))
    room.assert_fits()
    assert room.page.locator(".scorecard .called").inner_text() == "6?"
    room.play(*(said(seat, "doubt") for seat in range(1, players)))
    room.assert_fits()
    room.play(shown(2, 2, 2, 4, 5))
    room.assert_fits()
    room.seat_everyone()
    room.assert_fits()


def test_nothing_scrolls_when_cards_are_turned_over(room: Television) -> None:
    room.seat("maxonaut", 8)
    cards = {"move": "turn_over", "seat": 1, "cards": ["joker", "9"]}
    room.play(call(0, "97"), said(1, "challenge"), cards)
    room.assert_fits()


MEX = tuple(line for seat in range(12) for line in (said(seat, "throw"), shown(4, 3)))
MAXONAUT = (call(0, "97"), said(1, "challenge"), {"move": "turn_over", "seat": 1, "cards": ["1", "9"]})


@pytest.mark.parametrize(
    ("game", "players", "ends", "options"),
    [("mex", 12, MEX, {"throws": 1, "crosses": 1}), ("maxonaut", 8, MAXONAUT, {"points": 1})],
)
def test_all_who_share_a_win_stand_there(
    room: Television, game: str, players: int, ends: tuple[Line, ...], options: dict[str, int]
) -> None:
    room.seat(game, players, **options)
    room.play(*ends)
    room.assert_fits()
    assert room.page.evaluate(CUT_LINES) == []


def test_a_game_of_cards_that_ends_before_a_call_leaves_no_empty_screen(room: Television) -> None:
    room.start("maxonaut", ("Anna", "Ben"))
    room.play(said(1, "leave"))
    room.page.goto(f"{room.address}screen")
    expect(room.page.get_by_text("Anna gewinnt!")).to_be_visible()


def test_nothing_scrolls_while_the_storys_pictures_take_turns(room: Television) -> None:
    room.seat("maexle", 12, lives=1)
    for seat in range(11):
        room.play(call(seat, "65"), said(seat + 1, "challenge"), shown(4, 3))
    room.assert_fits()
    room.page.emulate_media(reduced_motion="reduce")
    room.assert_fits()
    turns = room.page.locator(".turns > *")
    assert [turns.nth(number).is_visible() for number in range(turns.count())] == [True, *[False] * 4]


def test_the_screen_follows_the_game_and_a_power_cut(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        host = Phone(program.address)
        host.pair(program.pin)
        screen = television(browser).new_page()
        screen.goto(f"{program.address}screen")
        host.start("Anna", "Ben")
        expect(screen.get_by_text("Anna würfelt und sagt an.")).to_be_visible()
        host.post("/call", seat=0, value="54")
        expect(screen.get_by_role("heading", name="Anna sagt 54.")).to_be_visible()
        program.kill()
        expect(screen.get_by_text("Keine Verbindung")).to_be_visible()
    with Program(tmp_path, f"--port={program.port}"):
        expect(screen.get_by_text("Keine Verbindung")).to_be_hidden()
        host.post("/answer", seat=1, answer="accept")
        expect(screen.get_by_text("Ben würfelt und sagt an.")).to_be_visible()


def test_without_a_script_the_screen_follows_as_well(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        screen = television(browser, script=False).new_page()
        screen.goto(f"{program.address}screen")
        host = Phone(program.address)
        host.pair(program.pin)
        host.start("Anna", "Ben")
        expect(screen.get_by_text("Anna würfelt und sagt an.")).to_be_visible()
