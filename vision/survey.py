"""The survey: what pictures of the empty window show, and what is wrong with them, as data.

`survey` looks at a window for the first time, `compare` at one that set-up has learnt. Every threshold was
taken between two groups of pictures: the eight rendered tables with their empty windows (960 × 720; lamps
outside the window on four, round the lens on four, smears on two that show them), and the same pictures
blurred, darkened, brightened, smeared and shifted by known amounts (`tests/vision/test_survey.py`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration, CalibrationError, calibrate
from vision.landmarks import knocked
from vision.picture import Gray, require_gray
from vision.reader import read
from vision.reading import Circle
from vision.window import find_window, find_windows

Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

DARKEST: Final = 30
"""Window and rim are lit if their brightest fiftieth has more than this: tables have 44 to 111, five of
eight with 0.3 of their light 13 to 28; the other three still pass."""
GLARING: Final = 250
BRIGHTEST_SHARE: Final = 0.05
"""Share of the window that may be blown out: lamps round the lens take up to 0.0124."""
SOFTEST: Final = 6.0
"""Widest rim that is sharp, in 300ths of the window's radius: tables have 2.9 to 5.2, blurred by 2.5 px 5.9
to 7.8, by 4 px 7.6 and more."""
SPECK_LEVELS: Final = 4
"""How much lighter than what surrounds it a speck or smear is, grey levels."""
DIRTY_SHARE: Final = 0.025
"""Share of the window under specks: clean and scratched tables have 0 to 0.009, the two smeared ones
0.032 and 0.070."""
DIRTIER_SHARE: Final = 0.015
MOVED_LEVELS: Final = 12
MOVED_SHARE: Final = 0.004
"""Share of the window that may differ between two frames of a still window: noise gives 0.0000."""
SHIFT_SHARE: Final = 0.05
"""How far a window may seem to have moved, in its radii: the rim is found to 0.02, a shift by 0.03 is passed
and one by 0.1 seen on every table."""
GROWN_SHARE: Final = 0.1
"""How much larger or smaller it may seem: other light may show a cup's inner for its outer rim, 0.065."""
FLOODED_SHARE: Final = 0.2
DIMMER: Final = 0.6
BRIGHTER: Final = 1.6
LAMP_SHARE: Final = 0.12
"""How far a lamp's image may have moved, in radii of the window."""
LAMP_LEVEL: Final = 200
INSIDE: Final = 0.93


CUT_SHARE: Final = 0.04
"""How much of the window may lie outside the picture, in its radii: 1.6 of 40 mm, and no pip lies that near
to the rim, for a face's edge is 1.8 mm and more from its pips."""


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


STOPS: Final = frozenset(Fault) - {
    Fault.LAMPS_IN_WINDOW,
    Fault.DIRTY,
    Fault.LAMPS_OFF,
    Fault.DARKER,
    Fault.BRIGHTER,
}
"""With these the dice can't be read as they should be; the others only make for more doubtful readings."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: where, if it is in one place (px), and how much, as the fault measures it."""

    code: Fault
    place: tuple[float, float] | None
    amount: float

    @property
    def stops(self) -> bool:
        """Whether it has to be mended first."""
        return self.code in STOPS


@dataclass(frozen=True, slots=True)
class Survey:
    """What is seen of an empty window, and what is wrong with it, the most important first.

    `lamps` are the mirror images that lie inside the window; `light` is the grey level of the brightest
    fiftieth, `glare` the share that is blown out, `softness` the width of the rim in 300ths of the radius,
    `dirt` the share under specks and smears.
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


def survey(empty: Sequence[Gray], window: Circle | None = None) -> Survey:
    """Look at the empty window for the first time.

    Args:
        empty: one or more frames of one size, in time order, shape (H, W), dtype uint8. Not changed.
        window: where the window is, if somebody has said so; else it is looked for.

    Raises:
        ValueError: no frame, or frames of different sizes.
    """
    frame = _newest(empty)
    window = window or find_window(frame)
    if window is None:
        return _lost(frame)
    measured = _measure(frame, window)
    found = [*_faults(empty, window, measured), *_flaws(measured, frame, window)]
    return _with(measured, found)


def compare(calibration: Calibration, empty: Sequence[Gray]) -> Survey:
    """Look at the empty window again: what has changed since it was calibrated.

    Args:
        calibration: what set-up learnt.
        empty: as for `survey`.

    Raises:
        ValueError: no frame, or frames of different sizes.
    """
    frame = _newest(empty)
    if frame.shape != calibration.background.shape:
        finding = Finding(Fault.OTHER_SIZE, None, frame.shape[1] / calibration.background.shape[1])
        return Survey(None, (), 0.0, 0.0, 0.0, 0.0, (finding,))
    moved = knocked(frame, calibration)
    window = _again(frame, calibration.window)
    if window is None:
        return _lost(frame)
    then = _measure(calibration.background, calibration.window)
    now = _measure(frame, window)
    stronger = max(1.0, now.light / max(then.light, 1.0))  # more light shows old dirt better
    now = replace(now, dirt=_dirt(frame, window, SPECK_LEVELS * stronger))
    found = [*_faults(empty, window, now), *_changes(then, now)]
    if moved and not any(finding.code is Fault.WINDOW_MOVED for finding in found):
        found.append(Finding(Fault.WINDOW_MOVED, None, float(np.hypot(*moved))))
    if now.dirt > max(DIRTY_SHARE, then.dirt + DIRTIER_SHARE):
        found.append(Finding(Fault.DIRTY, _dirtiest(frame, window), now.dirt))
    return _with(now, found)


def _again(frame: Gray, window: Circle) -> Circle | None:
    """The window where it was, if a rim is still there; else where it may be now."""
    windows = find_windows(frame)
    near = (now for now in windows if _shift(now, window) <= SHIFT_SHARE * window.radius)
    return next(near, next(iter(windows), None))


def _shift(now: Circle, then: Circle) -> float:
    return max(float(np.hypot(now.x - then.x, now.y - then.y)), abs(now.radius - then.radius))


def _newest(empty: Sequence[Gray]) -> Gray:
    if not empty or len({frame.shape for frame in empty}) != 1:
        raise ValueError("expected pictures of the empty window, all of one size")
    for frame in empty:
        require_gray(frame)
    return empty[-1]


def _lost(frame: Gray) -> Survey:
    """The survey of a picture in which no window is found, with what may be the cause."""
    light, glare = float(np.percentile(frame, 98)), float((frame >= GLARING).mean())
    found = [Finding(Fault.NO_WINDOW, None, 1.0)]
    if light < DARKEST:
        found.insert(0, Finding(Fault.TOO_DARK, None, light))
    elif glare > FLOODED_SHARE:
        found.insert(0, Finding(Fault.TOO_BRIGHT, None, glare))
    return Survey(None, (), light, glare, 0.0, 0.0, tuple(found))


def _with(measured: Survey, found: Sequence[Finding]) -> Survey:
    order = list(Fault)
    if any(finding.code is Fault.DICE_LEFT for finding in found):  # their pips and edges are no dirt
        found = [finding for finding in found if finding.code is not Fault.DIRTY]
    return replace(measured, findings=tuple(sorted(found, key=lambda finding: order.index(finding.code))))


def _measure(frame: Gray, window: Circle) -> Survey:
    """Measure everything, and judge nothing."""
    away = _distance(frame, window)
    inside = away < INSIDE
    lit = frame[(away < 1.3) & ~_near_lamps(frame, window)]
    return Survey(
        window=window,
        lamps=_lamps(frame, window),
        light=float(np.percentile(lit, 98)) if lit.size else 255.0,
        glare=float((frame[inside] >= GLARING).mean()),
        softness=_softness(frame, window),
        dirt=_dirt(frame, window, SPECK_LEVELS),
        findings=(),
    )


def _faults(frames: Sequence[Gray], window: Circle, measured: Survey) -> Iterator[Finding]:
    """What stands in the way of any reading."""
    height, width = frames[-1].shape
    out = max(
        window.radius - min(window.x, window.y),
        window.radius + window.x - width,
        window.radius + window.y - height,
    )
    if out > CUT_SHARE * window.radius:
        yield Finding(Fault.WINDOW_CUT_OFF, None, out)
    if (left := _die_left(frames[-1], window)) is not None:
        yield Finding(Fault.DICE_LEFT, left, 1.0)
    if (moved := _moved(frames, window)) > MOVED_SHARE:
        yield Finding(Fault.MOVING, None, moved)
    if measured.light < DARKEST:
        yield Finding(Fault.TOO_DARK, None, measured.light)
    if measured.glare > BRIGHTEST_SHARE:
        yield Finding(Fault.TOO_BRIGHT, None, measured.glare)
    if measured.softness > SOFTEST:
        yield Finding(Fault.BLURRED, None, measured.softness)


def _flaws(measured: Survey, frame: Gray, window: Circle) -> Iterator[Finding]:
    """What makes a window worse than it might be."""
    if measured.lamps:
        lamp = measured.lamps[0]
        yield Finding(Fault.LAMPS_IN_WINDOW, (lamp.x, lamp.y), len(measured.lamps))
    if measured.dirt > DIRTY_SHARE:
        yield Finding(Fault.DIRTY, _dirtiest(frame, window), measured.dirt)


def _changes(then: Survey, now: Survey) -> Iterator[Finding]:
    assert then.window
    assert now.window
    shift = float(np.hypot(now.window.x - then.window.x, now.window.y - then.window.y))
    grown = abs(now.window.radius - then.window.radius)
    ratio = now.light / max(then.light, 1.0)
    if shift > SHIFT_SHARE * then.window.radius or grown > GROWN_SHARE * then.window.radius:
        yield Finding(Fault.WINDOW_MOVED, (now.window.x, now.window.y), max(shift, grown))
    elif ratio >= DIMMER:  # lamps that are much dimmer are no longer taken for lamps
        yield from _lamp_changes(then.lamps, now.lamps, LAMP_SHARE * then.window.radius)
    if ratio < DIMMER:
        yield Finding(Fault.DARKER, None, ratio)
    elif ratio > BRIGHTER:
        yield Finding(Fault.BRIGHTER, None, ratio)


def _lamp_changes(then: Sequence[Circle], now: Sequence[Circle], reach: float) -> Iterator[Finding]:
    if new := [lamp for lamp in now if not _among(lamp, then, reach)]:
        yield Finding(Fault.LAMPS_MOVED, (new[0].x, new[0].y), len(new))
    elif gone := [lamp for lamp in then if not _among(lamp, now, reach)]:
        yield Finding(Fault.LAMPS_OFF, (gone[0].x, gone[0].y), len(gone))


def _among(lamp: Circle, lamps: Sequence[Circle], reach: float) -> bool:
    return any(np.hypot(lamp.x - other.x, lamp.y - other.y) < reach for other in lamps)


def _distance(frame: Gray, window: Circle) -> Floats:
    """How far each pixel is from the window's centre, in its radii."""
    rows, columns = np.ogrid[: frame.shape[0], : frame.shape[1]]
    return np.asarray(np.hypot(columns - window.x, rows - window.y) / window.radius, np.float64)


def _near_lamps(frame: Gray, window: Circle) -> Mask:
    """Where a lamp's image and its halo lie: a tenth of the radius round it."""
    size = 2 * round(0.1 * window.radius) + 1
    return np.asarray(cv2.dilate((frame >= LAMP_LEVEL).astype(np.uint8), np.ones((size, size))) > 0)


def _lamps(frame: Gray, window: Circle) -> tuple[Circle, ...]:
    """The mirror images inside the window, as calibration takes them."""
    try:
        calibrated = calibrate(frame, window)
    except CalibrationError:
        return ()
    within = (
        lamp for lamp in calibrated.lamps if np.hypot(lamp.x - window.x, lamp.y - window.y) < window.radius
    )
    return tuple(within)


def _softness(frame: Gray, window: Circle) -> float:
    """How wide the rim is, in 300ths of the radius: its step over its steepest slope, the median round it."""
    angles = np.deg2rad(np.arange(0, 360, 3))[:, None]
    unit = window.radius / 300
    radii = window.radius + np.arange(-14, 15)[None] * unit
    across = cv2.remap(
        cv2.GaussianBlur(frame, (3, 3), 0),
        (window.x + radii * np.cos(angles)).astype(np.float32),
        (window.y + radii * np.sin(angles)).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float64)
    step = np.ptp(across, axis=1)
    steepest = np.abs(np.diff(across, axis=1)).max(axis=1)
    rim = (step > 8) & (step < 120)  # less is no step, more is a lamp
    return float(np.median(step[rim] / steepest[rim])) if rim.sum() > 12 else 0.0


def _dirt(frame: Gray, window: Circle, levels: float) -> float:
    inside = _distance(frame, window) < INSIDE
    return float(_specks(frame, window, levels).sum() / inside.sum())


def _specks(frame: Gray, window: Circle, levels: float = SPECK_LEVELS) -> Mask:
    """Where something small or streaky is lighter than what surrounds it: a top hat, so no edge counts."""
    smooth = cv2.GaussianBlur(frame, (0, 0), 0.01 * window.radius)
    size = round(0.12 * window.radius) | 1
    hat = cv2.morphologyEx(
        smooth, cv2.MORPH_TOPHAT, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    )
    inside = _distance(frame, window) < INSIDE
    return np.asarray((hat > levels) & inside & ~_near_lamps(frame, window), np.bool_)


def _dirtiest(frame: Gray, window: Circle) -> tuple[float, float]:
    """Where most of the dirt lies."""
    dense = cv2.GaussianBlur(_specks(frame, window).astype(np.float32), (0, 0), 0.15 * window.radius)
    row, column = np.unravel_index(int(dense.argmax()), dense.shape)
    return float(column), float(row)


def _moved(frames: Sequence[Gray], window: Circle) -> float:
    """The share of the window that differs between the first and the last frame."""
    first, last = (cv2.GaussianBlur(frame, (0, 0), 2) for frame in (frames[0], frames[-1]))
    return float((cv2.absdiff(first, last)[_distance(frames[-1], window) < INSIDE] > MOVED_LEVELS).mean())


def _die_left(frame: Gray, window: Circle) -> tuple[float, float] | None:
    """Where something lies that looks like a die, if anything does."""
    known = calibrate(frame, window)
    for expect in (2, 1):
        reading = read([frame], expect, known)
        if reading.dice:
            return reading.dice[0].x, reading.dice[0].y
    return None
