"""The command `maexle`: one subcommand a job."""

import argparse
import importlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final

from companion.commands.plainly import plain_reason

COMMANDS: Final = (
    *("run", "setup", "check", "read", "teach", "log"),
    *("replay", "games", "pin", "hosts", "address", "card", "proof", "trust", "update"),
)
"""Each is a module of its own in `companion.commands`."""
STOPPED: Final = 128 + signal.SIGINT
"""The status that a shell gives to what Ctrl-C ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    argv = (sys.argv[1:] if argv is None else argv) or ["--help"]
    status = 0
    try:
        status = _obey(argv)
        print(end="", flush=True)  # stdout may have been closed before the start, and is none then
    except KeyboardInterrupt:  # while a command is still loaded, too, which takes a Pi seconds
        return STOPPED
    except OSError as error:
        gone = isinstance(error, BrokenPipeError)
        if not gone and not _is_stuck():
            raise
        if not gone and status == 0:  # else the command has said what is wrong
            reason = plain_reason(error)
            print(f"maexle {argv[0]}: its output can't be written: {reason}", file=sys.stderr)
        # There is nothing more to say on stdout, and not at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return status or 1
    return status


def _obey(argv: Sequence[str]) -> int:
    _brace_for_anything()
    try:
        args = _parser(argv).parse_args(argv)
    finally:
        print(end="", flush=True)  # --help and --version end here
    status: int = args.run(args)
    return status


def _parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="maexle", description="The table companion for Mäxle with real dice."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    # Only what is asked for is loaded: OpenCV and the web side take longer than a replay
    for name in set(COMMANDS) & set(argv[:1]) or COMMANDS:
        importlib.import_module(f"companion.commands.{name}").add_parser(commands)
    return parser


def _brace_for_anything() -> None:
    """Let no letter that can't be written here, or read, be a crash."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # The name of a file or of a player may hold such
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if sys.stdin is None:  # it was closed before the start: nobody answers
        sys.stdin = io.TextIOWrapper(io.BytesIO())


def _is_stuck() -> bool:
    """Whether stdout holds what it can't get rid of."""
    try:
        print(end="", flush=True)
    except OSError:
        return True
    return False


class _Version(argparse.Action):
    """Says the version; it is looked up only then, as a program that nobody has installed has none."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print("maexle", version("maexle"))
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
