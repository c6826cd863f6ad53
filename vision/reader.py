"""From frames to a reading: the stages in their order."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.calibration import Calibration
from vision.faces import Level, guess_faces, join, scale
from vision.judge import Heard, judge
from vision.picture import Gray, require_gray
from vision.reading import Reading, Reason
from vision.spots import EDGE
from vision.stillness import still_frames
from vision.straighten import straighten
from vision.witness import default_witness

COARSE: Final = (2.0, 3.4)
"""Levels for a frame of `WIDTH_PX`: they hold dice of 59 to 185 px, those of any plate under 2 m of cup."""
WIDTH_PX: Final = 960
LEAST_STILL: Final = 2
"""How many frames must show the same before a burst is believed."""


def read(frames: Sequence[Gray], expect: int, calibration: Calibration | None = None) -> Reading:
    """Read the dice from frames of one throw.

    Args:
        frames: one or more grey pictures of the same size, in time order, the newest last. Not changed.
        expect: how many dice should lie there.
        calibration: what `calibrate` made of the empty window; without it the dice alone must do.

    Returns:
        The reading; when nothing is certain, its reason and where the trouble is.

    Raises:
        ValueError: no frame, frames of different sizes, or fewer than one die expected.
    """
    if not frames or expect < 1:
        raise ValueError(f"expected frames and at least one die, got {len(frames)} and {expect}")
    for frame in frames:
        require_gray(frame)
    if len({frame.shape for frame in frames}) != 1:
        raise ValueError(f"expected frames of one size, got {[frame.shape for frame in frames]}")
    newest = _read_frame(frames[-1], expect, calibration)
    if len(frames) == 1:
        return newest
    return _agree(frames, newest, expect, calibration)


def _agree(frames: Sequence[Gray], newest: Reading, expect: int, calibration: Calibration | None) -> Reading:
    """Believe the newest frame only if nothing moves and the oldest of the still frames says the same."""
    still = still_frames(frames, newest.dice)
    if still < LEAST_STILL:
        return replace(newest, reason=Reason.MOVING, place=None)
    if not newest.certain:
        return newest
    earlier = _read_frame(frames[-still], expect, calibration)
    if earlier.certain and earlier.seen != newest.seen:
        return replace(newest, reason=Reason.MISFIT, place=None)
    return newest if earlier.certain else replace(newest, reason=earlier.reason, place=earlier.place)


def _read_frame(frame: Gray, expect: int, calibration: Calibration | None) -> Reading:
    heard = [_hear(level) for level in _levels(frame, calibration)]
    everything = Heard(join([h.guesses for h in heard]), np.concatenate([h.chances for h in heard]))
    return judge(everything, expect, calibration.window if calibration else None)


def _levels(frame: Gray, calibration: Calibration | None) -> list[Level]:
    if calibration is not None:
        least, greatest = calibration.edges
        return [scale(frame, float(np.sqrt(least * greatest)) / EDGE)]
    return [scale(frame, factor * frame.shape[1] / WIDTH_PX) for factor in COARSE]


def _hear(level: Level) -> Heard:
    guesses = guess_faces(level)
    centre = (guesses.centre + 0.5) / level.factor - 0.5
    faces = straighten(level.picture, centre, guesses.angle, guesses.edge / level.factor)
    return Heard(guesses, default_witness().chances(faces))
