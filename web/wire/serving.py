"""The server: waitress in this process, with a thread for every event stream and some for everything else."""

import copy
import errno
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from weakref import WeakMethod

from flask import Flask
from waitress import wasyncore
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import create_server

from web.door import parcel
from web.door.crowd import Crowd, who_gives_way
from web.door.guard import CROWD
from web.wire.events import EXTENSION, WIRE
from web.wire.streams import Streams, Wire

SPARE_THREADS: Final = 16
CONNECTIONS: Final = 6  # a browser opens at most so many
IDLE_S: Final = 20
"""So long a connection may be silent between requests, or within one; a stream's may as long as it lives."""
TIDY_S: Final = 5
HEAD_BYTES: Final = 16 * 1024
BODY_BYTES: Final = 64 * 1024
"""So much of a request is kept in memory before anybody looks at it; a form of ours is half of that."""
UNREAD_BYTES: Final = 64 * 1024
"""Who has left so much unread is told no news."""
AT_ONCE: Final = 64
"""So many connections are left at the door at one turn: each turn asks every open one how it is."""
HELD, HELD_S = 512, 20.0
"""So many wait there, and so long: who is hung up on at once is back at once."""
TCP_TIMEOUT_MS: Final = 30_000
_LOOP_S: Final = 1.0


class Server:
    """A listening server; `port` is what it is bound to."""

    def __init__(self, app: Flask, host: str, port: int, streams: int) -> None:
        """Bind the address, port 0 for any free one, to serve `app` with so many event streams.

        Raises:
            OSError: it can't be had.
        """
        self._streams: Streams = app.extensions[EXTENSION]
        self._sockets: dict[int, object] = {}
        self._stop = threading.Event()
        self._running = threading.Lock()
        self._crowd: Crowd = app.extensions[CROWD]
        self._doorway = _Doorway((host, port), self._has_room)
        self._most = (streams + SPARE_THREADS) * CONNECTIONS
        self._server = create_server(
            _with_wires(app),
            map=self._sockets,
            sockets=[self._doorway],
            threads=streams + SPARE_THREADS,
            connection_limit=self._most + SPARE_THREADS,  # never reached: somebody gives way before
            channel_timeout=IDLE_S,
            cleanup_interval=TIDY_S,
            channel_request_lookahead=1,  # lets a stream know that its phone has hung up
            max_request_header_size=HEAD_BYTES,
            max_request_body_size=BODY_BYTES,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
        self._server.channel_class = _channel_for(app)
        self._server.adj.socket_options = [*self._server.adj.socket_options, *_patience()]
        self.port: int = self._doorway.getsockname()[1]

    def _has_room(self, address: str) -> bool:
        """Return whether one more connection is taken, if need be for another that is closed for it.

        Whoever is deaf to refusals is left at the door, where it costs a tenth of what a 429 does.
        """
        if self._crowd.is_deaf(address) and not self._crowd.is_at_table(address):
            return False
        channels = [channel for channel in self._server.active_channels.values() if not channel.will_close]
        if len(channels) < self._most:
            return True
        at_table = self._crowd.is_at_table(address)
        guests = [channel for channel in channels if not self._crowd.is_at_table(channel.addr[0])]
        unused, idle = ([one for one in some if not one.requests] for some in (guests, channels))
        for giving in (unused, idle, guests):  # of those at the table only what they do not use
            held = Counter(channel.addr[0] for channel in giving)
            greediest = who_gives_way(held, address, at_table=at_table)
            if greediest is not None:
                theirs = [channel for channel in giving if channel.addr[0] == greediest]
                min(theirs, key=_use).will_close = True
                return True
        return False

    def run(self) -> None:
        """Serve until `close`."""
        between_turns = self._server.trigger.pull_trigger
        news = threading.Thread(target=self._streams.tell, args=(between_turns,), name="news", daemon=True)
        with self._running:
            news.start()
            while not self._stop.is_set():
                wasyncore.loop(timeout=_LOOP_S, use_poll=True, map=self._sockets, count=1)
                self._doorway.tidy()
                self._follow_clock()
            news.join()

    def _follow_clock(self) -> None:
        """Count silence anew where the clock was set back: waitress goes by the time of day."""
        now = time.time()
        if self._server.next_channel_cleanup > now + TIDY_S:
            self._server.next_channel_cleanup = now
            for channel in self._server.active_channels.values():
                channel.last_activity = min(channel.last_activity, now)

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


def _with_wires(app: Flask) -> Callable[[dict[str, Any], Any], Any]:
    """Let answers find what writes to their connection: WSGI's own `write`, which waits for nobody.

    Known weakly, so that who keeps the request does not keep its answer for the collector to find.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        def start(*head: Any) -> Any:
            write = start_response(*head)
            environ[WIRE] = partial(_wire, WeakMethod(write))
            return write

        return app(environ, start)

    return answer


def _wire(find: WeakMethod[Any]) -> Wire | None:
    write = find()
    return write and partial(_write, write)


def _write(write: Any, data: bytes) -> bool:
    """Write to whoever reads: the server would wait for one who has stopped, and all others with it."""
    if write.__self__.channel.total_outbufs_len > UNREAD_BYTES:
        return False
    try:
        write(data)
    except ClientDisconnected:
        return False
    return True


def _channel_for(app: Flask) -> type:
    """Return what reads requests, as the server's own does; who may bring a parcel may send more."""

    def parse_header(self: Any, header_plus: bytes) -> None:
        try:
            HTTPRequestParser.parse_header(self, header_plus)
        except ValueError as error:  # waitress would log it each time, with who asks, as a fault of its own
            raise ParsingError("Bad URI") from error
        if parcel.would_take_parcel(app, self.path, self.headers.get("COOKIE", "")):
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = parcel.HEARD_BYTES

    parser = type("Parser", (HTTPRequestParser,), {"parse_header": parse_header})
    return type("Channel", (HTTPChannel,), {"parser_class": parser})


class _Doorway(socket.socket):
    """A listening socket before which those wait for whom there is no room: the server knows of none."""

    def __init__(self, address: tuple[str, int], has_room: Callable[[str], bool]) -> None:
        bound = socket.create_server(address)
        super().__init__(bound.family, bound.type, bound.proto, bound.detach())
        self._has_room = has_room
        self._held = deque[tuple[float, socket.socket]]()

    def accept(self) -> tuple[socket.socket, Any]:
        for _ in range(AT_ONCE):
            connection, address = super().accept()
            if self._has_room(address[0]):
                return connection, address
            self._hold(connection)
        raise ConnectionAbortedError(errno.ECONNABORTED, "no room for one more")

    def tidy(self) -> None:
        """Hang up on those who have waited long enough, or longest where there are too many."""
        now = time.monotonic()
        while self._held and (len(self._held) > HELD or self._held[0][0] <= now):
            self._held.popleft()[1].close()

    def close(self) -> None:
        for _, connection in self._held:
            connection.close()
        super().close()

    def _hold(self, connection: socket.socket) -> None:
        """Let somebody wait; of those who come together each goes a little later than the one before."""
        until = time.monotonic() + HELD_S
        if self._held:
            until = max(until, self._held[-1][0] + HELD_S / HELD)
        self._held.append((until, connection))


def _use(channel: Any) -> tuple[bool, float]:
    """How much a connection of waitress's is in use: with a request under way, and how lately."""
    return bool(channel.requests), channel.last_activity


def _patience() -> list[tuple[int, int, int]]:
    """Return the option that lets TCP give up a silent phone soon, where the system has it."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    return [(socket.IPPROTO_TCP, option, TCP_TIMEOUT_MS)] if option is not None else []
