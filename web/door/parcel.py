"""The parcel: the one thing larger than a form that the table takes, from a host's phone alone."""

from typing import Final

from flask import Flask

from web.door.phone import known_phone
from web.ports import current_parts

PATH: Final = "/host/memory"
"""Where it is brought to."""
KINDS: Final = ("multipart/form-data",)
BYTES: Final = 28 * 2**20
"""The largest copy of a memory that a table makes: 16 MiB of taught dice, its window, and the lines of
hundreds of evenings, packed to a fifth."""
HEARD_BYTES: Final = 32 * 2**20
"""So much is listened to, so that whoever brings too much is told so; what is still more is cut off."""


def takes_parcel(path: str) -> bool:
    """Return whether the phone that asks may bring a parcel there."""
    return path == PATH and known_phone() in current_parts().table.snapshot().hosts


def would_take_parcel(app: Flask, path: str, cookies: str) -> bool:
    """Return the same before there is a request, of its path and what it says of its cookies."""
    if path != PATH:
        return False
    with app.test_request_context(path, headers={"Cookie": cookies}):
        return takes_parcel(path)
