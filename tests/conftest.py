"""How the tests run."""

import os

import pytest


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
