"""Habits: what a host has settled for this table, over all games and evenings."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from table.actors import Actor

PATIENCES_S: Final = (0, 60, 120, 300)
"""How long somebody may take before the table reminds them, in s; 0: as long as they like."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What is settled; a table that was never asked stands at the defaults.

    `keeps` says that its games add up, over this evening and over many, `reacts` that people may cheer, `led`
    that its host has seen enough of the first steps with it.
    """

    patience_s: int = 0
    keeps: bool = False
    reacts: bool = True
    led: bool = False

    def rows(self) -> dict[str, int]:
        """Return every habit as a number under its name."""
        return {name: int(value) for name, value in asdict(self).items()}


def habits(rows: Mapping[str, int]) -> Habits:
    """Return the habits that rows tell; whatever they do not name, or no table can do, is as usual."""
    patience_s = rows.get("patience_s", 0)
    return Habits(
        patience_s=patience_s if patience_s in PATIENCES_S else 0,
        keeps=bool(rows.get("keeps", 0)),
        reacts=bool(rows.get("reacts", 1)),
        led=bool(rows.get("led", 0)),
    )


class HabitBook:
    """Settles habits. `write` keeps them and shows them, or raises LogError and changes nothing."""

    def __init__(self, write: Callable[[Habits], Any]) -> None:
        self._write = write

    def settle(self, wanted: Habits, by: Actor) -> None:
        """Do it so from now on.

        Raises:
            NotAllowedError: only the host may.
            LogError: it can't be written; nothing has changed.
        """
        by.check_host()
        self._write(wanted)
