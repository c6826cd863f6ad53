"""Habits: how this table does it, as the host settles it for all games and evenings."""

from dataclasses import replace

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from table.habits import PATIENCES_S
from web.door.forms import number
from web.door.phone import current_actor
from web.pages.page import current_sight, to_panel
from web.ports import current_parts

bp = Blueprint("habits", __name__, url_prefix="/habits")


@bp.get("")
def show() -> str:
    """Show how this table does it."""
    current_actor().check_host()
    return render_template("host/habits.html", sight=current_sight(), patiences=PATIENCES_S)


@bp.post("")
def settle() -> ResponseReturnValue:
    """Do it so from now on."""
    table = current_parts().table
    wanted = replace(
        table.snapshot().habits,
        patience_s=number("patience_s"),
        keeps="keeps" in request.form,
        reacts="reacts" in request.form,
    )
    if wanted.patience_s not in PATIENCES_S:
        abort(400)
    table.habits.settle(wanted, current_actor())
    return to_panel()
