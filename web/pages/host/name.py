"""The table's name: what a host calls it, on every phone, the television and the card to print."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from table.names import SetupError
from web.door.forms import typed_name
from web.door.phone import current_actor
from web.pages.page import current_sight
from web.ports import current_parts
from web.words.codes import REFUSALS, say

bp = Blueprint("name", __name__, url_prefix="/host/name")


@bp.get("")
def show() -> str:
    """Show what the table is called."""
    current_actor().check_host()
    return _page(current_parts().table.snapshot().name)


@bp.post("")
def call() -> ResponseReturnValue:
    """Call it so from now on; whom the first steps lead goes back to them."""
    table, typed = current_parts().table, typed_name()
    try:
        table.plate.call(typed, current_actor())
    except SetupError as error:
        return _page(typed, say(REFUSALS, error.code)), 409
    return redirect(url_for("panel.show" if table.snapshot().habits.led else "first.show"), code=303)


def _page(name: str, problem: str = "") -> str:
    return render_template("host/name.html", sight=current_sight(), name=name, problem=problem)
