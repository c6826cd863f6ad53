"""The simulated table: what lies under the cup, and the button, where no camera or no pins are wired.

The only page that ever shows a throw; its address has a secret part, and other games never link to it.
"""

import hashlib
import hmac
from collections.abc import Callable

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.pages.page import current_sight
from web.ports import Cup, current_parts

bp = Blueprint("cup", __name__, url_prefix="/cup/<path>")


@bp.get("")
def show(path: str) -> str:
    """Show the table's top."""
    cup = _cup(path)
    return render_template("pub/cup.html", sight=current_sight(), path=path, mark=_mark(cup.picture()))


@bp.get("/picture")
def picture(path: str) -> Response:
    """Send what lies under the cup now."""
    image = _cup(path).picture()
    if not image:
        abort(404)
    kind = "image/png" if image.startswith(b"\x89PNG") else "image/jpeg"
    return Response(image, mimetype=kind)


@bp.post("/shake")
def shake(path: str) -> ResponseReturnValue:
    """Throw anew."""
    _cup(path).shake()
    return _back(path)


@bp.post("/swap")
def swap(path: str) -> ResponseReturnValue:
    """Put other dice into the cup."""
    _cup(path).swap()
    return _back(path)


@bp.post("/lay")
def lay(path: str) -> ResponseReturnValue:
    """Lay out what the window's set-up asks for, until the next throw."""
    cup, place = _cup(path), request.form.get("place", "")
    if place not in cup.places:
        abort(400)
    cup.lay_out(place)
    return _back(path)


@bp.post("/press")
def press(path: str) -> ResponseReturnValue:
    """Push a button down."""
    _do(_cup(path).press, _button())
    return _back(path)


@bp.post("/release")
def release(path: str) -> ResponseReturnValue:
    """Let a button go."""
    _do(_cup(path).release, _button())
    return _back(path)


@bp.post("/tap")
def tap(path: str) -> ResponseReturnValue:
    """Press a button shortly."""
    cup = _cup(path)
    _do(cup.press, _button())
    _do(cup.release, _button())
    return _back(path)


def _cup(path: str) -> Cup:
    parts = current_parts()
    if (
        parts.cup is None
        or not parts.cup_path
        or not hmac.compare_digest(path.encode(), parts.cup_path.encode())
    ):
        abort(404)
    return parts.cup


def _button() -> str:
    word = request.form.get("button", "")
    if word not in {"one": ("accept",), "two": ("accept", "challenge")}.get(current_parts().button, ()):
        abort(400)
    return word


def _do(action: Callable[[str], None], button: str) -> None:
    try:
        action(button)
    except ValueError:  # the real button hangs on this table
        abort(400)


def _mark(image: bytes) -> str:
    """Return what changes with a picture, so that a page asks for the new one; "" where there is none."""
    return hashlib.sha256(image).hexdigest()[:12] if image else ""


def _back(path: str) -> ResponseReturnValue:
    return redirect(url_for("cup.show", path=path), code=303)
