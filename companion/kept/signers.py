"""Who may sign releases for this table: OpenSSH's list of allowed signers.

OpenSSH is on every Pi, its keys can be given out and taken back in one file, and it needs no network.
"""

import subprocess
from pathlib import Path
from typing import IO, Final

from companion.kept.whole_file import write_whole

SIGNERS: Final = Path("/etc/maexle/signers")
SIGNER: Final = "maexle"
"""Whom the keys in that file have to be of."""
WHAT_FOR: Final = "maexle-release"
"""What is signed: a signature under something else, a message for one, counts for nothing here."""
LONGEST: Final = 16_384
"""Bytes of a public key; the longest that OpenSSH makes has some 3,000."""


class SignerError(Exception):
    """A key or a signature won't do; the message says why."""


def trust(key: Path, signers: Path) -> str:
    """Let whoever has a public key sign releases from now on, and return the key's fingerprint.

    Raises:
        SignerError: it is no public key, or the list is none.
        OSError: it can't be read, or the list can't be written.
    """
    line = f'{SIGNER} namespaces="{WHAT_FOR}" {_public(key)}'
    fingerprint = _fingerprint(key)
    if line not in _lines(signers):
        known = _text(signers).rstrip("\n") + "\n" if signers.exists() else ""
        write_whole(signers, f"{known}{line}\n".encode())
    return fingerprint


def verify(release: Path, signature: Path, signers: Path) -> None:
    """See that somebody who is named in `signers` has signed this release.

    Raises:
        SignerError: nobody has, or the list is none.
        OSError: a file can't be read.
    """
    if not _lines(signers):
        raise SignerError(
            f"nobody may sign releases for this table yet ({signers}); "
            "with the public key of whoever makes them: sudo maexle trust KEY.pub"
        )
    with release.open("rb") as file:
        command = ("-Y", "verify", "-f", signers, "-I", SIGNER, "-n", WHAT_FOR, "-s", signature)
        if _keygen(*command, given=file).returncode:
            raise SignerError(
                f"{release.name} is not signed by anybody whom this table trusts ({signers}); "
                "nothing was changed"
            )


def _lines(signers: Path) -> list[str]:
    """The lines of the list that name somebody."""
    if not signers.exists():
        return []
    lines = (line.strip() for line in _text(signers).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _text(signers: Path) -> str:
    try:
        return signers.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SignerError(f"{signers} is no list of signers: expected text in UTF-8") from error


def _public(key: Path) -> str:
    """The one line of a public key: its kind, its code, and whose it is."""
    with key.open("rb") as file:
        said = file.read(LONGEST + 1)
    lines = said.decode("utf-8", "replace").strip().splitlines()
    if lines and lines[0].startswith("-----BEGIN"):
        raise SignerError(f"{key} is the secret half of a key, for its maker alone: the other ends in .pub")
    if len(lines) != 1 or len(said) > LONGEST:
        raise SignerError(f"{key} is no public key: expected the one line of a file that ends in .pub")
    return lines[0]


def _fingerprint(key: Path) -> str:
    said = _keygen("-l", "-f", key)
    if said.returncode:
        raise SignerError(f"{key} is no public key that OpenSSH knows")
    return said.stdout.decode().split()[1]


def _keygen(
    *words: str | Path, given: IO[bytes] | int = subprocess.DEVNULL
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(("ssh-keygen", *words), stdin=given, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise SignerError("OpenSSH is needed for this: sudo apt install openssh-client") from error
