"""What hours of drawing and learning leave on disk: whole or not there, and made by one process at a time."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until no other process holds this file, then hold it; whoever is killed holds it no longer."""
    with lock.open("w") as held:
        try:
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"{lock}: another process is at it, and is waited for", flush=True)
            fcntl.lockf(held, fcntl.LOCK_EX)
        yield
