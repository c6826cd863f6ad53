"""That times which depend on a secret are noticed, and others not; the times themselves: `make torture`."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from games import luegen_kniffel
from tests.torture import timing
from web.ports import Parts

SEED = 20261122


def _times(chance: Random, each: float) -> list[list[float]]:
    """Times of tables as a busy machine gives them: most are near the truth, some far above."""
    table = [each * chance.uniform(1, 1.05) + (chance.random() < 0.2) * chance.random() for _ in range(25)]
    return [chance.sample(table, len(table)) for _ in range(timing.TABLES)]


def test_times_that_differ_by_more_than_they_scatter_are_a_leak() -> None:
    chance = Random(SEED)
    assert timing.differ(_times(chance, 0.002), _times(chance, 0.0025))
    assert timing.differ(_times(chance, 0.0025), _times(chance, 0.002))


def test_times_that_scatter_alike_are_none() -> None:
    chance = Random(SEED)
    mixed = [_times(chance, 0.002)[0] for _ in range(2 * timing.TABLES)]
    assert not timing.differ(mixed[::2], mixed[1::2])


def test_a_page_that_works_longer_for_one_sealed_answer_than_for_another_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = timing._seconds

    def slower(app: Flask, told: Parts, request: dict[str, Any]) -> float:
        game = told.table.snapshot().game
        assert game
        return own(app, told, request) + 0.1 * game.state_text().count("true")

    monkeypatch.setattr(timing, "_seconds", slower)
    monkeypatch.setattr(timing, "SAMPLES", 3)
    monkeypatch.setattr(timing, "TABLES", 2)
    assert timing._differs(luegen_kniffel, timing._seal, "/panel", SEED, tmp_path)
