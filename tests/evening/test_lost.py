"""A network that is lost, and a table that answers badly: the page says so, tries again, and catches up."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from table.habits import Habits
from tests.browser import held_back
from tests.evening.gallery import Gallery, phone_of
from tests.evening.room import HOST
from tests.evening.stopped import CALM_MS, another_page_comes, place, stopped
from web import shut

pytestmark = pytest.mark.browser
PATIENCE_MS, SIGN_MS, SILENCE_MS, TRY_MS = 8_000, 15_000, 35_000, 2_000
PART: Final = re.compile(r"/panel(\?|$)")
NO_NEWS: Final = "EventSource = class { constructor() { top.news = this } addEventListener() {} close() {} }"
"""What a stream is to a page once the network is gone without a word: open, and silent till `news` speaks."""
PATIENT: Final = "AbortController.prototype.abort = () => {}"
"""A page that gives up no answer: where half a minute passes at once, a slow core's would come too late."""


def silence(_route: Route) -> None:
    """Leave a question without an answer, as where the network is gone: no error comes either."""


@pytest.fixture
def ben(browser: Browser, gallery: Gallery) -> Page:
    """Ben's phone, which is asked to answer 43."""
    page = stopped(browser, gallery, "ben")
    gallery.deal("maexle", "0:43")
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    page.clock.run_for(CALM_MS)
    page.evaluate("window.loaded = 'once'")
    return page


def is_lost_and_back(page: Page, path: str | re.Pattern[str]) -> None:
    """See the page say that the connection is lost, then that it is back, without being loaded anew."""
    expect(page.locator("#lost")).to_be_visible()
    page.unroute(path)
    page.clock.run_for(TRY_MS)
    expect(page.locator("#lost")).to_be_hidden()
    assert page.evaluate("window.loaded") == "once"


def test_a_page_that_never_comes_is_given_up_and_asked_for_again(ben: Page, gallery: Gallery) -> None:
    with ben.expect_request(PART):
        ben.route(PART, silence)  # a page that still asks after the deal may be the one that never comes
        gallery.go_on("1:accept")
    ben.clock.run_for(PATIENCE_MS)
    is_lost_and_back(ben, PART)
    expect(ben.get_by_role("heading", name="Ben: throw, peek, call more than 43.")).to_be_visible()


@pytest.fixture
def behind(browser: Browser, gallery: Gallery) -> Page:
    """Return a phone whose Back led to its seat as the network was lost; its stream says nothing."""
    page = stopped(browser, gallery, "stranger", "seats")
    page.add_init_script(NO_NEWS)
    page.reload()
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator(".me")).to_contain_text("Zoe")
    page.evaluate("window.loaded = 'once'")
    page.route("**/seats", silence)
    with page.expect_request("**/seats"):
        page.evaluate("history.back()")
    page.clock.run_for(PATIENCE_MS)
    expect(page.locator("#lost")).to_be_visible()
    return page


def test_where_back_leads_comes_once_the_network_is_back(behind: Page) -> None:
    is_lost_and_back(behind, "**/seats")
    expect(behind.get_by_role("heading", name="You are Zoe")).to_be_visible()


def test_where_back_leads_comes_even_if_the_stream_says_first_that_the_network_is_back(behind: Page) -> None:
    behind.unroute("**/seats")
    behind.evaluate("news.onmessage({ data: document.getElementById('live').dataset.revision })")
    expect(behind.get_by_role("heading", name="You are Zoe")).to_be_visible()
    expect(behind.locator("#lost")).to_be_hidden()


def test_a_tap_that_never_arrives_is_given_up_and_can_be_made_again(ben: Page) -> None:
    ben.route("**/answer", silence)
    accept = ben.get_by_role("button", name="Accept")
    accept.tap()
    expect(accept).to_have_attribute("aria-busy", "true")
    ben.clock.run_for(PATIENCE_MS)
    expect(accept).not_to_have_attribute("aria-busy", "true")
    is_lost_and_back(ben, "**/answer")
    ben.clock.run_for(CALM_MS)
    accept.tap()
    expect(ben.get_by_role("heading", name="Ben: throw, peek, call more than 43.")).to_be_visible()


def test_a_tap_counts_for_nothing_just_as_all_moves_up_again(ben: Page, gallery: Gallery) -> None:
    gallery.go_on("1:accept")
    key = ben.locator("button[value='54']")
    expect(key).to_be_visible()
    ben.clock.run_for(CALM_MS)
    ben.route("**/revision", silence)
    with ben.expect_request("**/revision"):
        ben.clock.run_for(SIGN_MS)
    ben.clock.run_for(PATIENCE_MS)
    expect(ben.locator("#lost")).to_be_visible()
    ben.clock.run_for(CALM_MS)
    thumb = place(key)
    is_lost_and_back(ben, "**/revision")
    ben.touchscreen.tap(*thumb)
    another_page_comes(ben, gallery)
    expect(ben.get_by_role("heading", name="Ben: throw, peek, call more than 43.")).to_be_visible()
    ben.clock.run_for(CALM_MS)
    key.tap()
    expect(ben.get_by_role("heading", name="Ben calls 54.")).to_be_visible()


def test_who_waits_is_told_too_that_the_network_is_gone(ben: Page) -> None:
    ben.route("**/revision", silence)
    with ben.expect_request("**/revision"):
        ben.clock.run_for(SIGN_MS)
    ben.clock.run_for(PATIENCE_MS)
    is_lost_and_back(ben, "**/revision")


def test_a_stream_that_falls_silent_is_said_to_be_lost_and_opened_anew(
    browser: Browser, gallery: Gallery, ben: Page
) -> None:
    ben.add_init_script(f"{NO_NEWS}; {PATIENT}")
    ben.reload()
    ben.evaluate("window.loaded = 'once'")
    gallery.go_on("1:accept")
    for _ in range(2):
        with ben.expect_response("**/revision"):
            ben.clock.run_for(SIGN_MS)
    ben.clock.run_for(SILENCE_MS - 2 * SIGN_MS)
    is_lost_and_back(ben, "**/nothing")
    expect(ben.get_by_role("heading", name="Ben: throw, peek, call more than 43.")).to_be_visible()


@pytest.mark.parametrize("status", [500, 503, 429])
def test_one_bad_answer_does_not_stand_there_for_good(ben: Page, gallery: Gallery, status: int) -> None:
    body = "" if status == 429 else gallery.app.test_client().get("/nothing").text
    ben.route(PART, lambda route: route.fulfill(status=status, content_type="text/html", body=body))
    gallery.go_on("1:accept")
    is_lost_and_back(ben, PART)
    expect(ben.get_by_role("heading", name="Ben: throw, peek, call more than 43.")).to_be_visible()


def test_a_tap_too_many_does_not_load_the_page_anew(ben: Page) -> None:
    ben.route("**/answer", lambda route: route.fulfill(status=429, body=""))
    ben.get_by_role("button", name="Accept").tap()
    is_lost_and_back(ben, "**/answer")
    expect(ben.get_by_role("button", name="Accept")).to_be_visible()


def test_what_a_tap_brought_shows_even_where_it_is_an_error(ben: Page, gallery: Gallery) -> None:
    body = gallery.app.test_client().get("/nothing", headers={"Accept-Language": "en"}).text
    ben.route("**/answer", lambda route: route.fulfill(status=500, content_type="text/html", body=body))
    ben.get_by_role("button", name="Accept").tap()
    expect(ben.get_by_role("heading", name="There is nothing here.")).to_be_visible()
    expect(ben.locator("#lost")).to_be_hidden()


def test_a_look_through_the_window_may_take_the_table_its_time(browser: Browser, gallery: Gallery) -> None:
    page = stopped(browser, gallery, "host")
    gallery.table.add_host(phone_of("host"))
    page.goto(f"{gallery.address}host/window")
    look = page.get_by_role("button", name=re.compile("^Look( …)?$"))
    with held_back(page, "**/host/window") as held:
        look.tap()
    expect(look).to_have_attribute("aria-busy", "true")
    page.clock.run_for(PATIENCE_MS)
    expect(look).to_have_attribute("aria-busy", "true")
    expect(page.locator("#lost")).to_be_hidden()
    held[0].continue_()
    expect(look).to_have_count(0)


def test_a_page_that_follows_nothing_soon_learns_too_that_the_table_is_there_again(
    browser: Browser, gallery: Gallery
) -> None:
    page = stopped(browser, gallery, "host")
    gallery.table.add_host(phone_of("host"))
    page.goto(f"{gallery.address}host/window")
    page.evaluate("window.loaded = 'once'")
    page.route("**/host/window", lambda route: route.abort())
    page.get_by_role("button", name="Look", exact=True).tap()
    is_lost_and_back(page, "**/host/window")


@pytest.mark.parametrize("path", ["?watch=1", "screen", "host/window", "setup", "host/well"])
def test_an_open_page_says_by_itself_why_the_table_can_t_start_until_it_has(
    browser: Browser, gallery: Gallery, path: str
) -> None:
    page = stopped(browser, gallery, "host", path)
    gallery.table.add_host(phone_of("host"))
    page.goto(f"{gallery.address}{path}")
    page.evaluate("window.loaded = 'once'")
    said = shut.page("lock: no room", of_the_disk=True)
    page.route("**/*", lambda route: route.fulfill(status=503, content_type="text/html", body=said))
    with page.expect_response("**/revision"):
        page.clock.run_for(SIGN_MS)
    lost = page.locator("#lost")
    expect(lost).to_contain_text(re.compile(r"The table can't start\. .*Pull the plug.*\(lock: "))
    page.unroute("**/*")
    page.route("**/*", lambda route: route.abort())  # between two tries
    with page.expect_event("requestfailed"):
        page.clock.run_for(TRY_MS)
    page.clock.run_for(CALM_MS)
    expect(lost).to_contain_text("The table can't start.")
    is_lost_and_back(page, "**/*")


@pytest.mark.parametrize(
    ("path", "label"),
    [("evening", "Forget Anna"), ("evening", "Forget everybody"), ("?watch=1", "Delete them")],
    ids=["one", "everybody", "pictures"],
)
def test_what_is_wiped_from_a_slow_card_may_take_the_table_its_time(
    browser: Browser, gallery: Gallery, path: str, label: str
) -> None:
    gallery.table.habits.settle(Habits(keeps=True), HOST)
    gallery.deal("maexle", "0:65 1:challenge reveal:31 1:65 2:challenge reveal:31", lives=1)
    page = stopped(browser, gallery, "host", path)
    page.evaluate("document.querySelectorAll('details').forEach((drawer) => (drawer.open = true))")
    wipe = page.get_by_role("button", name=label, exact=True)
    with held_back(page, re.compile("/(forget|empty)$")) as held:
        wipe.tap()
    expect(wipe).to_have_attribute("aria-busy", "true")
    page.clock.run_for(PATIENCE_MS)
    expect(wipe).to_have_attribute("aria-busy", "true")
    expect(page.locator("#lost")).to_be_hidden()
    with page.expect_response(re.compile("/(forget|empty)$")) as answer:
        held[0].continue_()
    assert answer.value.status == 303
    expect(page.locator("[aria-busy]")).to_have_count(0)
