"""House rules: options of a game that a table keeps by name, and the code that carries them elsewhere."""

import base64
import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Final

from games.options import Value, check_options
from games.rulesets import RULESETS
from table.actors import Actor
from table.log import Log
from table.names import SetupError, check_shown

VERSION: Final = 1
CODE_LENGTH: Final = 1000
"""Far over any code of ours; what is longer is not looked at."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Options of a game under a name; every option has its value, so that a new default changes nothing."""

    game: str
    name: str
    options: Mapping[str, Value]


def house_rules(game: object, name: object, options: object) -> HouseRules:
    """Return house rules, checked like those of a game.

    Raises:
        SetupError: there is no such game, the name can't be shown, or an option is out of its range.
    """
    rules = RULESETS.get(game) if isinstance(game, str) else None
    if rules is None:
        raise SetupError("no_such_game", "house rules are for a game that this table plays")
    checked = check_shown(name, "bad_house_name")
    if not isinstance(options, Mapping):
        raise SetupError("bad_options", "options is an object")
    try:
        return HouseRules(rules.NAME, checked, check_options(rules.OPTIONS, options))
    except ValueError as error:
        raise SetupError("bad_options", str(error)) from error


def say_code(rules: HouseRules) -> str:
    """Return house rules as a short code of letters, digits, - and _ that fits an address."""
    parts = [VERSION, rules.game, rules.name, dict(rules.options)]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def parse_code(code: str) -> HouseRules:
    """Return the house rules that a code carries, wherever it comes from.

    Raises:
        SetupError: it is no code, a newer table's, or carries what no game can have.
    """
    parts = _unpacked(code)
    if not isinstance(parts, list) or not parts or type(parts[0]) is not int:
        raise SetupError("bad_link", "the code is no list that begins with its version")
    if parts[0] > VERSION:
        raise SetupError("newer_link", f"the code has version {parts[0]}, this table knows {VERSION}")
    if parts[0] != VERSION or len(parts) != 4:
        raise SetupError("bad_link", "the code has not the parts of house rules")
    return house_rules(*parts[1:])


def _unpacked(code: str) -> object:
    if len(code) > CODE_LENGTH:
        raise SetupError("bad_link", f"the code is longer than {CODE_LENGTH} characters")
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        return json.loads(packed)
    except (ValueError, RecursionError) as error:
        raise SetupError("bad_link", f"the code can't be read: {error}") from error


class HouseBook:
    """The house rules that a table keeps, in its log; `lock` is the table's."""

    def __init__(self, log: Log, lock: AbstractContextManager[object]) -> None:
        self._log = log
        self._lock = lock

    def all(self) -> list[HouseRules]:
        """Return what is kept, by game and name; what this program's games can't have is left out."""
        with self._lock:
            rows = self._log.house_rules()
        kept = []
        for game, name, options in rows:
            with suppress(SetupError):
                kept.append(house_rules(game, name, options))
        return kept

    def find(self, game: str, name: str) -> HouseRules | None:
        """Return the rules of that name for a game, None if there are none."""
        return next((rules for rules in self.all() if (rules.game, rules.name) == (game, name)), None)

    def keep(self, rules: HouseRules, by: Actor) -> None:
        """Keep house rules, in place of those of the same game and name.

        Raises:
            NotAllowedError: only the host may.
            LogError: they can't be written; nothing has changed.
        """
        by.check_host()
        with self._lock:
            self._log.keep_house_rules(rules.game, rules.name, rules.options)

    def drop(self, game: str, name: str, by: Actor) -> None:
        """Delete house rules; those that are not there are gone already.

        Raises:
            NotAllowedError: only the host may.
            LogError: it can't be written; nothing has changed.
        """
        by.check_host()
        with self._lock:
            self._log.drop_house_rules(game, name)
