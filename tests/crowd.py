"""Fifty phones in one process of their own: each does what the panel's script does in a browser.

A phone holds two connections open, one for the event stream and one to fetch on. It fetches its part of the
page, compressed, when the stream tells a revision that it does not show, and then the picture of a verdict.
Prints a line `SCENE VERSION SECONDS` whenever a phone has a new screen in hand, by the machine's monotonic
clock; the first of a phone comes once its stream is open. Run as `python -m tests.crowd HOST:PORT PHONES`.
"""

import asyncio
import gzip
import re
import sys
import time
from typing import Final

_SCENE: Final = re.compile(r'data-scene="(\w+ \d+).*data-revision="(\d+)"')
_PICTURE: Final = re.compile(r'<image href="([^"]+)"')
_LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


async def main(host: str, phones: int) -> None:
    """Let so many phones follow the table at `host` until the table goes away."""
    addresses = (f"127.0.1.{number + 1}" for number in range(phones))
    await asyncio.gather(*(Follower(host, address).follow() for address in addresses))


class Follower:
    """One phone that watches the table at `host` from an address of its own, as on a pub's Wi-Fi."""

    def __init__(self, host: str, address: str) -> None:
        self._host = host
        self._address = address
        self._cookie = ""
        self._scene = ""
        self._revision = ""

    async def follow(self) -> None:
        """Open the page as a phone that has scanned the code, then fetch whatever the stream tells of."""
        self._fetching = await self._connect()
        self._cookie = await self._own_cookie()
        events, writer = await self._connect()
        self._ask(writer, "/events")
        while line := await events.readline():
            if line.startswith(b"data:") and line[5:].strip().decode() != self._revision:
                await self._refresh()
        writer.close()

    async def _own_cookie(self) -> str:
        head, _ = await self._fetch("/panel")
        found = re.search(r"set-cookie: (phone=[^;]*)", head, re.IGNORECASE)
        if found is None:
            raise ValueError("the table gave this phone no cookie")
        return found[1]

    async def _refresh(self) -> None:
        _, body = await self._fetch("/panel")
        in_hand = time.monotonic()
        page = gzip.decompress(body).decode()
        found = _SCENE.search(page)
        if found is None:
            raise ValueError("the table sent a page without a scene")
        self._revision = found[2]
        if found[1] == self._scene:
            return
        self._scene = found[1]
        print(self._scene, in_hand, flush=True)
        if picture := _PICTURE.search(page):
            await self._fetch(picture[1])

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        name, _, port = self._host.partition(":")
        return await asyncio.open_connection(name, int(port), local_addr=(self._address, 0))

    def _ask(self, writer: asyncio.StreamWriter, path: str) -> None:
        fields = {"Host": self._host, "Cookie": self._cookie, "Accept-Encoding": "gzip", "X-Part": "1"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())

    async def _fetch(self, path: str) -> tuple[str, bytes]:
        reader, writer = self._fetching
        self._ask(writer, path)
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is None:
            raise ValueError("the table did not say how long its answer is")
        return head.decode(), await reader.readexactly(int(length[1]))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
