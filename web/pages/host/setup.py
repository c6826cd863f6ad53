"""The set-up: what is played, by which house rules, and who of those at the table opens.

The draft rides in the form itself, and in the address while its host sees to people or house rules, so that
every step of it works without a script and nothing is kept before the game starts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from games.options import Option, Value
from games.ruleset import Ruleset
from games.rulesets import RULESETS
from table.house import HouseRules, house_rules
from table.names import SetupError
from table.snapshot import StaleMoveError
from web.door.forms import NAME_BYTES, is_number, seen, to_number
from web.door.phone import current_actor
from web.pages.host.aside import DRAFT, carry_draft
from web.pages.page import current_sight, to_panel
from web.ports import current_parts
from web.words.changes import as_sent, say_refused
from web.words.codes import REFUSALS, say

bp = Blueprint("setup", __name__, url_prefix="/setup")
bp.url_defaults(carry_draft)
_ASIDE: Final = {"people": "people.show", "rules": "house.show"}
"""Where a host goes from the set-up, and comes back."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A game that is being set up: `opens` is the guest who opens, `preset` whose house rules it began with.

    `house` is the name that somebody has typed to keep the rules under.
    """

    game: str
    opens: int
    preset: str
    options: dict[str, Value]
    house: str = ""

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return RULESETS[self.game]

    def line(self) -> dict[str, object]:
        """Return what the game's first line says of it; who plays is everyone at the table."""
        return {"game": self.game, "options": self.options}


@bp.get("")
def show() -> str:
    """Show the set-up, filled in with the draft that comes back, else with the last game and its rules."""
    current_actor().check_host()
    text = request.args.get(DRAFT, "")
    return _page(_parse_draft(dict(parse_qsl(text))) if text else _last_draft())


@bp.post("")
def change() -> ResponseReturnValue:
    """Change the draft by one step, or start the game."""
    current_actor().check_host()
    draft = _parse_draft(request.form)
    step, _, which = request.form.get("do", "start").partition(":")
    if step == "start":
        return _start(draft)
    if step in _ASIDE:
        return redirect(url_for(_ASIDE[step], draft=_say_draft(draft)), code=303)
    if step not in _STEPS:
        abort(400)
    try:
        return _page(_STEPS[step](draft, which))
    except SetupError as error:
        return _refused(draft, error)


def _start(draft: Draft) -> ResponseReturnValue:
    try:
        current_parts().table.start(draft.line(), current_actor(), seen(), draft.opens)
    except SetupError as error:
        return _refused(draft, error)
    except StaleMoveError:
        return _page(draft, say(REFUSALS, "moved_on")), 409
    return to_panel()


def _refused(draft: Draft, error: SetupError) -> ResponseReturnValue:
    ranges = say_refused(draft.game, draft.options) if error.code == "bad_options" else ""
    return _page(draft, ranges or say(REFUSALS, error.code)), 409


def _page(draft: Draft, problem: str = "") -> str:
    sight = current_sight()
    running = sight.game.rules.NAME if sight.guests.runs else ""  # the game that a start would end
    shown = {"draft": draft, "problem": problem, "games": RULESETS, "running": running}
    return render_template("host/setup.html", sight=sight, replaced=_replaced(draft), **shown)


def _last_draft() -> Draft:
    shot = current_parts().table.snapshot()
    if shot.game:
        return Draft(shot.game.rules.NAME, shot.chairs[shot.game.first], "", dict(shot.game.options))
    blank = Draft(next(iter(RULESETS)), 0, "", {})
    return _take_preset(blank, current_parts().language)


def _parse_draft(sent: Mapping[str, str]) -> Draft:
    rules = RULESETS.get(sent.get("game", ""))
    if rules is None:
        abort(400)
    options = {option.name: _parse_option(option, sent.get(option.name, "")) for option in rules.OPTIONS}
    opens = to_number(sent.get("opens", "0"))
    return Draft(rules.NAME, opens, sent.get("preset", ""), options, sent.get("house", "")[:NAME_BYTES])


def _say_draft(draft: Draft) -> str:
    """Return a draft as its form sends it, and `_parse_draft` reads it."""
    about = {"game": draft.game, "opens": draft.opens, "preset": draft.preset, "house": draft.house}
    return urlencode(about | {name: as_sent(value) for name, value in draft.options.items()})


def _parse_option(option: Option, text: str) -> Value:
    if isinstance(option.default, bool):
        return bool(text)
    return int(text) if isinstance(option.default, int) and is_number(text) else text


def _game(draft: Draft, which: str) -> Draft:
    """Change the game; the house rules are the new game's."""
    if which not in RULESETS:
        abort(400)
    return _take_preset(replace(draft, game=which), current_parts().language)


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
        raise SetupError("no_such_house", f"no house rules {which!r} are kept for {draft.game}")
    return replace(draft, preset=f"house:{which}", options=dict(kept.options))


def _keep(draft: Draft, _which: str) -> Draft:
    rules = house_rules(draft.game, draft.house, draft.options)
    typed = replace(draft, house=rules.name)
    if _replaced(typed) and request.form.get("warned") != rules.name:
        return typed  # whose page warns of it
    current_parts().table.house.keep(rules, current_actor())
    return replace(draft, preset=f"house:{rules.name}", house="")


def _replaced(draft: Draft) -> HouseRules | None:
    """Return the rules of the name that is typed, where they are others than those that the draft changes."""
    known = current_parts().table.house.find(draft.game, draft.house)
    if known is None or draft.preset == f"house:{known.name}" or known.options == draft.options:
        return None
    return known


def _look(draft: Draft, _which: str) -> Draft:
    return draft


_STEPS: Final[dict[str, Callable[[Draft, str], Draft]]] = {
    "game": _game,
    "preset": _preset,
    "house": _house,
    "keep": _keep,
    "look": _look,
}
