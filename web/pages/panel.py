"""The panel: what every phone shows while a game runs."""

from flask import Blueprint, Response

from web.pages.page import panel_page
from web.ports import current_parts

bp = Blueprint("panel", __name__)


@bp.get("/")
def show() -> str:
    """Show the table to the phone that asks."""
    return panel_page()


@bp.get("/panel")
def part() -> str:
    """Show the part of the page that changes."""
    return panel_page()


@bp.get("/revision")
def revision() -> Response:
    """Tell a page that polls whether there is something new."""
    return Response(str(current_parts().table.snapshot().revision), mimetype="text/plain")
