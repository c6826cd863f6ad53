"""One frame of a table whose window is known, or taken for known: what lies in it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from vision.bare import anew, shining
from vision.calibration import Calibration
from vision.hearing import Heard, hear, unheard
from vision.inspector import MIRROR, SECOND_OPINION, inspector
from vision.judge import TABLE, TABLE_AGAIN, TABLE_AT_FIRST, Bar, at_most, join_chances
from vision.level import Level, cut, shrink
from vision.light import in_this_light, measure_light
from vision.picture import Frame, Gray, to_gray
from vision.reading import Circle, Reading, Reason
from vision.scout import EDGE_PX, scout
from vision.settling import Settled, first_certain, settle
from vision.sightings import LEANING, Sightings, mean_of
from vision.taught import DiceSet
from vision.window import EDGE_SHARE, find_window

AGAIN: Final = 1.15
LEAST_AGAIN: Final = 0.2
"""Where nothing is certain, the mirror image is looked at from so much further away, and harder: a die is the
same the other way round. From nearer as well cost as much again, for 1 in 250 of dice never seen."""
MAY_LEAN: Final = 0.34
"""A face that the scout by itself gives more than this chance of leaning, as it does where dice move a
little, is no sure one at the first look, however sure the inspector is: others are asked."""
HELD_BACK: Final = 0.85
"""What such a face is worth at most there."""
SMALL: Final = 0.85
"""Dice that look smaller than so much of a middling one are looked at from as near as makes them middling: of
the windows that nets learned from two in a hundred hold such, but where the circle lies round more than the
cup, as round a square one it may, most do."""
NEAREST: Final = 0.5
"""From nearer than so much takes too long; what looks smaller yet is rather no die."""
ASKED_AGAIN: Final = (SECOND_OPINION, MIRROR)
"""Who is asked then, in this order: inspectors that have learned from other pictures, and err elsewhere."""


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
    shine = shining(grey, calibration) if calibration else None

    def settled(bar: Bar, seen: Sightings) -> Settled:
        new = anew(seen, shade, calibration) if calibration else seen
        heard = _heard(frame, new, expect, taught, calibration)
        return settle(grey, heard, half, expect, bar, window, shine)

    looks = (settled(bar, seen) for bar, seen in _looks(half, window, axis_of(grey)))
    reading = in_this_light(first_certain(looks, expect), light)
    if calibration and reading.reason is Reason.NO_DICE and _gone(grey, calibration):
        return replace(reading, reason=Reason.NO_PLATE)
    return reading


def _gone(grey: Gray, known: Calibration) -> bool:
    """Whether the rim is gone that set-up saw; where a host drew the circle there may have been none."""
    return _rim_at_set_up(known) and find_window(grey) is None


@lru_cache(maxsize=1)
def _rim_at_set_up(known: Calibration) -> bool:
    """Whether set-up saw a rim, which is the same for each picture of a table."""
    return find_window(known.background) is not None


def locate(frame: Frame, count: int, known: Calibration) -> Sightings | None:
    """Where so many dice lie in a table's window, with what the nets say of them; None where others do."""
    half = shrink(cut(frame, known.window), 2.0)
    for _, seen in _looks(half, known.window, axis_of(frame)):
        seen = anew(seen, replace(half, picture=to_gray(half.picture)), known)
        found = seen.take(seen.located())
        if len(found) == count:
            return found
    return None


def middling(window: Circle) -> float:
    """The scale at which a middling die of a window is as large as the scout knows it, see `Scout.look`."""
    return EDGE_SHARE * 2 * window.radius / EDGE_PX


def look_at_window(half: Level, scale: float, axis: tuple[float, float]) -> Sightings:
    """What the scout and the inspector say of a window at half its size; the scout's doubt holds it back."""
    seen = scout().look(half, scale, axis)
    said = join_chances(seen.chances, inspector().chances(half, seen, axis))
    leaning = seen.chances[:, LEANING] > MAY_LEAN
    said[leaning] = at_most(said[leaning], HELD_BACK)
    return replace(seen, chances=said)


def look_at_mirror(half: Level, scale: float, axis: tuple[float, float]) -> Iterator[Sightings]:
    """What the scout and each of `ASKED_AGAIN` say of a window's mirror image, where it is in the window."""
    middle = half.left + (half.picture.shape[1] * half.factor - 1) / 2
    image = replace(half, picture=np.ascontiguousarray(half.picture[:, ::-1]))
    turned = (2 * middle - axis[0], axis[1])
    seen = scout().look(image, AGAIN * scale, turned, LEAST_AGAIN)
    for name in ASKED_AGAIN:
        said = inspector(name).chances(image, seen, turned)
        yield replace(seen, chances=join_chances(seen.chances, said)).mirrored(middle)


def axis_of(frame: Frame) -> tuple[float, float]:
    """Where the camera's axis meets the picture."""
    height, width = frame.shape[:2]
    return (width - 1) / 2, (height - 1) / 2


def _looks(half: Level, window: Circle, axis: tuple[float, float]) -> Iterator[tuple[Bar, Sightings]]:
    """What is seen in a window at half its size, by more and more on average, and how sure it has to be."""
    told = middling(window)
    first = look_at_window(half, told, axis)
    scale = _scale(first, told)
    looks = [first if scale == told else look_at_window(half, scale, axis)]
    yield TABLE_AT_FIRST, looks[0]
    for bar, seen in zip((TABLE_AGAIN, TABLE), look_at_mirror(half, scale, axis), strict=True):
        looks.append(seen)
        yield bar, mean_of(looks)


def _scale(seen: Sightings, told: float) -> float:
    """The scale that dice seen ask for themselves where they are small, else the one that the window told."""
    edges = seen.edge[seen.located()]
    own = float(np.median(edges)) / EDGE_PX if len(edges) else told
    return max(own, NEAREST * told) if own < SMALL * told else told


def _heard(
    frame: Frame,
    seen: Sightings,
    expect: int,
    taught: DiceSet | None,
    known: Calibration | None,
) -> Heard:
    """What stands of the sightings once the witness of the table's own dice was asked, if it has one."""
    if taught is None or known is None:
        return unheard(seen)
    return hear(frame, seen, taught, known, expect=expect, sure=TABLE.sure)
