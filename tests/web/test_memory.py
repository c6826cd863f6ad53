"""The table's memory on the host's page: taken away, brought back, refused with a sentence."""

from io import BytesIO

import pytest

from table.table import Table
from tests.web.drawer import Drawer
from tests.web.evening import Evening, Phone, evening, plain
from web.door import parcel


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


@pytest.fixture
def at(table: Table, drawer: Drawer) -> Evening:
    return evening(table, memory=drawer)


def bring(phone: Phone, content: bytes, **fields: object) -> tuple[int, str]:
    """Send the page's form with a file, and return the answer's status and words."""
    form = {"token": phone.token(), "copy": (BytesIO(content), "copy.zip"), "sure": "on", **fields}
    answer = phone.client.post(parcel.PATH, data=form, headers={"Accept-Language": "en"})
    return answer.status_code, plain(answer.text)


def test_a_host_takes_a_copy_away_as_a_file(at: Evening) -> None:
    host = at.host()
    assert "Take a copy away" in host.see("/host/well")
    answer = host.get("/host/memory/copy")
    assert answer.data == b"PK a copy"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=maexle-")


def test_what_a_host_brings_back_is_taken_whole_and_the_page_says_so(at: Evening, drawer: Drawer) -> None:
    copy = bytes(range(256)) * 1024
    host = at.host()
    assert (bring(host, copy)[0], drawer.brought) == (303, [copy])
    assert "The table starts anew with it." in host.see(parcel.PATH)


def test_nobody_but_a_host_may_do_either(at: Evening, drawer: Drawer) -> None:
    guest = at.phone()
    assert guest.get("/host/memory/copy").status_code == 403
    assert bring(guest, b"PK")[0] in (400, 403)
    assert drawer.brought == []


def test_without_a_word_that_one_is_sure_nothing_is_brought(at: Evening, drawer: Drawer) -> None:
    host = at.host()
    form = {"token": host.token(), "copy": (BytesIO(b"PK"), "copy.zip")}
    assert host.client.post(parcel.PATH, data=form).status_code == 400
    assert bring(host, b"PK", token="another's")[0] == 403
    assert drawer.brought == []


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("memory_foreign", "This file is no copy of a table's memory."),
        ("memory_damaged", "This copy is damaged."),
        ("memory_newer", "This copy comes from a newer table."),
        ("memory_large", "This copy holds more than a table can."),
        ("memory_busy", "Another copy is being brought back just now."),
    ],
)
def test_a_copy_that_is_refused_is_refused_with_a_sentence(
    at: Evening, drawer: Drawer, code: str, says: str
) -> None:
    drawer.code = code
    status, page = bring(at.host(), b"PK")
    assert status == 409
    assert says in page
    assert "Is all well?" in page


def test_a_disk_that_fails_is_named(at: Evening, drawer: Drawer) -> None:
    drawer.error = OSError(28, "No space left on device")
    host = at.host()
    assert bring(host, b"PK")[0] == host.get("/host/memory/copy").status_code == 503
    assert "The disk can't be read or written." in plain(host.shown)


def test_while_a_game_runs_the_page_offers_a_copy_alone(at: Evening, drawer: Drawer) -> None:
    drawer.allowed = False
    page = at.host().see("/host/well")
    assert "Take a copy away" in page
    assert "Bring a copy back" not in page
    assert "A copy is brought back once no game is on." in page


def test_no_more_is_taken_than_a_copy_can_be_and_elsewhere_than_a_form(at: Evening, drawer: Drawer) -> None:
    host = at.host()
    answer = host.client.post(parcel.PATH, environ_overrides={"CONTENT_LENGTH": str(parcel.BYTES + 1)})
    assert answer.status_code == 413
    form = {"token": host.token(), "name": "A" * 40_000}
    assert host.client.post("/people/add", data=form).status_code == 413
    sent = {"token": host.token(), "copy": (BytesIO(b"PK"), "copy.zip")}
    assert host.client.post("/people/add", data=sent).status_code == 400
    assert drawer.brought == []


def test_a_table_without_a_disk_has_no_such_page(table: Table) -> None:
    host = evening(table).host()
    assert "memory" not in host.see("/host/well")
    assert host.get("/host/memory/copy").status_code == 404


def test_the_address_of_the_answer_leads_back_to_the_page(at: Evening) -> None:
    assert at.host().get(parcel.PATH).headers["Location"] == "/host/well"
