"""The hearing: what stands of the sightings at a table that knows its dice.

A die of the table's is certain only if the witness of its own dice agrees with the nets; what the nets doubt
and that witness knows well is read all the same. Dice of another set are judged as at any table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.arrays import Floats
from vision.judge import TABLE, joint
from vision.picture import Colour, Gray
from vision.sightings import CLASSES, LEANING, Sightings
from vision.taught.dice import ENOUGH, EVERY, TWICE, DiceSet, Opinion, compare
from vision.window.calibration import Calibration

NOTHING: Final = 1e-9
"""Of a die that leans for certain the nets say nothing of its pips."""
DOUBTED: Final = 0.65
"""The chance of its pips that a die is left with where the witnesses differ: enough to stand in the way."""
BELIEVED: Final = 0.99
"""The chance that the table's own witness gives the pips of a die that the nets doubt and it knows well: it
was right about 65 of 66 (4, 8 and 12 throws at four lots of drawn tables), and the one it was wrong about
the nets were nearly sure of. So what they doubt counts beside it."""
UNLIKE_ANY: Final = 0.95
"""So sure nets have to be of a face twice as far from any that the table was taught as these differ: all of
them took a plain 5 for a 4 at 0.91, which its own witness held for a 2, a 4 or a 6. Of 2,865 other throws of
seventeen drawn lots that were read with 12 taught 22 are doubts for it. A vague set's witness gives way to
nets that are as sure."""
FLATTER: Final = 2.2
"""So much less likely it is that a die leans if the table knows it well, where the nets give that a chance of
0.1 to 0.7: it knew 158 of 223 that lay flat well, and 51 of 156 others, each the likeliest of a throw in
which one leans (12 throws taught, seven drawn lots). Of all dice it is 3.2 times, but the nets have said most
of that."""
USUALLY: Final = 0.01
"""Of flat dice one in a hundred is given a chance of leaning of nearly 1 by the nets, twice as many one of a
half and more, and so on (lessons of 25 drawn tables)."""
WORTH: Final = 90
"""So many looks that is worth beside a table's own: with fewer, what one look of twenty was given by chance
let leaning dice pass (lots 33 and 35)."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The sightings as they stand; whether each is of the table's set, None if it was not asked about.

    `doubted` are those that only the table's own witness doubts; `vouched` those of which it knows well what
    the nets say, `spotted` those among them that look like a worn die's, as the set's own do.
    """

    seen: Sightings
    known: tuple[bool | None, ...]
    doubted: frozenset[int]
    vouched: frozenset[int]
    spotted: frozenset[int]


def unheard(seen: Sightings) -> Heard:
    """What stands where the table was not taught its dice: all that the nets say."""
    return Heard(seen, (None,) * len(seen), frozenset(), frozenset(), frozenset())


def hear(
    frame: Gray | Colour,
    seen: Sightings,
    dice: DiceSet,
    known: Calibration,
    *,
    expect: int,
) -> Heard:
    """Ask the witness of the table's own dice about every sighted one.

    Args:
        frame: the picture. Not changed.
        seen: the sightings, with what the nets say of them.
        dice: what the table was taught.
        known: what set-up saw of the table.
        expect: how many dice should lie there; where others are located, and plainly there, no doubt is
            lifted.
    """
    located = seen.located()
    opinions = compare(frame, seen.take(located), dice, known)
    alien = _of_another_set(opinions)
    chances, doubted, vouched = seen.chances.copy(), set[int](), set[int]()
    heard: list[bool | None] = [None] * len(seen)
    # Who does not know 2s can't tell a 3 from a 2 with a crumb in its middle
    versed = min(dice.faces.values()) >= ENOUGH
    complete = expect in (len(located), int((seen.there > TABLE.suspect).sum()))
    for index, one in zip(located, opinions, strict=True):
        pips, sure = int(seen.pips[index]), float(seen.sure[index])
        certain, word = sure >= TABLE.sure, _word(one, pips, dice, sure=sure)
        heard[index] = one.known or _silent(one, pips, dice)
        if one.well and one.pips == pips and versed:
            vouched.add(index)
        if word is None and _is_left_to_nets(one, dice, sure=sure):
            heard[index] = True
        elif word is None and certain and not alien:
            chances[index] = _chances(pips, DOUBTED)
            doubted.add(index)
        elif word is not None and complete and _lifts(one, word, pips, dice):
            leans = _leans(float(seen.chances[index, LEANING]), one, dice)
            chances[index] = _joined(seen.chances[index], _chances(word, BELIEVED), leans)
    spotted = frozenset(index for index in vouched if seen.pips[index] in dice.spotted)
    stands = replace(seen, chances=chances)
    return Heard(stands, tuple(heard), frozenset(doubted), frozenset(vouched), spotted)


def _of_another_set(opinions: Sequence[Opinion]) -> bool:
    """Whether all the dice are plainly another set's.

    A strange die beside one of the table's own is no other set: something lies on it, or somebody changed it.
    """
    return all(one.stranger for one in opinions)


def _word(one: Opinion, pips: int, dice: DiceSet, *, sure: float) -> int | None:
    """The number of pips that both sides can live with; None where there is none."""
    is_unlike = not one.known and one.off > TWICE and not _silent(one, pips, dice)
    if one.outsized or (is_unlike and sure < UNLIKE_ANY):
        return None
    if pips in one.near:
        return pips
    if one.pips is not None:
        # Nets that are sure are never overruled: two labels of a lesson may be the wrong way round
        return None if sure >= TABLE.sure else one.pips
    return pips if _silent(one, pips, dice) else None


def _silent(one: Opinion, pips: int, dice: DiceSet) -> bool:
    """Whether the witness was not shown so many pips, or once, and the die's colours are the set's.

    Of such a number it does not know how near it is.
    """
    return dice.faces[pips] < ENOUGH and one.kin and not one.stranger


def _is_left_to_nets(one: Opinion, dice: DiceSet, *, sure: float) -> bool:
    """Whether nets are very sure of a die of the set's colours, and the set too vague to say what it shows.

    The face of a die that differs may not have been shown, and is like none then, or like another number's.
    """
    of_set = one.kin and not (one.stranger or one.outsized)
    return dice.is_vague and sure >= UNLIKE_ANY and of_set and one.pips is None


def _lifts(one: Opinion, word: int, pips: int, dice: DiceSet) -> bool:
    """Whether the table's own witness speaks where the nets doubt, or are mistaken.

    Who was not shown the number that the nets hold for the likeliest can't say that it is another.
    """
    if one.pips != word:
        return False
    return word == pips or (one.well and dice.faces[pips] >= ENOUGH)


def _leans(said: float, one: Opinion, dice: DiceSet) -> float:
    """The chance that a die leans, as the nets say it, once the witness of flat ones has spoken, too."""
    if not one.well:
        return said
    if dice.is_misread:
        return 0.0
    # What nets say of a table's own flat dice as often as of any that lean tells nothing there
    so_said = int((dice.leaning >= said).sum())
    oftener = max(1.0, (so_said * said / USUALLY + WORTH) / (len(dice.leaning) + WORTH))
    return said / (said + oftener * FLATTER * (1 - said))


def _joined(said: Floats, own: Floats, leans: float) -> Floats:
    """What the nets and the table's own witness say together of a die that leans with so much chance."""
    pips = said[None, 1:LEANING]
    shown = joint(pips / max(float(pips.sum()), NOTHING), own[None, 1:LEANING])
    return np.concatenate([[0.0], (1 - leans) * shown[0], [leans]]).astype(np.float32)


def _chances(pips: int, sure: float) -> Floats:
    """The chances of a die that lies flat and shows so many pips with one chance, any other with the rest."""
    chances = np.full(CLASSES, (1 - sure) / (EVERY - 1), np.float32)
    chances[0], chances[LEANING], chances[pips] = 0.0, 0.0, sure
    return chances
