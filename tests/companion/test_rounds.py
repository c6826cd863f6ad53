"""Rounds go on whatever one of them meets, and say it once."""

import logging
import threading

import pytest

from companion.fittings.rounds import Rounds

SOON_S = 10.0


def test_a_round_that_fails_is_logged_once_and_is_not_the_last(caplog: pytest.LogCaptureFixture) -> None:
    done, errors = threading.Event(), iter([ValueError("odd"), ValueError("odd"), KeyError("odd"), None])

    def look() -> None:
        error = next(errors, None)
        if error:
            raise error
        done.set()

    with caplog.at_level(logging.ERROR):
        rounds = Rounds("health", look, 0.001)
        assert done.wait(SOON_S)
        assert rounds.alive
        rounds.close()
    assert [record.getMessage() for record in caplog.records] == 2 * [
        "health: a round failed, the next comes"
    ]
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["odd", "'odd'"]
