"""Playing: a seat's call, its answer, and the dice or cards as people see them."""

from dataclasses import fields

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from games.moves import Leave, Move, Undo, parse_move
from web.door.forms import dice, number, seen
from web.door.phone import current_actor
from web.pages.page import current_game, to_panel
from web.ports import current_parts
from web.sight.draft import address

bp = Blueprint("play", __name__)


@bp.post("/call")
def call() -> ResponseReturnValue:
    """Call a value for a seat, and what the game's calls say besides."""
    line: dict[str, object] = {"move": "call", "seat": number("seat"), "value": request.form.get("value", "")}
    if "how" in request.form:
        line["how"] = request.form["how"]
    if "throws" in request.form:
        line["throws"] = number("throws")
    return _play(line)


@bp.post("/call/back")
def take_back() -> ResponseReturnValue:
    """Take a call back that nobody has answered yet."""
    current_parts().table.submit(Undo(), current_actor(), seen())
    return to_panel()


@bp.post("/answer")
def answer() -> ResponseReturnValue:
    """Say a word for a seat: accept, doubt, let a throw stand, whatever the game knows."""
    kind = _kind(request.form.get("answer", ""), {"seat"})
    if kind is Leave:
        abort(400)
    seat = number("seat")
    goes_on = "" if kind.ANYONE else _played_for(seat)
    return _play({"move": kind.NAME, "seat": seat}, how=request.form.get("how", ""), seat=goes_on)


@bp.post("/cards")
def show_cards() -> ResponseReturnValue:
    """Enter cards that lie open: those turned over, drawn for a random, or shown as counters."""
    kind = _kind(request.form.get("move", ""), {"seat", "cards"})
    return _play({"move": kind.NAME, "seat": number("seat"), "cards": request.form.getlist("cards")})


@bp.post("/dice")
def enter() -> ResponseReturnValue:
    """Enter the dice that people see after an uncertain look."""
    seen_dice = dice(current_game().rules.DICE)
    current_parts().table.enter(seen_dice, current_actor(), seen())
    return to_panel()


@bp.post("/dice/void")
def void() -> ResponseReturnValue:
    """Ask for the throw to be void, after an uncertain look."""
    current_parts().table.ask_void(current_actor(), seen())
    return to_panel()


@bp.post("/dice/again")
def look_again() -> ResponseReturnValue:
    """Let the camera look once more."""
    current_parts().table.look_again(current_actor(), seen())
    return to_panel()


def _play(line: dict[str, object], **draft: str) -> ResponseReturnValue:
    move = parse_move(line, current_game().rules.MOVES)
    shot = current_parts().table.submit(move, current_actor(), seen())
    return redirect(address(shot.version, 0, draft), code=303)


def _played_for(seat: int) -> str:
    """Return a seat that this phone answers for though another sits there, "" where that is not so."""
    shot = current_parts().table.snapshot()
    return str(seat) if seat in shot.phones and seat not in current_actor().seats else ""


def _kind(word: str, parts: set[str]) -> type[Move]:
    """Return the kind of move of that name and with those parts; else the request is malformed (400)."""
    kinds = [kind for kind in current_game().rules.MOVES if word == kind.NAME]
    if not kinds or {part.name for part in fields(kinds[0])} != parts:
        abort(400)
    return kinds[0]
