"""Is all well? The host reads how the machine is, the worst first; nobody else does."""

import pytest

from table.table import Table
from tests.web.evening import evening
from web.ports import Sign, State

SIGNS = (
    Sign("camera", State.WELL, ""),
    Sign("warmth", State.WATCH, "72"),
    Sign("power", State.BAD, ""),
)


def test_the_worst_comes_first_with_what_to_do(table: Table) -> None:
    host = evening(table, signs=lambda: SIGNS).host()
    page = host.see("/host/well")
    assert (
        page.index("Too little voltage") < page.index("72 °C: it likes more air") < page.index("It is there.")
    )
    assert "Something has to be mended." in page


def test_where_all_is_well_the_page_says_yes(table: Table) -> None:
    assert "Yes." in evening(table, signs=lambda: SIGNS[:1]).host().see("/host/well")


def test_a_phone_that_is_no_host_s_sees_nothing_of_it(table: Table) -> None:
    guest = evening(table, signs=lambda: SIGNS).phone()
    answer = guest.get("/host/well")
    assert answer.status_code == 403
    assert "voltage" not in answer.text


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_every_sign_is_said_in_every_language(table: Table, language: str) -> None:
    host = evening(table, signs=lambda: SIGNS).host()
    host.get(f"/?lang={language}")
    page = host.see("/host/well")
    assert "power_bad" not in page
    assert "warmth" not in page
