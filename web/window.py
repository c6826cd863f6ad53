"""The window's set-up on a host's phone: one step at a time, by forms alone."""

import logging

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from table.actors import NotAllowedError
from table.window import DICE, RoundRunsError, Step, WindowSetup
from web.forms import dice, number
from web.pages import current_sight
from web.parts import current_parts
from web.phone import current_actor
from web.words import DOUBTS, REFUSALS, say

bp = Blueprint("window", __name__, url_prefix="/host/window")
_LOG = logging.getLogger(__name__)


@bp.get("")
def show() -> str:
    """Show how far set-up is."""
    return _page(_window())


@bp.post("")
def change() -> ResponseReturnValue:
    """Do one step: look, go on, try again, take the other build, store, or begin anew."""
    window = _window()
    if number("number") != window.stand.number:
        return _back()  # a second tap, or another phone was faster: this is how it stands now
    try:
        _do(window, request.form.get("do", ""))
    except RoundRunsError as error:
        return _page(window, say(REFUSALS, error.code)), 409
    except OSError as error:
        _LOG.warning("the window's set-up: %s", error)
        code = "disk" if window.stand.step is Step.STORE else "camera"
        return _page(window, say(DOUBTS, code)), 503
    return _back()


@bp.get("/picture/<int:stand>")
def picture(stand: int) -> Response:
    """Send what the camera saw at the last look; it is kept nowhere else."""
    window = _window()
    now = window.stand
    if now.glance is None or now.number != stand or not window.allowed:
        abort(404)
    return Response(now.glance.picture.jpeg, mimetype="image/jpeg")


def _do(window: WindowSetup, what: str) -> None:
    match what:
        case "look":
            window.look(dice(DICE) if window.stand.step is Step.TEST else ())
        case "next":
            window.next()
        case "again":
            window.again()
        case "build":
            window.take_offer()
        case "store":
            window.store()
        case "begin":
            window.begin()
        case _:
            abort(400)


def _window() -> WindowSetup:
    if not current_actor().host:
        raise NotAllowedError("host_only", "the host sets the window up")
    window = current_parts().window
    if window is None:
        abort(404)
    return window


def _page(window: WindowSetup, problem: str = "") -> str:
    return render_template(
        "window.html",
        sight=current_sight(),
        stand=window.stand,
        steps=list(Step),
        dice_count=DICE,
        allowed=window.allowed,
        problem=problem,
    )


def _back() -> ResponseReturnValue:
    return redirect(url_for("window.show"), code=303)
