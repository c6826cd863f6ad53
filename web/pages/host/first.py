"""The first start: what a host does with a new table, step by step, until it is done or not wanted."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from web.door.phone import current_actor
from web.pages.page import current_sight, to_panel
from web.ports import State, current_parts
from web.words import first

bp = Blueprint("first", __name__, url_prefix="/host/first")
PLAYERS: Final = 2


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One thing to do, by its code: whether it is done, and the page for it ("" where there is none)."""

    code: str
    done: bool
    page: str


@bp.get("")
def show() -> str:
    """Show the steps that this table has, ticked as they are done."""
    current_actor().check_host()
    return render_template("host/first.html", sight=current_sight(), steps=list(_steps()), first=first)


@bp.post("")
def end() -> ResponseReturnValue:
    """Lead nobody any more."""
    table = current_parts().table
    table.habits.settle(replace(table.snapshot().habits, led=True), current_actor())
    return to_panel()


def _steps() -> Iterator[FirstStep]:
    """Yield the steps; a table without a camera has neither window nor dice to learn."""
    parts = current_parts()
    shot, signs = parts.table.snapshot(), {sign.code: sign for sign in parts.machine.signs()}
    if "network" in signs:
        yield FirstStep("network", signs["network"].state is State.WELL, url_for("card.show"))
    yield FirstStep("name", parts.is_named, url_for("name.show"))
    if "window" in signs and parts.window:
        yield FirstStep("window", signs["window"].state is State.WELL, url_for("window.show"))
    if "window" in signs and parts.lesson:
        known = any(not line.stale for line in parts.lesson.teacher.sets)
        yield FirstStep("dice", known, url_for("teach.show"))
    yield FirstStep("hosts", len(shot.hosts) > 1, url_for("host.show"))
    sitting = len(shot.party.guests) >= PLAYERS
    yield FirstStep("game", shot.game is not None, url_for("setup.show" if sitting else "seats.show"))
