"""Hours of drawing and learning: one process at a time, whatever becomes of the others."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

HOLD = """
import sys
from pathlib import Path
from tests.training.keeping import alone
with alone(Path(sys.argv[1])):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_who_comes_second_waits_until_the_first_is_gone_even_killed(tmp_path: Path) -> None:
    with ExitStack() as ended:
        first = holding(tmp_path / "lock", ended)
        assert said(first) == "mine"
        second = holding(tmp_path / "lock", ended)
        assert "is waited for" in said(second)
        first.kill()
        assert said(second) == "mine"


def holding(lock: Path, ended: ExitStack) -> "subprocess.Popen[str]":
    """Another process that holds the lock until it is ended."""
    command = [sys.executable, "-c", HOLD, str(lock)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    ended.enter_context(process)
    ended.callback(process.kill)
    return process


def said(process: "subprocess.Popen[str]") -> str:
    """The next line that it prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()
