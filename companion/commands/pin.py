"""`maexle pin`: the host's PIN, for whoever may read the table's memory."""

import argparse
import sys

from companion.kept.keepsakes import host_pin
from companion.kept.places import data_option


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `pin` to the command line."""
    parser = commands.add_parser("pin", help="print the host's PIN")
    data_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the PIN; return 0, or 1 with a message if it can't be read."""
    try:
        args.data.mkdir(parents=True, exist_ok=True)
        print(host_pin(args.data))
    except OSError as error:
        print(f"maexle pin: {error}; run it as the table's user or with sudo", file=sys.stderr)
        return 1
    return 0
