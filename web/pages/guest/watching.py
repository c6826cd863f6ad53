"""Those who watch: anyone reacts, and who is out bets for honour."""

from typing import Final

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from table.actors import NotAllowedError
from web.door.forms import number, seen
from web.door.phone import current_actor, current_phone, phone_at_table
from web.pages.page import PART, to_panel
from web.ports import current_parts
from web.wire.events import current_streams
from web.wire.reactions import KINDS

bp = Blueprint("watching", __name__)
CROWD: Final = "maexle.reactions"
BURST: Final = 3.0
PER_S: Final = 0.5
"""So many reactions one may send at once, and each second; who is not at the table shares an address's."""


@bp.post("/react")
def react() -> ResponseReturnValue:
    """Send a reaction to every screen; one too many is shown nowhere."""
    kind = request.form.get("kind", "")
    if kind not in KINDS:
        abort(400)
    shot, crowd = current_parts().table.snapshot(), current_app.extensions[CROWD]
    if not shot.habits.reacts:
        raise NotAllowedError("no_reactions", "the host wants none")
    if crowd.admits(phone_at_table(), request.remote_addr or ""):
        own = shot.party.of(current_phone())
        current_streams().reactions.add(kind, own[0].sign if own else None)
    return Response(status=204) if PART in request.headers else to_panel()


@bp.post("/bet")
def bet() -> ResponseReturnValue:
    """Bet on the call that waits for its answer."""
    word = request.form.get("bet", "")
    if word not in ("lie", "truth"):
        abort(400)
    current_parts().table.bets.place(number("seat"), current_actor(), seen(), lie=word == "lie")
    return to_panel()
