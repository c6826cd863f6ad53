"""`maexle address`: where phones find the table now, as a code to scan and in letters."""

import argparse
import sys

from companion.commands.notices import announce_address
from companion.commands.table_options import port_option, settings_option, with_port
from companion.fittings.network import local_name, own_url, url
from companion.settings import SettingsError, load


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `address` to the command line."""
    parser = commands.add_parser("address", help="say where phones find the table now")
    settings_option(parser)
    port_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the address; return 0, 1 without a network, 2 where the settings can't be used."""
    try:
        settings = with_port(load(args.settings), args)
    except SettingsError as error:
        print(f"maexle address: {error}", file=sys.stderr)
        return 2
    address = own_url(settings.web.port)
    announce_address(address)
    if address:
        print(f"or, on most phones:  {url(local_name(), settings.web.port)}")
    return 0 if address else 1
