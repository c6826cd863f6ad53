"""From frames to a reading: the newest is read, or the mean of all like it, where the dice lie still."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import cv2
import numpy as np

from vision.level import cut, shrink
from vision.looking.stillness import moves, still_frames
from vision.looking.unset import read_unset
from vision.looking.windowed import axis_of, read_window
from vision.nets.inspector import FOR_PHOTOGRAPHS, inspector
from vision.picture import Frame, Gray, require_gray, require_size, size, to_gray
from vision.reading import Circle, Reading, Reason
from vision.sightings import CLASSES, Sightings
from vision.taught.dice import DiceSet, compare
from vision.window.calibration import Calibration
from vision.window.landmarks import knocked

LIGHT: Final = (Reason.TOO_DARK, Reason.TOO_BRIGHT)
"""What is wrong however the dice lie; so little or so much light flickers."""
LEAST_STILL: Final = 2
"""How many frames must show the same before a burst is believed."""


def read(
    frames: Sequence[Frame],
    expect: int,
    calibration: Calibration | None = None,
    taught: DiceSet | None = None,
) -> Reading:
    """Read the dice from frames of one throw.

    Args:
        frames: one or more pictures of the same size, in time order, the newest last, grey or in colour.
            Not changed.
        expect: how many dice should lie there.
        calibration: what `calibrate` made of the empty window; without it the dice alone must do.
        taught: the table's own dice, as `teach` learned them in that window.

    Returns:
        The reading; when nothing is certain, its reason and where the trouble is.

    Raises:
        ValueError: no frame, frames of different sizes or another than the calibration's, fewer than one die
            expected, or dice without their calibration.
    """
    greys = _checked(frames, expect)
    if calibration is None:
        if taught is not None:
            raise ValueError("expected the calibration of the table that was taught its dice")
        newest = read_unset(frames[-1], greys[-1], expect)
    else:
        require_size(greys[-1], calibration.background)
        look = partial(_read_known, expect=expect, known=calibration, taught=taught)
        newest = look(frames[-1], greys[-1])
        if len(frames) > 1 and not newest.certain and len(newest.dice) <= expect:  # what was plain stays
            newest = _by_their_mean(frames, greys, newest, calibration.window, look)
    return newest if len(frames) == 1 else _agree(frames, greys, newest, calibration, taught)


def _read_known(frame: Frame, grey: Gray, expect: int, known: Calibration, taught: DiceSet | None) -> Reading:
    """Read one frame at a table that was set up."""
    reading = read_window(frame, grey, known.window, expect, known, taught)
    return _unless_knocked(reading, grey, known)


def _by_their_mean(
    frames: Sequence[Frame],
    greys: Sequence[Gray],
    newest: Reading,
    window: Circle,
    look: Callable[[Frame, Gray], Reading],
) -> Reading:
    """Where the newest frame leaves a doubt, read the mean of all that show the same, if that leaves none.

    Of the noise of three frames it has little more than half. The dice it shows lie still in each of them.
    """
    alike = (at for at, frame in enumerate(frames) if frame.shape == frames[-1].shape)
    same = [at for at in alike if not moves(greys[at], greys[-1], window)]
    if len(same) < LEAST_STILL:
        return newest
    total = np.zeros(frames[-1].shape, np.float32)
    for at in same:
        cv2.accumulate(frames[at], total)
    mean = np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(same)), np.uint8)
    reading = look(mean, to_gray(mean))
    still = reading.certain and still_frames([greys[at] for at in same], reading) == len(same)
    return reading if still else newest


def _checked(frames: Sequence[Frame], expect: int) -> list[Gray]:
    """The frames without their colours."""
    if not frames or expect < 1:
        raise ValueError(f"expected frames and at least one die, got {len(frames)} and {expect}")
    greys = [to_gray(frame) for frame in frames]
    for grey in greys:
        require_gray(grey)
    if len({grey.shape for grey in greys}) != 1:
        sizes = " and ".join(dict.fromkeys(map(size, greys)))
        raise ValueError(f"expected frames of one size, got {sizes}")
    return greys


def _unless_knocked(reading: Reading, grey: Gray, calibration: Calibration) -> Reading:
    """Say so where the camera was knocked since set-up: what is known of the window is true no more."""
    if reading.reason not in LIGHT and knocked(grey, calibration):
        return replace(reading, reason=Reason.KNOCKED, place=None)
    return reading


def _agree(
    frames: Sequence[Frame],
    greys: Sequence[Gray],
    newest: Reading,
    known: Calibration | None,
    taught: DiceSet | None,
) -> Reading:
    """Believe the newest frame only if its dice lie still and the oldest of the still frames agrees."""
    if not newest.certain:
        moving = newest.reason not in LIGHT and moves(greys[-2], greys[-1], newest.window)
        return replace(newest, reason=Reason.MOVING, place=None) if moving else newest
    still = still_frames(greys, newest)
    if still < LEAST_STILL:
        return replace(newest, reason=Reason.MOVING, place=None)
    other = _contradicts(frames[-still], newest, known, taught)
    return replace(newest, reason=Reason.MISFIT, place=other) if other else newest


def _contradicts(
    frame: Frame, reading: Reading, known: Calibration | None, taught: DiceSet | None
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
        shown = inspector(FOR_PHOTOGRAPHS).chances(half, seen, None)
    else:
        shown = inspector().chances(half, seen, axis_of(frame))
    differ = [at for at, die in enumerate(reading.dice) if shown[at].argmax() != die.pips]
    if differ and taught is not None and known is not None:
        same = compare(frame, seen.take(differ), taught, known)
        differ = [at for at, one in zip(differ, same, strict=True) if one.pips != reading.dice[at].pips]
    return (reading.dice[differ[0]].x, reading.dice[differ[0]].y) if differ else None
