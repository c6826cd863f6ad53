"""How the tests run."""

import os


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: those with a browser wait for it a third of their time."""
    return len(os.sched_getaffinity(0)) + 1
