"""Event streams: each tells one page that the table has changed, and nothing of what.

A stream costs a thread of the server while it lives, so there are only so many, one a browser and kind of
page, and none outlives its phone for long: a heartbeat finds out who is gone. Where all places are taken,
the crowd's rules say whose stream ends for another.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from table.look import Stage
from table.table import Snapshot, Table
from web.door.crowd import who_gives_way
from web.wire.reactions import Reactions

HEARTBEAT_S: Final = 12.0
LIFE_S: Final = (240.0, 300.0)
"""So long a stream lives, by chance: those that were opened together are not to end together."""
SLICE_S: Final = 1.0  # how soon a stream notices that it is to end
RETRY_MS: Final = 1000
QUICK_LOOK_S: Final = 0.5  # three frames at 30 a second and their reading, with room on a slow machine


ENDING: Final = 8
"""So many streams that gave way may still be about to end while others have taken their places."""


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

    def open(self, who: Who, gone: Callable[[], bool]) -> "Stream | None":
        """Return a stream for a page, None if nobody gives way; an older one of the same page ends.

        `gone` tells whether the other end has hung up.
        """
        with self._lock:
            if self.closed.is_set() or not self._has_room(who):
                return None
            stream = Stream(self, who, gone)
            self._open[stream] = None
            self._newest[who.page] = stream
            return stream

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

    def __len__(self) -> int:
        return len(self._open)


class Stream:
    """One event stream, as the lines that go out."""

    def __init__(self, streams: Streams, who: Who, gone: Callable[[], bool]) -> None:
        """Stand ready; nothing is sent before the first `next`."""
        self.who = who
        self.gives_way = False
        self._streams = streams
        self._gone = gone
        self._events = self._tell()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Free the stream's place; the server calls this when it is done, however that came."""
        self._streams.release(self)

    def _tell(self) -> Iterator[str]:
        clock, table = self._streams.clock, self._streams.table
        end = clock() + random.uniform(*LIFE_S)
        revision, told = table.snapshot().revision, self._streams.reactions.last
        beat = clock() + HEARTBEAT_S
        yield f"retry: {RETRY_MS}\ndata: {revision}\n\n"
        while self._goes_on(end):
            now = self._settled(table.wait(revision, SLICE_S))
            for reaction in self._streams.reactions.since(told):
                told = reaction.number
                yield f"event: reaction\ndata: {reaction.line}\n\n"
            if now == revision and clock() < beat:
                continue
            kind = "event: beat\n" if now == revision else ""
            revision, beat = now, clock() + HEARTBEAT_S
            yield f"{kind}data: {revision}\n\n"
        if not self._streams.is_newest(self):
            yield "event: elsewhere\ndata: \n\n"

    def _settled(self, shot: Snapshot) -> int:
        """Return the revision to tell of: a look that has just begun gets a moment to end in a verdict.

        Fifty phones that fetch "reading" would hold up the very reading they are told of, or the verdict. A
        look that has to wait for dice or cup says so, and is told of at once.
        """
        if shot.look and shot.look.stage is Stage.READING:
            shot = self._streams.table.wait(shot.revision, QUICK_LOOK_S)
        return shot.revision

    def _goes_on(self, end: float) -> bool:
        streams = self._streams
        over = streams.closed.is_set() or streams.clock() >= end or self._gone()
        return not over and not self.gives_way and streams.is_newest(self)
