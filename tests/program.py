"""The real program in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.kept.keepsakes import host_pin
from tests.ports import free_port


class Program:
    """`maexle run` on a folder of data; a context manager that ends it. `address` is where phones find it."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        command = (sys.executable, "-m", "companion.main", "run", "--data", str(data))
        arguments = (f"--port={self.port}", *arguments)
        self.process = subprocess.Popen((*command, *arguments), stdout=subprocess.PIPE, text=True)
        self.said = self.wait_until_it_serves()

    @property
    def pin(self) -> str:
        """The host's PIN."""
        return host_pin(self.data)

    @property
    def top(self) -> str:
        """The address of the simulated table's page, as the program printed it."""
        found = re.search(r"/cup/\w+", self.said)
        if found is None:
            raise AssertionError(f"no table's page was printed: {self.said}")
        return f"{self.address}{found[0][1:]}"

    def kill(self) -> None:
        """Pull the plug: no warning, no cleaning up."""
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """Press Ctrl-C and return the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self._reap()

    def _reap(self) -> int:
        status = self.process.wait(timeout=30)
        if self.process.stdout:
            self.process.stdout.close()
        return status

    def wait_until_it_serves(self) -> str:
        """Return what it prints until it serves, at its start or when it has started anew."""
        said = ""
        for line in self.process.stdout or ():
            said += line
            if line.startswith("Ctrl-C"):
                return said
        self._reap()
        raise AssertionError(f"the program ended by itself: {said}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def pss_mb(pid: int) -> float:
    """Return the memory that a process holds, its share of what it shares with others included, MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def processor_s(pid: int) -> float:
    """Return how long the processor has worked for a process, its threads and its system calls, s."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
