"""The torture: the table killed, its memory damaged, its disk full, its parts broken, its pages besieged.

Stops at the first failure with the command that runs that one again. `--only` does one kind of it, `--seed`
begins there, `--rounds` does so many instead of so many minutes.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from tests.torture import damage, devices, disks, fuzz, kills, plugs, threads
from tests.torture.warm import Tables

KILLS: Final = 20
"""So many an evening."""
REQUESTS: Final = 5000
"""So many an evening, the memory's growth among them."""
AGAIN: Final = ".venv/bin/python -m tests.torture"
TOLD_EVERY_S: Final = 60.0
MOVES: Final = 400
Trial = Callable[[int, Path, Counter[str]], None]


def main() -> None:
    """Torture until the time is up or something gives."""
    args = _arguments()
    tally: Counter[str] = Counter()
    first = random.SystemRandom().randrange(10**9) if args.seed is None else args.seed
    print(f"from seed {first}", flush=True)
    with _trials() as trials:
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
    print(_said(tally))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument(
        "--only", choices=("kills", "damage", "disks", "fuzz", "devices", "threads", "plugs"), default=""
    )
    return parser.parse_args()


@contextmanager
def _trials() -> Iterator[dict[str, Trial]]:
    with Tables() as tables:

        def killed(seed: int, folder: Path, tally: Counter[str]) -> None:
            toll = kills.evening(seed, folder, KILLS, tables)
            tally["kills"] += toll.kills
            tally["kills at the start"] += toll.early
            tally["confirmed moves"] += toll.confirmed

        def damaged(seed: int, folder: Path, tally: Counter[str]) -> None:
            tally[f"damaged, goes on: {damage.trial(seed, folder)}"] += 1

        def refused(seed: int, folder: Path, tally: Counter[str]) -> None:
            tally["moves that a disk refused"] += disks.trial(seed, folder)

        def besieged(seed: int, _folder: Path, tally: Counter[str]) -> None:
            fuzz.trial(seed, REQUESTS)
            tally["requests of all kinds"] += REQUESTS

        def failed(seed: int, folder: Path, tally: Counter[str]) -> None:
            seen = devices.trial(seed, folder)
            tally["faults of devices"] += seen["faults"]
            tally["the camera's rulings under them"] += seen["rulings"]

        def hurried(seed: int, _folder: Path, tally: Counter[str]) -> None:
            tally["moves among threads"] += threads.strictly(seed, MOVES)

        def pulled(seed: int, folder: Path, tally: Counter[str]) -> None:
            for what, number in plugs.trial(seed, folder).items():
                tally[f"plugs pulled, {what}"] += number

        yield {
            "kills": killed,
            "damage": damaged,
            "disks": refused,
            "fuzz": besieged,
            "devices": failed,
            "threads": hurried,
        }


def _try(name: str, trial: Trial, seed: int, tally: Counter[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            trial(seed, Path(folder), tally)
        except BaseException:
            print(_said(tally))
            print(f"again: {AGAIN} --only {name} --seed {seed} --rounds 1", flush=True)
            raise


def _said(tally: Counter[str]) -> str:
    return ", ".join(f"{what}: {number}" for what, number in sorted(tally.items()))


if __name__ == "__main__":
    main()
