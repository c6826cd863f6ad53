"""What a table that is played holds of its machine."""

import random
from pathlib import Path
from typing import Final

import pytest

from tests.bot import Bot
from tests.phone import Phone
from tests.program import Program, pss_mb

CHALLENGES: Final = 15
MOST_MB: Final = 150


@pytest.mark.long
def test_a_table_that_nobody_set_up_holds_little_memory_however_often_it_looks(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        host = Phone(program.address)
        host.pair(program.pin)
        host.start("Anna", "Bo", "Çelik")
        bot = Bot(host, random.Random(20261123))
        while sum(line.get("move") == "challenge" for line in bot.confirmed) < CHALLENGES:
            bot.step()
        assert pss_mb(program.process.pid) < MOST_MB
