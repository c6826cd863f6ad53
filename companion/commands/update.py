"""`maexle update`: another version of the program, from a release that somebody trusted here has signed.

The signature lies beside the file under the same name and `.sig`; `maexle trust` says whose it may be.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.commands.plainly import plainly
from companion.kept.signers import SIGNERS, SignerError, verify

TOO_LARGE: Final = 200_000_000
"""Bytes; a release has some 11 million."""


class UpdateError(Exception):
    """The program stays as it is; the message says why."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `update` to the command line."""
    parser = commands.add_parser("update", help="take another version of the program", description=__doc__)
    parser.add_argument("release", type=Path, metavar="FILE", help="the release; FILE.sig lies beside it")
    parser.add_argument(
        "--signers", type=Path, default=SIGNERS, metavar="FILE", help="who may sign (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the release and install it; return the installer's status, 2 if it never came to that."""
    try:
        if os.geteuid() != 0:
            raise UpdateError("this needs root: sudo maexle update")
        with tempfile.TemporaryDirectory(prefix="maexle-") as place:
            release = _own_copy(args.release, Path(place))
            verify(release, _signature(release), args.signers)
            return _install(release, Path(place) / "tree")
    except (OSError, SignerError, UpdateError) as error:
        print(f"maexle update: {plainly(error)}", file=sys.stderr)
        return 2


def _own_copy(release: Path, place: Path) -> Path:
    """Copy both files to where nobody can change them between the check and the installation."""
    if not release.name:
        raise UpdateError(f"{release} is a folder: say which file in it is the release")
    if release.exists() and not _signature(release).exists():
        raise UpdateError(
            f"{_signature(release)} is missing, the signature of {release.name}: whoever made the release "
            "gives out both; put it into the same folder"
        )
    for name in (release, _signature(release)):
        if name.stat().st_size > TOO_LARGE:
            raise UpdateError(f"{name} is far too large for a release")
        shutil.copyfile(name, place / name.name)
    return place / release.name


def _signature(release: Path) -> Path:
    return release.with_name(f"{release.name}.sig")


def _install(release: Path, tree: Path) -> int:
    """Unpack it and start its own installer, which keeps the old program until the new one runs."""
    tree.mkdir()
    unpacked = subprocess.run(
        ["tar", "-xzf", release, "-C", tree, "--strip-components=1", "--no-same-owner"], check=False
    )
    if unpacked.returncode:
        raise UpdateError(f"{release.name} can't be unpacked (see above); nothing was changed")
    installer = tree / "systemd" / "install.sh"
    if not installer.is_file():
        raise UpdateError(f"{release.name} is no release of this program; nothing was changed")
    with subprocess.Popen(["bash", installer]) as installing:
        while installing.poll() is None:
            with suppress(KeyboardInterrupt):  # the same keys end the installer, which goes back first
                installing.wait()
    return installing.returncode
