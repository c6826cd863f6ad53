"""The survey: what pictures of the empty window show, and what is wrong with them, as data.

`survey` looks at a window for the first time, `compare` at one that set-up has learnt. What is measured
(`vision.setup.condition`) is held against what has to be seen there, a die and its pips, whose sizes the
window tells. What stops is what leaves nothing to read; the rest is said and goes on, for the dice that
set-up reads next, in the middle and at the rim, prove the window better than any measure here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt
from typing import Final

import numpy as np

from vision.arrays import Mask
from vision.looking.stillness import CHANGED_SHARE, FACE_SHARE
from vision.picture import Frame, Gray, to_gray
from vision.reading import Circle
from vision.setup.condition import (
    INSIDE,
    UNITS,
    added_blur,
    blinded,
    die_left,
    dirt_in,
    dirtiest_place,
    distance,
    drowned,
    lamps_in,
    light_of,
    missing_in,
    moved_share,
    near_lamps,
    softness_of,
)
from vision.window.calibration import Calibration, greys_of
from vision.window.finding import EDGE_SHARE, REACH, find_window, find_windows
from vision.window.landmarks import knocked
from vision.window.light import BLOWN_OUT, DARKEST, GAMMA, PIP_SHARE

PIP: Final = 2 * PIP_SHARE * EDGE_SHARE * UNITS
"""A pip's diameter, as the width of the rim is measured."""
SOFTEST: Final = PIP / 3
"""A rim that is wider is blurred: so far apart are the pips of a six, which begin to join. A rim of felt may
be as soft by itself, so it is only said."""
DROWNED: Final = PIP
"""A rim that is wider stops: pips lose half of their contrast, and a six is two bars."""
SOFTER: Final = PIP / 4
"""Blur that came to what set-up saw and is wider than this is no chance: the focus has moved."""
LEAST_SLIVER: Final = 1 - sqrt(1 - (EDGE_SHARE / REACH) ** 2)
"""How much of the window, in radii, the least die leaves between itself and the rim: it may be unseen."""
DIRTY_SHARE: Final = FACE_SHARE
"""Share of the window under specks and smears: as much as a die's face. A clean window has some dust."""
DIRTIER_SHARE: Final = FACE_SHARE / 2
SHIFT_SHARE: Final = 0.05
"""How far a window may seem to have moved, in its radii: the rim is found to 0.02, each time."""
GROWN_SHARE: Final = 0.1
"""How much larger or smaller it may seem: other light may show a cup's inner for its outer rim."""
FLOODED_SHARE: Final = 0.2
BRIGHTER: Final = 3 ** (1 / GAMMA)
"""With so many times the grey level, a window has three times the light."""
DIMMER: Final = 1 / BRIGHTER
LAMP_SHARE: Final = 0.12
"""How far a lamp's image may have moved, in radii of the window: a third of a die."""


class Fault(StrEnum):
    """What can be wrong with a window, the most important first; the panel says what to do for each."""

    OTHER_SIZE = "other_size"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    NO_WINDOW = "no_window"
    WINDOW_CUT_OFF = "window_cut_off"
    DICE_LEFT = "dice_left"
    MOVING = "moving"
    BLURRED = "blurred"
    WINDOW_MOVED = "window_moved"
    LAMPS_MOVED = "lamps_moved"
    LAMPS_OFF = "lamps_off"
    DARKER = "darker"
    BRIGHTER = "brighter"
    LAMPS_IN_WINDOW = "lamps_in_window"
    DIRTY = "dirty"
    NO_COLOURS = "no_colours"


STOPS: Final = frozenset(Fault) - {
    Fault.LAMPS_IN_WINDOW,
    Fault.DIRTY,
    Fault.LAMPS_OFF,
    Fault.DARKER,
    Fault.BRIGHTER,
    Fault.NO_COLOURS,
}
"""With these the dice can't be read as they should be; the others only make for more doubtful readings."""


FEIGNED: Final = frozenset({Fault.LAMPS_MOVED, Fault.LAMPS_OFF, Fault.BRIGHTER, Fault.DIRTY})
"""What dice that lie there may feign: they glint, hide lamps' images, are light, and have pips and edges."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: where, if it is in one place (px), and how much, as the fault measures it.

    `guess` is what the dice that are read next can prove better: it is said, but does not stop.
    """

    code: Fault
    place: tuple[float, float] | None
    amount: float
    guess: bool = False

    @property
    def stops(self) -> bool:
        """Whether it has to be mended first."""
        return self.code in STOPS and not self.guess


@dataclass(frozen=True, slots=True)
class Survey:
    """What is seen of an empty window, and what is wrong with it, the most important first.

    `lamps` are the mirror images that lie inside the window; `light` is the grey level of the brightest
    fiftieth of window and rim, `glare` the share that is blown out, `softness` the width of the rim in
    300ths of the radius, `dirt` the share under specks and smears.
    """

    window: Circle | None
    lamps: tuple[Circle, ...]
    light: float
    glare: float
    softness: float
    dirt: float
    findings: tuple[Finding, ...]

    @property
    def passes(self) -> bool:
        """Whether set-up can go on from here."""
        return not any(finding.stops for finding in self.findings)


def survey(empty: Sequence[Frame], window: Circle | None = None) -> Survey:
    """Look at the empty window for the first time.

    Args:
        empty: one or more frames of one size, in time order, grey or in colour. Not changed.
        window: where the window is, if somebody has said so; else it is looked for.

    Raises:
        ValueError: no frame, or frames of different sizes.
    """
    frames = greys_of(empty)
    frame = frames[-1]
    window = window or find_window(frame, at_length=True)
    if window is None:
        return _lost(frame)
    measured = _measure(frame, window, near_lamps(frame, window))
    found = [*_cut_off(frame, window), *_faults(frames, window, measured), *_flaws(measured, frame, window)]
    if measured.softness > SOFTEST:
        found.append(Finding(Fault.BLURRED, None, measured.softness, guess=measured.softness < DROWNED))
    if empty[-1].ndim == 2:
        found.append(Finding(Fault.NO_COLOURS, None, 1.0))
    return _with(measured, found)


def dazzle_of(known: Calibration, frame: Frame) -> float:
    """How much of what lies in a table's window is blown out, as a share of a die's face."""
    grey = to_gray(frame)
    inside = distance(grey, known.window) < INSIDE
    lit = (grey >= BLOWN_OUT) & (known.background < BLOWN_OUT)
    return float(lit[inside].mean()) / FACE_SHARE


def compare(calibration: Calibration, empty: Sequence[Frame]) -> Survey:
    """Look at the empty window again: what has changed since it was calibrated.

    Args:
        calibration: what set-up learnt.
        empty: as for `survey`.

    Raises:
        ValueError: no frame, or frames of different sizes.
    """
    frames = greys_of(empty)
    frame = frames[-1]
    if frame.shape != calibration.background.shape:
        finding = Finding(Fault.OTHER_SIZE, None, frame.shape[1] / calibration.background.shape[1])
        return Survey(None, (), 0.0, 0.0, 0.0, 0.0, (finding,))
    window = calibration.window
    before = _again(calibration.background, window)
    rim = before and _again(frame, before)
    if before and not rim:
        return _lost(frame)
    moved = _displaced(before, rim) if before and rim else None
    if moved is None and (shift := knocked(frame, calibration)):
        moved = Finding(Fault.WINDOW_MOVED, None, float(np.hypot(*shift)))
    lamps = near_lamps(calibration.background, window)
    then, now = (_measure(seen, window, lamps) for seen in (calibration.background, frame))
    found = [*_faults(frames, window, now, calibration.noise, then.glare), *_light_changes(then, now)]
    found += [moved] if moved else _lamp_changes(calibration.background, then, frame, now)
    if (added := added_blur(then.softness, now.softness)) > SOFTER:
        found.append(Finding(Fault.BLURRED, None, added))
    if now.dirt > max(DIRTY_SHARE, then.dirt + DIRTIER_SHARE):
        found.append(Finding(Fault.DIRTY, dirtiest_place(frame, window, lamps), now.dirt))
    return _with(now, found)


def _again(frame: Gray, window: Circle) -> Circle | None:
    """The rim at a window, if one is there; else where it may be."""
    windows = find_windows(frame)
    near = (now for now in windows if _shift(now, window) <= SHIFT_SHARE * window.radius)
    return next(near, next(iter(windows), None))


def _shift(now: Circle, then: Circle) -> float:
    return max(float(np.hypot(now.x - then.x, now.y - then.y)), abs(now.radius - then.radius))


def _lost(frame: Gray) -> Survey:
    """The survey of a picture in which no window is found, with what may be the cause."""
    light, glare = float(np.percentile(frame, 98)), float((frame >= BLOWN_OUT).mean())
    found = [Finding(Fault.NO_WINDOW, None, 1.0)]
    if light < DARKEST:
        found.insert(0, Finding(Fault.TOO_DARK, None, light))
    elif glare > FLOODED_SHARE:
        found.insert(0, Finding(Fault.TOO_BRIGHT, None, glare))
    return Survey(None, (), light, glare, 0.0, 0.0, tuple(found))


def _with(measured: Survey, found: Sequence[Finding]) -> Survey:
    order = list(Fault)
    if any(finding.code is Fault.DICE_LEFT for finding in found):
        found = [finding for finding in found if finding.code not in FEIGNED]
    return replace(measured, findings=tuple(sorted(found, key=lambda finding: order.index(finding.code))))


def _measure(frame: Gray, window: Circle, lamps: Mask) -> Survey:
    """Measure everything, and judge nothing; light and dirt where no lamp shines, as the mask has it."""
    away = distance(frame, window)
    inside = away < INSIDE
    return Survey(
        window=window,
        lamps=lamps_in(frame, window),
        light=light_of(frame, window, lamps),
        glare=float((frame[inside] >= BLOWN_OUT).mean()),
        softness=softness_of(frame, window),
        dirt=dirt_in(frame, window, lamps),
        findings=(),
    )


def _cut_off(frame: Gray, window: Circle) -> Iterator[Finding]:
    """Whether the window reaches out of the picture; where set-up took it so, that is no news later."""
    height, width = frame.shape
    out = max(
        window.radius - min(window.x, window.y),
        window.radius + window.x - width,
        window.radius + window.y - height,
    )
    if out > LEAST_SLIVER * window.radius:
        yield Finding(Fault.WINDOW_CUT_OFF, None, out, guess=out < EDGE_SHARE * window.radius)


def _faults(
    frames: Sequence[Gray], window: Circle, measured: Survey, noise: float = 0.0, glare: float = 0.0
) -> Iterator[Finding]:
    """What stands in the way of any reading; `noise` and `glare` are what set-up has seen there."""
    if (left := die_left(frames[-1], window)) is not None:
        yield Finding(Fault.DICE_LEFT, left, 1.0)
    if (moved := moved_share(frames, window)) > CHANGED_SHARE:
        yield Finding(Fault.MOVING, None, moved)
    if measured.light < DARKEST or drowned(frames[-1], window, noise):
        yield Finding(Fault.TOO_DARK, None, measured.light)
    if measured.glare - glare > FACE_SHARE:  # so much may hide a die, or lie in the cup's ceiling, behind it
        yield Finding(Fault.TOO_BRIGHT, None, measured.glare, guess=not blinded(frames[-1], window))


def _flaws(measured: Survey, frame: Gray, window: Circle) -> Iterator[Finding]:
    """What makes a window worse than it might be."""
    if measured.lamps:
        lamp = measured.lamps[0]
        yield Finding(Fault.LAMPS_IN_WINDOW, (lamp.x, lamp.y), len(measured.lamps))
    if measured.dirt > DIRTY_SHARE:
        yield Finding(Fault.DIRTY, dirtiest_place(frame, window, near_lamps(frame, window)), measured.dirt)


def _displaced(then: Circle, now: Circle) -> Finding | None:
    """Say so if the rim that set-up saw lies elsewhere now; the host's circle may be another one."""
    shift, grown = float(np.hypot(now.x - then.x, now.y - then.y)), abs(now.radius - then.radius)
    if shift > SHIFT_SHARE * then.radius or grown > GROWN_SHARE * then.radius:
        return Finding(Fault.WINDOW_MOVED, (now.x, now.y), max(shift, grown))
    return None


def _light_changes(then: Survey, now: Survey) -> Iterator[Finding]:
    ratio = _brightness(then, now)
    if ratio < DIMMER:
        yield Finding(Fault.DARKER, None, ratio)
    elif ratio > BRIGHTER:
        yield Finding(Fault.BRIGHTER, None, ratio)


def _brightness(then: Survey, now: Survey) -> float:
    return now.light / max(then.light, 1.0)


def _lamp_changes(before: Gray, then: Survey, frame: Gray, now: Survey) -> Iterator[Finding]:
    """Which lamps came or went; less light makes weaker images, so the darker picture is made lighter."""
    assert now.window
    ratio, reach = _brightness(then, now), LAMP_SHARE * now.window.radius
    if new := missing_in(before, now.window, ratio, now.lamps, reach):
        yield Finding(Fault.LAMPS_MOVED, (new[0].x, new[0].y), len(new))
    elif gone := missing_in(frame, now.window, 1 / max(ratio, 0.01), then.lamps, reach):
        yield Finding(Fault.LAMPS_OFF, (gone[0].x, gone[0].y), len(gone))
