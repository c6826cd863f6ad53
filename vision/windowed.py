"""One frame of a table whose window is known, or taken for known: what lies in it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from vision.calibration import Calibration
from vision.glances import glances
from vision.hearing import LOCATED, Heard, hear, unheard
from vision.judge import ONCE_MORE, TABLE, Bar
from vision.level import cut, shrink
from vision.light import in_this_light, measure_light
from vision.picture import Frame, Gray, to_gray
from vision.reading import Circle, Reading, Reason
from vision.settling import settle
from vision.sightings import Sightings
from vision.taught import DiceSet
from vision.window import find_window


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
    looks = zip(glances(half, window, axis_of(grey), expect), (TABLE, TABLE, ONCE_MORE), strict=False)
    heard = ((_heard(frame, seen, bar, expect, taught, window, lamps), bar) for seen, bar in looks)
    readings = (settle(grey, stands, half, expect, bar, window, lamps) for stands, bar in heard)
    first = next(readings)
    reading = next((reading for reading in chain([first], readings) if reading.certain), first)
    reading = in_this_light(reading, light)
    gone = calibration is not None and reading.reason is Reason.NO_DICE and find_window(grey) is None
    return replace(reading, reason=Reason.NO_PLATE) if gone else reading


def locate(frame: Frame, count: int, window: Circle) -> Sightings | None:
    """Where so many dice lie in a window, with what the nets say of them; None where others do."""
    for seen in glances(shrink(cut(frame, window), 2.0), window, axis_of(frame), count):
        found = seen.take([index for index in seen.one_a_die() if seen.there[index] > LOCATED])
        if len(found) == count:
            return found
    return None


def axis_of(frame: Frame) -> tuple[float, float]:
    """Where the camera's axis meets the picture."""
    height, width = frame.shape[:2]
    return (width - 1) / 2, (height - 1) / 2


def _heard(
    frame: Frame,
    seen: Sightings,
    bar: Bar,
    expect: int,
    taught: DiceSet | None,
    window: Circle,
    lamps: Sequence[Circle],
) -> Heard:
    """What stands of the sightings once the witness of the table's own dice was asked, if it has one."""
    if taught is None:
        return unheard(seen)
    return hear(frame, seen, taught, window, expect=expect, sure=bar.sure, lamps=lamps)
