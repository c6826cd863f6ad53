"""How the tests run."""

import os
from pathlib import Path
from typing import Final

import pytest

MEMORY: Final = Path("/dev/shm")
ROOM_BYTES: Final = 1 << 30
"""Several times what all processes together hold at once."""


def pytest_configure() -> None:
    """Let tests have their folders in memory, where it has room and runs programs.

    Each move at a table is on the disk before it counts, and the tests would wait longest for that.
    """
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and _has_room(os.statvfs(MEMORY)):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: those that wait for a browser or a program leave theirs idle."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each process begins with long tests: the short ones are dealt out anew until all end together."""
    shares = getattr(config, "workerinput", {}).get("workercount", 1)
    long = [item for item in items if item.get_closest_marker("long")]
    short = [item for item in items if item not in set(long)]
    bounds = [len(short) * share // shares for share in range(shares + 1)]
    items[:] = [
        item
        for share in range(shares)
        for item in (*long[share::shares], *short[bounds[share] : bounds[share + 1]])
    ]


def _has_room(memory: os.statvfs_result) -> bool:
    return memory.f_bavail * memory.f_frsize >= ROOM_BYTES and not memory.f_flag & os.ST_NOEXEC
