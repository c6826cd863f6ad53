"""One address that attacks, in a process of its own: silent connections, streams, and requests without end.

Run as `python -m tests.torture.attack PORT`; it goes on until it is killed.
"""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

ATTACKER: Final = "127.0.0.66"
IDLE, FOLLOWED, HAMMERS = 300, 100, 8
"""What the attacker holds: connections that say nothing, streams, and those on which it asks without end."""
AGAIN_S: Final = 0.05
IMPATIENT_S: Final = 0.25


@contextmanager
def attack(port: int) -> Iterator[None]:
    """Let the table on this port be attacked meanwhile."""
    with subprocess.Popen((sys.executable, "-m", "tests.torture.attack", str(port))) as attacker:
        try:
            yield
        finally:
            attacker.kill()


async def connect(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect from one of this machine's own addresses."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


def request(path: str, cookie: str) -> bytes:
    """Return a request as a page's script sends it."""
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nConnection: close\r\n"
    return f"{head}Accept-Encoding: gzip\r\nX-Part: 1\r\n\r\n".encode()


async def fetch(port: int, address: str, path: str, cookie: str) -> tuple[int, str]:
    """Return an answer's status, and the cookie that it brought."""
    reader, writer = await connect(port, address)
    try:
        writer.write(request(path, cookie))
        answer = await reader.read()
    finally:
        writer.close()
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1")
    found = [line for line in head.splitlines() if line.lower().startswith("set-cookie: phone=")]
    return int(head.split()[1]), found[0].partition(": ")[2].partition(";")[0] if found else ""


async def _idle(port: int) -> None:
    """Hold a connection and say nothing, until it is closed."""
    reader, _ = await connect(port, ATTACKER)
    await reader.read()


async def _follow(port: int) -> None:
    """Hold a stream until it ends."""
    reader, writer = await connect(port, ATTACKER)
    writer.write(request("/events", ""))
    await reader.read()


async def _hammer(port: int) -> None:
    """Ask without end; where no answer comes, hang up and ask anew."""
    while True:
        await asyncio.wait_for(fetch(port, ATTACKER, "/setup", ""), IMPATIENT_S)


async def _again(job: Callable[[int], Awaitable[None]], port: int) -> None:
    """Do a job for ever, whatever the table does to its connections."""
    while True:
        with suppress(OSError, TimeoutError, ValueError, IndexError):
            await job(port)
        await asyncio.sleep(AGAIN_S)


async def main(port: int) -> None:
    """Attack until somebody ends it."""
    jobs = (_idle,) * IDLE + (_follow,) * FOLLOWED + (_hammer,) * HAMMERS
    await asyncio.gather(*(_again(job, port) for job in jobs))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
