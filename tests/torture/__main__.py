"""The torture: the table killed, its memory damaged, its plug pulled, its parts broken, its pages besieged.

Stops at the first failure with the command that runs that one again. `--only` does one kind of it, `--seed`
begins there, `--rounds` does so many instead of so many minutes.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from tests.torture.trials import TRIALS, Trial, killed
from tests.torture.warm import Tables

AGAIN: Final = ".venv/bin/python -m tests.torture"
TOLD_EVERY_S: Final = 60.0


def main() -> None:
    """Torture until the time is up or something gives."""
    args = _arguments()
    tally: Counter[str] = Counter()
    first = random.SystemRandom().randrange(10**9) if args.seed is None else args.seed
    print(f"from seed {first}", flush=True)
    with Tables() as tables:
        trials: dict[str, Trial] = {"kills": partial(killed, tables), **TRIALS}
        chosen = {name: trial for name, trial in trials.items() if args.only in ("", name)}
        until = time.monotonic() + 60 * args.minutes
        told = time.monotonic()
        for done in count():
            if done >= args.rounds if args.rounds else time.monotonic() >= until:
                break
            for name, trial in chosen.items():
                _try(name, trial, first + done, tally)
            if time.monotonic() - told >= TOLD_EVERY_S:
                told = time.monotonic()
                print(_said(tally), flush=True)
        print(_said(tally), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--only", choices=("kills", *TRIALS), default="")
    return parser.parse_args()


def _try(name: str, trial: Trial, seed: int, tally: Counter[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            trial(seed, Path(folder), tally)
        except BaseException as error:
            print(_said(tally), flush=True)
            error.add_note(f"again: {AGAIN} --only {name} --seed {seed} --rounds 1")
            raise


def _said(tally: Counter[str]) -> str:
    return ", ".join(f"{what}: {number}" for what, number in sorted(tally.items()))


if __name__ == "__main__":
    main()
