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
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.bot import Bot, Line
from tests.phone import Phone
from tests.program import Program, processor_s, pss_mb
from tests.torture.attack import attack, fetch
from tests.torture.chart import Points, svg
from tests.torture.stream import Stream
from web.wire.streams import LIFE_S, RETRY_MS

GUESTS: Final = tuple(f"127.0.0.{number}" for number in range(2, 62))
"""Everybody else's addresses: on one machine all of these lead to it."""
PATIENCE_S: Final = 10.0
LOOK_S: Final = 0.05
"""How often it is looked whether all have heard, and no oftener: that takes from the processor too."""
PAUSE_S: Final = 0.3
MEMORY_EVERY_S: Final = 1.0
WHEN: Final = {False: "in peace", True: "under attack"}
Late = tuple[float, list[float]]


@dataclass
class House:
    """Everybody at the table on `port`: at which revision each stream stands, and when the newest move came.

    A stream that `gave_way` to somebody who held fewer is followed no further: its page would ask instead.
    """

    port: int
    open: set[int] = field(default_factory=set)
    gave_way: int = 0
    revisions: dict[int, int] = field(default_factory=dict)
    sent: float = 0.0
    came: dict[int, float] = field(default_factory=dict)
    refused: int = 0

    def send(self) -> None:
        """A move goes to the table now."""
        self.came, self.sent = {}, time.time()

    async def watch(self, number: int, *, fetches: bool) -> None:
        """Follow the stream, and open it anew when it has lived out, as a page does."""
        address = GUESTS[number % len(GUESTS)]
        cookie = (await fetch(self.port, address, "/panel", ""))[1]
        while await self._follow(number, address, cookie, fetches=fetches) >= min(LIFE_S):
            await asyncio.sleep(RETRY_MS / 1000)

    async def _follow(self, number: int, address: str, cookie: str, *, fetches: bool) -> float:
        """Return how long a stream lived, s; a phone that acts fetches its page for every move."""
        begun = time.monotonic()

        def told(revision: int, at: float) -> None:
            if revision != self.revisions.get(number):
                self.revisions[number] = revision
                self.came.setdefault(number, at)
                if fetches:
                    pages.create_task(self._fetch(address, cookie))

        async with asyncio.TaskGroup() as pages:
            with Stream(told) as stream:
                if not await stream.open(self.port, address, cookie):
                    self.refused += 1
                    return 0.0
                self.open.add(number)
                await stream.end()
                self.open.remove(number)
        lived = time.monotonic() - begun
        self.gave_way += lived < min(LIFE_S)
        return lived

    async def _fetch(self, address: str, cookie: str) -> None:
        self.refused += (await fetch(self.port, address, "/panel", cookie))[0] != 200


class Host(Bot):
    """Plays for all, and tells the house when a move goes out."""

    def __init__(self, phone: Phone, house: House) -> None:
        super().__init__(phone, random.Random(1))
        self._house = house

    def _send(self, path: str, line: Line, **fields: object) -> None:
        self._house.send()
        super()._send(path, line, **fields)


async def _evening(house: House, host: Host, seconds: float) -> list[Late]:
    """Play for so long; return for each move when it was made and how late each stream heard of it, in s."""
    moves: list[Late] = []
    begun = time.monotonic()
    while (now := time.monotonic()) < begun + seconds:
        there, confirmed = set(house.open), len(host.confirmed)
        await asyncio.to_thread(host.step)
        if len(host.confirmed) == confirmed:
            continue
        while time.monotonic() < now + PATIENCE_S and there & house.open - house.came.keys():
            await asyncio.sleep(LOOK_S)
        took = [at - house.sent for number, at in house.came.items() if number in there]
        moves.append((now - begun, took + [PATIENCE_S] * len(there & house.open - house.came.keys())))
        await asyncio.sleep(PAUSE_S)
    return moves


async def _memory(pid: int, curve: list[tuple[float, float]]) -> None:
    begun = time.monotonic()
    while True:
        curve.append((time.monotonic() - begun, pss_mb(pid)))
        await asyncio.sleep(MEMORY_EVERY_S)


async def _measured(
    program: Program, phone: Phone, args: argparse.Namespace, *, attacked: bool
) -> tuple[list[Late], Points]:
    """Fill the house, let it be attacked or not, and play."""
    house, curve, pid = House(program.port), list[tuple[float, float]](), program.process.pid
    jobs = [
        asyncio.create_task(house.watch(number, fetches=number < args.phones))
        for number in range(args.streams)
    ]
    until = time.monotonic() + 60
    while len(house.revisions) + house.refused < args.streams and time.monotonic() < until:
        await asyncio.sleep(0.1)
    there, worked = len(house.open), processor_s(pid)
    jobs.append(asyncio.create_task(_memory(pid, curve)))
    with attack(program.port) if attacked else nullcontext():
        moves = await _evening(house, Host(phone, house), args.seconds)
    worked = processor_s(pid) - worked
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    late_ms = sorted(1000 * late for _, each in moves for late in each) or [float("nan")]
    p50, p95, p99 = (late_ms[min(len(late_ms) - 1, int(len(late_ms) * share))] for share in (0.5, 0.95, 0.99))
    print(
        f"| {WHEN[attacked]} | {there} | {house.refused} | {house.gave_way} | {len(moves)} | "
        f"{p50:.0f} | {p95:.0f} | {p99:.0f} | {1000 * worked / len(moves):.0f} | "
        f"{max(mb for _, mb in curve):.0f} |",
        flush=True,
    )
    return moves, curve


def main() -> None:
    """Measure twice on one table, print the table, and write the curves."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture.crowd", description=__doc__)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--phones", type=int, default=60, help="so many of them fetch pages")
    parser.add_argument("--seconds", type=float, default=600.0, help="of each of the two evenings")
    parser.add_argument("--out", type=Path, default=Path("docs"))
    args = parser.parse_args()
    print(
        "| | streams | refused | gave way | moves | p50, ms | p95, ms | p99, ms | "
        "processor, ms a move | memory (PSS), MB |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
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
            return asyncio.run(_measured(program, phone, args, attacked=attacked))


def _draw(measured: dict[bool, tuple[list[Late], Points]], out: Path) -> None:
    memory = {WHEN[attacked]: curve for attacked, (_, curve) in measured.items()}
    (out / "crowd-memory.svg").write_text(svg("Memory of the table, a full house", "MB", memory))
    late: dict[str, Points] = {}
    for attacked, (moves, _) in measured.items():
        for name, of in (("median", statistics.median), ("last but 1 %", _p99)):
            late[f"{WHEN[attacked]}, {name}"] = [(at, 1000 * of(each)) for at, each in moves if each]
    (out / "crowd-latency.svg").write_text(svg("From a move to everybody's phone", "ms", late))


def _p99(late: list[float]) -> float:
    return sorted(late)[int(len(late) * 0.99)]


if __name__ == "__main__":
    main()
