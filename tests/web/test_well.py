"""Is all well? The host reads how the machine is, the worst first; nobody else does."""

import re

import pytest

from table.table import Table
from tests.web.box import Box
from tests.web.evening import evening, plain
from web.ports import Sign, State

SIGNS = (
    Sign("camera", State.WELL, ""),
    Sign("warmth", State.WATCH, "72"),
    Sign("power", State.BAD, ""),
)


def test_the_worst_comes_first_with_what_to_do(table: Table) -> None:
    host = evening(table, machine=Box(SIGNS)).host()
    page = host.see("/host/well")
    assert (
        page.index("Too little voltage") < page.index("72 °C: it likes more air") < page.index("It is there.")
    )
    assert "Something has to be mended." in page


def test_where_all_is_well_the_page_says_yes(table: Table) -> None:
    assert "Yes." in evening(table, machine=Box(SIGNS[:1])).host().see("/host/well")


def test_a_phone_that_is_no_host_s_sees_nothing_of_it(table: Table) -> None:
    guest = evening(table, machine=Box(SIGNS)).phone()
    answer = guest.get("/host/well")
    assert answer.status_code == 403
    assert "voltage" not in answer.text


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_every_sign_is_said_in_every_language(table: Table, language: str) -> None:
    host = evening(table, machine=Box(SIGNS)).host()
    host.get(f"/?lang={language}")
    page = host.see("/host/well")
    assert "power_bad" not in page
    assert "warmth" not in page


def test_a_number_is_written_as_its_language_writes_it(table: Table) -> None:
    host = evening(table, machine=Box([Sign("disk", State.WELL, "61.4")])).host()
    assert "61.4 GB free" in host.see("/host/well")
    host.get("/?lang=de")
    assert "61,4 GB" in host.see("/host/well")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Letzter Zug: 20.11.2026, 23:41"),
        ("en", "The last move was made on Nov 20, 2026, 11:41 PM"),
        ("fr", "Dernier coup : 20 nov. 2026, 23:41"),
        ("it", "Ultima mossa: 20 nov 2026, 23:41"),
    ],
)
def test_a_time_is_written_as_its_language_writes_it(table: Table, language: str, said: str) -> None:
    host = evening(table, machine=Box([Sign("evening", State.WELL, "2026-11-20 23:41")])).host()
    assert said in host.see(f"/host/well?lang={language}")


def test_a_trouble_of_the_window_or_its_lamps_says_what_to_do(table: Table) -> None:
    off = Sign("lamps", State.WATCH, "lamps_off")
    page = evening(table, machine=Box([off, Sign("view", State.WELL, "")])).host().see("/host/well")
    assert "A lamp that was on at set-up is off." in page
    assert "The window lies there as at set-up." in page


def test_the_page_blinks_once_for_each_press_and_not_when_it_is_opened(table: Table) -> None:
    machine = Box(SIGNS, presses=3)
    host = evening(table, machine=machine).host()

    def blinks() -> bool:
        source = re.search(r'data-source="([^"]+)"', host.shown)
        assert source
        return 'class="blink"' in host.get(source[1]).text

    assert 'class="blink"' not in host.get("/host/well").text
    assert not blinks()
    machine.presses += 1
    assert blinks()
    assert "Pressed 4 times while no answer was due." in plain(host.shown)
    assert not blinks()


def test_a_host_looks_again_and_restarts_the_table(table: Table) -> None:
    machine = Box(SIGNS)
    host = evening(table, machine=machine).host()
    assert host.post("/host/well").headers["Location"] == "/host/well"
    answer = host.post("/host/well/restart")
    assert "The table starts anew." in plain(answer.text)
    assert machine.done == ["look again", "restart"]


def test_a_host_takes_a_report_away_as_a_file(table: Table) -> None:
    answer = evening(table, machine=Box(SIGNS)).host().get("/host/well/report")
    assert answer.text == "# signs\ncamera: well\n"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=maexle-report-")


def test_nobody_but_a_host_looks_restarts_or_reads(table: Table) -> None:
    machine = Box(SIGNS)
    guest = evening(table, machine=machine).phone()
    assert guest.get("/host/well/report").status_code == 403
    for path in ("/host/well", "/host/well/restart"):
        assert guest.post(path).status_code == 403
    assert machine.done == []


def test_who_looks_again_in_a_game_is_told_that_the_table_does_not(table: Table) -> None:
    host = evening(table, machine=Box(SIGNS)).start("Anna", "Ben")
    answer = host.post("/host/well")
    assert answer.status_code == 409
    assert "A game is on: the table never looks at the window before it is over." in plain(answer.text)
    assert "Too little voltage" in plain(answer.text), "the signs are drawn anew all the same"
