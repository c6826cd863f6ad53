"""The table's pages as they are served, without a network: bytes go in as they would come over the wire.

waitress's own parser, limits and tasks stand around the app, as `web.wire.serving` sets them up.
"""

from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from types import TracebackType
from typing import Any, Final, Self

from flask import Flask
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask

from web.wire.serving import Server

STREAM_PARTS: Final = 2
"""So much of an event stream is read, head and first event, before its phone hangs up."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `ours` says that the app gave it and not the server before it."""

    status: int
    headers: Message
    body: bytes
    ours: bool


class Served:
    """An app behind its server; a context manager that ends the server's threads."""

    def __init__(self, app: Flask, streams: int) -> None:
        self._server = Server(app, "127.0.0.1", 0, streams)

    def ask(self, request: bytes, address: str) -> Answer | None:
        """Send one request's bytes; None where the server still waits for more of them."""
        parser = HTTPRequestParser(self._server._server.adj)
        rest = request
        while rest and not parser.completed:
            rest = rest[parser.received(rest) :]
        if not parser.completed or parser.empty:
            return None
        line = _Line(self._server._server, address)
        task = (ErrorTask if parser.error else WSGITask)(line, parser)
        task.service()
        parser.close()
        return _answer(b"".join(line.sent), ours=not parser.error)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()


@dataclass
class _Line:
    """What a task of waitress's needs of its connection."""

    server: Any
    address: str
    sent: list[bytes] = field(default_factory=list)

    @property
    def addr(self) -> tuple[str, int]:
        return self.address, 40_000

    @property
    def adj(self) -> Any:
        return self.server.adj

    def check_client_disconnected(self) -> bool:
        return len(self.sent) >= STREAM_PARTS

    def write_soon(self, data: bytes) -> int:
        self.sent.append(bytes(data))
        return len(data)


def _answer(sent: bytes, *, ours: bool) -> Answer:
    head, _, body = sent.partition(b"\r\n\r\n")
    first, _, lines = head.partition(b"\r\n")
    return Answer(int(first.split()[1]), BytesParser().parsebytes(lines, headersonly=True), body, ours)
