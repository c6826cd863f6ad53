"""The heap: what the program took from the system, and gives back. glibc's own; others are left alone."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ARENA_MAX: Final = -8
"""What `malloc.h` calls `M_ARENA_MAX`: how many heaps there may be."""


def share_heap() -> None:
    """Let all threads share one heap, as of the first of them.

    Else glibc makes eight for each core, and of what is free at the end of each but the first it gives
    nothing back: after some thirty set-ups 60 MB with the heaps of two cores, 100 with those of four.
    """
    _call("mallopt", ARENA_MAX, 1)


@contextmanager
def giving_back() -> Iterator[None]:
    """Give the memory that looking, reading or learning took back to the system.

    glibc keeps it: after a minute's game 360 MB that nobody uses, where each thread had a heap. A reading
    takes 3 to 6 ms of the processor more for it, as its pages have to be had anew.
    """
    try:
        yield
    finally:
        _call("malloc_trim", 0)


def _call(name: str, *numbers: int) -> None:
    function = getattr(ctypes.CDLL(None), name, None)
    if function:
        function(*numbers)
