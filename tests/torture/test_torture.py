"""A slice of the torture, and that it would notice what it is there for; the rest is `make torture`."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from table.log import Entry
from table.opening import open_table
from tests.torture import damage, disks, kills
from tests.torture.__main__ import _try
from tests.torture.clients import Client, Confirmed
from tests.torture.evening import Evening
from tests.torture.warm import Tables

SEED = 20261122


def test_a_table_that_is_killed_at_random_moments_loses_nothing_and_counts_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[list[Entry], list[Client]]] = []
    check = kills.check_kept

    def remember(before: list[Entry], entries: list[Entry], clients: list[Client]) -> None:
        check(before, entries, clients)
        seen.append((entries, clients))

    monkeypatch.setattr(kills, "check_kept", remember)
    with Tables() as tables:
        toll = kills.evening(SEED, tmp_path, 3, tables)
    assert toll.confirmed
    entries, clients = seen[-1]
    _check_it_would_notice(entries, clients)


def _check_it_would_notice(entries: list[Entry], clients: list[Client]) -> None:
    with pytest.raises(AssertionError):
        kills.check_kept([], entries[:1], clients)
    twice = [*entries, *(replace(entry, version=entry.version + len(entries)) for entry in entries)]
    with pytest.raises(AssertionError):
        kills.check_kept([], twice, clients)
    clients[0].confirmed.append(Confirmed(len(entries), "/call", {"seat": 0}))
    with pytest.raises(AssertionError):
        kills.check_kept([], entries, clients)


@pytest.mark.parametrize("seed", [*range(SEED, SEED + 7), 69])
def test_a_damaged_memory_always_starts_and_says_what_was_lost(tmp_path: Path, seed: int) -> None:
    assert damage.trial(seed, tmp_path) in ("whole", "earlier", "afresh")


@pytest.mark.parametrize("seed", range(SEED, SEED + 2))
def test_a_disk_that_fails_for_a_while_costs_nothing_that_was_confirmed(tmp_path: Path, seed: int) -> None:
    assert disks.trial(seed, tmp_path)


def test_a_state_that_never_was_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Evening(tmp_path / "other.db", random.Random(1))
    other.start()
    other.play(9)
    other.table.close()
    monkeypatch.setattr(damage, "open_table", lambda _path, now, stamp: open_table(other.path, now, stamp))
    with pytest.raises(AssertionError, match="never was"):
        damage.trial(0, tmp_path)


def test_a_failure_carries_its_seed() -> None:
    def fail(_seed: int, _folder: Path, _tally: Counter[str]) -> None:
        raise AssertionError("never: the button was heard")

    with pytest.raises(AssertionError) as failed:
        _try("devices", fail, 109, Counter())
    assert "--only devices --seed 109" in failed.value.__notes__[0]
