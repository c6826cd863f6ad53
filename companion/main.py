"""The command `maexle`: one subcommand a job."""

import argparse
import importlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final

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
    if isinstance(sys.stdout, io.TextIOWrapper):
        # The name of a file or of a player may hold what can't be written here
        sys.stdout.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(
        prog="maexle", description="The table companion for Mäxle with real dice."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    # Only what is asked for is loaded: OpenCV and the web side take longer than a replay
    for name in set(COMMANDS) & set(argv[:1]) or COMMANDS:
        importlib.import_module(f"companion.commands.{name}").add_parser(commands)
    args = parser.parse_args(argv)
    try:
        status: int = args.run(args)
        print(end="", flush=True)  # stdout may have been closed before the start, and is none then
    except BrokenPipeError:
        # The reader of our output went away, as `| head` does: nothing more to say, and not at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return STOPPED
    return status


class _Version(argparse.Action):
    """Says the version; it is looked up only then, as a program that nobody has installed has none."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print("maexle", version("maexle"))
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
