"""The guard at the door: which host names, which senders of forms, and what a browser may load."""

import hmac
import ipaddress
from typing import Final
from urllib.parse import urlsplit

from flask import Response, abort, current_app, request
from werkzeug.exceptions import HTTPException

from web.door import parcel
from web.door.crowd import Crowd
from web.door.forms import to_number
from web.door.phone import form_token, known_phone, phone_at_table
from web.ports import current_parts

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    # Says nothing to other sites. With "no-referrer" browsers would also hide from us where a form came from.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)


CROWD: Final = "maexle.crowd"
IN_ADDRESSES: Final = ("after", "at")
"""The numbers that a page's address may carry."""
FORMS: Final = ("application/x-www-form-urlencoded", "")
"""How pages send forms that carry no file; "" is an empty one."""
FORM_BYTES: Final = 32 * 1024
"""Twelve long names and their rules, with room."""


class WrongHostError(HTTPException):
    """Somebody came under a name that is not the table's (421, which older Werkzeugs do not know)."""

    code = 421


def check_share() -> Response | None:
    """Refuse a request too many, with next to no work; whoever is at the table has a share of its own."""
    crowd: Crowd = current_app.extensions[CROWD]
    if phone := phone_at_table():
        current_parts().sign(phone)
    if crowd.admits(phone, request.remote_addr or ""):
        return None
    return Response(status=429, headers={"Retry-After": "1"})


def check_host() -> None:
    """Refuse a host name that is not the table's: another site's name may have been pointed at it."""
    if not _is_ours(_host_name(request.host)):
        raise WrongHostError


def check_address() -> None:
    """Refuse an address whose numbers are none, before anything is done that it asks for."""
    for name in IN_ADDRESSES:
        to_number(request.args.get(name, "0"))


def check_sender() -> None:
    """Refuse a form that another site sent, that is not this phone's, or that no page here would send."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("Origin")
    if origin is not None and _place(origin) != request.host.lower():
        abort(403)
    most_bytes, kinds = (
        (parcel.BYTES, parcel.KINDS) if parcel.takes_parcel(request.path) else (FORM_BYTES, FORMS)
    )
    if (request.content_length or 0) > most_bytes:
        abort(413)
    if request.mimetype not in kinds:
        abort(400)
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403)
    phone = known_phone()
    token = request.form.get("token", "")
    if phone is None or not hmac.compare_digest(token.encode(), form_token(phone).encode()):
        abort(403)


def add_headers(response: Response) -> Response:
    """Say what a browser may do with an answer."""
    for name, value in HEADERS:
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _host_name(host: str) -> str:
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return ""
    return (name or "").lower().rstrip(".")


def _place(address: str) -> str:
    """The host and port of an address, "" of what is none."""
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""


def _is_ours(name: str) -> bool:
    if name == "localhost" or name in current_parts().hosts:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
