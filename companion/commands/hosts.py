"""`maexle hosts`: which phones are hosts, and ending them, whether the table runs or not."""

import argparse
import sys
from contextlib import closing
from typing import Final

from companion.commands.known_log import known_log
from companion.commands.plainly import plainly
from companion.kept.places import data_option
from table.log import Host, Log, LogError
from table.opening import log_to_read

ALL: Final = "all"


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `hosts` to the command line."""
    parser = commands.add_parser("hosts", help="list the hosts, or end them", description=__doc__)
    data_option(parser)
    parser.add_argument("--end", metavar="MARK", help=f"end the host with this mark; {ALL}: every one")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the hosts or end some; return 0, or 1 with a message if that can't be."""
    try:
        path = known_log(args.data)
        if args.end is not None:
            with closing(Log(path)) as log:
                _end(log, args.end)
        else:
            with log_to_read(path) as log:
                _list(log)
    except (LogError, OSError) as error:
        print(f"maexle hosts: {plainly(error)}", file=sys.stderr)
        return 1
    return 0


def _end(log: Log, mark: str) -> None:
    ended = [host for host in log.hosts() if mark in (ALL, host.mark)]
    if not ended and mark != ALL:
        raise LogError(f"no host has the mark '{mark}': `maexle hosts` lists them")
    log.end_hosts(host.phone for host in ended)
    print(f"ended: {len(ended)}. Who knows the PIN can come back: `maexle pin --new` makes another one.")


def _list(log: Log) -> None:
    hosts = log.hosts()
    if not hosts:
        print("no phone is a host's")
    for host in hosts:
        print(f"{host.mark}  {_since(host):<17}  {_played(log, host)}".rstrip())


def _since(host: Host) -> str:
    return host.at[:16].replace("T", " ") or "for long"


def _played(log: Log, host: Host) -> str:
    """Who plays on a host's phone."""
    names = [guest.name for guest in log.party().of(host.phone)]
    return f"plays {', '.join(names)}" if names else "plays nobody"
