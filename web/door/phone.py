"""The phone that asks: known by a signed cookie, and what it may act as.

The cookie carries no time and the form token follows from it, so that two evenings with the same moves give
the same pages byte for byte.
"""

import hashlib
import hmac
from typing import Final

from flask import Response, g, request
from itsdangerous import BadSignature, Signer
from werkzeug.http import dump_cookie

from table.actors import Actor
from web.ports import current_parts

COOKIE: Final = "phone"
YEAR_S: Final = 365 * 24 * 3600
ENTRANCES: Final = frozenset({"/", "/screen"})
"""Where phones come in: what follows the table there asks for other pages. A television sees but the one."""


def current_phone() -> str:
    """Return the name of the phone that asks; a new one gets it here, and the cookie with the answer."""
    if "phone" not in g:
        g.phone = known_phone() or _new_name()
    name: str = g.phone
    return name


def known_phone() -> str | None:
    """Return the phone's name if it came with a cookie of ours."""
    try:
        return _signer().unsign(request.cookies.get(COOKIE, "")).decode()
    except (BadSignature, UnicodeDecodeError):
        return None


def phone_at_table() -> str:
    """Return the phone that asks if somebody plays on it or it is a host's, else ""."""
    phone = known_phone()
    if phone is None:
        return ""
    actor = current_parts().table.snapshot().actor(phone)
    return phone if actor.seats or actor.host else ""


def current_actor() -> Actor:
    """Return what the phone that asks may act as."""
    return current_parts().table.snapshot().actor(current_phone())


def form_token(phone: str) -> str:
    """Return what every form of a phone carries, so that no other site can post in its name."""
    return hmac.new(current_parts().key, f"form {phone}".encode(), hashlib.sha256).hexdigest()[:32]


def comes_in(response: Response) -> bool:
    """Return whether a phone comes in: a year begins anew for what it remembers."""
    return request.path in ENTRANCES and response.status_code < 400 and known_phone() is not None


def remember_phone(response: Response) -> Response:
    """Send the cookie to a phone that is new, and again to one that comes in."""
    if g.get("new_phone") or comes_in(response):
        set_cookie(response, COOKIE, _signer().sign(current_phone()).decode())
    return response


def set_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie for a year, without the date that Flask would put in."""
    cookie = dump_cookie(
        name, value, max_age=YEAR_S, path="/", httponly=True, samesite="Lax", sync_expires=False
    )
    response.headers.add("Set-Cookie", cookie)


def _signer() -> Signer:
    return Signer(current_parts().key, salt="phone", digest_method=hashlib.sha256)


def _new_name() -> str:
    g.new_phone = True
    return current_parts().new_phone()
