"""One game of every ruleset to its end, on two phones in a real browser.

The camera reads the simulated cup's dice where it can be certain. Most turns of Lügen-Kniffel are sent
without a tap, as a score card has 26 of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.scorecard import CLAIMS, Combination
from games.throws import beats, parse_throw, throw_of
from tests.browser import left_empty, phone
from tests.evening.players import become_host, call, choose_game, take_seat, tap
from tests.evening.table_top import TableTop
from tests.program import Program

pytestmark = pytest.mark.browser


@dataclass
class Evening:
    """Anna's phone, which is the host's, Bo's, and the table top."""

    anna: Page
    bo: Page
    top: TableTop

    @property
    def phones(self) -> tuple[Page, Page]:
        return self.anna, self.bo

    def start(self, game: str, **options: object) -> None:
        """Start a game, opened by Anna; the phones keep their seats."""
        choose_game(self.anna, game, "Anna", "Bo", **options)
        for page, name in ((self.anna, "Anna"), (self.bo, "Bo")):
            if not page.locator(".me").filter(has_text=name).count():
                take_seat(page, name)

    def all_see(self, words: str | re.Pattern[str]) -> None:
        for page in self.phones:
            expect(page.locator("main")).to_contain_text(words)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory, shared_browser: Browser) -> Iterator[Evening]:
    data: Path = tmp_path_factory.mktemp("evening")
    with Program(data) as program, left_empty(shared_browser) as browser:
        anna, bo = (phone(browser).new_page() for _ in range(2))
        top = TableTop(phone(browser).new_page(), program.top)
        become_host(anna, program)
        bo.goto(program.address)
        yield Evening(anna, bo, top)


def test_maexle(evening: Evening) -> None:
    evening.start("Mäxle", Lives=1)
    dice = evening.top.throw()
    call(evening.anna, "54")
    tap(evening.bo, "Challenge")
    lie = beats(parse_throw("54"), throw_of(dice))
    evening.all_see(f"{'Bo' if lie else 'Anna'} wins!")


def test_maxi(evening: Evening) -> None:
    evening.start("Maxi", Chips=2)
    call(evening.anna, "31")
    tap(evening.bo, "Throw blind")
    expect(evening.bo.locator("input[name=how]").first).to_have_value("blind")
    evening.bo.reload()
    expect(evening.bo.locator("input[name=how]").first).to_have_value("blind")
    evening.bo.locator(".menu > summary").tap()
    evening.bo.get_by_role("link", name="Seats").tap()
    evening.bo.get_by_role("link", name="To the table").tap()
    expect(evening.bo.locator("input[name=how]").first).to_have_value("blind")
    call(evening.bo, "65")
    expect(evening.anna.locator(".how")).to_have_text("Thrown blind: nobody has looked.")
    tap(evening.anna, "Pass it on")
    call(evening.anna, "6 6 66")
    evening.all_see("passed on")
    caller, other = evening.phones
    for _ in range(3):
        evening.top.throw()
        tap(other, "Reveal")
        ended = caller.get_by_text(re.compile("wins!|opens: throw|opens the next round"))
        expect(ended.first).to_be_visible()
        if caller.get_by_text("wins!").count():
            break
        anna_opens = evening.anna.get_by_role("link", name=re.compile("opens: throw")).count()
        caller, other = evening.phones if anna_opens else evening.phones[::-1]
        call(caller, "6 6 66")
    evening.all_see("wins!")


def test_mex(evening: Evening) -> None:
    evening.start("Mex", **{"Crosses until you are out": 1, "Throws at most": 2})
    first = throw_of(evening.top.throw())
    tap(evening.anna, "Read my throw")
    expect(evening.anna.locator("circle.ring")).to_have_count(sum(first))
    tap(evening.anna, "Let it stand")
    expect(evening.bo.get_by_role("button", name="Read my throw")).to_be_enabled()
    second = throw_of(evening.top.throw())
    evening.top.press()
    winner = "Bo wins!" if beats(second, first) else "Anna wins!" if beats(first, second) else None
    evening.all_see(winner or "Anna and Bo share the win!")  # equally low: both pay, both are out


def test_bluf_mex(evening: Evening) -> None:
    evening.start("Bluf-Mex", **{"Crosses until you are out": 1})
    evening.anna.get_by_role("link", name="2 throws").tap()
    expect(evening.anna.locator("input[name=throws]")).to_have_value("2")
    evening.anna.reload()
    expect(evening.anna.locator("input[name=throws]")).to_have_value("2")
    call(evening.anna, "65")
    tap(evening.bo, "Accept")
    evening.bo.get_by_role("link", name="1 throw").tap()
    expect(evening.bo.locator("input[name=throws]")).to_have_value("1")
    dice = evening.top.throw()
    call(evening.bo, "5 5 500")
    expect(evening.anna.get_by_text("After 1 throw.", exact=True)).to_be_visible()
    tap(evening.anna, "Challenge")
    lie = beats(parse_throw("55"), throw_of(dice))
    evening.all_see(f"{'Anna' if lie else 'Bo'} wins!")


def test_maxonaut(evening: Evening) -> None:
    evening.start("Maxonaut", **{"Penalty points to lose": 1})
    call(evening.anna, "97")
    tap(evening.bo, "Challenge")
    for card in ("joker", "9"):
        evening.bo.locator(".cardpad").get_by_role("link", name=card, exact=True).tap()
        expect(evening.bo.locator(f'.slots [aria-label="{card}"]')).to_be_visible()
    tap(evening.bo, "These are the cards")
    evening.all_see("joker as 9: 99")
    evening.all_see("Anna wins!")


@pytest.mark.long
def test_luegen_kniffel(evening: Evening) -> None:
    evening.start("Lügen-Kniffel")
    dice = evening.top.throw()
    tap(evening.anna, "Kniffel 50")  # no picture shows five of a kind
    tap(evening.bo, "Doubt it")
    expect(evening.anna.locator("circle.ring")).to_have_count(sum(dice))
    evening.all_see("A strike in Kniffel: Anna.")
    annas = [Combination.FOURS, *(kind for kind in Combination if kind is not Combination.FOURS)]
    for hers, his in pairwise(annas):
        send_turn(evening.bo, evening.anna, seat=1, kind=his)
        send_turn(evening.anna, evening.bo, seat=0, kind=hers)
    evening.all_see("Bo throws")
    tap_claim(evening.bo, "Fours", "5 ×")
    tap(evening.anna, "Believe it")
    tap_claim(evening.anna, "Chance", "30")
    tap(evening.bo, "Believe it")
    evening.all_see("wins!")
    evening.all_see(re.compile(r"1\.\s*(Anna|Bo)"))


def tap_claim(page: Page, field: str, points: str) -> None:
    """Call a combination with its points by two taps, past the last verdict."""
    key = page.get_by_role("link", name=field, exact=True)
    going_on = page.get_by_role("link", name=re.compile("throws$"))
    expect(key.or_(going_on).first).to_be_visible()
    if going_on.count():
        going_on.tap()
    key.tap()
    tap(page, points)


def enter_dice(page: Page, *dice: int) -> None:
    """Enter the dice once the camera has given up."""
    expect(page.get_by_role("button", name="These are the dice")).to_be_visible()
    form: Locator = page.locator("form.ask", has=page.get_by_role("button", name="These are the dice"))
    for number, pips in enumerate(dice, start=1):
        form.locator(f'input[name=die{number}][value="{pips}"] + label').tap()
    tap(page, "These are the dice")


def send_turn(caller: Page, other: Page, *, seat: int, kind: Combination) -> None:
    """Send a call and its answer as the pages' forms would."""
    claim = next(claim for claim in CLAIMS if claim.combination is kind)
    send(caller, "call", seat=seat, value=f"{kind} {claim.points}")
    send(other, "answer", seat=1 - seat, answer="believe")


def send(page: Page, path: str, **fields: object) -> None:
    root = re.sub(r"^(https?://[^/]+).*", r"\1", page.url)
    shown = page.request.get(f"{root}/").text() + page.request.get(f"{root}/host").text()
    token = re.search(r'name="token" value="(\w+)"', shown)
    version = re.search(r'data-scene="\w+ (\d+)', shown)
    assert token
    assert version
    known = {"token": token[1], "version": version[1]}
    form: dict[str, str | float | bool] = {name: str(value) for name, value in {**known, **fields}.items()}
    assert page.request.post(f"{root}/{path}", form=form).ok, (path, fields)
