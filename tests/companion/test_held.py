"""What a table that is played holds of its machine."""

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from tests.bot import Bot
from tests.phone import Phone
from tests.program import Program, pss_mb

CHALLENGES: Final = 15
SETUPS: Final = 8
HEAP_BYTES: Final = 64 * 2**20
"""What glibc maps for a heap of other threads than the first: the part in use, and the rest for later."""
_MAPPED: Final = re.compile(r"(?m)^([0-9a-f]+)-([0-9a-f]+) \S+ 0+ 00:00 0 *$")
MOST_MB: Final = 150
"""The bar of a game with fifty phones. After 15 challenges three tables held 109 to 120, and three that were
set up eight times 95 to 97."""


def test_all_threads_of_a_table_share_one_heap(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        Phone(program.address).get()
        mapped = Path(f"/proc/{program.process.pid}/maps").read_text()
    with_next = pairwise(_MAPPED.findall(mapped))
    heaps = [begin for (begin, _), (_, end) in with_next if int(end, 16) - int(begin, 16) == HEAP_BYTES]
    assert not heaps


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


@pytest.mark.long
def test_a_table_holds_little_memory_however_often_its_window_is_set_up(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        host, cup = Phone(program.address), program.top.removeprefix(program.address.rstrip("/"))
        host.pair(program.pin)

        def do(what: str) -> None:
            number = re.search(r'name="number" value="(\d+)"', host.get("/host/window"))
            assert number
            assert host.send("/host/window", number=number[1], do=what) == 303

        for _ in range(SETUPS):
            do("begin")
            for place in ("empty", "middle", "rim"):
                host.send(f"{cup}/lay", place=place)
                do("look")
                do("next")
        assert pss_mb(program.process.pid) < MOST_MB
