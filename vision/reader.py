"""From frames to a reading: the stages in their order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.doubt import veto, why
from vision.hearing import LOCATED, Heard, hear, unheard
from vision.inspector import inspector
from vision.judge import ANYWHERE, AT_FIRST, TABLE, Bar, join_chances, judge
from vision.level import Level, cut, shrink
from vision.light import bad_light
from vision.photograph import INSPECTOR, look_at_mirror, look_everywhere, said_by
from vision.picture import Colour, Gray, require_gray, to_gray, vivid
from vision.pips import find_pips
from vision.reading import Circle, Die, Reading, Reason
from vision.scout import EDGE_PX, LEAST, Scout, scout
from vision.sightings import CLASSES, Sightings, mean_of
from vision.stillness import moves, still_frames
from vision.taught import DiceSet, compare
from vision.window import EDGE_SHARE, find_window

Floats = npt.NDArray[np.float32]

LIGHT: Final = (Reason.TOO_DARK, Reason.TOO_BRIGHT)
"""What is wrong however the dice lie; so little or so much light flickers."""
OTHER_SCOUT: Final = "scout_again"
AGAIN: Final = (1.08, 1.16)
LEAST_AGAIN: Final = 0.2
"""Where nothing is certain, another scout looks again, from so much further away, and harder."""
LEAST_STILL: Final = 2
"""How many frames must show the same before a burst is believed."""


def read(
    frames: Sequence[Gray | Colour],
    expect: int,
    calibration: Calibration | None = None,
    taught: DiceSet | None = None,
) -> Reading:
    """Read the dice from frames of one throw.

    Args:
        frames: one or more pictures of the same size, in time order, the newest last. Not changed. Colour
            is made use of where no window is seen, or where its light alone leaves a doubt.
        expect: how many dice should lie there.
        calibration: what `calibrate` made of the empty window; without it the dice alone must do.
        taught: the table's own dice, as `teach` learned them in that window.

    Returns:
        The reading; when nothing is certain, its reason and where the trouble is.

    Raises:
        ValueError: no frame, frames of different sizes, fewer than one die expected, or dice without their
            calibration.
    """
    if not frames or expect < 1:
        raise ValueError(f"expected frames and at least one die, got {len(frames)} and {expect}")
    if taught is not None and calibration is None:
        raise ValueError("expected the calibration of the table that was taught its dice")
    greys = [to_gray(frame) for frame in frames]
    for grey in greys:
        require_gray(grey)
    if len({grey.shape for grey in greys}) != 1:
        raise ValueError(f"expected frames of one size, got {[frame.shape for frame in frames]}")
    window = find_window(greys[-1]) if calibration is None else calibration.window
    if window is None:
        newest = _read_photograph(frames[-1], greys[-1], expect)
    else:
        newest = _read_window(frames[-1], greys[-1], window, expect, calibration, taught)
    return newest if len(frames) == 1 else _agree(frames, greys, newest, taught)


def _read_photograph(frame: Gray | Colour, grey: Gray, expect: int) -> Reading:
    """Read one frame on every scale, and where that leaves a doubt, its mirror image as well."""
    whole, looks = cut(grey), look_everywhere(frame)
    first = _settle(grey, unheard(said_by(looks)), whole, expect, AT_FIRST)
    if first.certain:
        return first
    reading = _settle(grey, unheard(said_by(looks + look_at_mirror(frame))), whole, expect, ANYWHERE)
    return reading if reading.certain else first


def _agree(
    frames: Sequence[Gray | Colour], greys: Sequence[Gray], newest: Reading, taught: DiceSet | None
) -> Reading:
    """Believe the newest frame only if its dice lie still and the oldest of the still frames agrees."""
    if not newest.certain:
        moving = newest.reason not in LIGHT and moves(greys[-2], greys[-1], newest.window)
        return replace(newest, reason=Reason.MOVING, place=None) if moving else newest
    still = still_frames(greys, newest)
    if still < LEAST_STILL:
        return replace(newest, reason=Reason.MOVING, place=None)
    others = [
        _contradicts(shade, newest, frames[-still], taught)
        for shade in _shades(frames[-still], newest.window)
    ]
    return replace(newest, reason=Reason.MISFIT, place=others[0]) if all(others) else newest


def _shades(frame: Gray | Colour, window: Circle | None) -> list[Gray | Colour]:
    """A frame as it may have been read: as it is where no window is, else in grey, one way or the other."""
    if window is None or frame.ndim == 2:
        return [frame]
    return [to_gray(frame), vivid(frame)]


def _contradicts(
    frame: Gray | Colour, reading: Reading, earlier: Gray | Colour, taught: DiceSet | None
) -> tuple[float, float] | None:
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
    differ = [at for at, die in enumerate(reading.dice) if shown[at].argmax() != die.pips]
    if differ and taught is not None and reading.window is not None:
        same = compare(earlier, seen.take(differ), taught, reading.window)
        differ = [at for at, one in zip(differ, same, strict=True) if one.pips != reading.dice[at].pips]
    return (reading.dice[differ[0]].x, reading.dice[differ[0]].y) if differ else None


def _read_window(
    frame: Gray | Colour,
    grey: Gray,
    window: Circle,
    expect: int,
    calibration: Calibration | None,
    taught: DiceSet | None,
) -> Reading:
    """Read one frame at the scale that the window tells."""
    light = bad_light(grey, cut(grey, window).picture)
    if light is not None:
        return Reading((), light, None, window)
    lamps = calibration.lamps if calibration else ()
    readings = (
        _settle(grey, _heard(frame, seen, expect, taught, window, lamps), half, expect, TABLE, window, lamps)
        for half, seen in _looks(frame, grey, window)
    )
    first = next(readings)
    reading = next((reading for reading in chain([first], readings) if reading.certain), first)
    gone = calibration is not None and reading.reason is Reason.NO_DICE and find_window(grey) is None
    return replace(reading, reason=Reason.NO_PLATE) if gone else reading


def locate(frame: Gray | Colour, count: int, window: Circle) -> Sightings | None:
    """Where so many dice lie in a window, with what the nets say of them; None where others do."""
    for _, seen in _looks(frame, to_gray(frame), window):
        found = seen.take([index for index in seen.one_a_die() if seen.there[index] > LOCATED])
        if len(found) == count:
            return found
    return None


def _heard(
    frame: Gray | Colour,
    seen: Sightings,
    expect: int,
    taught: DiceSet | None,
    window: Circle,
    lamps: Sequence[Circle],
) -> Heard:
    """What stands of the sightings once the witness of the table's own dice was asked, if it has one."""
    if taught is None:
        return unheard(seen)
    return hear(frame, seen, taught, window, expect=expect, sure=TABLE.sure, lamps=lamps)


def _looks(frame: Gray | Colour, grey: Gray, window: Circle) -> Iterator[tuple[Level, Sightings]]:
    """What is seen in a window at half its size: at first, on looking again, and with an eye to colours."""
    half, axis = shrink(cut(grey, window), 2.0), axis_of(grey)
    yield half, look_at_window(half, window, axis)
    yield half, look_again(half, window, axis)
    if frame.ndim == 3:
        half = shrink(cut(vivid(frame), window), 2.0)
        yield half, look_again(half, window, axis)


def look_at_window(half: Level, window: Circle, axis: tuple[float, float]) -> Sightings:
    """Let the scout look at a window at half its size, and the inspector closer at what it sees."""
    return _witness(scout(), half, window, axis)


def look_again(half: Level, window: Circle, axis: tuple[float, float]) -> Sightings:
    """Let another scout look twice from further away, where one look did not do: what is seen on average."""
    other = scout(OTHER_SCOUT)
    return mean_of([_witness(other, half, window, axis, away, LEAST_AGAIN) for away in AGAIN])


def _witness(
    looker: Scout,
    half: Level,
    window: Circle,
    axis: tuple[float, float],
    away: float = 1.0,
    least: float = LEAST,
) -> Sightings:
    """What a scout and the inspector say, from `away` times the distance that the scout's scale asks for."""
    seen = looker.look(half, away * EDGE_SHARE * 2 * window.radius / EDGE_PX, axis, least)
    return replace(seen, chances=join_chances(seen.chances, inspector().chances(half, seen, axis)))


def _settle(
    frame: Gray,
    heard: Heard,
    level: Level,
    expect: int,
    bar: Bar,
    window: Circle | None = None,
    lamps: Sequence[Circle] = (),
) -> Reading:
    """Let the judge decide, and say why where it can't."""
    seen = heard.seen
    sure, trouble, reason = judge(seen, expect, bar)
    shown = sorted({*sure, *heard.doubted})
    dice = tuple(replace(_die(seen, level, index, bar), known=heard.known[index]) for index in shown)
    if trouble is not None:
        strange = trouble in heard.doubted
        cause = Reason.STRANGE_DIE if strange else why(level, seen, trouble, window)
        return Reading(dice, cause, _place(seen, trouble), window)
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
