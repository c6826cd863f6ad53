"""The lots in which windows are drawn: what lies there, and how often, from which seed on."""

from dataclasses import dataclass
from typing import Final

from tests.training.windows.layout import STEEPEST


@dataclass(frozen=True, slots=True)
class Lot:
    """What is drawn from a seed on: how likely each group of dice is, each trouble, and the clearest dice.

    Where `several` lean, others than the first do, too; none leans by more than `steepest`, degrees.
    """

    first: int
    groups: tuple[float, ...]
    troubles: dict[str, float]
    several: bool = True
    steepest: float = STEEPEST
    clearest: float = 0.0


AS_AT_TABLES: Final = {"none": 0.58, "lean": 0.18, "stack": 0.05, "roll": 0.08, "cover": 0.11}
MOSTLY_TROUBLE: Final = {"none": 0.22, "lean": 0.4, "stack": 0.1, "roll": 0.12, "cover": 0.16}
SLIGHT: Final = {"none": 0.6, "lean": 0.24, "stack": 0.05, "roll": 0.04, "cover": 0.07}
LEANS_OR_LIES: Final = {"none": 0.06, "lean": 0.47, "push": 0.47}
SHIPPED: Final = 12_500
"""So many windows the nets that come with the program have learned from, those of the first seeds."""
LOTS: Final = (
    Lot(0, (0.24, 0.28, 0.2, 0.14, 0.14), AS_AT_TABLES, several=False),
    Lot(3_350, (0.24, 0.28, 0.2, 0.14, 0.14), MOSTLY_TROUBLE),
    Lot(7_000, (0.1, 0.5, 0.2, 0.1, 0.1), SLIGHT, steepest=16.0, clearest=0.75),
    Lot(10_000, (0.24, 0.28, 0.2, 0.14, 0.14), LEANS_OR_LIES, steepest=16.0, clearest=0.3),
)
"""First a table's evenings; then what must not be read, which they bring too rarely to learn it from them;
then what is hardest to tell: far pips that shine through, and dice that hardly lean; at last dice that hardly
lean on the wall or on others, and as many that lie flat as close to it."""


def lot_of(seed: int) -> Lot:
    """The lot that a seed belongs to."""
    return [lot for lot in LOTS if lot.first <= seed][-1]
