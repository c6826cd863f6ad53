"""The window's set-up in a real browser: the circle is seen, another one taken, dragged, sized and nudged."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser import held_back, phone
from tests.evening.players import become_host
from tests.program import Program
from tests.vision.drawn import draw

pytestmark = pytest.mark.browser

ASKS = "Does the circle lie on the cup's inner rim?"


@pytest.fixture(params=[True, False], ids=["with a script", "without"])
def host(tmp_path: Path, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "drawn_empty.png"), draw([]))
    cv2.imwrite(str(pictures / "drawn_34.png"), draw([(3, 420, 320, 10), (4, 560, 400, 60)]))
    with Program(tmp_path / "data", "--camera", f"folder:{pictures}") as program:
        page, top = phone(browser, script=request.param).new_page(), phone(browser).new_page()
        top.goto(program.top)
        with top.expect_response(lambda response: response.request.method == "POST"):
            top.get_by_role("button", name="Take the dice away").tap()
        become_host(page, program)
        page.goto(f"{program.address}host/window")
        page.get_by_role("button", name="Look", exact=True).tap()
        expect(page.get_by_text(ASKS)).to_be_visible()
        yield page


def circle(host: Page) -> dict[str, float]:
    rim: Locator = host.locator("circle.rim")
    return {name: float(rim.get_attribute(name) or "nan") for name in ("cx", "cy", "r")}


def turn(host: Page) -> str:
    return host.locator("#fit input[name=number]").input_value()


def after(host: Page, turn_before: str) -> dict[str, float]:
    """Wait until the table has drawn the circle anew; return what it is now."""
    expect(host.locator("#fit input[name=number]")).not_to_have_value(turn_before)
    return circle(host)


def tap(host: Page, name: str) -> dict[str, float]:
    before = turn(host)
    host.get_by_role("button", name=name).tap()
    return after(host, before)


def drag(host: Page, start: tuple[float, float], right: float) -> dict[str, float]:
    before = turn(host)
    move(host, start, right)
    return after(host, before)


def move(host: Page, start: tuple[float, float], right: float) -> None:
    """Drag the circle, or its edge, from there so many px to the right."""
    host.mouse.move(*start)
    host.mouse.down()
    host.mouse.move(start[0] + right / 2, start[1])
    host.mouse.move(start[0] + right, start[1])
    host.mouse.up()


def test_another_circle_is_taken_and_the_first_one_comes_back(host: Page) -> None:
    first = circle(host)
    second = tap(host, "Not this one")
    assert second["r"] > first["r"]
    assert tap(host, "Not this one") == first
    expect(host.get_by_role("button", name="Next")).to_be_enabled()


def test_a_tap_moves_and_sizes_the_circle_by_a_step(host: Page) -> None:
    was = circle(host)
    larger = tap(host, "Make it larger")
    assert (larger["cx"], larger["cy"]) == pytest.approx((was["cx"], was["cy"]), abs=0.2)
    assert larger["r"] == pytest.approx(was["r"] + 7.2, abs=0.2)
    assert tap(host, "Move it left")["cx"] == pytest.approx(was["cx"] - 7.2, abs=0.2)


@pytest.mark.parametrize("host", [True], ids=["with a script"], indirect=True)
def test_a_keyboard_nudges_the_circle_again_and_again_without_looking_for_the_button(host: Page) -> None:
    was = last = tap(host, "Make it smaller")
    host.get_by_role("button", name="Make it smaller").focus()
    for _ in range(3):
        before = turn(host)
        host.keyboard.press("Enter")
        last = after(host, before)
    assert last["r"] == pytest.approx(was["r"] - 3 * 7.2, abs=0.2)
    expect(host.get_by_role("button", name="Make it smaller")).to_be_focused()


@pytest.mark.parametrize("host", [True], ids=["with a script"], indirect=True)
def test_a_finger_drags_the_circle_and_sizes_it_at_its_edge(host: Page) -> None:
    was, box = circle(host), host.locator("svg.seen").bounding_box()
    assert box
    shrunk = 720 / box["width"]
    moved = drag(host, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), 30)
    assert moved["cx"] - was["cx"] == pytest.approx(30 * shrunk, abs=2)
    assert moved["r"] == pytest.approx(was["r"], abs=1)
    edge = box["x"] + (moved["cx"] + moved["r"]) / shrunk
    sized = drag(host, (edge, box["y"] + moved["cy"] / shrunk), -20)
    assert sized["r"] == pytest.approx(moved["r"] - 20 * shrunk, abs=6)
    assert sized["cx"] == pytest.approx(moved["cx"], abs=1)


@pytest.mark.parametrize("host", [True], ids=["with a script"], indirect=True)
def test_a_second_finger_does_not_throw_the_circle_away(host: Page) -> None:
    was, before, box = circle(host), turn(host), host.locator("svg.seen").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = host.context.new_cdp_session(host)
    touch(fingers, "touchStart", (x, y))
    touch(fingers, "touchStart", (x, y), (x + 60, y + 40))
    touch(fingers, "touchMove", (x + 10, y), (x + 90, y + 80))
    touch(fingers, "touchMove", (x + 20, y), (x + 120, y + 120))
    touch(fingers, "touchEnd", (x + 20, y))
    touch(fingers, "touchEnd")
    moved = after(host, before)
    assert moved["cx"] - was["cx"] == pytest.approx(20 * 720 / box["width"], abs=2)
    assert (moved["cy"], moved["r"]) == pytest.approx((was["cy"], was["r"]), abs=1)


@pytest.mark.parametrize("host", [True], ids=["with a script"], indirect=True)
def test_the_picture_shows_that_the_table_still_learns_the_circle_that_was_drawn(host: Page) -> None:
    picture = host.locator("svg.seen")
    box = picture.bounding_box()
    assert box
    with held_back(host, "**/host/window") as held:
        move(host, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), 30)
    expect(picture).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(picture).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize("host", [True], ids=["with a script"], indirect=True)
def test_a_look_that_takes_its_time_says_that_it_goes_on(host: Page) -> None:
    with held_back(host, "**/host/window") as held:
        host.get_by_role("button", name="Look again").tap()
    expect(host.get_by_role("button", name="Look again …")).to_be_visible()
    held[0].continue_()
    expect(host.get_by_role("button", name="Look again", exact=True)).to_be_visible()


@pytest.mark.parametrize("host", [True], ids=["with a script"], indirect=True)
def test_a_circle_that_never_reached_the_table_goes_back_to_where_the_table_has_it(host: Page) -> None:
    was, box = circle(host), host.locator("svg.seen").bounding_box()
    assert box
    host.route("**/host/window", lambda route: route.abort())
    move(host, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), 30)
    expect(host.locator("#lost")).to_be_visible()
    expect(host.locator("circle.rim")).to_have_attribute("cx", str(was["cx"]))
    assert circle(host) == was


@pytest.mark.parametrize("host", [True], ids=["with a script"], indirect=True)
def test_what_may_be_the_matter_with_dice_in_a_wrong_circle_is_read_without_scrolling(
    host: Page, browser: Browser
) -> None:
    box, shown = host.locator("svg.seen").bounding_box(), circle(host)
    assert box
    shrunk = 720 / box["width"]
    drag(host, (box["x"] + (shown["cx"] + shown["r"]) / shrunk, box["y"] + shown["cy"] / shrunk), -45)
    host.get_by_role("button", name="Next").tap()
    top = next(page for phone in browser.contexts for page in phone.pages if "/cup/" in page.url)
    with top.expect_response(lambda response: response.request.method == "POST"):
        top.get_by_role("button", name="Shake").tap()
    host.get_by_role("button", name="Look", exact=True).tap()
    hint = host.get_by_text("Or the circle of step 1").bounding_box()
    foot = host.locator(".decision").bounding_box()
    assert hint
    assert foot
    assert hint["y"] + hint["height"] <= foot["y"]


def touch(fingers: CDPSession, what: str, *at: tuple[float, float]) -> None:
    """Let fingers touch the screen; `at` is where those are that are on it from then on."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
    fingers.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})
