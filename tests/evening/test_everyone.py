"""For everyone: every state of every page, held against WCAG 2.2 AA, small phones and large letters."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from table.window import Trouble
from tests.browser import PHONE
from tests.evening.gallery import CHAPTERS, PHONES, SCREEN, Gallery, Shown, phone_of
from tests.evening.phones import Phones

pytestmark = pytest.mark.browser
EVERY_RULE: Final = {"resultTypes": ["violations", "incomplete"], "rules": {"target-size": {"enabled": True}}}
"""Nothing is switched off; the one rule of WCAG 2.2 that axe leaves off by itself is switched on."""
AXE: Final = Axe()
TOUCH_PX: Final = 44
FLATTEN: Final = """() => {
  const light = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  for (const part of document.querySelectorAll("*")) {
    const { backgroundImage: image, backgroundColor: plain } = getComputedStyle(part);
    if (!image.includes("gradient")) continue;
    const solid = [...`${image} ${plain}`.matchAll(/rgb\\((\\d+), (\\d+), (\\d+)\\)/g)];
    const [lightest] = solid.map(found => found.slice(1)).sort((one, other) => light(other) - light(one));
    part.style.background = `rgb(${lightest})`;
  }
}"""
"""Axe reads no gradient: each gives way to its lightest colour, hardest to read light letters on."""
SMALL: Final = """least => [...document.querySelectorAll(
      "button, a[href], summary, select, input:not([type=hidden], [type=radio]), input[type=radio] + label")]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen"))
    .filter(one => {
      const box = one.getBoundingClientRect();
      return box.height < least - 0.5 || box.width < least - 0.5;
    })
    .map(one => one.outerHTML.slice(0, 120))"""
SPILLS: Final = """() => {
  const shown = [...document.querySelectorAll("main *")].filter(one => !one.closest(".unseen, .scrolls, bdi")
      && one.checkVisibility({ visibilityProperty: true }));
  const wide = shown.filter(one => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.right > document.documentElement.clientWidth + 1 || box.left < -1);
  });
  const cut = shown.filter(one => one.matches("button, .button, .action, summary, label")
      && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline");
  return [...new Set([...wide, ...cut])].map(one => one.outerHTML.slice(0, 120));
}"""
"""Held against the page's own width: a phone's window grows with whatever reaches out of it."""
CHOSEN: Final = "[aria-pressed=true], .segments [aria-current], :checked + label"
OFFERED: Final = "[aria-pressed=false], .segments a:not([aria-current]), :not(:checked) + label"
EDGED: Final = "one => getComputedStyle(one).outlineStyle === 'solid'"
COVERED: Final = """() => [document.activeElement].filter(one => {
  const { left, width, top, height } = (one.labels?.[0] ?? one).getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".stay, .decision")
      && !one.closest(".stay, .decision");
}).map(one => one.outerHTML.slice(0, 120))"""
"""What has the focus and lies under what stays at the foot."""
TWICE: Final = f"""() => {{
  document.documentElement.style.fontSize = "212.5%";
  const found = ({SPILLS})();
  document.documentElement.style.fontSize = "";
  return found;
}}"""
UNASKED: Final = """() => [...document.querySelectorAll("input[type=radio]")]
    .filter(one => !one.closest("fieldset:has(> legend), [role=radiogroup][aria-labelledby]"))
    .map(one => one.id)"""
"""The choices of which nobody who hears the page is told what they answer."""
ID: Final = re.compile(r'\sid="([^"]*)"')
OPEN_ALL: Final = "document.querySelectorAll('details').forEach(drawer => drawer.open = true)"
JUDGED: Final = f"""rules => {{
  {OPEN_ALL};
  ({FLATTEN})();
  return axe.run(rules).then(({{ violations, incomplete }}) =>
    ({{ violations, incomplete, unasked: ({UNASKED})() }}));
}}"""
"""One question, as each takes its time; what all else of a page keeps to, long as it is, stays there."""
SIZES: Final = {"small": (320, 640), "landscape": (740, 360)}


class Visitors(Phones):
    """The phones and the television of a gallery; axe comes with each page that they open."""

    def __init__(self, browser: Browser, gallery: Gallery, language: str) -> None:
        super().__init__(browser, gallery, language)
        self._gallery = gallery
        self._passed = 0
        self[SCREEN] = browser.new_context(
            viewport={"width": 1280, "height": 720}, locale=language, reduced_motion="reduce"
        ).new_page()
        self[SCREEN].add_init_script(AXE.axe_script)

    def __missing__(self, whose: str) -> Page:
        page = super().__missing__(whose)
        page.add_init_script(AXE.axe_script)
        return page

    def pages(self, shown: Shown, half: int) -> Iterator[tuple[str, Page]]:
        """Open every other of the pages that show a state, or the one that does; with each, where it is."""
        for whose, path in shown.pages:
            self._passed += 1
            if len(shown.pages) > 1 and self._passed % 2 != half:
                continue
            page = self[whose]
            page.goto(f"{self._gallery.address}{path.lstrip('/')}")
            yield f"{shown.name}: {path} of {whose}", page


@pytest.fixture(params=CHAPTERS)
def chapter(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def judged(page: Page) -> dict[str, list[str]]:
    """Return what axe finds on a page with all drawers open, and can't tell for a gradient; and `UNASKED`."""
    found: dict[str, Any] = page.evaluate(JUDGED, EVERY_RULE)
    unsure = [rule for rule in found["incomplete"] if "gradient" in str(rule)]
    broken = [
        f"{rule['id']}: {node['html'][:160]}"
        for rule in found["violations"] + unsure
        for node in rule["nodes"]
    ]
    return {"axe": broken, "unasked": found["unasked"]}


def spilled(page: Page) -> dict[str, list[str]]:
    """Return what is too small for a thumb, and what does not fit small phones and letters twice as large."""
    found: dict[str, list[str]] = {"targets": page.evaluate(SMALL, TOUCH_PX)}
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[name] = page.evaluate(SPILLS)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    found["twice the letters"] = page.evaluate(TWICE)
    return found


@pytest.mark.long
@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_page_fits_small_phones_large_letters_and_thumbs_and_can_be_heard(
    browser: Browser, gallery: Gallery, chapter: str, half: int
) -> None:
    visitors = Visitors(browser, gallery, "de-DE")
    found: dict[str, list[str]] = {}
    for shown in CHAPTERS[chapter](gallery):
        for where, page in visitors.pages(shown, half):
            if "/screen" not in where:  # nobody taps on a television, and its sizes are its own
                found |= {f"{where}: {what}": each for what, each in spilled(page).items()}
            found |= {f"{where}: {what}": each for what, each in judged(page).items()}
    assert len(found) > 10
    assert {where: what for where, what in found.items() if what} == {}


def test_the_gallery_shows_every_template_and_nothing_twice_by_one_name(gallery: Gallery) -> None:
    clients = {whose: gallery.app.test_client() for whose in (*PHONES, SCREEN)}
    twice: set[str] = set()  # of two by one name a browser takes the first for both
    for whose in PHONES:
        clients[whose].get("/?watch=1", headers={"X-Part": "1"})
    for states in CHAPTERS.values():
        for shown in states(gallery):
            for whose, path in shown.pages:
                names = Counter(ID.findall(clients[whose].get(path).text))
                twice |= {f"{shown.name}: {name}" for name, count in names.items() if count > 1}
    assert twice == set()
    loaded = {name for _, name in gallery.app.jinja_env.cache or ()}
    assert set(gallery.app.jinja_env.list_templates()) - loaded == set()


def deciding(browser: Browser, gallery: Gallery) -> Page:
    """Return Ben's phone with a call to answer, and its focus on the button that accepts."""
    page = Phones(browser, gallery)["ben"]
    gallery.deal("maexle", "0:43")
    page.goto(gallery.address)
    page.get_by_role("button", name="Accept").focus()
    return page


def test_the_one_who_goes_by_keys_is_led_to_what_is_asked_next(browser: Browser, gallery: Gallery) -> None:
    page = deciding(browser, gallery)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ben: throw, peek, call more than 43.")).to_be_focused()
    gallery.go_on("1:54")
    expect(page.get_by_role("heading", name="Ben calls 54.")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")


def test_who_ends_a_game_by_keys_is_led_to_who_has_won(browser: Browser, gallery: Gallery) -> None:
    page = Phones(browser, gallery)["host"]
    gallery.deal("maexle", "1:leave")
    page.goto(gallery.address)
    for drawer in ("Menu", "A player leaves"):
        page.locator("summary", has_text=drawer).click()
    page.get_by_role("button", name="Çelik leaves").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Anna wins!")).to_be_focused()


def test_a_page_is_read_out_in_the_language_that_another_tab_has_taken(
    browser: Browser, gallery: Gallery
) -> None:
    page = Phones(browser, gallery)["ben"]
    gallery.deal("maexle")
    page.goto(gallery.address)
    page.context.new_page().goto(f"{gallery.address}help?lang=de")
    gallery.go_on("0:43")
    expect(page.get_by_role("heading", name="Anna sagt 43.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_what_happens_at_the_table_takes_no_focus_from_elsewhere(browser: Browser, gallery: Gallery) -> None:
    page = deciding(browser, gallery)
    page.locator(".menu > summary").focus()
    gallery.go_on("1:challenge")
    expect(page.get_by_role("heading", name="Ben challenges 43!")).to_be_visible()
    expect(page.locator(".menu > summary")).to_be_focused()


def test_who_cheers_by_keys_stays_there_whatever_happens_at_the_table(
    browser: Browser, gallery: Gallery
) -> None:
    page = Phones(browser, gallery)["stranger"]
    gallery.deal("maexle", "0:43")
    page.goto(f"{gallery.address}?watch=1")
    cheers = page.get_by_role("button", name="Cheers!")
    cheers.focus()
    gallery.go_on("1:challenge")
    expect(page.get_by_role("heading", name="Ben challenges 43!")).to_be_visible()
    expect(cheers).to_be_focused()


def test_the_focus_is_not_lost_in_a_drawer_that_anothers_move_closes(
    browser: Browser, gallery: Gallery
) -> None:
    page = Phones(browser, gallery)["host"]
    gallery.deal("maexle", "0:43")
    page.goto(f"{gallery.address}?watch=1")
    page.locator(".menu > summary").press("Enter")
    page.locator("[data-key=undo] > summary").press("Enter")
    page.get_by_role("button", name="Take it back").focus()
    gallery.go_on("1:accept")
    expect(page.locator(".menu > summary")).to_be_focused()


def test_one_and_the_same_region_tells_what_happens(browser: Browser, gallery: Gallery) -> None:
    page = deciding(browser, gallery)
    says = page.locator("#says")
    expect(says).to_have_text("Anna calls 43. Ben, it is your turn.")
    says.evaluate("region => { window.region = region }")
    gallery.go_on("1:challenge")
    expect(says).to_have_text("Ben challenges 43!")
    gallery.go_on("reveal:31")
    expect(says).to_have_text("A lie! Anna loses 1 life. Ben opens the next round.")
    assert page.evaluate("window.region === document.getElementById('says')")


def test_what_is_reached_by_keys_is_not_under_what_stays_at_the_foot(
    browser: Browser, gallery: Gallery
) -> None:
    page = Phones(browser, gallery, "de-DE")["host"]
    gallery.table.add_host(phone_of("host"))
    gallery.eyes.empty = (Trouble("dirty", (310, 290), stops=False), Trouble("too_dark"))
    gallery.window.look()
    page.goto(f"{gallery.address}host/window")
    assert hidden_from_keys(page, ".stay button") == []
    gallery.deal("maexle")
    page.goto(f"{gallery.address}setup")
    assert hidden_from_keys(page, "[value=start]") == []


def test_what_is_chosen_is_told_by_more_than_its_colour(browser: Browser, gallery: Gallery) -> None:
    gallery.deal("maxi")
    phones = Phones(browser, gallery)
    for whose, path in (("stranger", "seats"), ("host", "setup"), ("anna", "")):
        page = phones[whose]
        page.emulate_media(forced_colors="active")
        page.goto(f"{gallery.address}{path}")
        chosen = page.locator(CHOSEN).all()
        assert chosen, path
        assert [one.inner_text() for one in chosen if not one.evaluate(EDGED)] == [], path
        assert page.locator(OFFERED).evaluate_all(f"all => all.filter({EDGED}).length") == 0


def hidden_from_keys(page: Page, last: str) -> list[str]:
    """Go by keys to what stays at the foot; return what was focused on the way and covered."""
    hidden: list[str] = []
    while not page.evaluate("last => document.activeElement.matches(last)", last):
        page.keyboard.press("Tab")
        hidden += page.evaluate(COVERED)
    return hidden
