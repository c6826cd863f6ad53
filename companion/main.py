"""The command `maexle`: one subcommand a job."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final

COMMANDS: Final = ("evening", "read", "journal", "replay", "catalogue", "pin")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="maexle", description="The table companion for Mäxle with real dice."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name in COMMANDS:
        importlib.import_module(f"companion.{name}").add_parser(commands)
    args = parser.parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away, as `| head` does: nothing more to say, and not at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
