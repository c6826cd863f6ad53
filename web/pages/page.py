"""The panel's page: rendered after whatever a phone did, whole or, for the script, its live part alone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_translations

from games.moves import IllegalMoveError
from table.game import Game
from web.door.forms import to_number
from web.door.language import current_language
from web.door.phone import current_phone, form_token
from web.ports import current_parts
from web.sight.draft import current_draft
from web.sight.sight import Sight
from web.wire.events import current_streams
from web.wire.sharing import CHEERS, TOKEN, shared_pages

PART: Final = "X-Part"  # the script asks with this header for the part that changes
CHEERED_S: Final = 4.5
"""So long a reaction is told to pages without a script, which are loaded anew every 4 s."""
CHEERED: Final = 4
"""So many of them are told at once."""


def current_game() -> Game:
    """Return the game on the table; IllegalMoveError before the first."""
    game = current_parts().table.snapshot().game
    if game is None:
        raise IllegalMoveError("no_game", "no game has been started")
    return game


def current_sight() -> Sight:
    """Return what the phone that asks sees."""
    after = to_number(request.args.get("after", "0"))
    table = current_parts().table
    shot = table.snapshot()
    draft = current_draft(shot.asked, shot.version)
    # A verdict of earlier changes nothing, and phones that have seen enough of different ones share a page
    seen = after if after == shot.version else 0
    sight = Sight(shot, current_phone(), seen, table.picture, get_translations(), draft)
    # Where nothing is asked of a phone it can't have chosen, whatever its address says: the page is all's
    return replace(sight, draft={}) if draft and not sight.decides else sight


def to_panel() -> ResponseReturnValue:
    """Lead the phone back to the panel, once it has done something."""
    return redirect(url_for("panel.show"), code=303)


def panel_page(problem: str = "") -> str:
    """Return the panel, with a sentence on top if something was refused."""
    sight = current_sight()
    seen_by = (sight.actor, sight.after, current_language(), problem, *frame().values())

    def render() -> str:
        return render_template(
            "guest/panel.html", sight=sight, problem=problem, token=lambda: TOKEN, cheers=CHEERS
        )

    # What one phone chooses or was refused is that phone's alone: kept for all, there would be no end of such
    page = render() if sight.draft or problem else shared_pages().page(sight.shot.revision, seen_by, render)
    return with_cheers(page.replace(TOKEN, form_token(sight.phone)))


def with_cheers(page: str) -> str:
    """Put what was cheered lately into a page, for a browser that runs no script and is told of nothing."""
    if CHEERS not in page:
        return page
    lately = current_streams().reactions.lately(CHEERED_S)[-CHEERED:]
    return page.replace(CHEERS, render_template("cheers.html", reactions=lately))


def frame() -> Mapping[str, str]:
    """Return what a page is put into: the whole page or its live part alone."""
    part = PART in request.headers or request.endpoint == "panel.part"
    return {"layout": "part.html" if part else "page.html"}
