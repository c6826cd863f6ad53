"""Event streams: only a revision, only so many, and none that outlives its phone."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue

import pytest

from games.maexle import Call
from games.moves import Challenge
from table.actors import Actor
from table.look import Look, Stage
from table.table import Table
from tests.clock import Clock
from tests.web.evening import Evening
from web.wire import streams as module
from web.wire.streams import ENDING, HEARTBEAT_S, LIFE_S, Stream, Streams, Who, Wire

HOST = Actor("host", host=True)
TIMEOUT_S = 20.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def streams(table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Streams:
    monkeypatch.setattr(module, "SLICE_S", 0.0)
    return Streams(table, 2, clock)


def stays() -> bool:
    return False


def wire_to(heard: SimpleQueue[bytes]) -> Wire:
    def write(data: bytes) -> bool:
        heard.put(data)
        return True

    return write


def challenged(streams: Streams) -> tuple[Stream, Look]:
    """Return a stream that knows of a call, and the look that its challenge has just asked for."""
    table = streams.table
    table.start({"game": "maexle", "seats": ["A", "B"]}, HOST, 0)
    table.submit(Call(0, (4, 3)), HOST, 1)
    stream = streams.open(Who("Anna"), stays)
    assert stream
    assert next(stream) == "retry: 1000\ndata: 2\n\n"
    look = table.submit(Challenge(1), HOST, 2).look
    assert look
    return stream, look


def test_a_stream_begins_with_the_revision_and_tells_each_new_one(streams: Streams) -> None:
    stream = streams.open(Who("Anna"), stays)
    assert stream
    assert next(stream) == "retry: 1000\ndata: 0\n\n"
    streams.table.start({"game": "maexle", "seats": ["A", "B"]}, HOST, 0)
    assert next(stream) == "data: 1\n\n"
    streams.table.submit(Call(0, (4, 3)), HOST, 1)
    assert next(stream) == "data: 2\n\n"


def test_news_goes_by_the_wire_while_a_streams_own_thread_sleeps(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SLICE_S", 10 * TIMEOUT_S)
    heard = SimpleQueue[bytes]()
    stream = streams.open(Who("Anna"), stays, lambda: wire_to(heard))
    assert stream
    with ThreadPoolExecutor() as threads:
        said = threads.submit(list, stream)
        threads.submit(streams.tell, lambda job: job())
        streams.table.start({"game": "maexle", "seats": ["A", "B"]}, HOST, 0)
        assert heard.get(timeout=TIMEOUT_S) == b"data: 1\n\n"
        streams.table.submit(Call(0, (4, 3)), HOST, 1)
        assert heard.get(timeout=TIMEOUT_S) == b"data: 2\n\n"
        streams.close()
        assert said.result(TIMEOUT_S) == ["retry: 1000\ndata: 0\n\n"]


def test_a_wire_that_nobody_tells_by_is_told_by_the_stream_itself(streams: Streams) -> None:
    heard = SimpleQueue[bytes]()
    stream = streams.open(Who("Anna"), stays, lambda: wire_to(heard))
    assert stream
    with ThreadPoolExecutor() as threads:
        said = threads.submit(list, stream)
        streams.table.start({"game": "maexle", "seats": ["A", "B"]}, HOST, 0)
        assert heard.get(timeout=TIMEOUT_S) == b"data: 1\n\n"
        streams.close()
        said.result(TIMEOUT_S)


@pytest.mark.parametrize(("quick_look_s", "told"), [(TIMEOUT_S, "data: 4\n\n"), (0.0, "data: 3\n\n")])
def test_a_look_that_soon_ends_is_told_as_its_verdict_and_a_long_one_as_itself(
    streams: Streams, monkeypatch: pytest.MonkeyPatch, quick_look_s: float, told: str
) -> None:
    monkeypatch.setattr(module, "QUICK_LOOK_S", quick_look_s)
    stream, look = challenged(streams)
    with ThreadPoolExecutor() as phone:
        heard = phone.submit(next, stream)
        if not quick_look_s:
            heard.result(TIMEOUT_S)
        streams.table.reveal(look, (4, 3), None)
        assert heard.result(TIMEOUT_S) == told


def test_a_look_that_waits_for_the_cup_is_told_at_once(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "QUICK_LOOK_S", TIMEOUT_S)
    stream, look = challenged(streams)
    streams.table.report(replace(look, stage=Stage.NO_CUP))
    assert next(stream) == "data: 4\n\n"


def test_a_quiet_stream_beats_with_an_event(streams: Streams, clock: Clock) -> None:
    stream = streams.open(Who("Anna"), stays)
    assert stream
    next(stream)
    for _ in range(3):
        clock.now += HEARTBEAT_S
        assert next(stream) == "event: beat\ndata: 0\n\n"


def test_a_stream_ends_after_its_life(streams: Streams, clock: Clock) -> None:
    stream = streams.open(Who("Anna"), stays)
    assert stream
    next(stream)
    clock.now += max(LIFE_S)
    assert list(stream) == []


def test_streams_that_were_opened_together_do_not_end_together(streams: Streams, clock: Clock) -> None:
    many = Streams(streams.table, 64, clock)
    opened = [stream for n in range(64) if (stream := many.open(Who(f"phone {n}"), stays))]
    for stream in opened:
        next(stream)
    clock.now += sum(LIFE_S) / 2
    assert 0 < sum(next(stream, "") != "" for stream in opened) < len(opened)


def test_a_stream_ends_when_its_phone_has_hung_up(streams: Streams) -> None:
    hung_up = [False]
    stream = streams.open(Who("Anna"), lambda: hung_up[0])
    assert stream
    next(stream)
    hung_up[0] = True
    assert list(stream) == []


def test_a_stream_ends_when_the_table_closes(streams: Streams) -> None:
    stream = streams.open(Who("Anna"), stays)
    assert stream
    next(stream)
    streams.close()
    assert list(stream) == []
    assert streams.open(Who("Ben"), stays) is None


def test_a_newer_stream_of_the_same_page_ends_the_older_and_says_so(streams: Streams) -> None:
    older = streams.open(Who("Anna"), stays)
    assert older
    next(older)
    newer = streams.open(Who("Anna"), stays)
    assert newer
    assert list(older) == ["event: elsewhere\ndata: \n\n"]
    older.close()
    assert next(newer).startswith("retry")
    assert streams.is_newest(newer)


def test_there_are_only_so_many_streams_and_a_closed_one_makes_room(streams: Streams) -> None:
    first = streams.open(Who("Anna"), stays)
    assert first
    assert streams.open(Who("Ben"), stays)
    assert streams.open(Who("Cleo"), stays) is None
    first.close()
    first.close()
    assert len(streams) == 1
    assert streams.open(Who("Cleo"), stays)


def test_pages_that_come_and_go_fill_no_memory(streams: Streams) -> None:
    stream = streams.open(Who("Anna"), stays)
    assert stream
    stream.close()
    assert not streams._newest


def test_over_the_cap_a_page_is_told_to_poll_and_can(at: Evening) -> None:
    full = [at.app.extensions["maexle.streams"].open(Who(f"phone {n}", str(n)), stays) for n in range(4)]
    assert all(full)
    phone = at.phone()
    assert phone.get("/events").status_code == 204
    assert phone.get("/revision").text == "0"


def test_a_stream_is_an_event_stream_and_says_nothing_but_revisions(at: Evening) -> None:
    phone = at.phone()
    answer = phone.client.get("/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert next(iter(answer.response)) == b"retry: 1000\ndata: 0\n\n"
    answer.close()
    assert len(at.app.extensions["maexle.streams"]) == 0


def test_a_page_that_there_is_not_has_no_stream(at: Evening) -> None:
    assert at.phone().get("/events?page=other").status_code == 400


def open_for(streams: Streams, *who: Who) -> list[Stream]:
    opened = [streams.open(one, stays) for one in who]
    assert all(opened)
    return [stream for stream in opened if stream and next(stream)]


def test_where_all_places_are_taken_the_greediest_address_gives_its_newest_to_another(
    streams: Streams,
) -> None:
    first, second = open_for(streams, Who("page 1", "greedy"), Who("page 2", "greedy"))
    assert streams.open(Who("page 3", "greedy"), stays) is None, "never to itself"
    (another,) = open_for(streams, Who("page 4", "modest"))
    assert list(second) == []
    assert streams.open(Who("page 5", "greedy"), stays) is None
    second.close()
    assert streams.open(Who("page 6", "third"), stays) is None, "those who have one each keep it"
    streams.table.wake()
    assert [next(stream) for stream in (first, another)] == ["data: 1\n\n"] * 2


def test_a_phone_at_the_table_gets_a_place_from_whoever_only_watches_and_keeps_it(streams: Streams) -> None:
    watching = open_for(streams, Who("page 1", "one"), Who("page 2", "two"))
    open_for(streams, Who("page 3", "one", at_table=True))
    (ended,) = [stream for stream in watching if stream.gives_way]
    ended.close()
    open_for(streams, Who("page 4", "two", at_table=True))
    assert all(stream.gives_way for stream in watching)
    assert streams.open(Who("page 5", "three"), stays) is None
    assert streams.open(Who("page 6", "three", at_table=True), stays) is None


def test_streams_that_give_way_hold_no_threads_without_end(streams: Streams, table: Table) -> None:
    many = Streams(table, ENDING + 2)
    open_for(many, *(Who(f"page {n}", "greedy") for n in range(ENDING + 2)))
    open_for(many, *(Who(f"page {n}", str(n), at_table=True) for n in range(100, 100 + ENDING)))
    assert many.open(Who("one too many", "x", at_table=True), stays) is None


def test_a_page_that_opens_one_stream_after_another_takes_no_place_of_others(table: Table) -> None:
    many = Streams(table, 6)
    watching = open_for(many, Who("page 1", "one"), Who("page 2", "two"))
    opened = [many.open(Who("page 3", "three", at_table=True), stays) for _ in range(20)]
    assert [stream is not None for stream in opened] == [True] * 3 + [False] * 17
    assert not any(stream.gives_way for stream in watching)
    assert opened[0]
    opened[0].close()
    assert many.open(Who("page 3", "three", at_table=True), stays)
