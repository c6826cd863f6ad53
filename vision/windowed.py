"""One frame of a table whose window is known, or taken for known: what lies in it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np

from vision.calibration import Calibration
from vision.hearing import LOCATED, Heard, hear, unheard
from vision.inspector import SECOND_OPINION, inspector
from vision.judge import TABLE, join_chances
from vision.level import Level, cut, shrink
from vision.light import in_this_light, measure_light
from vision.picture import Frame, Gray, to_gray
from vision.reading import Circle, Reading, Reason
from vision.scout import EDGE_PX, LEAST, scout
from vision.settling import settle
from vision.sightings import Sightings, mean_of
from vision.taught import DiceSet
from vision.window import EDGE_SHARE, find_window

AGAIN: Final = 1.15
LEAST_AGAIN: Final = 0.2
"""Where nothing is certain, the mirror image is looked at from so much further away, and harder: a die is the
same the other way round. From nearer as well cost as much again, for 1 in 250 of dice never seen.
Another inspector is asked then, one for photographs: it has learned from others, and errs elsewhere."""


def read_window(
    frame: Frame,
    grey: Gray,
    window: Circle,
    expect: int,
    calibration: Calibration | None = None,
    taught: DiceSet | None = None,
) -> Reading:
    """Read one frame at the scale that the window tells; `grey` is the frame without its colours."""
    half = shrink(cut(frame, window), 2.0)
    shade = replace(half, picture=to_gray(half.picture))
    light = measure_light(shade, window, calibration.noise if calibration else 0.0)
    if light.bad:
        return Reading((), light.bad, None, window)
    lamps = calibration.lamps if calibration else ()
    readings = (
        settle(grey, _heard(frame, seen, expect, taught, window, lamps), half, expect, TABLE, window, lamps)
        for seen in _looks(half, window, axis_of(grey))
    )
    first = next(readings)
    reading = next((reading for reading in chain([first], readings) if reading.certain), first)
    reading = in_this_light(reading, light)
    gone = calibration is not None and reading.reason is Reason.NO_DICE and find_window(grey) is None
    return replace(reading, reason=Reason.NO_PLATE) if gone else reading


def locate(frame: Frame, count: int, window: Circle) -> Sightings | None:
    """Where so many dice lie in a window, with what the nets say of them; None where others do."""
    for seen in _looks(shrink(cut(frame, window), 2.0), window, axis_of(frame)):
        found = seen.take([index for index in seen.one_a_die() if seen.there[index] > LOCATED])
        if len(found) == count:
            return found
    return None


def look_at_window(
    half: Level, window: Circle, axis: tuple[float, float], *, again: bool = False
) -> Sightings:
    """What a scout and an inspector say of a window at half its size, the first time or `again`."""
    away, least = (AGAIN, LEAST_AGAIN) if again else (1.0, LEAST)
    seen = scout().look(half, away * EDGE_SHARE * 2 * window.radius / EDGE_PX, axis, least)
    closer = inspector(SECOND_OPINION) if again else inspector()
    return replace(seen, chances=join_chances(seen.chances, closer.chances(half, seen, axis)))


def axis_of(frame: Frame) -> tuple[float, float]:
    """Where the camera's axis meets the picture."""
    height, width = frame.shape[:2]
    return (width - 1) / 2, (height - 1) / 2


def _looks(half: Level, window: Circle, axis: tuple[float, float]) -> Iterator[Sightings]:
    """What is seen in a window at half its size: at first, and on average with looking again."""
    first = look_at_window(half, window, axis)
    yield first
    yield mean_of([first, _look_at_mirror(half, window, axis)])


def _look_at_mirror(half: Level, window: Circle, axis: tuple[float, float]) -> Sightings:
    """What is seen in a window's mirror image, where it is in the window itself."""
    middle = half.left + (half.picture.shape[1] * half.factor - 1) / 2
    image = replace(half, picture=np.ascontiguousarray(half.picture[:, ::-1]))
    seen = look_at_window(image, window, (2 * middle - axis[0], axis[1]), again=True)
    return seen.mirrored(middle)


def _heard(
    frame: Frame,
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
