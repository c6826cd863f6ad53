"""House rules: the table's own presets by name, and the links that carry them from table to table."""

from urllib.parse import parse_qs, urljoin, urlsplit

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from table.house import HouseRules, house_rules, parse_code, say_code
from table.names import SetupError
from web.door.forms import NAME_BYTES
from web.door.phone import current_actor
from web.door.where import join_url
from web.pages.host.aside import carry_draft, waiting_draft
from web.pages.qr import qr_code
from web.ports import current_parts
from web.words.codes import REFUSALS, say

bp = Blueprint("house", __name__, url_prefix="/setup/rules")
bp.url_defaults(carry_draft)


@bp.get("")
def show() -> ResponseReturnValue:
    """Show the house rules that are kept, or those that a link brings, before they are kept."""
    current_actor().check_host()
    link = request.args.get("h", "").strip()
    if not link:
        return _page()
    try:
        brought = parse_code(_code_in(link))
    except SetupError as error:
        return _page(say(REFUSALS, error.code)), 400
    return _brought(brought, brought.name)


@bp.get("/share")
def share() -> ResponseReturnValue:
    """Show the link of house rules, as text and as a QR code."""
    current_actor().check_host()
    rules = current_parts().table.house.find(request.args.get("game", ""), request.args.get("name", ""))
    if rules is None:
        abort(404)
    link = urljoin(join_url() or "", url_for("house.show", h=say_code(rules), draft=None))
    return render_template("host/house_shared.html", rules=rules, link=link, qr=qr_code(link))


@bp.post("/keep")
def keep() -> ResponseReturnValue:
    """Keep house rules that a link has brought, under a name of this table's choice.

    They take the place of others only after the page has warned of those.
    """
    current_actor().check_host()
    house = current_parts().table.house
    try:
        brought = parse_code(request.form.get("h", ""))
    except SetupError as error:
        return _page(say(REFUSALS, error.code)), 400
    name = request.form.get("house", brought.name)[:NAME_BYTES]
    try:
        rules = house_rules(brought.game, name, brought.options)
    except SetupError as error:
        return _brought(brought, name, say(REFUSALS, error.code)), 400
    if house.find(rules.game, rules.name) and request.form.get("warned") != rules.name:
        return _brought(brought, rules.name), 409
    house.keep(rules, current_actor())
    return redirect(url_for("house.show"), code=303)


@bp.post("/drop")
def drop() -> ResponseReturnValue:
    """Delete house rules."""
    house = current_parts().table.house
    house.drop(request.form.get("game", ""), request.form.get("name", ""), current_actor())
    return redirect(url_for("house.show"), code=303)


def _brought(brought: HouseRules, name: str, problem: str = "") -> str:
    known = current_parts().table.house.find(brought.game, name)
    shown = {"brought": brought, "name": name, "problem": problem, "known": known, "code": say_code(brought)}
    return render_template("host/house_brought.html", **shown)


def _page(problem: str = "") -> str:
    kept = current_parts().table.house.all()
    return render_template("host/house.html", kept=kept, problem=problem, draft=waiting_draft())


def _code_in(link: str) -> str:
    """Return the code in a link that somebody pasted; a bare code is one already."""
    try:
        found = parse_qs(urlsplit(link).query).get("h", [link])
    except ValueError:  # an address that is none
        return link
    return found[0]
