"""Seats: who plays whom on which phone."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from web.door.forms import number
from web.door.phone import current_actor, current_phone
from web.pages.page import current_sight
from web.ports import current_parts

bp = Blueprint("seats", __name__, url_prefix="/seats")


@bp.get("")
def show() -> str:
    """Show every seat: free, this phone's, or taken."""
    return render_template("seats.html", sight=current_sight())


@bp.post("/claim")
def claim() -> ResponseReturnValue:
    """Give a free seat to this phone."""
    current_parts().table.claim(number("seat"), current_phone(), number("game"))
    return redirect(url_for("panel.show"), code=303)


@bp.post("/free")
def free() -> ResponseReturnValue:
    """Hand a seat on: it is free again, for whoever claims it next."""
    current_parts().table.free(number("seat"), current_actor())
    return redirect(url_for("seats.show"), code=303)
