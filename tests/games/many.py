"""Very many whole games of every ruleset by chance: `python -m tests.games.many [GAMES]` (100,000).

Each game is checked as in the tests, under house rules and numbers of players of its own.
"""

import sys
import time

from games.rulesets import RULESETS
from tests.games.test_every_ruleset import check_whole_game


def main() -> None:
    """Play them, and say how far it is after every ruleset; a game that fails ends it, naming its seed."""
    each = -(-(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000) // len(RULESETS))
    for rules in RULESETS.values():
        started = time.perf_counter()
        for seed in range(each):
            try:
                check_whole_game(rules, seed)
            except Exception as error:  # whatever it is, its seed is what is needed
                raise SystemExit(f"{rules.NAME}, seed {seed}: {error!r}") from error
        print(
            f"{rules.NAME:16}{each} games, {each / (time.perf_counter() - started):.0f} a second", flush=True
        )


if __name__ == "__main__":
    main()
