"""The event stream's address. Over the cap a page is told to ask again by itself."""

from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, abort, current_app, request

from web.door.phone import current_phone, phone_at_table
from web.wire.streams import FindWire, Streams, Who, Wire

bp = Blueprint("events", __name__)
EXTENSION: Final = "maexle.streams"
WIRE: Final = "maexle.wire"
"""Where a server leaves what finds the wire of an answer: it writes there at any time, from any thread."""
PAGES: Final = ("panel", "cup", "screen")


@bp.get("/events")
def events() -> Response:
    """Stream the table's revisions; 204 tells a page to poll instead."""
    page = request.args.get("page", "panel")
    if page not in PAGES:
        abort(400)
    who = Who(f"{page} {current_phone()}", request.remote_addr or "", at_table=bool(phone_at_table()))
    stream = current_streams().open(who, _hang_up(), _wire())
    if stream is None:
        return Response(status=204)
    response = Response(stream, mimetype="text/event-stream")
    response.call_on_close(stream.close)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def current_streams() -> Streams:
    """Return the streams of the table that this request is for."""
    streams: Streams = current_app.extensions[EXTENSION]
    return streams


def _hang_up() -> Callable[[], bool]:
    """Return what tells whether the other end has hung up, as far as the server knows."""
    told: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    return told


def _wire() -> FindWire:
    """Return what finds the wire of this answer once it has begun."""
    environ = request.environ

    def find() -> Wire | None:
        find_it: FindWire = environ.get(WIRE, lambda: None)
        return find_it()

    return find
