"""Eight come with their own phones: one shares, one is renamed, one vanishes, one is sent away; two games."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from games.ruleset import Wait
from table.attendance import GONE_S
from table.snapshot import Snapshot
from tests.browser import phone
from tests.evening.players import call, enter_pin, sit_down, tap
from tests.evening.test_vanished import Watched
from tests.table.evening import until, waits_for
from tests.web.evening import PIN

pytestmark = pytest.mark.browser
COME = ("Anna", "Bärbel", "Çelik", "Dora", "Emil", "Fritz", "Gül", "Hugo")
PLAY = ("Anna", "Babs", "Çelik", "Dora", "Emil", "Fritz", "Gül", "Ida")
LIE = (3, 1)


STREAMS = 12


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Watched]:
    running = Watched(tmp_path, streams=STREAMS)
    yield running
    running.close()


@pytest.fixture
def phones(browser: Browser, room: Watched) -> dict[str, Page]:
    """Eight phones that have scanned the code, and whose owners have said who they are."""
    pages = {name: phone(browser).new_page() for name in COME}
    for name, page in pages.items():
        page.goto(room.address)
        sit_down(page, name)
    return pages


@pytest.mark.long
def test_eight_phones_join_by_themselves_and_play_two_games(room: Watched, phones: dict[str, Page]) -> None:
    host = phones["Anna"]
    enter_pin(host, room.address, PIN)
    for name in COME:
        expect(host.locator("ol.people")).to_contain_text(name)
    _is_renamed(phones["Bärbel"])
    _is_sent_away(host, phones["Hugo"])
    _shares(phones["Gül"])
    of_player = dict(zip(PLAY, [*(phones[name] for name in COME[:7]), phones["Gül"]], strict=True))
    tap(host, "Set up a game")
    host.get_by_label("Lives").fill("1")
    tap(host, "Start the game")
    for page in of_player.values():
        expect(page.locator(".standing li")).to_contain_text(list(PLAY))
    _vanishes_and_comes_back(room, of_player)
    _is_played_to_its_end(room, of_player)
    tap(host, "Play again, same rules")
    _is_played_to_its_end(room, of_player)
    expect(phones["Hugo"].get_by_text("wins!").first).to_be_visible()


def _is_renamed(page: Page) -> None:
    page.locator(".me").tap()
    page.get_by_text("Another name or mark").tap()
    page.get_by_label("Your name").first.fill("Babs")
    page.get_by_role("button", name="Keep it so").tap()
    expect(page.get_by_role("heading", name="You are Babs")).to_be_visible()
    page.get_by_role("link", name="To the table").tap()


def _shares(page: Page) -> None:
    page.locator(".me").tap()
    page.get_by_text("Somebody else on this phone too").tap()
    sit_down(page, "Ida")
    expect(page.locator(".me")).to_contain_text("You are Gül, Ida")


def _is_sent_away(host: Page, away: Page) -> None:
    host.locator("ol.people").get_by_text("Hugo").tap()
    host.get_by_role("button", name="Send this phone away for the evening").tap()
    expect(away.get_by_text("The host has sent this phone away for this evening.")).to_be_visible()
    expect(host.locator("ol.people > li").filter(has_text="Hugo")).to_have_count(0)


def _vanishes_and_comes_back(room: Watched, of_player: dict[str, Page]) -> None:
    """Çelik's phone is gone while it is asked: the host is told, and it finds its question again."""
    call(of_player["Anna"], "43")
    tap(of_player["Babs"], "Accept")
    call(of_player["Babs"], "54")
    host, gone = of_player["Anna"], of_player["Çelik"]
    expect(gone.get_by_role("button", name="Challenge")).to_be_enabled()
    gone.context.set_offline(True)
    room.later(GONE_S)
    expect(host.get_by_text("No sign of Çelik's phone.")).to_be_visible()
    gone.context.set_offline(False)
    expect(gone.locator("#lost")).to_be_hidden()
    room.later(0)
    expect(host.get_by_text("No sign of Çelik's phone.")).to_have_count(0)
    _challenges(room, gone)


def _is_played_to_its_end(room: Watched, of_player: dict[str, Page]) -> None:
    """Everybody lies on their own phone and is challenged on the next one, until one is left."""
    shot = until(room.table, lambda shot: bool(shot.game and not shot.game.view(None).outcome))
    while shot.game and not shot.game.view(None).outcome:
        call(of_player[_asked(room)], "43")
        until(room.table, _is_called)
        _challenges(room, of_player[_asked(room)])
        shot = room.table.snapshot()
    for page in of_player.values():
        expect(page.get_by_text("wins!").first).to_be_visible()


def _challenges(room: Watched, page: Page) -> None:
    tap(page, "Challenge")
    until(room.table, lambda shot: shot.look is not None)
    room.reveal(*LIE)


def _is_called(shot: Snapshot) -> bool:
    return waits_for(shot) is Wait.RESPONSE


def _asked(room: Watched) -> str:
    game = room.table.snapshot().game
    assert game
    return game.seats[game.view(None).waiting.seats[0]]
