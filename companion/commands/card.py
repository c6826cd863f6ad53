"""`maexle card`: a card to print, with the codes of the table and its Wi-Fi and how to play."""

import argparse
import getpass
import sys
from pathlib import Path
from urllib.parse import urlsplit

from companion.commands.plainly import plainly
from companion.commands.table_options import port_option, settings_option, with_port
from companion.fittings.network import own_url
from companion.kept.places import data_option, log_file
from companion.kept.whole_file import write_whole
from companion.settings import load
from table.log import LogError
from table.opening import log_to_read
from web.card.card import Paper, Wifi, draw
from web.card.pdf import pdf
from web.card.svg import svg
from web.pages.qr import SCANNED

WRITERS = {".pdf": pdf, ".svg": svg}


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `card` to the command line."""
    parser = commands.add_parser("card", help="make a card to print: the codes, and how to play")
    parser.add_argument("file", type=Path, metavar="FILE", help="where it goes: a .pdf or an .svg")
    data_option(parser)
    settings_option(parser)
    port_option(parser)
    parser.add_argument("--paper", choices=[paper.name for paper in Paper], default="A6")
    parser.add_argument("--wifi", metavar="NAME", help="the Wi-Fi that the card is to carry")
    parser.add_argument("--password", help="the Wi-Fi's (default: asked for; empty: it has none)")
    parser.add_argument("--address", metavar="URL", help="where phones find the table (default: now)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the card; return 0, 1 without a network or a place to write, 2 where it can't be such a card."""
    write = WRITERS.get(args.file.suffix.lower())
    try:
        settings = with_port(load(args.settings), args)
        if write is None:
            raise ValueError(f"expected a file that ends in {' or '.join(WRITERS)}, not {args.file.name!r}")
        wifi = _wifi(args)
    except (OSError, ValueError) as error:
        print(f"maexle card: {error}", file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt):
        print("\nmaexle card: no password was given, and nothing is written", file=sys.stderr)
        return 2
    address = args.address or own_url(settings.web.port)
    if not address:
        print("maexle card: no network, so phones have no address to scan; say --address", file=sys.stderr)
        return 1
    name = _given_name(args.data) or settings.table.usual_name
    try:
        card = write(draw(name, *_said(address), wifi), Paper[args.paper])
    except ValueError as error:
        print(f"maexle card: {_refusal(error)}", file=sys.stderr)
        return 2
    return _write(args.file, card)


def _refusal(error: ValueError) -> str:
    if isinstance(error, UnicodeEncodeError):
        return f"a PDF has not all letters of {error.object!r}; name an .svg"
    # It is no address, or no code has room for it
    return "--address: expected one like http://192.0.2.7:8080, and short"


def _write(file: Path, card: bytes) -> int:
    try:
        write_whole(file, card)
    except OSError as error:
        print(f"maexle card: {plainly(error)}", file=sys.stderr)
        return 1
    return 0


def _given_name(data: Path) -> str:
    """Return what a host has called the table, "" if nobody has or its memory can't be read here."""
    try:
        if log_file(data).exists():
            with log_to_read(log_file(data)) as log:
                return log.ledger.table_name()
    except (LogError, OSError) as error:
        print(f"maexle card: named as in the settings: {plainly(error)}", file=sys.stderr)
    return ""


def _said(address: str) -> tuple[str, str]:
    """Return an address as people type it, and as the code says it: as a link, else no phone opens it.

    Raises:
        ValueError: no phone can open it: it has a gap, names no host, or a port that can't be.
    """
    whole = address if address.endswith("/") else f"{address}/"
    whole = whole if "://" in whole else f"http://{whole}"
    parts = urlsplit(whole)
    is_web = parts.scheme in ("http", "https")
    if address.split() != [address] or not is_web or not parts.hostname or parts.port == 0:
        raise ValueError(f"expected an address that phones can open, not {address!r}")
    return parts.netloc, f"{whole}?{SCANNED}"


def _wifi(args: argparse.Namespace) -> Wifi | None:
    password = args.password
    if not args.wifi:
        if password:
            raise ValueError("--password is a Wi-Fi's: say its name, too, with --wifi")
        return None
    if password is None:
        password = getpass.getpass("The Wi-Fi's password (empty: it has none): ")
    return Wifi(args.wifi, password)
