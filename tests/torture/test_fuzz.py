"""A slice of the fuzz, and that it would notice what it is there for; the rest is `make torture`."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from flask import abort
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.torture import fuzz, hostile
from tests.torture.fuzz import Siege, besieged
from web.ports import current_parts

SEED = 20261122


@pytest.fixture
def siege(tmp_path: Path) -> Iterator[Siege]:
    with ExitStack() as parts:
        yield besieged(tmp_path, Random(SEED), parts)


def test_every_route_takes_anything_from_anybody(siege: Siege) -> None:
    siege.every_route()
    assert len(siege.hostile.rules) > 50
    assert siege.tally["answered 200"]


@settings(max_examples=3, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_whatever_is_sent_nothing_breaks_and_nothing_refused_changes_anything(
    tmp_path_factory: pytest.TempPathFactory, chance: Random
) -> None:
    with ExitStack() as parts:
        siege = besieged(tmp_path_factory.mktemp("siege"), chance, parts)
        for _ in range(25):
            siege.step()


def test_a_game_goes_on_under_hundreds_of_requests_of_all_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = fuzz.trial(SEED, 250)
    assert tally["moves"] > 1
    monkeypatch.setattr(fuzz, "WARM_UP", 10)
    monkeypatch.setattr(fuzz, "resident_bytes", iter((1, fuzz.MOST_GROWTH_BYTES + 2)).__next__)
    with pytest.raises(AssertionError, match="memory grew"):
        fuzz.trial(SEED, 20)


def test_an_error_of_ours_would_be_noticed(siege: Siege) -> None:
    _before_each(siege, lambda: abort(500))
    with pytest.raises(AssertionError, match="500"):
        siege.every_route()


def test_a_refused_request_that_changes_something_would_be_noticed(siege: Siege) -> None:
    def change_and_refuse() -> None:
        current_parts().table.add_host("a stranger")
        abort(403)

    _before_each(siege, change_and_refuse)
    with pytest.raises(AssertionError, match="403, but it changed something"):
        siege.every_route()


def _before_each(siege: Siege, do: Callable[[], None]) -> None:
    siege.at.app.before_request_funcs[None].insert(0, do)


def test_the_fields_that_are_sent_are_those_that_pages_ask_for() -> None:
    assert {
        "token",
        "version",
        "seat",
        "value",
        "guest",
        "do",
        "lives",
        "cards",
        "at",
        "lang",
        "die5",
    } <= set(hostile.fields())
