"""The first start: a bare table says what to do next, ticks what is done, and stops when it is told to."""

import re

import pytest

from table.builds import Build
from table.lesson import DiceLesson, SetLine
from table.table import Table
from table.window import WindowSetup
from tests.table.test_lesson import Counted, Pupil
from tests.web.box import Box
from tests.web.evening import Evening, Phone, evening
from tests.web.test_window import Eyes
from web.ports import Sign, State

FIRST = "/host/first"


def fitted(table: Table, state: State, pupil: Pupil | None = None) -> Evening:
    """Return an evening at a table with a camera, whose window is so."""
    eyes = Eyes()
    window = WindowSetup(table.snapshot, eyes, eyes, Build.SHAKER)
    lesson = DiceLesson(table.snapshot, Counted(), pupil or Pupil())
    signs = [Sign(code, state, "") for code in ("window", "network")]
    return evening(table, window=window, lesson=lesson, machine=Box(signs))


def ticked(host: Phone) -> dict[str, bool]:
    """Return the page's steps, and which are done."""
    page = host.get(FIRST).text
    return {code: bool(done) for code, done in re.findall(r'<li data-key="(\w+)"( class="done")?>', page)}


def test_a_bare_table_leads_its_first_host_to_every_page_there_is_to_see(table: Table) -> None:
    host = fitted(table, State.WATCH).host()
    assert "First steps" in host.see()
    steps = ("network", "name", "window", "dice", "hosts", "game")
    assert ticked(host) == dict.fromkeys(steps, False)
    page = host.get(FIRST).text
    assert "The Stag" in page
    for path in ("/host/card", "/host/name", "/host/window", "/host/teach", "/host", "/seats"):
        assert f'href="{path}"' in page
        assert host.get(path).status_code == 200


def test_dice_that_were_learned_through_another_window_are_still_to_be_taught(table: Table) -> None:
    pupil = Pupil()
    host = fitted(table, State.WELL, pupil).host()
    for stale in (True, False):
        pupil.sets = [SetLine("ours", {}, used=True, stale=stale)]
        assert ticked(host)["dice"] is not stale


def test_steps_are_ticked_as_they_are_done(table: Table) -> None:
    at = fitted(table, State.WELL)
    host = at.host()
    at.host()
    assert [code for code, done in ticked(host).items() if done] == ["network", "window", "hosts"]
    host.post("/host/name", {"name": "Zum <b>Löwen</b>"})
    assert ticked(host)["name"]
    assert "It is called Zum <b>Löwen</b>:" in host.see(FIRST)
    at.gather(host, "Anna", "Bo")
    assert 'href="/setup"' in host.get(FIRST).text
    at.start("Anna", "Bo")
    assert ticked(host)["game"]


def test_a_name_that_stands_in_the_settings_alone_counts_and_still_does_after_a_host_takes_theirs_back(
    table: Table,
) -> None:
    host = evening(table, usual_is_given=True).host()
    assert ticked(host)["name"]
    assert "It is called The Stag:" in host.see(FIRST)
    for name in ("Zum Löwen", ""):
        host.post("/host/name", {"name": name})
        assert ticked(host)["name"]


def test_a_table_without_a_camera_asks_for_no_window(table: Table) -> None:
    assert set(ticked(evening(table).host())) == {"name", "hosts", "game"}


def test_who_has_seen_enough_is_led_no_more_whatever_else_is_settled(table: Table) -> None:
    host = evening(table).host()
    assert host.post(FIRST).status_code == 303
    host.post("/habits", {"patience_s": 60})
    assert table.snapshot().habits.led
    assert "First steps" not in host.see()


def test_nobody_but_a_host_is_led_or_ends_it(table: Table) -> None:
    guest = evening(table).phone()
    assert "First steps" not in guest.see("/?watch=1")
    assert (guest.get(FIRST).status_code, guest.post(FIRST).status_code) == (403, 403)
    assert not table.snapshot().habits.led


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_every_step_is_said_in_every_language(table: Table, language: str) -> None:
    host = fitted(table, State.WATCH).host()
    page = host.get(f"{FIRST}?lang={language}").text
    assert "%(name)s" not in page
    assert page.count("<b>") == 6
