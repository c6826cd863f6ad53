"""The crowd: nobody shuts others out, and those at the table come first; over real connections."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from hashlib import sha256
from http.client import HTTPConnection, HTTPResponse
from itertools import takewhile
from typing import Final

import pytest
from itsdangerous import Signer

from table.table import Table
from tests.clock import Clock
from tests.web.evening import KEY, Evening, evening
from web.door.crowd import AT_TABLE_S, BURST, FORGOTTEN, GUESTS_PER_S, PER_S, REMEMBERED, Crowd, who_gives_way
from web.wire import serving, streams
from web.wire.serving import CONNECTIONS, SPARE_THREADS, Server

TIMEOUT_S: Final = 20
PLACES: Final = 4
MOST: Final = (PLACES + SPARE_THREADS) * CONNECTIONS
ATTACKER, GUEST, PLAYER = "127.0.0.66", "127.0.0.2", "127.0.0.3"


class Pub:
    """A table that is served, and who comes to it from which address."""

    def __init__(self, at: Evening, server: Server, crowd: Crowd) -> None:
        self.at = at
        self.stack = ExitStack()
        self._server = server
        self._crowd = crowd

    def connect(self, address: str) -> socket.socket:
        where = ("127.0.0.1", self._server.port)
        connection = socket.create_connection(where, TIMEOUT_S, source_address=(address, 0))
        self.stack.callback(connection.close)
        return connection

    def ask(self, address: str, path: str, cookie: str = "") -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self._server.port, TIMEOUT_S, (address, 0))
        self.stack.callback(connection.close)
        connection.request("GET", path, headers={"Cookie": cookie})
        return connection.getresponse()

    def flood(self, address: str) -> list[int]:
        """Ask again and again on one connection; return the answers, up to the first that is refused."""
        statuses = list(takewhile(lambda status: status != 429, self._answers(address)))
        return [*statuses, 429]

    def flood_on(self, address: str) -> None:
        """Ask again and again on one connection, whatever the answer, until nobody listens any more."""
        for _ in takewhile(lambda _: not self._crowd.is_deaf(address), self._answers(address)):
            pass

    def _answers(self, address: str) -> Iterator[int]:
        connection = HTTPConnection("127.0.0.1", self._server.port, TIMEOUT_S, (address, 0))
        self.stack.callback(connection.close)
        while True:
            connection.request("GET", "/revision")
            answer = connection.getresponse()
            answer.read()
            yield answer.status

    def host(self, address: str) -> str:
        """Return the cookie of a host's phone that has come from an address."""
        self.at.table.add_host("landlord")
        cookie = f"phone={Signer(KEY, salt='phone', digest_method=sha256).sign('landlord').decode()}"
        assert self.ask(address, "/seats", cookie).status == 200
        return cookie


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pub(table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pub]:
    monkeypatch.setattr(streams, "SLICE_S", 0.05)
    crowd = Crowd(clock)
    at = evening(table, crowd, streams=PLACES)
    server = Server(at.app, "127.0.0.1", 0, PLACES)
    thread = threading.Thread(target=server.run)
    thread.start()
    pub = Pub(at, server, crowd)
    with pub.stack:
        yield pub
    server.close()
    thread.join(TIMEOUT_S)
    assert not thread.is_alive()


def test_500_idle_connections_of_one_phone_keep_nobody_out(pub: Pub) -> None:
    flood = [pub.connect(ATTACKER) for _ in range(500)]
    for _ in range(3):
        assert pub.ask(GUEST, "/seats").status == 200
    assert flood[0].recv(1) == b"", "the flood's oldest connection gave way"


def test_idle_connections_of_one_phone_cost_who_was_there_before_none_of_theirs(pub: Pub) -> None:
    before = pub.connect(GUEST)
    flood = [pub.connect(ATTACKER) for _ in range(MOST + 10)]
    assert pub.ask("127.0.0.4", "/seats").status == 200
    assert flood[0].recv(1) == b"", "the flood's oldest connection gave way"
    before.sendall(b"GET /revision HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert before.recv(12) == b"HTTP/1.1 200"


def test_idle_connections_from_everywhere_do_not_keep_out_who_plays(pub: Pub) -> None:
    cookie = pub.host(PLAYER)
    for number in range(MOST):
        pub.connect(f"127.0.1.{number}")
    assert pub.ask(PLAYER, "/seats", cookie).status == 200


def test_one_at_the_table_who_holds_every_place_keeps_no_other_out(pub: Pub) -> None:
    pub.host(ATTACKER)
    cookie = pub.host(PLAYER)
    for _ in range(MOST + 10):
        pub.connect(ATTACKER)
    for address in (PLAYER, ATTACKER, GUEST):  # another phone behind that address is no other to the table
        assert pub.ask(address, "/seats", cookie).status == 200


def test_idle_connections_from_where_somebody_plays_cut_nobody_s_stream(pub: Pub) -> None:
    pub.host(ATTACKER)
    watching = pub.ask(GUEST, "/events")
    assert [watching.readline() for _ in range(3)] == [b"retry: 1000\n", b"data: 1\n", b"\n"]
    flood = [pub.connect(ATTACKER) for _ in range(MOST + 10)]
    assert flood[0].recv(1) == b"", "the flood's oldest connection gave way"
    pub.at.table.wake()
    assert watching.readline() == b"data: 2\n"


def test_a_connection_that_says_nothing_is_closed_soon(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert serving.IDLE_S <= 30
    monkeypatch.setattr(serving, "IDLE_S", 0)
    monkeypatch.setattr(serving, "TIDY_S", 0)
    at = evening(table)
    server = Server(at.app, "127.0.0.1", 0, PLACES)
    thread = threading.Thread(target=server.run)
    thread.start()
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S) as connection:
        assert connection.recv(1) == b""
    server.close()
    thread.join(TIMEOUT_S)


def test_silence_is_noticed_though_the_clock_was_set_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "IDLE_S", 0)
    monkeypatch.setattr(serving, "TIDY_S", 0)
    server = Server(evening(table).app, "127.0.0.1", 0, PLACES)
    thread = threading.Thread(target=server.run)
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT_S)) as connection:
        with monkeypatch.context() as wrong:
            fast = time.time() + 3600
            wrong.setattr(time, "time", lambda: fast)
            thread.start()
            connection.request("GET", "/revision")
            connection.getresponse().read()
        assert connection.sock.recv(1) == b""
    server.close()
    thread.join(TIMEOUT_S)


def test_64_streams_of_one_phone_leave_places_for_others(pub: Pub) -> None:
    flood = [pub.ask(ATTACKER, "/events") for _ in range(64)]
    assert [answer.status for answer in flood[:PLACES]] == [200] * PLACES
    guest = pub.ask(GUEST, "/events")
    assert guest.status == 200
    assert guest.readline() == b"retry: 1000\n"
    assert flood[PLACES - 1].read().startswith(b"retry"), "the flood's newest stream has ended"


def test_a_flood_of_requests_is_refused_and_nobody_else_is(pub: Pub) -> None:
    assert pub.flood(ATTACKER) == [200] * int(BURST) + [429]
    refused = pub.ask(ATTACKER, "/")
    assert (refused.status, refused.headers["Retry-After"]) == (429, "1")
    assert pub.ask(GUEST, "/seats").status == 200


def test_whoever_plays_behind_the_floods_own_address_is_served(pub: Pub) -> None:
    cookie = pub.host(ATTACKER)
    pub.flood(ATTACKER)
    assert pub.ask(ATTACKER, "/revision", cookie).status == 200


def test_who_asks_on_in_spite_of_all_refusals_finds_the_door_shut_for_a_while(
    pub: Pub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "HELD_S", 0)
    pub.flood_on(ATTACKER)
    assert pub.connect(ATTACKER).recv(1) == b""
    assert pub.ask(GUEST, "/seats").status == 200
    clock.now += 1
    assert pub.ask(ATTACKER, "/revision").status == 200


def test_before_a_shut_door_one_waits_until_too_many_do(pub: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "HELD", 2)
    pub.flood_on(ATTACKER)
    first, *others = [pub.connect(ATTACKER) for _ in range(3)]
    assert first.recv(1) == b""
    for connection in others:
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):
            connection.recv(1)


def test_behind_the_address_of_the_deaf_those_at_the_table_are_heard(pub: Pub) -> None:
    cookie = pub.host(ATTACKER)
    pub.flood_on(ATTACKER)
    assert pub.ask(ATTACKER, "/revision", cookie).status == 200


@pytest.mark.parametrize(("phone", "per_s"), [("", GUESTS_PER_S), ("at the table", PER_S)])
def test_a_share_comes_back_with_time(clock: Clock, phone: str, per_s: float) -> None:
    crowd = Crowd(clock)
    while crowd.admits(phone, GUEST):
        pass
    clock.now += 1
    assert sum(crowd.admits(phone, GUEST) for _ in range(1000)) == per_s
    assert crowd.is_deaf(GUEST)
    clock.now += 1 / FORGOTTEN
    assert not crowd.is_deaf(GUEST)
    clock.now += 1000
    assert sum(crowd.admits(phone, GUEST) for _ in range(1000)) == BURST


def test_fifty_who_watch_at_one_address_may_fetch_every_move_of_a_quick_game(clock: Clock) -> None:
    crowd = Crowd(clock)
    for _ in range(600):
        assert all(crowd.admits("", GUEST) for _ in range(50))
        clock.now += 2


def test_who_asks_from_ever_new_addresses_fills_no_memory(clock: Clock) -> None:
    crowd = Crowd(clock)
    for number in range(3 * REMEMBERED):
        assert crowd.admits(f"phone {number}", f"10.0.0.{number}")
        assert crowd.admits("", f"10.0.0.{number}")
    assert len(crowd._phones) == len(crowd._guests) == len(crowd._at_table) == REMEMBERED


def test_an_address_where_nobody_plays_any_more_is_one_like_others(clock: Clock) -> None:
    crowd = Crowd(clock)
    crowd.admits("phone", PLAYER)
    assert crowd.is_at_table(PLAYER)
    assert not crowd.is_at_table(GUEST)
    clock.now += AT_TABLE_S
    assert not crowd.is_at_table(PLAYER)


@pytest.mark.parametrize(
    ("held", "at_table", "gives_way"),
    [
        ({}, True, None),
        ({"a": 3, "b": 9}, False, "b"),
        ({"a": 3, "new": 2}, False, None),
        ({"a": 4, "new": 2}, False, "a"),
        ({"a": 1, "new": 7}, True, "new"),
    ],
)
def test_who_holds_most_gives_way(held: dict[str, int], at_table: bool, gives_way: str | None) -> None:
    assert who_gives_way(held, "new", at_table=at_table) == gives_way
