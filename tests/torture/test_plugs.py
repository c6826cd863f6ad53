"""A slice of the pulled plugs, and that they notice what they are there for; the rest is `make torture`."""

import ctypes.util
from pathlib import Path

import pytest

from table import log as log_module
from table import opening
from table.log import Log
from table.newest import Mark, MarkedLog
from tests.torture import plugs

SEED = 20261122
pytestmark = pytest.mark.skipif(
    ctypes.util.find_library("sqlite3") is None, reason="this Python has an SQLite of its own, out of reach"
)


@pytest.mark.parametrize("seed", [SEED, SEED + 1])
def test_wherever_the_plug_is_pulled_nothing_confirmed_is_lost_and_no_disk_loses_it_in_silence(
    tmp_path: Path, seed: int
) -> None:
    became = plugs.trial(seed, tmp_path)
    assert became["all is there"]
    assert became["something is gone, and it said so"]


def test_wherever_the_plug_is_pulled_during_an_upgrade_the_next_start_goes_on_with_all(
    tmp_path: Path,
) -> None:
    assert plugs.upgrade(SEED, tmp_path) == {"all is there": plugs.DISKS}


def test_an_upgrade_in_pieces_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def migrate(log: Log) -> None:
        schema = vars(log_module)["SCHEMA"]
        for step in range(log._db.execute("PRAGMA user_version").fetchone()[0], len(schema)):
            log._db.executescript(f"{schema[step]} PRAGMA user_version = {step + 1};")

    monkeypatch.setattr(Log, "_migrate", migrate)
    with pytest.raises(AssertionError, match="nothing lied"):
        plugs.upgrade(SEED, tmp_path)


def test_a_loss_without_a_word_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mark, "read", lambda _: 0)
    with pytest.raises(AssertionError, match="not a word"):
        plugs.trial(SEED, tmp_path)


def test_a_table_that_does_not_wait_for_its_disk_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hasty(MarkedLog):
        def _prepare(self) -> None:
            super()._prepare()
            self._db.execute("PRAGMA synchronous=OFF")

    monkeypatch.setattr(opening, "MarkedLog", Hasty)
    with pytest.raises(AssertionError, match="nothing lied"):
        plugs.trial(SEED, tmp_path)
