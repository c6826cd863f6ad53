"""Event streams: each tells one page that the table has changed, and nothing of what.

A stream costs a thread of the server while it lives, so there are only so many, one a browser and kind of
page, and none outlives its phone for long: a heartbeat finds out who is gone. Where all places are taken,
the crowd's rules say whose stream ends for another.

News is told by one thread to all: five hundred that are woken at once stand in one another's way.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from table.look import Stage
from table.snapshot import Snapshot
from table.table import Table
from web.door.crowd import who_gives_way
from web.wire.reactions import Reactions

HEARTBEAT_S: Final = 12.0
LIFE_S: Final = (240.0, 300.0)
"""So long a stream lives, by chance: those that were opened together are not to end together."""
SLICE_S: Final = 1.0  # how soon a stream notices that it is to end
RETRY_MS: Final = 1000
QUICK_LOOK_S: Final = 0.5  # three frames at 30 a second and their reading, with room on a slow machine


Wire = Callable[[bytes], bool]
"""Writes to a phone from any thread and waits for nobody; False if it takes nothing now."""
FindWire = Callable[[], Wire | None]

ENDING: Final = 8
"""So many streams that gave way may still be about to end while others have taken their places."""


REPLACED: Final = 2
"""So many streams of one page that newer ones have replaced may still be about to end: each holds a place
until then, which a page that opens one after another would take from everybody else."""


@dataclass(frozen=True, slots=True)
class Who:
    """Whose stream it is: the page on which phone, its address, and whether it is at the table."""

    page: str
    address: str = ""
    at_table: bool = False


class Streams:
    """The event streams of a table, at most `most` at once."""

    def __init__(self, table: Table, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Take what the streams tell of; `clock` is monotonic, in s."""
        self.table = table
        self.clock = clock
        self.closed = threading.Event()
        self.reactions = Reactions(clock)
        self._most = most
        self._lock = threading.Lock()
        self._open: dict[Stream, None] = {}  # the oldest first
        self._newest: dict[str, Stream] = {}

    def open(self, who: Who, gone: Callable[[], bool], wire: FindWire = lambda: None) -> "Stream | None":
        """Return a stream for a page, None if nobody gives way; an older one of the same page ends.

        `gone` tells whether the other end has hung up; `wire` finds what writes to it at any time, if there
        is such a thing once the answer has begun.
        """
        with self._lock:
            same = sum(stream.who.page == who.page for stream in self._open)
            if self.closed.is_set() or same > REPLACED or not self._has_room(who):
                return None
            stream = Stream(self, who, gone, wire)
            self._open[stream] = None
            self._newest[who.page] = stream
            return stream

    def tell(self, undisturbed: Callable[[Callable[[], None]], None]) -> None:
        """Have every stream that has a wire told of each revision, until `close`.

        `undisturbed` does a job while nobody new is let in: those who hear first ask first, and whoever tells
        would have to wait for them.
        """
        revision = -1
        while not self.closed.is_set():
            now = self.settled(self.table.wait(revision, SLICE_S))
            if now != revision and not self.closed.is_set():
                revision = now
                undisturbed(partial(self._tell_all, revision))

    def _tell_all(self, revision: int) -> None:
        for stream in list(self._open):
            stream.hear(revision)

    def settled(self, shot: Snapshot) -> int:
        """Return the revision to tell of: a look that has just begun gets a moment to end in a verdict.

        Fifty phones that fetch "reading" would hold up the very reading they are told of, or the verdict. A
        look that has to wait for dice or cup says so, and is told of at once.
        """
        if shot.look and shot.look.stage is Stage.READING:
            shot = self.table.wait(shot.revision, QUICK_LOOK_S)
        return shot.revision

    def is_newest(self, stream: "Stream") -> bool:
        """Return whether no newer stream serves the same page."""
        return self._newest.get(stream.who.page) is stream

    def release(self, stream: "Stream") -> None:
        """Count a stream as ended; may be called twice."""
        with self._lock:
            self._open.pop(stream, None)
            if self.is_newest(stream):
                del self._newest[stream.who.page]

    def _has_room(self, who: Who) -> bool:
        """Return whether there is a place, if need be one that another stream gives up now."""
        staying = [stream for stream in self._open if not stream.gives_way]
        if len(staying) < self._most:
            return True
        guests = [stream for stream in staying if not stream.who.at_table]
        held = Counter(stream.who.address for stream in guests)
        greediest = who_gives_way(held, who.address, at_table=who.at_table)
        if greediest is None or len(self._open) - len(staying) >= ENDING:
            return False
        next(stream for stream in reversed(guests) if stream.who.address == greediest).gives_way = True
        return True

    def close(self) -> None:
        """End every stream soon."""
        self.closed.set()
        self.table.wake()

    def __len__(self) -> int:
        return len(self._open)


class Stream:
    """One event stream, as the lines that go out; what goes by its wire is not among them."""

    def __init__(self, streams: Streams, who: Who, gone: Callable[[], bool], wire: FindWire) -> None:
        """Stand ready; nothing is sent before the first `next`."""
        self.who = who
        self.gives_way = False
        self._streams = streams
        self._gone = gone
        self._find_wire = wire
        self._lock = threading.Lock()
        self._wire: Wire | None = None
        self._told = streams.table.snapshot().revision
        self._events = self._tell()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def hear(self, revision: int) -> None:
        """Tell of a revision by the wire; where there is none (yet), the stream finds out by itself."""
        with self._lock:
            if self._wire and revision > self._told and self._wire(f"data: {revision}\n\n".encode()):
                self._told = revision

    def close(self) -> None:
        """Free the stream's place; the server calls this when it is done, however that came."""
        self._cut()
        self._streams.release(self)

    def _tell(self) -> Iterator[str]:
        clock, reactions = self._streams.clock, self._streams.reactions
        end = clock() + random.uniform(*LIFE_S)
        shown = reactions.last
        beat = clock() + HEARTBEAT_S
        yield f"retry: {RETRY_MS}\ndata: {self._told}\n\n"
        self._wire = self._find_wire()  # the answer's head is out
        while self._goes_on(end):
            before = self._told
            news = self._news()
            for reaction in reactions.since(shown):
                shown = reaction.number
                yield f"event: reaction\ndata: {reaction.line}\n\n"
            if self._told == before and clock() >= beat:
                news = f"event: beat\ndata: {before}\n\n"
            if news or self._told != before:
                beat = clock() + HEARTBEAT_S
            if news:
                yield news
        self._cut()
        if not self._streams.is_newest(self):
            yield "event: elsewhere\ndata: \n\n"

    def _news(self) -> str:
        """Wait a little; return what is new, "" if nothing is or others tell it by the wire."""
        streams, told = self._streams, self._told
        if not self._wire:
            self._told = streams.settled(streams.table.wait(told, SLICE_S))
            return f"data: {self._told}\n\n" if self._told != told else ""
        shot = streams.table.snapshot()
        if shot.revision != told:
            self.hear(streams.settled(shot))
        streams.closed.wait(SLICE_S)
        return ""

    def _cut(self) -> None:
        with self._lock:
            self._wire = None

    def _goes_on(self, end: float) -> bool:
        streams = self._streams
        over = streams.closed.is_set() or streams.clock() >= end or self._gone()
        return not over and not self.gives_way and streams.is_newest(self)
