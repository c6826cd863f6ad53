"""An event stream at the table as a phone follows it, and when each of its lines was there.

What counts is when the system had the bytes, not when Python came to look at them: five hundred streams in
one process wait for one another, which is none of the table's doing.
"""

import asyncio
import re
import socket
import struct
from collections.abc import Callable
from typing import Final, Self

from tests.torture.attack import request

_REVISION: Final = re.compile(rb"^data: (\d+)\r?\n", re.MULTILINE)
_STAMPS: Final = 35
"""Linux's SO_TIMESTAMPNS: what comes brings its time of day along, in ns."""
_STAMP: Final = struct.Struct("qq")


class Stream:
    """One event stream; `told` hears each revision and when it came, by `time.time`."""

    def __init__(self, told: Callable[[int, float], None]) -> None:
        self._told = told
        self._rest = b""
        self._answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, _STAMPS, 1)
        self._socket.setblocking(False)

    async def open(self, port: int, address: str, cookie: str) -> bool:
        """Ask for the stream from one of this machine's addresses; return whether it was given."""
        loop = asyncio.get_running_loop()
        self._socket.bind((address, 0))
        await loop.sock_connect(self._socket, ("127.0.0.1", port))
        await loop.sock_sendall(self._socket, request("/events", cookie))
        loop.add_reader(self._socket, self._read)
        return await self._answered

    async def end(self) -> None:
        """Return once the table has ended it."""
        await self._ended

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()

    def _read(self) -> None:
        data, notes, _, _ = self._socket.recvmsg(4096, socket.CMSG_SPACE(_STAMP.size))
        if not data:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._ended.set_result(None)
        if not self._answered.done():
            self._answered.set_result(b" 200 " in data.partition(b"\n")[0])
        lines, _, self._rest = (self._rest + data).rpartition(b"\n")
        for found in _REVISION.finditer(lines + b"\n"):
            self._told(int(found[1]), _arrival(notes[0][2]))


def _arrival(stamp: bytes) -> float:
    seconds, nanoseconds = _STAMP.unpack(stamp)
    return float(seconds + nanoseconds / 1e9)
