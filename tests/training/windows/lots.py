"""The lots in which windows are drawn: what lies there, and how often, from which seed on."""

from dataclasses import dataclass, replace
from typing import Final

from tests.training.windows.layout import STEEPEST


@dataclass(frozen=True, slots=True)
class Lot:
    """What is drawn from a seed on: how likely each group of dice is, each trouble, and the clearest dice.

    `dice` says how likely 0 to 6 dice are; those `respaced` have pips where not every mould has them, and of
    `faint` ones pips are hard to make out. Where `several` lean, others than the first do, too; none leans by
    more than `steepest`, degrees. Of `slow` ones those that move hardly do, and of those that go `along` 2
    and 3 lie along a side.
    """

    first: int
    groups: tuple[float, ...]
    troubles: dict[str, float]
    several: bool = True
    steepest: float = STEEPEST
    clearest: float = 0.0
    faint: bool = False
    dice: tuple[float, ...] = (0.03, 0.06, 0.33, 0.13, 0.13, 0.24, 0.08)
    respaced: bool = False
    slow: bool = False
    along: bool = False


AS_AT_TABLES: Final = {"none": 0.58, "lean": 0.18, "stack": 0.05, "roll": 0.08, "cover": 0.11}
MOSTLY_TROUBLE: Final = {"none": 0.22, "lean": 0.4, "stack": 0.1, "roll": 0.12, "cover": 0.16}
SLIGHT: Final = {"none": 0.6, "lean": 0.24, "stack": 0.05, "roll": 0.04, "cover": 0.07}
LEANS_OR_LIES: Final = {"none": 0.06, "lean": 0.47, "push": 0.47}
MANY: Final = (0.02, 0.04, 0.1, 0.12, 0.17, 0.3, 0.25)
LEANS: Final = range(12_500, 12_800)
EVENINGS: Final = range(45_000, 45_300)
OTHER_MOULDS: Final = range(15_300, 15_600)
STILL_MOVING: Final = range(18_600, 18_800)
ALONG: Final = range(18_800, 18_900)
FAINT_ONES: Final = range(28_000, 28_100)
CLEAR_ONES: Final = range(300_000, 300_550)
KEPT_BACK: Final = (LEANS, EVENINGS, OTHER_MOULDS, STILL_MOVING, ALONG, FAINT_ONES, CLEAR_ONES)
"""The seeds of windows that nets are asked about and that nothing learns from: hard ones, evenings, other
moulds, dice that hardly move, such whose 2 and 3 lie along a side, such whose pips are hard to make out, and
nothing but clear dice, half of them as clear as can be, of which there are more from where these end."""
HARD: Final = range(12_800, 15_300)
"""The seeds of more that is hard, by turns: `MIXED`."""
VARIED: Final = range(20_600, 23_700)
"""The seeds of the newest lot, `AND_EVENINGS`."""
LEARNED: Final = (range(LEANS.start), HARD, VARIED)
"""The seeds of windows that nets learn from; between these lots there is room for more."""
RESPACED: Final = range(15_600, 18_600)
"""The seeds of those that they learn from at last: dice from other moulds."""
LOTS: Final = (
    Lot(0, (0.24, 0.28, 0.2, 0.14, 0.14), AS_AT_TABLES, several=False),
    Lot(3_350, (0.24, 0.28, 0.2, 0.14, 0.14), MOSTLY_TROUBLE),
    Lot(7_000, (0.1, 0.5, 0.2, 0.1, 0.1), SLIGHT, steepest=16.0, clearest=0.75),
    Lot(10_000, (0.24, 0.28, 0.2, 0.14, 0.14), LEANS_OR_LIES, steepest=16.0, clearest=0.3),
)
"""First a table's evenings; then what must not be read, which they bring too rarely to learn it from them;
then what is hardest to tell: far pips that shine through, and dice that hardly lean; at last dice that hardly
lean on the wall or on others, and as many that lie flat as close to it."""

MIXED: Final = (
    Lot(LEANS.stop, (0.24, 0.28, 0.2, 0.14, 0.14), LEANS_OR_LIES, steepest=16.0, clearest=0.3, dice=MANY),
    Lot(LEANS.stop, (0.18, 0.4, 0.18, 0.12, 0.12), LEANS_OR_LIES, steepest=16.0, clearest=0.6, dice=MANY),
    Lot(LEANS.stop, (0.24, 0.28, 0.2, 0.14, 0.14), MOSTLY_TROUBLE, dice=MANY),
)
"""Then more of all that is hard, by turns, with more dice in a window: nets of two rounds knew the slight
leans that they had learned from (6 of 408 pictures ruled on wrongly) far better than others (37 of 375)."""
AND_EVENINGS: Final = (*MIXED, LOTS[0], LOTS[0])
"""At last all of it by turns, so that evenings do not drown among what is hard."""

_EVENING: Final = Lot(FAINT_ONES.start, (0.08, 0.32, 0.38, 0.04, 0.18), AS_AT_TABLES, faint=True)
HARD_TO_MAKE_OUT: Final = (_EVENING, replace(_EVENING, troubles=LEANS_OR_LIES, steepest=16.0, dice=MANY))
"""By turns evenings and slight leans with dice whose pips are small, rings, or nearly of a colour that their
body has: striped wood, marble, clear ones. Most of what drawn tables leave in doubt lies where such are."""


_FLAT: Final = Lot(310_000, (1.0, 0.0, 0.0, 0.0, 0.0), {"none": 1.0}, dice=(0, 0, 0.7, 0.2, 0.1, 0, 0))
OF_ONE_GROUP: Final = (
    replace(_FLAT, first=CLEAR_ONES.start, groups=(0.0, 1.0, 0.0, 0.0, 0.0), clearest=0.5),
    _FLAT,
    replace(_FLAT, first=320_000, groups=(0.0, 0.0, 1.0, 0.0, 0.0)),
    replace(_FLAT, first=325_000, groups=(0.0, 0.0, 0.0, 1.0, 0.0)),
    replace(_FLAT, first=330_000, groups=(0.0, 0.0, 0.0, 0.0, 1.0)),
)
"""Dice of one group alone, which lie flat: clear ones, and what a witness for those costs at all others."""


def lot_of(seed: int) -> Lot:
    """The lot that a seed belongs to."""
    if seed in EVENINGS:
        return LOTS[0]
    if seed in OTHER_MOULDS:
        return replace(LOTS[0], respaced=True)
    if seed in STILL_MOVING:
        return replace(LOTS[0], troubles={"none": 0.3, "roll": 0.7}, slow=True)
    if seed in ALONG:
        return replace(LOTS[0], troubles={"none": 1.0}, along=True)
    if seed in FAINT_ONES:
        return HARD_TO_MAKE_OUT[seed % len(HARD_TO_MAKE_OUT)]
    if seed >= CLEAR_ONES.start:
        return [lot for lot in OF_ONE_GROUP if lot.first <= seed][-1]
    if seed in RESPACED:
        return replace(AND_EVENINGS[seed % len(AND_EVENINGS)], respaced=True)
    if seed in VARIED:
        return AND_EVENINGS[seed % len(AND_EVENINGS)]
    if seed >= LEANS.stop:
        return MIXED[seed % len(MIXED)]
    return [lot for lot in LOTS if lot.first <= seed][-1]
