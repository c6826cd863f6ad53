"""The table's memory: a host takes a copy away as a file, and brings one back."""

import logging
from datetime import datetime

from flask import Blueprint, abort, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from web.door.parcel import PATH
from web.door.phone import current_actor, current_phone
from web.pages.host.well import well_page
from web.pages.page import current_sight
from web.ports import Memory, MemoryRefusedError, current_parts
from web.words.codes import REFUSALS, say

bp = Blueprint("memory", __name__, url_prefix=PATH)
_LOG = logging.getLogger(__name__)


@bp.get("")
def show() -> ResponseReturnValue:
    """Say that the table starts anew with what was brought; else lead to where that is done."""
    if not _memory().ready:
        return redirect(url_for("well.show"), code=303)
    return render_template("host/anew.html", sight=current_sight(), brought=True)


@bp.get("/copy")
def copy() -> ResponseReturnValue:
    """Send a copy as a file."""
    memory = _memory()
    try:
        file = memory.copy()
    except (MemoryRefusedError, OSError) as error:
        return _refused(error)
    name = f"maexle-{datetime.now():%Y-%m-%d}.zip"
    return send_file(file, mimetype="application/zip", as_attachment=True, download_name=name)


@bp.post("")
def bring_back() -> ResponseReturnValue:
    """Let the table go on with a copy, or say why it does not."""
    memory, parcel = _memory(), request.files.get("copy")
    if parcel is None or "sure" not in request.form:
        abort(400)
    try:
        memory.bring_back(parcel.stream, current_phone())
    except (MemoryRefusedError, OSError) as error:
        return _refused(error)
    return redirect(url_for("memory.show"), code=303)


def _memory() -> Memory:
    current_actor().check_host()
    memory = current_parts().memory
    if memory is None:
        abort(404)
    return memory


def _refused(error: MemoryRefusedError | OSError) -> ResponseReturnValue:
    if isinstance(error, MemoryRefusedError):
        return well_page(say(REFUSALS, error.code)), 409
    _LOG.warning("the table's memory: %s", error)
    return well_page(say(REFUSALS, "memory_disk")), 503
