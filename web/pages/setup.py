"""The set-up: who plays, in which order, by which house rules.

The draft rides in the form itself, so that every step of it works without a script and nothing is kept
before the game starts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from games.options import Option, Value
from games.ruleset import Ruleset
from games.rulesets import RULESETS
from table.actors import NotAllowedError
from table.names import NAME_LENGTH, SetupError
from web.door.forms import seen, to_number
from web.door.phone import current_actor
from web.pages.house_rules import keep_rules
from web.pages.page import current_sight
from web.ports import current_parts
from web.words.codes import REFUSALS, say

bp = Blueprint("setup", __name__, url_prefix="/setup")
NAME_BYTES: Final = 200  # far over any name: joined emoji are long


@dataclass(frozen=True, slots=True)
class Draft:
    """A game that is being set up: `first` is who opens, `preset` whose house rules it began with.

    `house` is the name that somebody has typed to keep the rules under.
    """

    game: str
    names: tuple[str, ...]
    first: int
    preset: str
    options: dict[str, Value]
    house: str = ""

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return RULESETS[self.game]

    def line(self) -> dict[str, object]:
        """Return the game's first line; rows that were left empty are nobody."""
        players = [row for row, name in enumerate(self.names) if name.strip()]
        first = players.index(self.first) if self.first in players else 0
        names = [self.names[row] for row in players]
        return {"game": self.game, "options": self.options, "seats": names, "first": first}


@bp.get("")
def show() -> str:
    """Show the set-up, filled in with the last game's names and rules."""
    _check_host()
    return _page(_last_draft())


@bp.post("")
def change() -> ResponseReturnValue:
    """Change the draft by one step, or start the game."""
    _check_host()
    draft = _sent_draft()
    step, _, which = request.form.get("do", "start").partition(":")
    if step == "start":
        return _start(draft)
    if step not in _STEPS:
        abort(400)
    try:
        return _page(_STEPS[step](draft, which))
    except SetupError as error:
        return _page(draft, say(REFUSALS, error.code)), 409


def _start(draft: Draft) -> ResponseReturnValue:
    try:
        current_parts().table.start(draft.line(), current_actor(), seen())
    except SetupError as error:
        return _page(draft, say(REFUSALS, error.code)), 409
    return redirect(url_for("panel.show"), code=303)


def _page(draft: Draft, problem: str = "") -> str:
    return render_template(
        "setup.html", sight=current_sight(), draft=draft, problem=problem, games=RULESETS, length=NAME_LENGTH
    )


def _check_host() -> None:
    if not current_actor().host:
        raise NotAllowedError("host_only", "the host sets up a game")


def _last_draft() -> Draft:
    game = current_parts().table.snapshot().game
    if game:
        return Draft(game.rules.NAME, game.seats, game.first, "", dict(game.options))
    rules = next(iter(RULESETS.values()))
    blank = Draft(rules.NAME, ("",) * max(rules.PLAYERS[0], 3), 0, "", {})
    return _take_preset(blank, current_parts().language)


def _sent_draft() -> Draft:
    rules = RULESETS.get(request.form.get("game", ""))
    if rules is None:
        abort(400)
    names = tuple(name[:NAME_BYTES] for name in request.form.getlist("name"))[: rules.PLAYERS[1]]
    options = {option.name: _sent_option(option) for option in rules.OPTIONS}
    first = to_number(request.form.get("first", "0"))
    preset, house = request.form.get("preset", ""), request.form.get("house", "")[:NAME_BYTES]
    return Draft(rules.NAME, names, first, preset, options, house)


def _sent_option(option: Option) -> Value:
    text = request.form.get(option.name, "")
    if isinstance(option.default, bool):
        return bool(text)
    if isinstance(option.default, int):
        return to_number(text)
    return text


def _game(draft: Draft, which: str) -> Draft:
    """Change the game: who plays stays, as far as there is room; the house rules are the new game's."""
    if which not in RULESETS:
        abort(400)
    fewest, most = RULESETS[which].PLAYERS
    names = (draft.names + ("",) * fewest)[: max(fewest, min(most, len(draft.names)))]
    first = draft.first if draft.first < len(names) else 0
    return _take_preset(replace(draft, game=which, names=names, first=first), current_parts().language)


def _add(draft: Draft, _which: str) -> Draft:
    room = len(draft.names) < draft.rules.PLAYERS[1]
    return replace(draft, names=(*draft.names, "")) if room else draft


def _remove(draft: Draft, which: str) -> Draft:
    row = to_number(which)
    names = draft.names[:row] + draft.names[row + 1 :]
    first = draft.first - 1 if row < draft.first else draft.first
    return replace(draft, names=names, first=0 if row == draft.first else first)


def _up(draft: Draft, which: str) -> Draft:
    row = to_number(which)
    if not 0 < row < len(draft.names):
        return draft
    order = list(range(len(draft.names)))
    order[row - 1], order[row] = row, row - 1
    first = order.index(draft.first) if draft.first in order else 0
    return replace(draft, names=tuple(draft.names[was] for was in order), first=first)


def _down(draft: Draft, which: str) -> Draft:
    return _up(draft, str(to_number(which) + 1))


def _preset(draft: Draft, which: str) -> Draft:
    if which not in draft.rules.PRESETS:
        abort(400)
    return _take_preset(draft, which)


def _take_preset(draft: Draft, name: str) -> Draft:
    rules = draft.rules
    options = {option.name: option.default for option in rules.OPTIONS}
    return replace(draft, preset=name, options=options | dict(rules.PRESETS.get(name, {})))


def _house(draft: Draft, which: str) -> Draft:
    kept = current_parts().table.house.find(draft.game, which)
    if kept is None:
        abort(400)
    return replace(draft, preset=f"house:{which}", options=dict(kept.options))


def _keep(draft: Draft, _which: str) -> Draft:
    kept = keep_rules(draft.game, draft.house, draft.options)
    return replace(draft, preset=f"house:{kept.name}", house="")


def _look(draft: Draft, _which: str) -> Draft:
    return draft


_STEPS: Final[dict[str, Callable[[Draft, str], Draft]]] = {
    "game": _game,
    "add": _add,
    "remove": _remove,
    "up": _up,
    "down": _down,
    "preset": _preset,
    "house": _house,
    "keep": _keep,
    "look": _look,
}
