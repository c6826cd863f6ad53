"""People: what the host may do with those at the table."""

from collections.abc import Callable
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from table.actors import Actor
from table.guest_book import GuestBook
from table.names import SetupError
from web.door.forms import number, typed_name
from web.door.phone import current_actor
from web.pages.host.aside import carry_draft, waiting_draft
from web.pages.page import current_sight
from web.ports import current_parts
from web.words.codes import REFUSALS, say

bp = Blueprint("people", __name__, url_prefix="/people")
bp.url_defaults(carry_draft)


@bp.get("")
def show() -> str:
    """Show everyone at the table, and what the host may do with each."""
    current_actor().check_host()
    return _page()


@bp.post("/add")
def add() -> ResponseReturnValue:
    """Let somebody without a phone come to the table."""
    return _done(lambda book, by: book.add(typed_name(), by))


@bp.post("/rename")
def rename() -> ResponseReturnValue:
    """Give somebody another name."""
    guest = number("guest")

    def renamed(book: GuestBook, by: Actor) -> None:
        book.change(guest, typed_name(), current_parts().table.snapshot().party.get(guest).sign, by)

    return _done(renamed)


@bp.post("/<step>")
def change(step: str) -> ResponseReturnValue:
    """Change somebody's place, phone or stay."""
    if step not in _STEPS:
        abort(404)
    guest = number("guest")
    return _done(lambda book, by: _STEPS[step](book, guest, by))


@bp.post("/doors/<step>")
def doors(step: str) -> ResponseReturnValue:
    """Close the doors or open them, let back who was sent away, end the evening."""
    if step not in _DOORS:
        abort(404)
    return _done(_DOORS[step])


_STEPS: Final[dict[str, Callable[[GuestBook, int, Actor], None]]] = {
    "up": lambda book, guest, by: book.move(guest, -1, by),
    "down": lambda book, guest, by: book.move(guest, 1, by),
    "free": lambda book, guest, by: book.free(guest, by),
    "keep": lambda book, guest, by: book.keep(guest, by),
    "away": lambda book, guest, by: book.send_away(guest, by),
    "leave": lambda book, guest, by: book.leave(guest, by),
}
_DOORS: Final[dict[str, Callable[[GuestBook, Actor], None]]] = {
    "close": lambda book, by: book.close_doors(by),
    "open": lambda book, by: book.close_doors(by, closed=False),
    "back": lambda book, by: book.let_back(by),
    "empty": lambda book, by: book.empty(by),
}


def _done(change: Callable[[GuestBook, Actor], None]) -> ResponseReturnValue:
    table = current_parts().table
    by = current_actor()
    by.check_host()
    try:
        change(table.guests, by)
    except SetupError as error:
        return _page(say(REFUSALS, error.code)), 409
    stays = waiting_draft() or (table.snapshot().game and "table" not in request.form)
    return redirect(url_for("people.show" if stays else "panel.show"), code=303)


def _page(problem: str = "") -> str:
    return render_template("host/people.html", sight=current_sight(), problem=problem, draft=waiting_draft())
