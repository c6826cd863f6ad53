"""A warm process whose children are tables: one starts fast, and can be killed thousands of times.

Run as `python -m tests.torture.warm`. It takes lines on its input, `start DATA PORT` and `kill`, and says
`dead` when a child is; the child itself says `up` once it serves phones.
"""

import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO, Final, Self

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from companion.assembly import assemble
from companion.settings import Camera, CameraKind, Settings

WARM: Final = (sys.executable, "-m", "tests.torture.warm")


class Tables:
    """The warm process, from outside: starts and kills one table at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(WARM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def start(self, data: Path, port: int) -> None:
        """Start a table; return before it is up."""
        self._say(f"start {data} {port}")

    def wait(self) -> bool:
        """Wait until the table is up; False if it ended instead."""
        return self._hear() == "up"

    def kill(self) -> bool:
        """Kill the table wherever it is; return once it is dead, and whether it was up by then."""
        self._say("kill")
        return self._hear() == "up" and self._hear() == "dead"

    def _say(self, line: str) -> None:
        _pipe(self._process.stdin).write(f"{line}\n")
        _pipe(self._process.stdin).flush()

    def _hear(self) -> str:
        return _pipe(self._process.stdout).readline().strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _pipe(self._process.stdin).close()
        self._process.wait(timeout=30)
        _pipe(self._process.stdout).close()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise AssertionError("the warm process has no pipes")
    return pipe


def main() -> None:
    """Do as the lines say; at their end the last table goes too."""
    with tempfile.TemporaryDirectory() as folder:
        # Templates are compiled once for all children
        Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(folder)}
        _obey(sys.stdin)


def _obey(lines: Iterable[str]) -> None:
    child = 0
    for line in lines:
        word, *rest = line.split()
        if word == "start":
            child = os.fork()
            if not child:
                _serve(Path(rest[0]), int(rest[1]))
        else:
            _end(child)
            child = 0
            print("dead", flush=True)
    if child:
        _end(child)


def _end(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _serve(data: Path, port: int) -> None:
    """Be a table until somebody kills it."""
    logging.disable(logging.ERROR)
    settings = Settings(camera=Camera(kind=CameraKind.NONE))
    settings = replace(settings, web=replace(settings.web, port=port, streams=8))
    with ExitStack() as parts:
        evening = assemble(data, settings, parts)
        if evening.note:
            print(evening.note, flush=True)
        print("up", flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
