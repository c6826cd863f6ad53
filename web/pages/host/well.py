"""Is all well? What the machine and what hangs on it say of themselves, and what a host does about it."""

from datetime import datetime

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from table.window import RoundRunsError, may_look
from web.door.parcel import BYTES
from web.door.phone import current_actor
from web.pages.page import current_sight
from web.ports import Machine, State, current_parts
from web.words import health
from web.words.codes import REFUSALS, say

bp = Blueprint("well", __name__, url_prefix="/host/well")


@bp.get("")
def show() -> str:
    """Show every sign, the worst first."""
    return well_page()


@bp.post("")
def look_again() -> ResponseReturnValue:
    """Look through the window anew, unless somebody plays, and show every sign."""
    machine = _machine()
    if not may_look(current_parts().table.snapshot()):
        return well_page(say(REFUSALS, RoundRunsError.code)), 409
    machine.look_again()
    return redirect(url_for("well.show"), code=303)


@bp.post("/restart")
def restart() -> str:
    """Let the program start anew."""
    _machine().restart()
    return render_template("host/anew.html", sight=current_sight(), brought=False)


@bp.get("/report")
def report() -> Response:
    """Send what helps to find a fault, as a file."""
    response = Response(_machine().report(), mimetype="text/plain")
    name = f"maexle-report-{datetime.now():%Y-%m-%d}.txt"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def well_page(problem: str = "") -> str:
    """Return the page, with a sentence on top if something was refused.

    It blinks where the button was pressed since this page was there last.
    """
    machine = _machine()
    worst_first = [State.BAD, State.WATCH, State.WELL]
    signs = sorted(machine.signs(), key=lambda sign: worst_first.index(sign.state))
    known = request.args.get("presses", "")
    blinks = known.isdecimal() and int(known[:9]) < machine.presses
    shown = {"signs": signs, "health": health, "problem": problem, "blinks": blinks, "most": BYTES}
    return render_template("host/well.html", sight=current_sight(), presses=machine.presses, **shown)


def _machine() -> Machine:
    current_actor().check_host()
    return current_parts().machine
