"""How fast the rules play: whole games by chance, one thread: `python -m tests.games.speed`."""

import time
from random import Random

from games.match import begin
from games.ruleset import Ruleset, Wait
from games.rulesets import RULESETS
from tests.games import chance as by_chance

SECONDS = 3.0
PLAYERS = 4


def main() -> None:
    """Print games and moves per second for every ruleset, four players, default house rules."""
    for rules in RULESETS.values():
        games, moves, took_s = _played(rules)
        print(f"{rules.NAME:16}{games / took_s:10.0f} games/s{moves / took_s:10.0f} moves/s")


def _played(rules: Ruleset) -> tuple[int, int, float]:
    chance, started = Random(1), time.perf_counter()
    games = moves = 0
    while (took_s := time.perf_counter() - started) < SECONDS:
        moves += _one_game(rules, chance)
        games += 1
    return games, moves, took_s


def _one_game(rules: Ruleset, chance: Random) -> int:
    match = begin(rules, PLAYERS, {})
    while rules.waiting_for(match.state).what is not Wait.OVER:
        match = match.play(by_chance.move(rules, match.state, chance))
    return match.played


if __name__ == "__main__":
    main()
