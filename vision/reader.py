"""From frames to a reading: the stages in their order."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.accord import Opinion, guesses_from, join_chances, no_opinion, settle
from vision.calibration import Calibration
from vision.faces import FEW, MANY, guess_faces
from vision.judge import HEARD, Heard, judge, pick, rivals, together
from vision.level import cut, shrink
from vision.light import bad_light
from vision.picture import Gray, require_gray
from vision.reading import Circle, Reading, Reason
from vision.scout import scout
from vision.spots import EDGE, REACH
from vision.stillness import still_frames
from vision.window import EDGE_SHARE, find_window
from vision.witness import counter, inspector

EVERY: Final = (0.65, 1.15, 2.0, 3.4, 5.8)
"""Scales that together hold dice of 19 to 315 px, for pictures of no table that we know."""
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
    """Read one frame: at the scale that the window tells, else at any."""
    window = find_window(frame) if calibration is None else calibration.window
    if window is None:
        factors = [factor for factor in EVERY if 2 * EDGE * factor < min(frame.shape)]
        return judge(_hear(frame, factors, None, MANY), expect, None)
    light = bad_light(cut(frame, window).picture)
    if light is not None:
        return Reading((), light, None, window)
    middle = EDGE_SHARE * 2 * window.radius / EDGE
    opinion = _opinion(frame, window, middle)
    reading = settle(judge(_hear(frame, [middle], window, FEW), expect, window), opinion, expect)
    if reading.certain:
        return reading
    # A second, closer look, and where the window was only guessed, at larger and smaller dice too
    factors = [middle] if calibration else [middle, middle / REACH, middle * REACH]
    return settle(judge(_hear(frame, factors, window, MANY), expect, window), opinion, expect)


def _opinion(frame: Gray, window: Circle, factor: float) -> Opinion:
    """Let the scout look at the window, and the other witnesses at what it sees."""
    whole = cut(frame, window)
    half = shrink(whole, 2.0)
    seen = scout().look(whole, window.radius)
    if not len(seen):
        return no_opinion()
    guesses = guesses_from(half, seen)
    counted = counter().chances(shrink(whole if factor < 2 else half, factor), guesses)
    inspected = inspector().chances(half, guesses, _axis(frame))
    return Opinion(guesses, join_chances(seen.chances, counted, inspected))


def _hear(frame: Gray, factors: Sequence[float], window: Circle | None, most: int) -> Heard:
    """Hear the witnesses on the best guesses at these scales; a table's faces are inspected as well."""
    parts = []
    whole = cut(frame, window)
    half = shrink(whole, 2.0)
    for factor in factors:
        level = shrink(whole if factor < 2 else half, factor)
        guesses = guess_faces(level, most)
        counted = counter().chances(level, guesses)
        kept, rival = pick(guesses, counted, HEARD), rivals(guesses, counted)
        guesses, counted = guesses.take(kept), counted[kept]
        inspected = inspector().chances(half, guesses, _axis(frame)) if window else counted
        parts.append(Heard(guesses, counted, inspected, rival[kept]))
    return together(parts)


def _axis(frame: Gray) -> tuple[float, float]:
    """Where the camera's axis meets the picture."""
    height, width = frame.shape
    return (width - 1) / 2, (height - 1) / 2
