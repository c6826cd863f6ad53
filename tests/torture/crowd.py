"""A full house at the real table, in peace and while one address attacks: how late news come, what it costs.

`python -m tests.torture.crowd` prints the table and writes the curves to `docs/`. Every stream waits on its
own connection for the next move, some are of phones that fetch their page when one comes, and a host plays.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.bot import Bot
from tests.phone import Phone
from tests.program import Program, pss_mb
from tests.torture.attack import ask, attack, connect, fetch
from tests.torture.chart import Points, svg
from web.wire.streams import LIFE_S, RETRY_MS

GUESTS: Final = tuple(f"127.0.0.{number}" for number in range(2, 62))
"""Everybody else's addresses: on one machine all of these lead to it."""
PATIENCE_S: Final = 10.0
MEMORY_EVERY_S: Final = 1.0
Late = tuple[float, list[float]]


@dataclass
class House:
    """Everybody at the table on `port`, and when each stream last heard of something new.

    A stream that `gave_way` to somebody who held fewer is followed no further: its page would ask instead.
    """

    port: int
    open: set[int] = field(default_factory=set)
    gave_way: int = 0
    heard: dict[int, float] = field(default_factory=dict)
    revisions: dict[int, int] = field(default_factory=dict)
    refused: int = 0
    fetched: int = 0

    async def watch(self, number: int, *, fetches: bool) -> None:
        """Follow the stream, and open it anew when it has lived out, as a page does."""
        address = GUESTS[number % len(GUESTS)]
        cookie = (await fetch(self.port, address, "/panel", ""))[1]
        while await self._follow(number, address, cookie, fetches=fetches) >= min(LIFE_S):
            await asyncio.sleep(RETRY_MS / 1000)

    async def _follow(self, number: int, address: str, cookie: str, *, fetches: bool) -> float:
        """Return how long a stream lived, s; a phone that acts fetches its page for every move."""
        begun = time.monotonic()
        reader, writer = await connect(self.port, address)
        ask(writer, "/events", cookie)
        if b" 200 " not in await reader.readline():
            self.refused += 1
            return 0.0
        self.open.add(number)
        while line := await reader.readline():
            if line.startswith(b"data:") and line[5:].strip():
                self.heard[number] = time.monotonic()
                self.revisions[number] = int(line[5:])
                if fetches:
                    status, _ = await fetch(self.port, address, "/panel", cookie)
                    self.fetched += status == 200
                    self.refused += status != 200
        self.open.remove(number)
        writer.close()
        lived = time.monotonic() - begun
        self.gave_way += lived < min(LIFE_S)
        return lived

    def late(self, before: Mapping[int, int]) -> set[int]:
        """Return the streams that have heard of nothing since they stood at these revisions."""
        return {one for one in self.open & before.keys() if self.revisions[one] == before[one]}


async def _evening(house: House, bot: Bot, seconds: float) -> list[Late]:
    """Play for so long; return for each move when it was made and how late each stream heard of it, in s."""
    moves: list[Late] = []
    begun = time.monotonic()
    while (now := time.monotonic()) < begun + seconds:
        before = {one: house.revisions[one] for one in house.open & house.revisions.keys()}
        confirmed = len(bot.confirmed)
        sent = time.monotonic()
        await asyncio.to_thread(bot.step)
        if len(bot.confirmed) == confirmed:
            continue
        until = now + PATIENCE_S
        while time.monotonic() < until and house.late(before):
            await asyncio.sleep(0.005)
        took = [house.heard[one] - sent for one, then in before.items() if house.revisions[one] != then]
        moves.append((sent - begun, took + [PATIENCE_S] * len(house.late(before))))
        await asyncio.sleep(0.3)
    return moves


async def _memory(pid: int, curve: list[tuple[float, float]]) -> None:
    begun = time.monotonic()
    while True:
        curve.append((time.monotonic() - begun, pss_mb(pid)))
        await asyncio.sleep(MEMORY_EVERY_S)


async def _measured(
    program: Program, bot: Bot, args: argparse.Namespace, *, attacked: bool
) -> tuple[list[Late], Points]:
    """Fill the house, let it be attacked or not, and play."""
    house, curve = House(program.port), list[tuple[float, float]]()
    jobs = [
        asyncio.create_task(house.watch(number, fetches=number < args.phones))
        for number in range(args.streams)
    ]
    until = time.monotonic() + 60
    while len(house.heard) + house.refused < args.streams and time.monotonic() < until:
        await asyncio.sleep(0.1)
    there = len(house.open)
    jobs.append(asyncio.create_task(_memory(program.process.pid, curve)))
    with attack(program.port) if attacked else nullcontext():
        moves = await _evening(house, bot, args.seconds)
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    _tell("under attack" if attacked else "in peace", house, moves, curve, there)
    return moves, curve


def _tell(when: str, house: House, moves: list[Late], curve: Points, there: int) -> None:
    late_ms = sorted(1000 * late for _, each in moves for late in each) or [float("nan")]
    p50, p95, p99 = (late_ms[min(len(late_ms) - 1, int(len(late_ms) * share))] for share in (0.5, 0.95, 0.99))
    print(
        f"| {when} | {there} | {house.refused} | {house.gave_way} | {len(moves)} | "
        f"{p50:.0f} | {p95:.0f} | {p99:.0f} | {max(mb for _, mb in curve):.0f} |",
        flush=True,
    )


def main() -> None:
    """Measure twice on one table, print the table, and write the curves."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture.crowd", description=__doc__)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--phones", type=int, default=60, help="so many of them fetch pages")
    parser.add_argument("--seconds", type=float, default=600.0, help="of each of the two evenings")
    parser.add_argument("--out", type=Path, default=Path("docs"))
    args = parser.parse_args()
    print("| | streams | refused | gave way | moves | p50, ms | p95, ms | p99, ms | memory (PSS), MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    measured = {attacked: _table(args, attacked=attacked) for attacked in (False, True)}
    _draw(measured, args.out)


def _table(args: argparse.Namespace, *, attacked: bool) -> tuple[list[Late], Points]:
    """Measure a table of its own."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text(f'[web]\nstreams = {args.streams}\n[camera]\nkind = "none"\n')
        with Program(Path(folder) / "data", "--settings", str(settings)) as program:
            phone = Phone(program.address)
            phone.pair(program.pin)
            phone.start("A", "B", "C", lives=20)
            return asyncio.run(_measured(program, Bot(phone, random.Random(1)), args, attacked=attacked))


def _draw(measured: dict[bool, tuple[list[Late], Points]], out: Path) -> None:
    names = {False: "in peace", True: "under attack"}
    memory = {names[attacked]: curve for attacked, (_, curve) in measured.items()}
    (out / "crowd-memory.svg").write_text(svg("Memory of the table, a full house", "MB", memory))
    late: dict[str, Points] = {}
    for attacked, (moves, _) in measured.items():
        for name, of in (("median", statistics.median), ("last but 1 %", _p99)):
            late[f"{names[attacked]}, {name}"] = [(at, 1000 * of(each)) for at, each in moves if each]
    (out / "crowd-latency.svg").write_text(svg("From a move to everybody's phone", "ms", late))


def _p99(late: list[float]) -> float:
    return sorted(late)[int(len(late) * 0.99)]


if __name__ == "__main__":
    main()
