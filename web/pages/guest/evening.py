"""The evening: what tonight's games add up to, the regulars and what a host does with them."""

import csv
from io import StringIO
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from table.score import Score
from web.door.forms import typed_name
from web.door.language import current_language
from web.door.phone import current_actor
from web.pages.page import current_sight
from web.ports import current_parts

bp = Blueprint("evening", __name__, url_prefix="/evening")
FORMULAS: Final = tuple("=+-@＝＋－＠\t\r")
"""With these a spreadsheet takes a name for something to work out."""


@bp.get("")
def show() -> str:
    """Show this evening's table and the regulars, while they are kept; a host sees what is left of them."""
    sight, scores = current_sight(), current_parts().table.scores
    if not (sight.shot.habits.keeps or sight.actor.host):
        abort(404)
    return render_template(
        "guest/evening.html", sight=sight, tonight=scores.evening(), regulars=scores.regulars()
    )


@bp.get("/<what>.csv")
def export(what: str) -> Response:
    """Send this evening's table or the regulars', for a host's spreadsheet."""
    current_actor().check_host()
    scores = current_parts().table.scores
    tables = {"evening": scores.evening, "regulars": scores.regulars}
    if what not in tables:
        abort(404)
    response = Response(f"\ufeff{_written(tables[what]())}", mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{what}.csv"'
    return response


@bp.post("/forget")
def forget() -> ResponseReturnValue:
    """Forget somebody."""
    scores = current_parts().table.scores
    scores.forget(typed_name(), current_actor())
    return _done()


@bp.post("/empty")
def empty() -> ResponseReturnValue:
    """Forget everybody."""
    current_parts().table.scores.empty(current_actor())
    return _done()


def _written(scores: list[Score]) -> str:
    """Return scores as lines of a spreadsheet, under their headings."""
    text = StringIO()
    # Where numbers have a comma, spreadsheets part cells by another sign, and names may hold that
    parted_by = "," if current_language() == "en" else ";"
    lines = csv.writer(text, delimiter=parted_by, quoting=csv.QUOTE_ALL)
    lines.writerow(
        [
            gettext("Name"),
            gettext("Evenings"),
            gettext("Games"),
            gettext("Wins"),
            gettext("Rounds to buy"),
            gettext("Lies that worked"),
            gettext("Lies caught"),
        ]
    )
    for one in scores:
        numbers = (one.evenings, one.games, one.won, one.bought, one.believed, one.caught)
        lines.writerow([f"'{one.name}" if one.name.startswith(FORMULAS) else one.name, *numbers])
    return text.getvalue()


def _done() -> ResponseReturnValue:
    current_parts().table.wake()  # whoever shows the scores shows them anew
    return redirect(url_for("evening.show"), code=303)
