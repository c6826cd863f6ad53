"""`maexle hosts`: hosts are listed and ended from a terminal, and a running table notices."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands.hosts import ALL
from companion.fittings.host_watch import HostWatch
from companion.main import main
from table.log import Log, LogError
from table.table import Table

SOON_S = 10.0


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A running table with two hosts, one of whom plays."""
    table = Table(Log(tmp_path / "maexle.db"), lambda: "2026-11-21T20:15:00+01:00")
    shot = table.add_host("the landlord's")
    table.add_host("a thief's")
    table.start({"game": "maexle", "seats": ["Änne", "Bo"]}, shot.actor("the landlord's"), 0)
    table.guests.claim(2, "a thief's")
    yield table
    table.close()


def mark_of(table: Table, phone: str) -> str:
    return next(host.mark for host in table.hosts() if host.phone == phone)


def test_the_list_says_since_when_and_who_plays_but_not_the_phones_names(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hosts", "--data", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"[0-9a-f]{6}  2026-11-21 20:15   plays Bo", lines[0])
    assert re.fullmatch(r"[0-9a-f]{6}  2026-11-21 20:15   plays nobody", lines[1])


@pytest.mark.parametrize(("who", "stay"), [("a thief's", {"the landlord's"}), (ALL, set())])
def test_a_running_table_notices_that_a_host_was_ended(
    table: Table, tmp_path: Path, who: str, stay: set[str]
) -> None:
    watch = HostWatch(table, every_s=0.01)
    before = table.snapshot()
    assert main(["hosts", "--data", str(tmp_path), "--end", ALL if who == ALL else mark_of(table, who)]) == 0
    after = table.wait(before.revision, SOON_S)
    watch.close()
    assert after.hosts == stay
    assert after.version == before.version
    assert not after.actor("a thief's").host


def test_hosts_that_can_t_be_read_are_said_once_until_that_changes(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    full, torn = LogError("the disk is full"), LogError("the file is torn")
    fails, over = iter([full, full, None, full, torn, torn]), threading.Event()

    def look() -> None:
        for error in fails:
            if error:
                raise error
            return
        over.set()

    monkeypatch.setattr(table, "look_for_hosts", look)
    watch = HostWatch(table, every_s=0.001)
    assert over.wait(SOON_S)
    watch.close()
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"who is a host can't be read: {error}" for error in (full, full, torn)]


@pytest.mark.parametrize("mark", ["000000", ""])
def test_a_mark_that_nobody_has_is_a_message(
    table: Table, tmp_path: Path, mark: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hosts", "--data", str(tmp_path), "--end", mark]) == 1
    assert f"no host has the mark '{mark}'" in capsys.readouterr().err
    assert len(table.hosts()) == 2


def test_a_folder_without_a_table_is_a_message_and_stays_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hosts", "--data", str(tmp_path)]) == 1
    assert "no table's memory" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_tables_own_writing_is_no_news_to_it(table: Table) -> None:
    before = table.snapshot()
    assert table.look_for_hosts() is before
