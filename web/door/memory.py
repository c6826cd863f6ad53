"""What a phone remembers of its owner: the name and the sign they last took at this table."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from flask import Response, request

from web.door.phone import set_cookie

COOKIE: Final = "guest"
LONGEST: Final = 1200  # 96 letters, each of four bytes that are written as three


@dataclass(frozen=True, slots=True)
class Owner:
    """Who the phone's owner says they are; no name where it remembers none."""

    name: str = ""
    sign: int = 0


def remember_owner(response: Response, owner: Owner) -> None:
    """Let the phone keep a name and a sign."""
    set_cookie(response, COOKIE, f"{owner.sign}.{quote(owner.name, safe='')}")


def remembered_owner() -> Owner:
    """Return what the phone that asks remembers."""
    sign, _, name = request.cookies.get(COOKIE, "")[:LONGEST].partition(".")
    if not (sign.isascii() and sign.isdecimal() and len(sign) < 4):
        return Owner()
    return Owner(unquote(name, errors="ignore"), int(sign))
