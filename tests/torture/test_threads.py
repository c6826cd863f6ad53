"""A slice of the threads' torture, and that it would notice a move that counts twice or is lost."""

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.torture import threads
from tests.torture.fuzz import besieged

SEED = 20261122


def test_threads_that_change_places_all_the_time_lose_nothing_and_count_nothing_twice() -> None:
    assert threads.strictly(SEED, 60)


@pytest.mark.parametrize("confirmed", [[1, 1], [2]])
def test_a_move_that_was_confirmed_twice_or_is_gone_would_be_noticed(
    tmp_path: Path, confirmed: list[int]
) -> None:
    with ExitStack() as parts:
        siege = besieged(tmp_path, Random(SEED), parts)
        siege._begin()
        with pytest.raises(AssertionError):
            threads._check(threads.Stress(siege, 1, confirmed))
