"""The table never loses a game: the real process is killed at random moments while a real client plays."""

import json
import random
import threading
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Final

import pytest

from companion.kept.places import log_file
from table.log import Log
from tests.bot import Bot, Line
from tests.phone import Phone
from tests.program import Program

LONGEST_S: Final = 0.4


@pytest.mark.long
@pytest.mark.parametrize("kills", [12, pytest.param(60, marks=pytest.mark.nightly)])
def test_kills_at_random_moments_lose_no_confirmed_move(tmp_path: Path, kills: int) -> None:
    chance = random.Random(20261121 + kills)
    with Program(tmp_path) as program:
        phone = Phone(program.address)
        phone.pair(program.pin)
        phone.start("Änne", "Bo", "Cy")
        bot = Bot(phone, chance)
        bot.confirmed.append({"game": "maexle"})
    for _ in range(kills):
        with Program(tmp_path) as program:
            phone.host = f"127.0.0.1:{program.port}"
            _check_nothing_is_lost(bot, tmp_path)
            threading.Timer(chance.uniform(0, LONGEST_S), program.process.kill).start()
            with suppress(HTTPException, OSError):
                while True:
                    bot.step()
    assert len(bot.confirmed) > 1  # how many a busy machine confirms is no matter
    assert not list(tmp_path.glob("*.damaged*"))
    assert not [file.name for file in tmp_path.iterdir() if file.stat().st_mode & 0o077]


def _check_nothing_is_lost(bot: Bot, data: Path) -> None:
    """The log begins with all that was confirmed; at most the one move more that nobody was told of."""
    seen = bot.phone.version
    bot.phone.get()
    kept = _kept(data)
    assert bot.phone.version >= seen
    assert bot.phone.version == len(kept)
    by_people = [line for who, line in kept if who != "camera"]
    known = [_core(line) for line in by_people[: len(bot.confirmed)]]
    assert known == bot.confirmed
    assert len(by_people) - len(bot.confirmed) in (0, 1)
    bot.confirmed = [_core(line) for line in by_people]


def _kept(data: Path) -> list[tuple[str, Line]]:
    log = Log(log_file(data))
    try:
        games = range(1, (log.last_game() or 0) + 1)
        return [(entry.who, entry.line) for game in games for entry in log.entries(game)]
    finally:
        log.close()


def _core(line: Line) -> Line:
    return {"game": "maexle"} if "game" in line else json.loads(json.dumps(line))
