"""Playing: a seat's call, its answer, and the dice as people see them."""

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from games.moves import IllegalMoveError, parse_move
from table.game import Game
from web.forms import dice, number, seen
from web.parts import current_parts
from web.phone import current_actor

bp = Blueprint("play", __name__)


@bp.post("/call")
def call() -> ResponseReturnValue:
    """Call a value for a seat."""
    return _play({"move": "call", "seat": number("seat"), "value": request.form.get("value", "")})


@bp.post("/answer")
def answer() -> ResponseReturnValue:
    """Accept or challenge for a seat."""
    word = request.form.get("answer", "")
    if word not in ("accept", "challenge"):
        abort(400)
    return _play({"move": word, "seat": number("seat")})


@bp.post("/dice")
def enter() -> ResponseReturnValue:
    """Enter the dice that people see after an uncertain look."""
    seen_dice = dice(_game().rules.DICE)
    current_parts().table.enter(seen_dice, current_actor(), seen())
    return _back()


@bp.post("/dice/again")
def look_again() -> ResponseReturnValue:
    """Let the camera look once more."""
    current_parts().table.look_again(current_actor(), seen())
    return _back()


def _play(line: dict[str, object]) -> ResponseReturnValue:
    move = parse_move(line, _game().rules.MOVES)
    current_parts().table.submit(move, current_actor(), seen())
    return _back()


def _game() -> Game:
    game = current_parts().table.snapshot().game
    if game is None:
        raise IllegalMoveError("no_game", "no game has been started")
    return game


def _back() -> ResponseReturnValue:
    return redirect(url_for("panel.show"), code=303)
