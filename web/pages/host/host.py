"""The host: how a phone becomes one, and what only a host may do."""

import math

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import ngettext

from games.card_moves import CorrectCards
from games.moves import Correct, Leave, Move, Undo, Void, parse_move
from table.hosts import TooManyPinsError
from table.pairing import Answer
from web.door.forms import dice, number, seen
from web.door.phone import current_actor, current_phone
from web.pages.page import current_game, current_sight, to_panel
from web.ports import current_parts
from web.words.codes import REFUSALS, say

bp = Blueprint("host", __name__, url_prefix="/host")
PIN_LENGTH = CODE_LENGTH = 32
_CARDS = ("cards", "drawn", "counters")  # the lists of an appeal


@bp.get("")
def show() -> str:
    """Show how this phone becomes the host's."""
    return _page("")


@bp.post("/enter")
def enter() -> ResponseReturnValue:
    """Make this phone a host's: it gives back the code that the table shows since the button was held."""
    code = "".join(request.form.get("code", "")[:CODE_LENGTH].split())
    answer = current_parts().pairing.enter(code, request.remote_addr or "")
    if answer is not Answer.IN:
        return _page(say(REFUSALS, answer)), 403
    return _let_in()


@bp.post("/pin")
def pin() -> ResponseReturnValue:
    """Make this phone a host's: it knows the table's PIN."""
    word = "".join(request.form.get("pin", "").split())[:PIN_LENGTH]
    try:
        knows = current_parts().doorkeeper.check_pin(word, request.remote_addr or "")
    except TooManyPinsError as error:
        wait_s = max(1, math.ceil(error.wait_s))
        return _page(_patience(wait_s)), 429, {"Retry-After": str(wait_s)}
    if not knows:
        return _page(say(REFUSALS, "wrong_pin")), 403
    return _let_in()


@bp.post("/end")
def end() -> ResponseReturnValue:
    """Make a phone a host's no more: another one, or this one."""
    current_parts().table.end_host(request.form.get("mark", ""), current_actor())
    return redirect(url_for("host.show"), code=303)


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back the last move."""
    return _submit(Undo(untouched=request.form.get("untouched", "yes") == "yes"))


@bp.post("/void")
def void() -> ResponseReturnValue:
    """Void the throw on the table."""
    return _submit(Void())


@bp.post("/correct")
def correct() -> ResponseReturnValue:
    """Overrule the dice or cards that were ruled on: an appeal.

    Of cards, those that went with a card which was corrected still stand in its form, and go.
    """
    rules = current_game().rules
    if rules.DICE:
        return _submit(Correct(dice(rules.DICE)))
    lists = {part: [card for card in request.form.getlist(part) if card] for part in _CARDS}
    move = parse_move({"move": Correct.NAME, **lists}, rules.MOVES)
    return _submit(move.without_leftovers() if isinstance(move, CorrectCards) else move)


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Let a player leave the game."""
    return _submit(Leave(number("seat")))


@bp.post("/again")
def again() -> ResponseReturnValue:
    """Play again by the same house rules, with everyone who is here now; the same one opens, if here."""
    game, shot = current_game(), current_parts().table.snapshot()
    line, opener = {"game": game.rules.NAME, "options": dict(game.options)}, shot.chairs[game.first]
    current_parts().table.start(line, current_actor(), seen(), opener if shot.party.find(opener) else 0)
    return to_panel()


@bp.post("/forget")
def forget() -> ResponseReturnValue:
    """Delete every picture that is kept."""
    parts = current_parts()
    parts.table.forget_pictures(current_actor())
    parts.forget_pictures()
    return to_panel()


def _page(problem: str) -> str:
    hosts = current_parts().table.hosts()
    return render_template("host/host.html", sight=current_sight(), problem=problem, hosts=hosts)


def _let_in() -> ResponseReturnValue:
    current_parts().table.add_host(current_phone())
    return to_panel()


def _patience(wait_s: int) -> str:
    sentence: str = ngettext(
        "Too many wrong PINs. Try again in %(num)d second.",
        "Too many wrong PINs. Try again in %(num)d seconds.",
        wait_s,
    )
    return sentence


def _submit(move: Move) -> ResponseReturnValue:
    current_parts().table.submit(move, current_actor(), seen())
    return to_panel()
