"""The server: waitress in this process, with a thread for every event stream and some for everything else."""

import socket
import threading
from typing import Final

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from web.wire.events import EXTENSION
from web.wire.streams import Streams

SPARE_THREADS: Final = 16
CONNECTIONS: Final = 6  # a browser opens at most so many
TCP_TIMEOUT_MS: Final = 30_000
_LOOP_S: Final = 1.0


class Server:
    """A listening server; `port` is what it is bound to."""

    def __init__(self, app: Flask, host: str, port: int, streams: int) -> None:
        """Bind the address.

        Raises:
            OSError: it can't be had.
        """
        self._streams: Streams = app.extensions[EXTENSION]
        self._sockets: dict[int, object] = {}
        self._stop = threading.Event()
        self._running = threading.Lock()
        listening = socket.create_server((host, port), family=_family(host))
        self._server = create_server(
            app,
            map=self._sockets,
            sockets=[listening],
            threads=streams + SPARE_THREADS,
            connection_limit=(streams + SPARE_THREADS) * CONNECTIONS,
            channel_request_lookahead=1,  # lets a stream know that its phone has hung up
            max_request_body_size=256 * 1024,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
        self._server.adj.socket_options = [*self._server.adj.socket_options, *_patience()]
        self.port: int = listening.getsockname()[1]

    def run(self) -> None:
        """Serve until `close`."""
        with self._running:
            while not self._stop.is_set():
                wasyncore.loop(timeout=_LOOP_S, use_poll=True, map=self._sockets, count=1)

    def close(self) -> None:
        """End every stream, let what is under way finish, and let the address go; may be called twice."""
        self._streams.close()
        if self._stop.is_set():
            return
        self._stop.set()
        self._server.pull_trigger()
        with self._running:
            self._server.task_dispatcher.shutdown()
            wasyncore.close_all(self._sockets, ignore_all=True)


def serve(app: Flask, host: str, port: int, streams: int) -> Server:
    """Return a server of `app`, bound to `host` and `port` (0: any free one), for so many event streams."""
    return Server(app, host, port, streams)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _patience() -> list[tuple[int, int, int]]:
    """Return the option that lets TCP give up a silent phone soon, where the system has it."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    return [(socket.IPPROTO_TCP, option, TCP_TIMEOUT_MS)] if option is not None else []
