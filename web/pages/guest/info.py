"""What people read: how to play, and how to join."""

from urllib.parse import urlsplit

from flask import Blueprint, abort, render_template

from games.cards import ORDER as CARDS
from games.rulesets import RULESETS
from games.throws import ORDER as THROWS
from web.door.where import join_url
from web.pages.page import current_sight
from web.pages.qr import join_code

bp = Blueprint("info", __name__)


@bp.get("/help")
@bp.get("/help/<name>")
def rules(name: str = "") -> str:
    """Tell how a game is played: the one that is named, else the one on the table."""
    sight = current_sight()
    playing = sight.game.rules if sight.shot.game else next(iter(RULESETS.values()))
    told = RULESETS.get(name) if name else playing
    if told is None:
        abort(404)
    order = CARDS if not told.DICE else THROWS
    return render_template("guest/help.html", sight=sight, name=name, rules=told, games=RULESETS, order=order)


@bp.get("/join")
def join() -> str:
    """Show the code that phones scan, and the address for those that do not."""
    url = join_url()
    return render_template(
        "guest/join.html", address=urlsplit(url or "").netloc, code=join_code(url) if url else ""
    )
