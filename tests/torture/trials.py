"""One trial of each kind: what it does by a seed in an empty folder, and what it adds to the tally."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.torture import damage, devices, disks, fuzz, kills, plugs, threads, timing
from tests.torture.warm import Tables

KILLS: Final = 20
"""So many an evening."""
REQUESTS: Final = 5000
"""So many an evening, the memory's growth among them."""
MOVES: Final = 400
Trial = Callable[[int, Path, Counter[str]], None]


def killed(tables: Tables, seed: int, folder: Path, tally: Counter[str]) -> None:
    """Kill the real table while phones play."""
    toll = kills.evening(seed, folder, KILLS, tables)
    tally["kills"] += toll.kills
    tally["kills at the start"] += toll.early
    tally["confirmed moves"] += toll.confirmed


def _damaged(seed: int, folder: Path, tally: Counter[str]) -> None:
    tally[f"damaged, goes on: {damage.trial(seed, folder)}"] += 1


def _refused(seed: int, folder: Path, tally: Counter[str]) -> None:
    tally["moves that a disk refused"] += disks.trial(seed, folder)


def _pulled(seed: int, folder: Path, tally: Counter[str]) -> None:
    for what, number in plugs.trial(seed, folder).items():
        tally[f"plugs pulled, {what}"] += number
    newer = folder / "newer"
    newer.mkdir()
    for what, number in plugs.upgrade(seed, newer).items():
        tally[f"plugs pulled during an upgrade, {what}"] += number


def _besieged(seed: int, _folder: Path, tally: Counter[str]) -> None:
    fuzz.trial(seed, REQUESTS)
    tally["requests of all kinds"] += REQUESTS


def _failed(seed: int, folder: Path, tally: Counter[str]) -> None:
    seen = devices.trial(seed, folder)
    tally["faults of devices"] += seen["faults"]
    tally["the camera's rulings under them"] += seen["rulings"]


def _hurried(seed: int, _folder: Path, tally: Counter[str]) -> None:
    tally["moves among threads"] += threads.strictly(seed, MOVES)


def _timed(seed: int, folder: Path, tally: Counter[str]) -> None:
    tally["pages timed for secrets"] += timing.trial(seed, folder)


TRIALS: Final[Mapping[str, Trial]] = {
    "damage": _damaged,
    "disks": _refused,
    "plugs": _pulled,
    "fuzz": _besieged,
    "devices": _failed,
    "threads": _hurried,
    "timing": _timed,
}
"""Every kind but the kills, which need tables that are kept warm."""
