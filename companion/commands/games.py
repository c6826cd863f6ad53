"""`maexle games`: what this table can play, with each game's options, ranges, defaults and presets."""

import argparse
import json

from games.options import Option
from games.ruleset import Ruleset
from games.rulesets import RULESETS


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `games` to the command line."""
    parser = commands.add_parser("games", help="list the games, their options and presets")
    parser.add_argument("game", metavar="GAME", nargs="?", choices=[*RULESETS], help="this one alone")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the games, or one alone, and return 0."""
    for rules in [RULESETS[args.game]] if args.game else RULESETS.values():
        print(json.dumps(_described(rules), ensure_ascii=False) if args.json else _told(rules))
    return 0


def _described(rules: Ruleset) -> dict[str, object]:
    return {
        "game": rules.NAME,
        "players": rules.PLAYERS,
        "dice": rules.DICE,
        "options": [_option(option) for option in rules.OPTIONS],
        "presets": {name: dict(options) for name, options in rules.PRESETS.items()},
    }


def _option(option: Option) -> dict[str, object]:
    part: dict[str, object] = {"name": option.name, "default": option.default}
    if option.choices:
        part["choices"] = option.choices
    elif not isinstance(option.default, bool):
        part |= {"low": option.low, "high": option.high}
    return part


def _told(rules: Ruleset) -> str:
    fewest, most = rules.PLAYERS
    lines = [f"{rules.NAME}: {fewest} to {most} players, {rules.DICE} dice"]
    lines += [
        f"  {option.name}: {_range(option)} (default {_value(option.default)})" for option in rules.OPTIONS
    ]
    for name, options in rules.PRESETS.items():
        changes = ", ".join(f"{option} {_value(value)}" for option, value in options.items())
        lines.append(f"  preset {name}: {changes or 'the defaults'}")
    return "\n".join(lines)


def _range(option: Option) -> str:
    if isinstance(option.default, bool):
        return "on or off"
    return " or ".join(option.choices) or f"{option.low} to {option.high}"


def _value(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)
