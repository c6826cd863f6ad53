"""The server under a crowd: fifty phones follow one move, and none holds its thread for good."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse

import pytest

from table.actors import Actor
from table.table import Table
from tests.web.evening import evening
from web.wire import streams
from web.wire.serving import Server

PHONES = 50
TIMEOUT_S = 20
HOST = Actor("host", host=True)


@pytest.fixture
def server(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(streams, "SLICE_S", 0.05)
    at = evening(table, streams=PHONES)
    server = Server(at.app, "127.0.0.1", 0, PHONES)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server
    server.close()
    thread.join(TIMEOUT_S)
    assert not thread.is_alive()


def ask(server: Server, path: str, stack: ExitStack) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT_S)
    stack.callback(connection.close)
    connection.request("GET", path)
    return connection.getresponse()


def read_event(answer: HTTPResponse) -> list[str]:
    lines = []
    while line := answer.readline().decode().strip():
        lines.append(line)
    return lines


def test_fifty_phones_on_the_stream_all_hear_of_a_move(server: Server, table: Table) -> None:
    with ExitStack() as stack:
        answers = [ask(server, "/events", stack) for _ in range(PHONES)]
        assert [read_event(answer) for answer in answers] == [["retry: 1000", "data: 0"]] * PHONES
        table.start({"game": "maexle", "seats": ["Anna", "Ben"]}, HOST, 0)
        assert [read_event(answer) for answer in answers] == [["data: 1"]] * PHONES
        page = ask(server, "/panel", stack)
        assert page.status == 200, "there are threads left for pages"
        page.read()
        assert ask(server, "/events", stack).status == 204, "one more is told to poll"


def test_phones_hear_at_once_though_their_threads_sleep_and_one_has_gone(
    server: Server, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "SLICE_S", 10 * TIMEOUT_S)
    with ExitStack() as gone, ExitStack() as stack:
        answers = [ask(server, "/events", phone) for phone in (stack, gone, stack)]
        for answer in answers:
            read_event(answer)
        gone.close()
        for version in range(3):
            table.start({"game": "maexle", "seats": ["Anna", "Ben"]}, HOST, version)
            told = [["data: " + str(version + 1)]] * 2
            assert [read_event(answer) for answer in answers[::2]] == told


def test_a_phone_that_hangs_up_frees_its_place(server: Server, table: Table) -> None:
    for _ in range(PHONES):
        with ExitStack() as phone:
            read_event(ask(server, "/events", phone))
    status = 204
    while status == 204:
        with ExitStack() as phone:
            status = ask(server, "/events", phone).status
    assert status == 200


def test_a_phone_that_vanishes_without_a_word_is_given_up_in_half_a_minute(server: Server) -> None:
    with ExitStack() as stack:
        answer = ask(server, "/events", stack)
        assert read_event(answer)
        (channel,) = server._server.active_channels.values()
        assert channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


def test_the_port_is_free_again_after_closing(table: Table) -> None:
    first = Server(evening(table).app, "127.0.0.1", 0, 1)
    first.close()
    first.close()
    second = Server(evening(table).app, "127.0.0.1", first.port, 1)
    assert second.port == first.port
    second.close()


def test_an_address_that_is_taken_is_an_error_that_says_so(table: Table) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        Server(evening(table).app, "127.0.0.1", taken.getsockname()[1], 1)


@pytest.mark.parametrize("address", ["http://[", "https://]/"])
def test_an_address_that_is_none_is_refused_and_leaves_the_log_alone(
    server: Server, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S) as phone:
        phone.sendall(f"GET {address} HTTP/1.1\r\n\r\n".encode())
        assert phone.recv(100).startswith(b"HTTP/1.1 400 ")
    assert not caplog.records, "anybody could fill the report with it, and it would name their address"
