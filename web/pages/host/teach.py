"""Teaching the table its dice on a host's phone: throw, look, confirm or mend, learn; by forms alone."""

import logging

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from table.lesson import MOST_DICE, DiceLesson, LessonError
from table.window import RoundRunsError
from web.door.forms import dice, number
from web.door.phone import current_actor
from web.pages.page import current_sight
from web.ports import current_parts
from web.words.codes import DOUBTS, REFUSALS, say

bp = Blueprint("teach", __name__, url_prefix="/host/teach")
_LOG = logging.getLogger(__name__)


@bp.get("")
def show() -> str:
    """Show how far the lesson is, and which sets the table knows."""
    return _page(_lesson())


@bp.post("")
def change() -> ResponseReturnValue:
    """Do one step of the lesson, or something with what is kept."""
    lesson, what = _lesson(), request.form.get("do", "")
    try:
        with lesson.standing_at(number("number")) as current:
            if current:  # else a second tap, or another phone was faster: this is how it stands now
                _do(lesson, what)
    except (RoundRunsError, LessonError) as error:
        return _page(lesson, say(REFUSALS, error.code)), 409
    except OSError as error:
        _LOG.warning("teaching the dice: %s", error)
        return _page(lesson, say(DOUBTS, "camera" if what == "look" else "disk")), 503
    return redirect(url_for("teach.show"), code=303)


@bp.get("/picture/<int:stand>")
def picture(stand: int) -> Response:
    """Send what the camera saw at the last look."""
    lesson = _lesson()
    now = lesson.stand
    if now.glance is None or now.number != stand or not lesson.allowed:
        abort(404)
    return Response(now.glance.picture.jpeg, mimetype="image/jpeg")


@bp.get("/suggestion/<int:wanted>")
def suggestion(wanted: int) -> Response:
    """Send the picture of a throw that people settled."""
    found = [one for one in _lesson().teacher.suggestions if one.number == wanted]
    if not found:
        abort(404)
    return Response(found[0].picture.jpeg, mimetype="image/jpeg")


def _do(lesson: DiceLesson, what: str) -> None:
    name = request.form.get("name", "")
    match what:
        case "look":
            lesson.look(number("dice"))
        case "take" if lesson.stand.glance:
            lesson.take(dice(len(lesson.stand.glance.faces)))
        case "again":
            lesson.again()
        case "take_back":
            lesson.take_back()
        case "learn":
            lesson.learn(name)
        case "use":
            lesson.change(lambda teacher: teacher.use(name))
        case "forget":
            lesson.change(lambda teacher: teacher.forget(name))
        case "confirm":
            wanted = number("suggestion")
            lesson.change(lambda teacher: teacher.confirm(wanted))
        case "drop":
            wanted = number("suggestion")
            lesson.change(lambda teacher: teacher.drop(wanted))
        case _:
            abort(400)


def _lesson() -> DiceLesson:
    current_actor().check_host()
    lesson = current_parts().lesson
    if lesson is None:
        abort(404)
    return lesson


def _page(lesson: DiceLesson, problem: str = "") -> str:
    used = next((line for line in lesson.teacher.sets if line.used), None)
    return render_template(
        "host/teach.html",
        sight=current_sight(),
        stand=lesson.stand,
        teacher=lesson.teacher,
        used=used.name if used else "",
        knows=used is not None and not used.stale,
        most_dice=MOST_DICE,
        allowed=lesson.allowed,
        typed=request.form.get("name", "") if request.form.get("do") == "learn" else "",
        problem=problem,
    )
