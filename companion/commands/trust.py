"""`maexle trust`: let somebody sign releases for this table, which `maexle update` then installs.

Who makes releases has a pair of keys (`ssh-keygen -t ed25519 -f KEY`) and gives the public one away, KEY.pub.
"""

import argparse
import shlex
import sys
from pathlib import Path

from companion.commands.plainly import plainly
from companion.kept.forgetful import forgets
from companion.kept.signers import SIGNERS, SignerError, trust


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trust` to the command line."""
    parser = commands.add_parser(
        "trust", help="let somebody sign releases for this table", description=__doc__
    )
    parser.add_argument("key", type=Path, metavar="KEY.pub", help="the public key of who makes them")
    parser.add_argument(
        "--signers", type=Path, default=SIGNERS, metavar="FILE", help="the list (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Add the key and say its fingerprint; return 0, or 1 with a message if that can't be."""
    try:
        fingerprint = trust(args.key, args.signers)
    except (OSError, SignerError) as error:
        print(f"maexle trust: {plainly(error)}", file=sys.stderr)
        return 1
    print(f"{fingerprint} may sign releases for this table from now on.")
    print(f"To take that back: delete its line in {args.signers}")
    if forgets(args.signers):
        key, brought = (shlex.quote(place) for place in (str(args.key), f"/run/{args.key.name}"))
        print("This root is read-only and forgets it. For good:")
        print(f"    sudo cp {key} {brought} && sudo overlayroot-chroot maexle trust {brought}")
    return 0
