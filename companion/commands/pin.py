"""`maexle pin`: the host's PIN, or another one, for whoever may read the table's memory."""

import argparse
import sys

from companion.commands.known_log import known_log
from companion.commands.plainly import plainly
from companion.kept.keepsakes import host_pin, new_pin
from companion.kept.places import data_option
from table.log import LogError


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `pin` to the command line."""
    parser = commands.add_parser("pin", help="print the host's PIN")
    data_option(parser)
    parser.add_argument("--new", action="store_true", help="make another one, which counts from now on")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the PIN; return 0, or 1 with a message if it can't be read or made."""
    try:
        known_log(args.data)
        print(new_pin(args.data) if args.new else host_pin(args.data))
    except (LogError, OSError) as error:
        print(f"maexle pin: {plainly(error)}", file=sys.stderr)
        return 1
    return 0
