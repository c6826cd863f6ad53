"""What a phone loads at first: pub Wi-Fi is slow and shared."""

import re
from typing import Final

import pytest

from table.table import Table
from tests.web.box import Box
from tests.web.drawer import Drawer
from tests.web.evening import evening
from tests.web.test_well import SIGNS

MOST_BYTES: Final = 40 * 1024


@pytest.mark.parametrize(
    "path", ["/", "/seats", "/setup", "/help", "/host", "/host/first", "/host/name", "/host/well"]
)
def test_a_first_load_is_no_more_than_forty_kilobytes(table: Table, path: str) -> None:
    at = evening(table, memory=Drawer(), machine=Box(SIGNS))
    at.start("Anna", "Bo")
    host = at.host()
    loaded = {path, *re.findall(r'(?:href|src)="(/static/[^"]+)"', host.get(path).text)}
    answers = [host.get(one, **{"Accept-Encoding": "gzip"}) for one in loaded]
    assert len(answers) >= 4
    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) for answer in answers) <= MOST_BYTES
