"""Ports for programs that tests start."""

import random
import socket
from contextlib import suppress

# Below those that Linux gives to connections (32768 to 60999), which may take a free one in the next moment.
PORTS = (20_000, 30_000)


def free_port(chance: random.Random | None = None) -> int:
    """Return a port that nobody has."""
    chance = chance or random.Random()
    while True:
        port = chance.randrange(*PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("0.0.0.0", port))
            return port
