"""A slice of the pulled plugs, and that they notice what they are there for; the rest is `make torture`."""

import ctypes.util
from pathlib import Path

import pytest

from table import opening
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
