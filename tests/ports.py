"""Ports for programs that tests start."""

import os
import random
import socket
from contextlib import suppress
from typing import Final

# Below those that Linux gives to connections (32768 to 60999), which may take a free one in the next moment.
FIRST: Final = 20_000
EACH: Final = 1_000
WORKERS: Final = 10
"""Tests side by side draw from ports of their own: a program needs a second to take the one it got."""


def free_port(chance: random.Random | None = None) -> int:
    """Return a port that nobody has, nor any test beside this one will be given."""
    chance = chance or random.Random()
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = FIRST + worker % WORKERS * EACH
    while True:
        port = chance.randrange(first, first + EACH)
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("0.0.0.0", port))
            return port
