"""One frame of a table that nobody has set up, or of dice anywhere: every likely window, and none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.judge import ANYWHERE, AT_FIRST, BESIDE_A_WINDOW, Bar, at_most
from vision.level import cut
from vision.looking.photograph import THIRD, look_at_mirror, look_everywhere, said_by
from vision.looking.settling import first_certain, settle
from vision.looking.windowed import read_window
from vision.picture import Frame, Gray, levels_in
from vision.reading import Circle, Die, Reading, Reason
from vision.sightings import Sightings
from vision.taught.hearing import unheard
from vision.window.finding import EDGE_SHARE, REACH, find_windows
from vision.window.light import BRIGHTEST, DARKEST

SAME_SCALE: Final = (0.87, 1.15)
"""The scout knows dice that are so much smaller or larger than their window says: two edges of one rim."""
ALONE: Final = (AT_FIRST, ANYWHERE, ANYWHERE, ANYWHERE)
BESIDE: Final = (BESIDE_A_WINDOW, BESIDE_A_WINDOW)
"""How sure each of `_opinions` has to be. Others alone are not asked where a window may be: nets that are
told of no axis know little of its rim."""
SPECK_PX: Final = 30.0
"""An ace with a smaller edge may be a speck: who looks first is not believed about it, others are asked."""


def read_unset(frame: Frame, grey: Gray, expect: int) -> Reading:
    """Read one frame of a table that nobody has set up: in each window that may be there, and in none.

    The likeliest window that shows a die for certain is the one, and what it reads is believed if dice that
    are seen with no window in mind are part of it; so is its doubt, if they confirm the dice that it is sure
    of. Where none shows any, or dice are seen that are too large or too small for it, no window counts.
    """
    tried = []
    for window in _other_scales(find_windows(grey)):
        tried.append(read_window(frame, grey, window, expect))
        if tried[-1].dice:
            return _unless_seen_otherwise(tried[-1], frame, grey, expect)
    free = _read_photograph(frame, grey, expect, BESIDE if tried else ALONE)
    doubtful = (reading for reading in tried if reading.reason is not Reason.NO_DICE or not free.dice)
    reading = next((reading for reading in doubtful if _fits(free, reading.window)), free)
    is_dark = reading.reason is Reason.NO_PLATE and levels_in(grey, (BRIGHTEST,))[0] < DARKEST
    return replace(reading, reason=Reason.TOO_DARK) if is_dark else reading


def _read_photograph(frame: Frame, grey: Gray, expect: int, bars: Sequence[Bar]) -> Reading:
    """Read one frame on every scale, and where that leaves a doubt, let others look at its mirror image.

    Each bar is for one more opinion, see `_opinions`.
    """
    whole = cut(frame)
    looks = (
        settle(grey, unheard(said), whole, expect, bar)
        for bar, said in zip(bars, _opinions(frame), strict=False)
    )
    return first_certain(looks, expect)


def _opinions(frame: Frame) -> Iterator[Sightings]:
    """What those who look first see; they and others together; what these alone say of dice that all see.

    The last once more when the table's own have looked, too, on the scales that suit a middling die.
    """
    looks = look_everywhere(frame)
    seen = said_by(looks)
    yield _without_specks(seen)
    others = look_at_mirror(frame, looks, seen)
    if not others:
        return
    both = said_by(looks + others)
    yield both
    yield _as_others_say(both, said_by(others))
    middling = seen.take([int(np.argsort(seen.edge)[len(seen) // 2])])
    others += look_at_mirror(frame, looks, middling, THIRD)
    yield _as_others_say(said_by(looks + others), said_by(others))


def _without_specks(seen: Sightings) -> Sightings:
    """What was seen, with no ace so small that a speck feigns it as sure as is asked at first."""
    small = (seen.pips == 1) & (seen.edge < SPECK_PX)
    chances = seen.chances.copy()
    chances[small] = at_most(chances[small], 0.99 * AT_FIRST.sure)
    return replace(seen, chances=chances)


def _as_others_say(both: Sightings, others: Sightings) -> Sightings:
    """The dice that all see together, with what the others say of each, who have to see it themselves."""
    said = others.said_of(both)
    there = np.minimum(both.there, 1 - said[:, 0])[:, None]
    shown = there * said[:, 1:] / said[:, 1:].sum(axis=1, keepdims=True)
    return replace(both, chances=np.concatenate([1 - there, shown], axis=1))


def _unless_seen_otherwise(reading: Reading, frame: Frame, grey: Gray, expect: int) -> Reading:
    """A window's reading, if what is seen with no window in mind does not speak against it."""
    if reading.certain:
        free = _seen_freely(frame, grey, expect, min(die.edge for die in reading.dice))
        trouble = next(iter(_missing(free, reading)), None)
        if trouble and (free.certain or len(free.dice) > expect):
            return replace(reading, reason=Reason.MISFIT, place=(trouble.x, trouble.y))
        return reading
    free = _read_photograph(frame, grey, expect, BESIDE)
    return reading if _fits(free, reading.window) or not _missing(reading, free) else free


def _seen_freely(frame: Frame, grey: Gray, expect: int, edge: float) -> Reading:
    """What is seen at one look with no window in mind, of dice about as large as that or larger, px."""
    seen = unheard(said_by(look_everywhere(frame, edge / REACH)))
    return settle(grey, seen, cut(frame), expect, AT_FIRST).tell()


def _missing(other: Reading, reading: Reading) -> list[Die]:
    """The dice of another reading that this one has not got, or has other pips for."""
    return [
        die
        for die in other.dice
        if not any(
            die.pips == mine.pips and np.hypot(die.x - mine.x, die.y - mine.y) < mine.edge / 2
            for mine in reading.dice
        )
    ]


def _other_scales(windows: Sequence[Circle]) -> list[Circle]:
    """The windows without those hardly larger or smaller than a likelier one, which read the same."""
    kept: list[Circle] = []
    for window in windows:
        if not any(SAME_SCALE[0] < window.radius / other.radius < SAME_SCALE[1] for other in kept):
            kept.append(window)
    return kept


def _fits(reading: Reading, window: Circle | None) -> bool:
    """Whether dice that were read with no window in mind are as large as a window's dice are."""
    if window is None:
        return False
    middle = EDGE_SHARE * 2 * window.radius
    return all(middle / REACH < die.edge < middle * REACH for die in reading.dice)
