"""The window's set-up on a host's phone: one step at a time, by forms alone."""

import logging
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from table.window import DICE, RoundRunsError, Step, WindowSetup
from web.door.forms import dice, number
from web.door.phone import current_actor
from web.pages.page import current_sight
from web.ports import current_parts
from web.words.codes import DOUBTS, REFUSALS, say

bp = Blueprint("window", __name__, url_prefix="/host/window")
NUDGES: Final = {
    "left": (-1, 0, 0),
    "right": (1, 0, 0),
    "up": (0, -1, 0),
    "down": (0, 1, 0),
    "smaller": (0, 0, -1),
    "larger": (0, 0, 1),
}
"""What each nudge does to a circle's middle and radius, in steps."""
STEP_SHARE: Final = 0.01
"""A step, as a share of the picture's width: a tap moves the circle by about three of a phone's px."""
_LOG = logging.getLogger(__name__)


@bp.get("")
def show() -> str:
    """Show how far set-up is."""
    return _page(_window())


@bp.post("")
def change() -> ResponseReturnValue:
    """Do one step: look, say where the window is, go on, try again, take the other build, store, or begin."""
    window = _window()
    try:
        with window.standing_at(number("number")) as current:
            what = request.form.get("do", "")
            if current:
                _do(window, what)
            elif what != "begin" and window.stand.step is Step.EMPTY and window.stand.glance is None:
                return _page(window, say(REFUSALS, "setup_anew")), 409
            # else a second tap, or another phone was faster: the page shows how it stands now
    except RoundRunsError as error:
        return _page(window, say(REFUSALS, error.code)), 409
    except OSError as error:
        _LOG.warning("the window's set-up: %s", error)
        code = "disk" if window.stand.step is Step.STORE else "camera"
        return _page(window, say(DOUBTS, code)), 503
    return redirect(url_for("window.show"), code=303)


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
        case "other":
            window.other()
        case "fit":
            window.fit(number("x"), number("y"), number("radius"))
        case "nudge":
            _nudge(window, request.form.get("way", ""))
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


def _nudge(window: WindowSetup, way: str) -> None:
    """Move or size the circle by one step."""
    glance = window.stand.glance
    if way not in NUDGES or glance is None:
        abort(400)
    step, shown = STEP_SHARE * glance.picture.width, glance.circle
    at = (shown.x, shown.y, shown.radius)
    x, y, radius = (was + step * steps for was, steps in zip(at, NUDGES[way], strict=True))
    window.fit(x, y, radius)


def _window() -> WindowSetup:
    current_actor().check_host()
    window = current_parts().window
    if window is None:
        abort(404)
    return window


def _page(window: WindowSetup, problem: str = "") -> str:
    return render_template(
        "host/window.html",
        sight=current_sight(),
        stand=window.stand,
        steps=list(Step),
        dice_count=DICE,
        allowed=window.allowed,
        stale=_knows_its_dice_no_more(),
        problem=problem,
    )


def _knows_its_dice_no_more() -> bool:
    """Whether the dice in use were learned through another window than this table's."""
    lesson = current_parts().lesson
    return lesson is not None and any(line.used and line.stale for line in lesson.teacher.sets)
