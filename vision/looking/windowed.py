"""One frame of a table whose window is known, or taken for known: what lies in it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np

from vision.judge import TABLE, TABLE_AGAIN, TABLE_AT_FIRST, Bar, at_most, join_chances
from vision.level import Level, cut, shrink
from vision.looking.settling import Settled, first_certain, settle
from vision.nets.inspector import MIRROR, SECOND_OPINION, inspector
from vision.nets.scout import EDGE_PX, scout
from vision.picture import Frame, Gray, to_gray
from vision.reading import Circle, Reading, Reason
from vision.sightings import LEANING, Sightings, mean_of
from vision.taught.dice import DiceSet
from vision.taught.hearing import Heard, hear, unheard
from vision.window.bare import anew, shining
from vision.window.calibration import Calibration
from vision.window.finding import EDGE_SHARE, find_window, has_round_rim
from vision.window.light import in_this_light, measure_light

AGAIN: Final = 1.15
LEAST_AGAIN: Final = 0.2
"""Where nothing is certain, the mirror image is looked at from so much further away, and harder: a die is the
same the other way round. From nearer as well cost as much again, for 1 in 250 of dice never seen."""
MAY_LEAN: Final = 0.34
"""A face that the scout by itself gives more than this chance of leaning, as it does where dice move a
little, is no sure one at the first look, however sure the inspector is: others are asked."""
HELD_BACK: Final = 0.85
"""What such a face is worth at most there."""
USUAL: Final = (0.8, 1.45)
"""Dice that look smaller or larger than so many middling ones are looked at from where they are middling: of
the windows that nets learned from one in a hundred holds such, but where the circle lies round more than the
cup, as round a square one it may, or round less, most do."""
NEAREST: Final = 0.5
"""From nearer than so much takes too long; what looks smaller yet is rather no die."""
CORNERS: Final = math.sqrt(2)
"""So much further out than the circle that fits into it are a square opening's corners."""
BEYOND: Final = 0.1
"""A die that reaches out of the circle's square by more than so much of its edge, as edges are read to a
tenth, lies in such a corner: all of the opening is looked at then."""
ASKED_AGAIN: Final = (SECOND_OPINION, MIRROR)
"""Who is asked then, in this order: inspectors that have learned from other pictures, and err elsewhere."""


@dataclass(frozen=True, slots=True)
class View:
    """How a window is looked at: the part of the frame that holds it, at half its size, and at which scale.

    `scale` is that of `Scout.look`, `axis` is where the camera's axis meets the frame, px.
    """

    half: Level
    scale: float
    axis: tuple[float, float]


def read_window(
    frame: Frame,
    grey: Gray,
    window: Circle,
    expect: int,
    calibration: Calibration | None = None,
    taught: DiceSet | None = None,
) -> Reading:
    """Read one frame at the scale that the window tells; `grey` is the frame without its colours."""
    first = view_of(frame, window)
    shade = _shade(first)
    light = measure_light(shade, window, calibration.noise if calibration else 0.0)
    if light.bad:
        return Reading((), light.bad, None, window)
    shine = shining(grey, calibration) if calibration else None

    def settled(bar: Bar, view: View, seen: Sightings) -> Settled:
        new = anew(seen, shade, calibration) if calibration else seen
        heard = _heard(frame, new, expect, taught, calibration)
        return settle(grey, heard, view.half, expect, bar, window, shine)

    looks = (settled(*look) for look in _looks(first, frame, window))
    reading = in_this_light(first_certain(looks, expect), light)
    if calibration and reading.reason is Reason.NO_DICE and _gone(grey, calibration):
        return replace(reading, reason=Reason.NO_PLATE)
    return _unless_beside(reading, window, calibration)


def _unless_beside(reading: Reading, window: Circle, known: Calibration | None) -> Reading:
    """Doubt a reading of a die whose middle lies beyond a round rim: it lies beside the cup, not in it."""
    if known is None or not reading.certain:
        return reading
    beyond = (die for die in reading.dice if math.dist((die.x, die.y), (window.x, window.y)) > window.radius)
    die = next(beyond, None)
    if die is None or not _is_round(known):
        return reading
    return replace(reading, reason=Reason.CUT_OFF, place=(die.x, die.y))


@lru_cache(maxsize=1)
def _is_round(known: Calibration) -> bool:
    """Whether a table's rim is round, which is the same for each picture of it."""
    return has_round_rim(known.background, known.window)


def _gone(grey: Gray, known: Calibration) -> bool:
    """Whether the rim is gone that set-up saw; where a host drew the circle there may have been none."""
    return _rim_at_set_up(known) and find_window(grey) is None


@lru_cache(maxsize=1)
def _rim_at_set_up(known: Calibration) -> bool:
    """Whether set-up saw a rim, which is the same for each picture of a table."""
    return find_window(known.background) is not None


def locate(frame: Frame, count: int, known: Calibration) -> Sightings | None:
    """Where so many dice lie in a table's window, with what all looks say of them; None where others do."""
    first = view_of(frame, known.window)
    shade = _shade(first)
    looks = [anew(seen, shade, known) for _, _, seen in _looks(first, frame, known.window)]
    for seen in looks:
        located = seen.located()
        plain = [index for index in located if seen.there[index] > TABLE.suspect]
        for found in (located, plain):
            if len(found) == count:
                dice = seen.take(found)
                return replace(dice, chances=looks[-1].said_of(dice))
    return None


def view_of(frame: Frame, window: Circle) -> View:
    """How a window is looked at first: as if its dice were middling and lay in the circle."""
    scale = EDGE_SHARE * 2 * window.radius / EDGE_PX
    return View(shrink(cut(frame, window), 2.0), scale, axis_of(frame))


def look_at_window(view: View) -> Sightings:
    """What the scout and the inspector say of a window; the scout's doubt holds it back."""
    seen = scout().look(view.half, view.scale, view.axis)
    said = join_chances(seen.chances, inspector().chances(view.half, seen, view.axis))
    leaning = seen.chances[:, LEANING] > MAY_LEAN
    said[leaning] = at_most(said[leaning], HELD_BACK)
    return replace(seen, chances=said)


def look_at_mirror(view: View) -> Iterator[Sightings]:
    """What the scout and each of `ASKED_AGAIN` say of a window's mirror image, where it is in the window."""
    half, axis = view.half, view.axis
    middle = half.left + (half.picture.shape[1] * half.factor - 1) / 2
    image = replace(half, picture=np.ascontiguousarray(half.picture[:, ::-1]))
    turned = (2 * middle - axis[0], axis[1])
    seen = scout().look(image, AGAIN * view.scale, turned, LEAST_AGAIN)
    for name in ASKED_AGAIN:
        said = inspector(name).chances(image, seen, turned)
        yield replace(seen, chances=join_chances(seen.chances, said)).mirrored(middle)


def axis_of(frame: Frame) -> tuple[float, float]:
    """Where the camera's axis meets the picture."""
    height, width = frame.shape[:2]
    return (width - 1) / 2, (height - 1) / 2


def _looks(view: View, frame: Frame, window: Circle) -> Iterator[tuple[Bar, View, Sightings]]:
    """What is seen in a window, by more and more on average, by which view, and how sure it has to be."""
    seen = look_at_window(view)
    suited = _suited(view, seen, frame, window)
    if suited is not view:
        view, seen = suited, look_at_window(suited)
    looks = [seen]
    yield TABLE_AT_FIRST, view, seen
    for bar, another in zip((TABLE_AGAIN, TABLE), look_at_mirror(view), strict=True):
        looks.append(another)
        yield bar, view, mean_of(looks)


def _suited(view: View, seen: Sightings, frame: Frame, window: Circle) -> View:
    """The view that suits the dice seen: of all of a square opening, from where they are middling."""
    dice = seen.take(seen.located())
    half, scale = view.half, _scale(dice, view.scale)
    if _reach_out(dice, window):
        half = shrink(cut(frame, replace(window, radius=CORNERS * window.radius)), 2.0)
    same = half is view.half and scale == view.scale
    return view if same else replace(view, half=half, scale=scale)


def _reach_out(dice: Sightings, window: Circle) -> bool:
    """Whether a die lies partly beyond the square round the window's circle."""
    wide = dice.edge * (np.abs(np.cos(dice.angle)) + np.abs(np.sin(dice.angle))) / 2
    off = np.abs(dice.centre - (window.x, window.y)).max(axis=1, initial=0)
    return bool((off + wide > window.radius + BEYOND * dice.edge).any())


def _scale(dice: Sightings, told: float) -> float:
    """The scale that dice ask for where few are as small or as large, else the one the window told."""
    share = float(np.median(dice.edge)) / (EDGE_PX * told) if len(dice) else 1.0
    return told if USUAL[0] < share < USUAL[1] else told * max(share, NEAREST)


def _shade(view: View) -> Level:
    """What is looked at, without its colours."""
    return replace(view.half, picture=to_gray(view.half.picture))


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
    return hear(frame, seen, taught, known, expect=expect)
