"""A short notation for matches of any game, so that a test reads like a game.

`0:43` calls; what a call says besides stands after a slash: `0:43/blind` in Maxi, `0:43/2` (two throws) in
Bluf-Mex, `0:fours/12` in Lügen-Kniffel. `1:accept`, `0:throw` and the like are moves of a seat, `reveal:43`
and `correct:43` dice, `1:turn_over=joker,9` cards, `correct:random,9;5,3;7` cards with those drawn and the
counters. `touched` is an undo whose dice lie there no more.
"""

from typing import Any

import pytest

from games.match import Match, begin
from games.moves import IllegalMoveError, Move, parse_move
from games.options import Value
from games.ruleset import Ruleset, Wait


def move(rules: Ruleset, text: str) -> Move:
    return parse_move(_written(rules, text), rules.MOVES)


def _written(rules: Ruleset, text: str) -> dict[str, object]:
    who, _, what = text.partition(":")
    if who == "touched":
        return {"move": "undo", "untouched": False}
    if not what:
        return {"move": who}
    if not who.isdigit():
        return {"move": who} | _shown(rules, what)
    name, is_of_cards, names = what.partition("=")
    if is_of_cards:
        return {"move": name, "seat": int(who), "cards": _list(names)}
    if what in {kind.NAME for kind in rules.MOVES}:
        return {"move": what, "seat": int(who)}
    return {"move": "call", "seat": int(who)} | _claim(rules.NAME, *what.split("/"))


def _claim(game: str, value: str, more: str = "") -> dict[str, object]:
    match game:
        case "maxi":
            return {"value": value, "how": more or "seen"}
        case "bluf_mex":
            return {"value": value, "throws": int(more or "1")}
        case "luegen_kniffel":
            return {"value": f"{value} {more}"}
    return {"value": value}


def _shown(rules: Ruleset, what: str) -> dict[str, object]:
    if rules.DICE:
        return {"dice": [int(pips) for pips in what]}
    return dict(zip(("cards", "drawn", "counters"), map(_list, what.split(";")), strict=False))


def _list(names: str) -> list[str]:
    return names.split(",") if names else []


class Play:
    """Matches of one game, in the notation."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def match(self, moves: str, seats: int = 3, first: int = 0, **options: Value) -> Match:
        match = begin(self.rules, seats, options, first)
        for text in moves.split():
            match = match.play(move(self.rules, text))
        return match

    def after(self, moves: str, seats: int = 3, first: int = 0, **options: Value) -> Any:
        return self.match(moves, seats, first, **options).state

    def refusal(self, moves: str, then: str, seats: int = 3, first: int = 0, **options: Value) -> str:
        match = self.match(moves, seats, first, **options)
        before = match.state
        with pytest.raises(IllegalMoveError) as caught:
            match.play(move(self.rules, then))
        assert match.state == before
        return caught.value.code

    def waits(
        self, moves: str, seats: int = 3, first: int = 0, **options: Value
    ) -> tuple[Wait, tuple[int, ...]]:
        waiting = self.rules.waiting_for(self.after(moves, seats, first, **options))
        return waiting.what, waiting.seats

    def allowed(self, moves: str, seats: int = 3, first: int = 0, **options: Value) -> set[Move]:
        return set(self.rules.allowed(self.after(moves, seats, first, **options)))

    def moves(self, text: str) -> set[Move]:
        return {move(self.rules, one) for one in text.split()}

    def counts(self, moves: str, seats: int = 3, first: int = 0, **options: Value) -> list[int]:
        state = self.after(moves, seats, first, **options)
        return [standing.count for standing in self.rules.standing(state)]

    def out(self, moves: str, seats: int = 3, first: int = 0, **options: Value) -> list[int]:
        state = self.after(moves, seats, first, **options)
        return [standing.seat for standing in self.rules.standing(state) if standing.out]

    def winners(self, moves: str, seats: int = 3, first: int = 0, **options: Value) -> tuple[int, ...] | None:
        outcome = self.rules.outcome(self.after(moves, seats, first, **options))
        return outcome.winners if outcome else None
