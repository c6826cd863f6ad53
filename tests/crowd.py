"""Fifty phones in one process of their own: each follows the table and fetches what it may see.

Prints a line `VERSION SECONDS` for each phone that has a verdict in hand, by the machine's monotonic clock.
Run as `python -m tests.crowd HOST:PORT PHONES`; it prints `ready` when all streams are open.
"""

import asyncio
import re
import sys
import time
from typing import Final

_SCENE: Final = re.compile(r'data-scene="(\w+) (\d+)')


async def main(host: str, phones: int) -> None:
    """Let so many phones follow the table at `host` until the table goes away."""
    opened = [asyncio.Event() for _ in range(phones)]
    tasks = [asyncio.create_task(_follow(host, event)) for event in opened]
    await asyncio.gather(*(event.wait() for event in opened))
    print("ready", flush=True)
    await asyncio.gather(*tasks)


async def _follow(host: str, opened: asyncio.Event) -> None:
    cookie = await _cookie(host)
    reader, writer = await _ask(host, "/events", cookie)
    shown = 0
    while line := await reader.readline():
        if not line.startswith(b"data:"):
            continue
        opened.set()
        page = await _page(host, "/panel", cookie)
        scene = _SCENE.search(page)
        if scene and scene[1] in ("verdict", "over") and int(scene[2]) != shown:
            shown = int(scene[2])
            print(shown, time.monotonic(), flush=True)
    writer.close()


async def _ask(host: str, path: str, cookie: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    name, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    writer.write(request.encode())
    return reader, writer


async def _page(host: str, path: str, cookie: str) -> str:
    reader, writer = await _ask(host, path, cookie)
    page = await reader.read()
    writer.close()
    return page.decode()


async def _cookie(host: str) -> str:
    page = await _page(host, "/", "")
    found = re.search(r"set-cookie: (phone=[^;]*)", page, re.IGNORECASE)
    if found is None:
        raise ValueError("the table gave this phone no cookie")
    return found[1]


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
