"""From frames to a reading: the stages in their order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.doubt import veto, why
from vision.inspector import inspector
from vision.judge import ANYWHERE, AT_FIRST, TABLE, Bar, join_chances, judge
from vision.landmarks import knocked
from vision.level import Level, cut, shrink
from vision.light import bad_light, in_this_light
from vision.photograph import INSPECTOR, look_at_mirror, look_everywhere, said_by
from vision.picture import Colour, Gray, require_gray, to_gray
from vision.pips import find_pips
from vision.reading import Circle, Die, Reading, Reason
from vision.scout import EDGE_PX, LEAST, scout
from vision.sightings import CLASSES, Sightings, mean_of
from vision.stillness import moves, still_frames
from vision.window import EDGE_SHARE, REACH, find_window, find_windows

Floats = npt.NDArray[np.float32]

LIGHT: Final = (Reason.TOO_DARK, Reason.TOO_BRIGHT)
"""What is wrong however the dice lie; so little or so much light flickers."""
AGAIN: Final = (0.87, 1.15)
LEAST_AGAIN: Final = 0.2
"""Where nothing is certain, both nets look again, from so much nearer and further away, and harder."""
SAME_SCALE: Final = (0.87, 1.15)
"""The scout knows dice that are so much smaller or larger than their window says: two edges of one rim."""
LEAST_STILL: Final = 2
"""How many frames must show the same before a burst is believed."""


def read(frames: Sequence[Gray | Colour], expect: int, calibration: Calibration | None = None) -> Reading:
    """Read the dice from frames of one throw.

    Args:
        frames: one or more pictures of the same size, in time order, the newest last. Not changed. Colour
            is made use of where no window is seen, or where its light alone leaves a doubt.
        expect: how many dice should lie there.
        calibration: what `calibrate` made of the empty window; without it the dice alone must do.

    Returns:
        The reading; when nothing is certain, its reason and where the trouble is.

    Raises:
        ValueError: no frame, frames of different sizes, or fewer than one die expected.
    """
    if not frames or expect < 1:
        raise ValueError(f"expected frames and at least one die, got {len(frames)} and {expect}")
    greys = [to_gray(frame) for frame in frames]
    for grey in greys:
        require_gray(grey)
    if len({grey.shape for grey in greys}) != 1:
        raise ValueError(f"expected frames of one size, got {[frame.shape for frame in frames]}")
    if calibration is None:
        newest = _read_unknown(frames[-1], greys[-1], expect)
    else:
        newest = _read_window(frames[-1], greys[-1], calibration.window, expect, calibration)
        newest = _unless_knocked(newest, greys[-1], calibration)
    return newest if len(frames) == 1 else _agree(frames, greys, newest)


def _read_unknown(frame: Gray | Colour, grey: Gray, expect: int) -> Reading:
    """Read one frame of a table that nobody has set up: in each window that may be there, and in none.

    The likeliest window that shows a die for certain is the one, and what it reads is believed if dice that
    are seen with no window in mind are part of it. Where no window shows any, or dice are seen that are too
    large or too small for it, no window counts.
    """
    tried = []
    for window in _other_scales(find_windows(grey)):
        tried.append(_read_window(frame, grey, window, expect, None))
        if tried[-1].dice:
            return _unless_seen_otherwise(tried[-1], frame, grey, expect)
    free = _read_photograph(frame, grey, expect)
    return next((reading for reading in tried if _fits(free, reading.window)), free)


def _unless_seen_otherwise(reading: Reading, frame: Gray | Colour, grey: Gray, expect: int) -> Reading:
    """A window's reading, if what is seen with no window in mind does not speak against it."""
    if reading.certain:
        free = _seen_freely(frame, grey, expect, min(die.edge for die in reading.dice))
        trouble = next(iter(_missing(free, reading)), None)
        if trouble and (free.certain or len(free.dice) > expect):
            return replace(reading, reason=Reason.MISFIT, place=(trouble.x, trouble.y))
        return reading
    free = _read_photograph(frame, grey, expect)
    return reading if _fits(free, reading.window) else free


def _seen_freely(frame: Gray | Colour, grey: Gray, expect: int, edge: float) -> Reading:
    """What is seen at one look with no window in mind, of dice about as large as that or larger, px."""
    return _settle(grey, said_by(look_everywhere(frame, edge / REACH)), cut(grey), expect, AT_FIRST)


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


def _unless_knocked(reading: Reading, grey: Gray, calibration: Calibration) -> Reading:
    """Say so where the camera was knocked since set-up: what is known of the window is true no more."""
    known = grey.shape == calibration.background.shape and reading.reason not in LIGHT
    if known and knocked(grey, calibration):
        return replace(reading, reason=Reason.KNOCKED, place=None)
    return reading


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


def _read_photograph(frame: Gray | Colour, grey: Gray, expect: int) -> Reading:
    """Read one frame on every scale, and where that leaves a doubt, its mirror image as well."""
    whole, looks = cut(grey), look_everywhere(frame)
    first = _settle(grey, said_by(looks), whole, expect, AT_FIRST)
    if first.certain:
        return first
    reading = _settle(grey, said_by(looks + look_at_mirror(frame)), whole, expect, ANYWHERE)
    return reading if reading.certain else first


def _agree(frames: Sequence[Gray | Colour], greys: Sequence[Gray], newest: Reading) -> Reading:
    """Believe the newest frame only if its dice lie still and the oldest of the still frames agrees."""
    if not newest.certain:
        moving = newest.reason not in LIGHT and moves(greys[-2], greys[-1], newest.window)
        return replace(newest, reason=Reason.MOVING, place=None) if moving else newest
    still = still_frames(greys, newest)
    if still < LEAST_STILL:
        return replace(newest, reason=Reason.MOVING, place=None)
    other = _contradicts(frames[-still], newest)
    return replace(newest, reason=Reason.MISFIT, place=other) if other else newest


def _contradicts(frame: Gray | Colour, reading: Reading) -> tuple[float, float] | None:
    """Where an earlier frame shows something else than was read, if it does: the witnesses look once more."""
    seen = Sightings(
        np.array([(die.x, die.y) for die in reading.dice], np.float32),
        np.array([die.edge for die in reading.dice], np.float32),
        np.deg2rad([die.angle for die in reading.dice]).astype(np.float32),
        np.ones((len(reading.dice), CLASSES), np.float32),
    )
    half = shrink(cut(frame, reading.window), 2.0)
    if reading.window is None:
        shown = inspector(INSPECTOR).chances(half, seen, None)
    else:
        shown = inspector().chances(half, seen, axis_of(frame))
    for die, pips in zip(reading.dice, shown.argmax(axis=1), strict=True):
        if pips != die.pips:
            return die.x, die.y
    return None


def _read_window(
    frame: Gray | Colour, grey: Gray, window: Circle, expect: int, calibration: Calibration | None
) -> Reading:
    """Read one frame at the scale that the window tells."""
    half = shrink(cut(frame, window), 2.0)
    shade = replace(half, picture=to_gray(half.picture))
    noise = calibration.noise if calibration else 0.0
    light = bad_light(shade, window, noise)
    if light is not None:
        return Reading((), light, None, window)
    lamps = calibration.lamps if calibration else ()
    looks = _looks(half, window, axis_of(grey))
    readings = (_settle(grey, seen, half, expect, TABLE, window, lamps) for seen in looks)
    first = next(readings)
    reading = next((reading for reading in chain([first], readings) if reading.certain), first)
    reading = in_this_light(reading, shade, noise)
    gone = calibration is not None and reading.reason is Reason.NO_DICE and find_window(grey) is None
    return replace(reading, reason=Reason.NO_PLATE) if gone else reading


def _looks(half: Level, window: Circle, axis: tuple[float, float]) -> Iterator[Sightings]:
    """What is seen in a window at half its size: at first, and on average with looking again."""
    first = look_at_window(half, window, axis)
    yield first
    yield mean_of([first, *(look_at_window(half, window, axis, away, LEAST_AGAIN) for away in AGAIN)])


def look_at_window(
    half: Level, window: Circle, axis: tuple[float, float], away: float = 1.0, least: float = LEAST
) -> Sightings:
    """What both nets say of a window at half its size, from `away` times the usual distance."""
    seen = scout().look(half, away * EDGE_SHARE * 2 * window.radius / EDGE_PX, axis, least)
    return replace(seen, chances=join_chances(seen.chances, inspector().chances(half, seen, axis)))


def _settle(
    frame: Gray,
    seen: Sightings,
    level: Level,
    expect: int,
    bar: Bar,
    window: Circle | None = None,
    lamps: Sequence[Circle] = (),
) -> Reading:
    """Let the judge decide, and say why where it can't."""
    sure, trouble, reason = judge(seen, expect, bar)
    dice = tuple(_die(seen, level, index, bar) for index in sure)
    if trouble is not None:
        return Reading(dice, why(level, seen, trouble, window), _place(seen, trouble), window)
    if reason is Reason.NO_DICE and window is None:
        reason = Reason.NO_PLATE
    height, width = frame.shape
    for index in sure:
        spoilt = veto(seen, index, (width, height), lamps)
        if spoilt:
            return Reading(dice, spoilt, _place(seen, index), window)
    return Reading(dice, reason, None, window)


def _place(seen: Sightings, index: int) -> tuple[float, float]:
    x, y = seen.centre[index]
    return float(x), float(y)


def _die(seen: Sightings, level: Level, index: int, bar: Bar) -> Die:
    centre, edge, angle = seen.centre[index], float(seen.edge[index]), float(seen.angle[index])
    pips = int(seen.pips[index])
    spots = find_pips(level, centre, edge, angle, pips)
    degrees = float(np.rad2deg(angle) % 90) % 90
    certainty = bar.certainty(float(seen.sure[index]))
    return Die(pips, float(centre[0]), float(centre[1]), edge, degrees, certainty, spots)


def axis_of(frame: Gray | Colour) -> tuple[float, float]:
    """Where the camera's axis meets the picture."""
    height, width = frame.shape[:2]
    return (width - 1) / 2, (height - 1) / 2
