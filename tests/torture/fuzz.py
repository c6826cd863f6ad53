"""Requests of all kinds to a table in its game: nothing breaks, and what is refused changes nothing.

`python -m tests.torture.fuzz --seed 1 --requests 1000000` sends so many to one evening, in one process, and
holds the memory of that process to account. It runs as the program serves it, but for the network.
"""

import argparse
import gc
import logging
import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from games.rulesets import RULESETS
from table.actors import Actor, NotAllowedError
from table.builds import Build
from table.lesson import DiceLesson
from table.log import Log
from table.look import Stage
from table.table import Table
from table.window import WindowSetup
from tests.games import chance as by_chance
from tests.table.test_lesson import Counted, Pupil
from tests.torture.hostile import Hostile, Sender
from tests.torture.served import Answer, Served
from tests.web.evening import PICTURE, Evening, evening
from tests.web.test_window import Eyes
from web.ports import EXTENSION, Parts

MOST_BYTES: Final = 100_000
MOST_GROWTH_BYTES: Final = 20 * 2**20
SAID_EVERY: Final = 10_000
WARM_UP: Final = 3000
"""So many requests fill what is kept for many: pages, languages, templates."""
STREAMS: Final = 4
MOVES_A_GAME: Final = 500
HOST: Final = Actor("host", host=True)
NOT_DONE: Final = 501
"""What waitress itself says of a transfer encoding that nobody knows, as the standard asks."""
TOKEN: Final = re.compile(r'name="token" value="(\w+)"')
VERSION: Final = re.compile(r'name="version" value="(\d+)"|data-scene="\w+ (\d+)')
PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Siege:
    """A table, its app as served, and phones that send it whatever chance says."""

    at: Evening
    served: Served
    chance: Random
    senders: list[Sender] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)
    sent: bytes = b""

    def __post_init__(self) -> None:
        self.hostile = Hostile(self.at.app.url_map, self.chance)
        self.phones: list[str] = []

    def sit_down(self, phones: int) -> None:
        """Let phones come to the table, the first of which is the host's."""
        for number in range(phones):
            phone = self.at.host() if not number else self.at.phone()
            cookie = phone.client.get_cookie("phone")
            assert cookie
            self.phones.append(cookie.value.rpartition(".")[0])
            self.senders.append(Sender(f"phone={cookie.value}", phone.token()))
        self.senders.append(Sender())

    def step(self) -> None:
        """Send one request, and let the table do what it does by itself."""
        self.at.clock.now += 0.01
        self._tick()
        number = self.chance.randrange(len(self.senders))
        if self.chance.random() < 0.2:
            self._send(self.hostile.plain("/?watch=1", self.senders[number]), number)
        self._send(self.hostile.request(self.senders[number]), number)

    def every_route(self) -> None:
        """Send something to every route, from every phone."""
        for rule in self.hostile.rules:
            for number, sender in enumerate(self.senders):
                self._send(self.hostile.to(rule, sender), number)

    def _send(self, request: bytes, number: int) -> None:
        self.sent = request
        before = self._state
        answer = self.served.ask(request, f"192.0.2.{number}")
        if answer is None:
            self.tally["unfinished"] += 1
            return
        self.tally[f"answered {answer.status}"] += 1
        self._check(answer)
        if answer.status >= 400 or not request.startswith((b"POST", b"post")):
            assert self._state == before, f"answered {answer.status}, but it changed something"
        self._remember(answer, number)

    def _check(self, answer: Answer) -> None:
        assert answer.status < 500 or (answer.status == NOT_DONE and not answer.ours), (
            f"it answered {answer.status}"
        )
        kind = answer.headers.get_content_type()
        assert kind.startswith("image/") or len(answer.body) <= MOST_BYTES, f"{len(answer.body)} bytes"
        assert b"Traceback" not in answer.body
        assert not answer.ours or answer.status == 429 or answer.headers["Content-Security-Policy"]

    @property
    def _state(self) -> tuple[int, ...]:
        """What changes with anything that a request can do."""
        parts: Parts = self.at.app.extensions[EXTENSION]
        stands = [part.stand.number for part in (parts.window, parts.lesson) if part]
        shot, written = self.at.table.snapshot(), self.at.table._log._db.total_changes
        return (shot.revision, written, len(self.at.cup.done), *stands)

    def _remember(self, answer: Answer, number: int) -> None:
        """Let the phone know what its page says, and its new cookie if it had none."""
        if answer.headers.get_content_type() != "text/html" or answer.headers["Content-Encoding"]:
            return
        page = answer.body.decode("utf-8", "replace")
        token, version = TOKEN.search(page), VERSION.search(page)
        sender = replace(self.senders[number], page=page)
        if version:
            sender = replace(sender, version=version[1] or version[2])
        if token and sender.cookie:
            sender = replace(sender, token=token[1])
        self.senders[number] = sender

    def _tick(self) -> None:
        """Let the camera look where the table waits for dice, and begin another game now and then."""
        shot = self.at.table.snapshot()
        if shot.game is None or shot.game.view(None).outcome or self.chance.random() < 1 / MOVES_A_GAME:
            self._begin()
        elif self.phones[0] not in shot.hosts:
            self.at.table.add_host(
                self.phones[0]
            )  # else one form that ends it would end most of what can happen
        elif shot.look and shot.look.stage is Stage.READING:
            if self.chance.random() < 0.5:
                self.at.table.reveal(shot.look, by_chance.dice(shot.game.rules, self.chance), PICTURE)
            else:
                self.at.doubt("touching")

    def _begin(self) -> None:
        """Begin a game of any kind, at which the phones sit, unless chance says options that can't be."""
        table, rules = self.at.table, self.chance.choice(list(RULESETS.values()))
        options = by_chance.options(rules, self.chance)
        names = ["Anna", "Ben", "Cleo", "Dan"][: self.chance.randint(max(2, rules.PLAYERS[0]), 4)]
        with suppress(ValueError):
            line = {"game": rules.NAME, "seats": names, "options": options}
            table.start(line, HOST, table.snapshot().version)
        for guest, phone in zip(table.snapshot().chairs, self.phones, strict=False):
            with suppress(NotAllowedError):  # one who has sat down there by a form stays
                table.guests.claim(guest, phone)


def besieged(folder: Path, chance: Random, parts: ExitStack) -> Siege:
    """Return a table with everything that there are pages for, as served, with four phones and a stranger."""
    table = Table(Log(folder / "table.db"), lambda: "2030-02-03T20:15:00+01:00")
    parts.callback(table.close)
    eyes = Eyes()
    setup = WindowSetup(table.snapshot, eyes, eyes, Build.SHAKER)
    lesson = DiceLesson(table.snapshot, Counted(), Pupil())
    names = (f"phone-{number}" for number in count())
    at = evening(table, window=setup, lesson=lesson, streams=STREAMS, new_phone=names.__next__)
    siege = Siege(at, parts.enter_context(Served(at.app, STREAMS)), chance)
    siege.sit_down(4)
    return siege


def trial(seed: int, requests: int, say: Callable[[int], None] = lambda _: None) -> Counter[str]:
    """Send so many requests; return how they were answered. AssertionError says which one broke what.

    `say` is told now and then how many were sent.
    """
    with tempfile.TemporaryDirectory() as folder, ExitStack() as parts:
        siege = besieged(Path(folder), Random(seed), parts)
        try:
            _besiege(siege, requests, say)
        except BaseException as error:
            error.add_note(f"seed {seed}, the request was {siege.sent[:3000]!r}")
            raise
        siege.tally["requests"] = requests
        siege.tally["moves"] = siege.at.version
        return siege.tally


def _besiege(siege: Siege, requests: int, say: Callable[[int], None]) -> None:
    siege.every_route()
    warm = 0
    for number in range(requests):
        if number == WARM_UP:
            warm = resident_bytes()
        if number % SAID_EVERY == 0:
            say(number)
        siege.step()
    growth = resident_bytes() - warm if warm else 0
    siege.tally["KB grown"] = growth // 1024
    assert growth <= MOST_GROWTH_BYTES, f"the memory grew by {growth} bytes"


def resident_bytes() -> int:
    """Return how much memory this process takes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES


def main() -> None:
    """Send requests from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--requests", type=int, default=20_000)
    args = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    for what, number in sorted(trial(args.seed, args.requests, partial(print, flush=True)).items()):
        print(f"{what}: {number}")


if __name__ == "__main__":
    main()
