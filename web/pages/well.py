"""Is all well? What the machine and what hangs on it say of themselves, for the host."""

from flask import Blueprint, render_template

from table.actors import NotAllowedError
from web.pages.page import current_sight
from web.ports import State, current_parts
from web.words import health

bp = Blueprint("well", __name__, url_prefix="/host")


@bp.get("/well")
def show() -> str:
    """Show every sign, the worst first."""
    return well_page()


def well_page(problem: str = "") -> str:
    """Return the page, with a sentence on top if something was refused."""
    sight = current_sight()
    if not sight.actor.host:
        raise NotAllowedError("host_only", "how the machine is, the host may see")
    worst_first = [State.BAD, State.WATCH, State.WELL]
    signs = sorted(current_parts().signs(), key=lambda sign: worst_first.index(sign.state))
    return render_template("well.html", sight=sight, signs=signs, health=health, problem=problem)
