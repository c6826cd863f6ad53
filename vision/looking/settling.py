"""Settling what was seen: the judge decides, and of what can't be ruled on it is said why."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from vision.arrays import Mask
from vision.judge import Bar, judge
from vision.level import Level
from vision.picture import Gray
from vision.reading import Circle, Die, Reading, Reason
from vision.sightings import Sightings
from vision.taught.hearing import Heard
from vision.witnesses.ace import feigned
from vision.witnesses.doubt import veto, why
from vision.witnesses.faces import Face, upright
from vision.witnesses.far import shining_through
from vision.witnesses.lattice import fits
from vision.witnesses.lit import hidden
from vision.witnesses.middle import oddness
from vision.witnesses.missing import missing
from vision.witnesses.worn import worn

TOGETHER: Final = 0.8
"""Two dice flat on a window are an edge apart at least, from middle to middle; edges are read to a tenth."""
ODD: Final = 0.0
"""From these odds, as a logarithm, a middle pip is rather dirt than its die's."""
LATTICE: Final = 0.0
"""Least fit with which the lattice agrees: no empty place is more of a pip than one of the pips."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What was decided on one look at a frame.

    `plain` is how many dice it is sure of that a taught table does not know to be strange. `tell` makes the
    reading of it: to find the pips and to say why takes time, which the one look that counts is worth.
    """

    certain: bool
    plain: int
    tell: Callable[[], Reading]


def first_certain(looks: Iterable[Settled], expect: int) -> Reading:
    """The first reading that is certain, of what is seen by more and more looks; else the first of all.

    Where one is sure of more dice than expected, that is the reading: a die that was plain once stays there,
    however few see it in the end. What a taught table does not know was not as plain.
    """
    first = None
    for look in looks:
        if look.certain or look.plain > expect:
            return look.tell()
        first = first or look
    if first is None:
        raise ValueError("expected a look")
    return first.tell()


def settle(
    frame: Gray,
    heard: Heard,
    level: Level,
    expect: int,
    bar: Bar,
    window: Circle | None = None,
    shine: Level | None = None,
) -> Settled:
    """Let the judge decide on what was seen of a frame.

    `shine` is where lamps' images may lie on the plate (`vision.window.bare`), None where none is known.
    """
    seen = heard.seen
    sure, trouble, reason = judge(seen, expect, bar)
    shown = sorted({*sure, *heard.doubted})
    faces = dict(zip(shown, upright(level, seen.take(shown), shine), strict=True))
    spoilt = _spoilt(frame, heard, faces, level, bar, window, shine) if trouble is None else None

    def tell() -> Reading:
        dice = tuple(replace(_die(faces[at], seen, at, bar), known=heard.known[at]) for at in shown)
        if trouble is not None:
            return Reading(dice, _doubt(level, heard, trouble, window), _place(seen, trouble), window)
        if spoilt is not None:
            index, cause = spoilt
            return Reading(dice, cause, _place(seen, index), window)
        nowhere = reason is Reason.NO_DICE and window is None
        return Reading(dice, Reason.NO_PLATE if nowhere else reason, None, window)

    plain = sum(heard.known[index] is not False for index in shown)
    return Settled(trouble is None and spoilt is None and reason is None, plain, tell)


def _doubt(level: Level, heard: Heard, index: int, window: Circle | None) -> Reason:
    """Why a sighting stands in the way."""
    return Reason.STRANGE_DIE if index in heard.doubted else why(level, heard.seen, index, window)


def _spoilt(
    frame: Gray,
    heard: Heard,
    faces: Mapping[int, Face],
    level: Level,
    bar: Bar,
    window: Circle | None,
    shine: Level | None,
) -> tuple[int, Reason] | None:
    """The first of the sure faces that can't be relied on all the same, and why, if there is one."""
    seen, sure = heard.seen, list(faces)
    height, width = frame.shape
    overlapping = _overlapping(seen, sure) if window else None
    if overlapping is not None:
        return overlapping, Reason.STACKED
    for index in sure:
        cause = veto(level, seen, index, (width, height), shine)
        if cause is not None:
            return index, cause
    for cause, asked, doubted in _witnesses(heard, faces, level, bar, known=window is not None):
        if doubted.any():
            return asked[int(doubted.argmax())], cause
    return None


def _witnesses(
    heard: Heard, sure: Mapping[int, Face], level: Level, bar: Bar, *, known: bool
) -> Iterator[tuple[Reason, Sequence[int], Mask]]:
    """Why each witness doubts faces, which of the sure ones it was asked about, and which of these it doubts.

    How pips lie and look on any die is not asked where a table knows how they do on this one; whether one is
    worn, or hidden by a lamp, is, but not of a number that looks worn on all of the table's dice. Where no
    window is `known`, all but the lattice say nothing.
    """
    seen, every = heard.seen, list(sure)
    unknown = [at for at in every if at not in heard.vouched]
    strange = [sure[at] for at in unknown]
    if known:
        whole = [at for at in every if at not in heard.spotted]
        yield Reason.WORN, whole, worn([sure[at] for at in whole])
        yield Reason.GLARE, every, hidden(list(sure.values()))
    asked = [at for at in unknown if seen.sure[at] < bar.alone]
    yield Reason.MISFIT, asked, fits([sure[at] for at in asked]) < LATTICE
    if known:
        gone, lit = missing(strange)
        yield Reason.GLARE, unknown, lit
        yield Reason.MISFIT, unknown, gone
        odd = oddness(strange) > ODD
        yield Reason.MISFIT, unknown, feigned(level, seen.take(unknown)) | odd | shining_through(strange)


def _overlapping(seen: Sightings, sure: Sequence[int]) -> int | None:
    """A sure face that cannot lie flat beside another one, if there is any."""
    for index, other in combinations(sure, 2):
        apart = math.dist(seen.centre[index], seen.centre[other])
        if apart < TOGETHER * (seen.edge[index] + seen.edge[other]) / 2:
            return index
    return None


def _place(seen: Sightings, index: int) -> tuple[float, float]:
    x, y = seen.centre[index]
    return float(x), float(y)


def _die(face: Face, seen: Sightings, index: int, bar: Bar) -> Die:
    degrees = float(np.rad2deg(face.angle) % 90) % 90
    certainty = bar.certainty(float(seen.sure[index]))
    return Die(face.pips, *_place(seen, index), face.edge, degrees, certainty, face.spots)
