"""Seats: who sits on this phone. People say who they are, sit down, and hand their seat on."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from table.names import SetupError
from web.door.forms import number, typed_name
from web.door.memory import Owner, remember_owner, remembered_owner
from web.door.phone import current_actor, current_phone
from web.pages.page import current_sight, to_panel
from web.ports import current_parts
from web.sight.guests import absent_regulars
from web.words.codes import REFUSALS, say

bp = Blueprint("seats", __name__, url_prefix="/seats")


@bp.get("")
def show() -> str:
    """Ask who somebody is, or show who sits on this phone; and everyone else, free or taken."""
    return _page(remembered_owner())


@bp.post("/join")
def join() -> ResponseReturnValue:
    """Sit down as somebody new: at once, or, while a game runs, for the next one."""
    owner, is_first = _typed_owner(), not current_actor().guests
    try:
        current_parts().table.guests.join(owner.name, owner.sign, current_phone())
    except SetupError as error:
        return _page(owner, say(REFUSALS, error.code)), 409
    return _remembering(owner if is_first else remembered_owner(), "panel.show")


@bp.post("/claim")
def claim() -> ResponseReturnValue:
    """Sit down for somebody who has no phone."""
    current_parts().table.guests.claim(number("guest"), current_phone())
    return to_panel()


@bp.post("/free")
def free() -> ResponseReturnValue:
    """Hand a seat on: it is free again, for whoever claims it next."""
    current_parts().table.guests.free(number("guest"), current_actor())
    return redirect(url_for("seats.show"), code=303)


@bp.post("/change")
def change() -> ResponseReturnValue:
    """Take another name or sign."""
    owner, guest, by = _typed_owner(), number("guest"), current_actor()
    try:
        current_parts().table.guests.change(guest, owner.name, owner.sign, by)
    except SetupError as error:
        return _page(remembered_owner(), say(REFUSALS, error.code)), 409
    return _remembering(owner if guest == min(by.guests, default=guest) else remembered_owner(), "seats.show")


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Leave the table."""
    current_parts().table.guests.leave(number("guest"), current_actor())
    return redirect(url_for("seats.show"), code=303)


def _typed_owner() -> Owner:
    return Owner(typed_name(), number("sign") if "sign" in request.form else 0)


def _remembering(owner: Owner, page: str) -> Response:
    response = make_response(redirect(url_for(page), code=303))
    remember_owner(response, owner)
    return response


def _page(owner: Owner, problem: str = "") -> str:
    sight = current_sight()
    offered = absent_regulars(sight.shot, current_parts().table.scores) if sight.guests.may_sit else []
    return render_template("guest/seats.html", sight=sight, owner=owner, problem=problem, regulars=offered)
