"""The first evening of a new table: whoever follows the pages sets it up, and plays, on one phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.evening.landlord import first_evening
from tests.program import Program

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_from_a_new_table_to_a_verdict_in_thirty_taps(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        steps = first_evening(browser, program)
    assert sum(step.taps for step in steps) <= 30
    assert sum(step.laid for step in steps) == 5
