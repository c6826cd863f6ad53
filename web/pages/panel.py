"""The panel: what every phone shows while a game runs."""

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from web.door.phone import known_phone
from web.pages.page import panel_page
from web.ports import current_parts

bp = Blueprint("panel", __name__)
WATCH = "watch"  # in an address: whoever only wants to watch has said so


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show the table to the phone that asks; one that has never been here is asked who it is first."""
    is_new = known_phone() is None and WATCH not in request.args
    if is_new and not current_parts().table.snapshot().party.closed:
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
