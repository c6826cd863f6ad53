"""The panel: what every phone shows while a game runs."""

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from web.door.phone import known_phone
from web.pages.page import current_sight, panel_page
from web.pages.qr import SCANNED
from web.ports import current_parts

bp = Blueprint("panel", __name__)
WATCH = "watch"  # in an address: whoever only wants to watch has said so


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show the table to the phone that asks.

    One that has never been here, or comes by the code and has no seat, is asked who it is first.
    """
    comes = SCANNED in request.args or (known_phone() is None and WATCH not in request.args)
    sight = current_sight()
    if comes and sight.guests.may_sit and sight.is_watching:
        return redirect(url_for("seats.show"), code=303)
    return panel_page()


@bp.get("/panel")
def part() -> str:
    """Show the part of the page that changes."""
    return panel_page()


@bp.get("/revision")
def revision() -> Response:
    """Tell a page that polls whether there is something new."""
    return Response(str(current_parts().table.snapshot().revision), mimetype="text/plain")
