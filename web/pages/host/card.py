"""The card to print: how to join and to play, on paper for the table."""

from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from web.card.card import Paper, Wifi, draw
from web.card.pdf import pdf
from web.card.svg import svg
from web.door.phone import current_actor
from web.door.where import join_url
from web.pages.page import current_sight
from web.pages.qr import SCANNED
from web.ports import current_parts
from web.words.codes import REFUSALS, say

bp = Blueprint("card", __name__, url_prefix="/host/card")
KINDS: Final = MappingProxyType({"pdf": (pdf, "application/pdf"), "svg": (svg, "image/svg+xml")})


@bp.get("")
def show() -> str:
    """Ask what the card is to carry."""
    current_actor().check_host()
    return _page()


@bp.post("")
def make() -> ResponseReturnValue:
    """Send the card as a file. What was typed is kept nowhere, and stands in no address."""
    current_actor().check_host()
    paper = Paper.__members__.get(request.form.get("paper", ""))
    kind, address = request.form.get("kind", ""), join_url()
    if paper is None or kind not in KINDS:
        abort(400)
    if address is None:
        return _page(), 409
    try:
        wifi = _wifi()
    except ValueError:
        return _page(say(REFUSALS, "bad_wifi")), 409
    write, mimetype = KINDS[kind]
    parts = draw(current_parts().name, urlsplit(address).netloc, f"{address}?{SCANNED}", wifi)
    try:
        written = write(parts, paper)
    except UnicodeEncodeError:
        return _page(say(REFUSALS, "letters_beyond_pdf")), 409
    saved = f'attachment; filename="maexle-{paper.name.lower()}.{kind}"'
    return Response(written, mimetype=mimetype, headers={"Content-Disposition": saved})


def _wifi() -> Wifi | None:
    name, password = request.form.get("wifi", "").strip(), request.form.get("password", "")
    return Wifi(name, password) if name else None


def _page(problem: str = "") -> str:
    sight = current_sight()
    typed = request.form  # what was refused can be mended
    return render_template(
        "host/card.html", sight=sight, papers=Paper, address=join_url(), problem=problem, typed=typed
    )
