"""When the table itself is in trouble, people get a page, not a traceback."""

import pytest

from table.log import LogError
from table.table import Table
from tests.web.evening import Evening, plain


def test_a_log_that_can_not_be_written_is_said_and_nothing_changes(
    at: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host = at.start("Anna", "Ben")

    def fail(*_: object) -> None:
        raise LogError("the disk is full")

    monkeypatch.setattr(Table, "submit", fail)
    answer = host.post("/call", {"seat": 0, "value": "54"})
    assert answer.status_code == 503
    assert "nothing has changed. What to do, a host's menu says: Is all well?" in plain(answer.text)
    assert caplog.messages == ["the disk is full"]


def test_a_verdict_whose_picture_can_not_be_read_is_shown_without_it(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)

    def fail(*_: object) -> None:
        raise LogError("the disk is gone")

    monkeypatch.setattr(Table, "picture", fail)
    assert "A lie!" in host.see()
    assert "<image" not in host.shown


def test_a_fault_of_our_own_has_a_page_too(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    host = at.start("Anna", "Ben")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Table, "submit", fail)
    answer = host.post("/call", {"seat": 0, "value": "54"})
    assert answer.status_code == 500
    said = plain(answer.text)
    assert "Something broke in the table." in said
    assert "a host restarts the table: menu, Is all well?" in said
    assert "Traceback" not in answer.text
