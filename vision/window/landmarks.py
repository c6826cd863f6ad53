"""Landmarks: what keeps its place in every picture of a table, and tells whether the camera has kept its own.

Cups are lifted and slid and dice thrown; the opening in the table, what lies round it and the lamps' mirror
images stay, unless somebody kicks the box. So what lies round the cup is laid over what set-up saw there,
shifted this way and that. Only landmarks that positively lie elsewhere say that the camera was knocked:
hands, lifted cups and other light hide some, and move none.
"""

from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Floats
from vision.level import cut, shrink
from vision.picture import Gray
from vision.window.calibration import Calibration

WIDTH_PX: Final = 160
ROUND_CUP: Final = 1.25
"""Landmarks lie further from the window's middle than so many radii: a cup in its opening may slide by 3 mm,
and its wall is 5 mm thick."""
COARSE: Final = 6.0
"""What changes over more than so many px is light, and no landmark."""
BLURS: Final = [cv2.getGaussianKernel(int(8 * px) + 1, px, cv2.CV_32F) for px in (1.0, COARSE)]
BRIGHTEST: Final = 12.0
"""Grey levels up to which a landmark counts, so that one lamp does not speak for all."""
FARTHEST: Final = 0.45
"""Shifts are tried up to so many of the window's radii."""
AT_HOME: Final = 0.05
"""A landmark that is no further away, in radii, is at home: 2 mm on the table."""
ALIKE: Final = 0.55
"""Likeness, from -1 to 1, of landmarks that are found again: more than half of what is there is the same."""
UNLIKE: Final = 0.6
"""Landmarks have left home if they are so much less alike there, as a share of their likeness elsewhere."""


def knocked(frame: Gray, calibration: Calibration) -> tuple[float, float] | None:
    """Say how far the table's landmarks have positively moved in the picture since set-up.

    Args:
        frame: any picture of the table, of the calibration's size; dice, cups and hands may be in it.
        calibration: what set-up learnt.

    Returns:
        The shift (x, y) in px; None where they are at home, or where it can't be told.
    """
    (then, where), now = _at_set_up(calibration), _marks(frame)
    if _likeness_unmoved(then, now, where) > UNLIKE:  # nothing can be so much more alike, and it is soon told
        return None
    scale = WIDTH_PX / frame.shape[1]
    radius = calibration.window.radius * scale
    at_home = _likeness(then, now, where, max(1, round(AT_HOME * radius))).max()
    if at_home > UNLIKE:
        return None
    reach = round(FARTHEST * radius)
    likeness = _likeness(then, now, where, reach)
    row, column = np.unravel_index(int(likeness.argmax()), likeness.shape)
    if likeness[row, column] < ALIKE or at_home > UNLIKE * likeness[row, column]:
        return None
    return float(column - reach) / scale, float(row - reach) / scale


@lru_cache(maxsize=1)
def _at_set_up(calibration: Calibration) -> tuple[Floats, Floats]:
    """The landmarks that set-up saw, and 1 where they may lie, round the cup, else 0."""
    then, window = _marks(calibration.background), calibration.window
    scale = WIDTH_PX / calibration.background.shape[1]
    rows, columns = np.ogrid[: then.shape[0], : then.shape[1]]
    away = np.hypot(columns - window.x * scale, rows - window.y * scale)
    return then, (away > ROUND_CUP * window.radius * scale).astype(np.float32)


def _marks(picture: Gray) -> Floats:
    """What stands out from its surroundings, either way."""
    size = (WIDTH_PX, round(picture.shape[0] * WIDTH_PX / picture.shape[1]))
    level = cut(picture)
    while level.picture.shape[1] >= 2 * WIDTH_PX:  # the quick way to shrink by area
        level = shrink(level, 2 * level.factor)
    small = cv2.resize(level.picture, size)  # by less than two, which needs no area
    fine, coarse = (cv2.sepFilter2D(small, cv2.CV_32F, blur, blur) for blur in BLURS)
    marks = fine - coarse
    return np.asarray(np.clip(marks, -BRIGHTEST, BRIGHTEST), np.float32)


def _likeness_unmoved(then: Floats, now: Floats, where: Floats) -> float:
    """What `_likeness` says of no shift at all."""
    seen, shown = then * where, now * where
    both, of_now, of_then = (
        np.vdot(one, other) for one, other in ((seen, shown), (shown, shown), (seen, seen))
    )
    return float(_of_energies(both, of_now, of_then, of_then))


def _likeness(then: Floats, now: Floats, where: Floats, reach: int) -> Floats:
    """How alike both are round the cup when `now` is shifted back, shape (2 reach + 1, 2 reach + 1).

    What a shift brings in from outside the picture counts neither way.
    """
    padded = cv2.copyMakeBorder(now, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    inside = cv2.copyMakeBorder(np.ones_like(now), reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    both = cv2.matchTemplate(padded, then * where, cv2.TM_CCORR)
    energy_now = cv2.matchTemplate(padded * padded, where, cv2.TM_CCORR)
    energy_then = cv2.matchTemplate(inside, then * then * where, cv2.TM_CCORR)
    return np.asarray(_of_energies(both, energy_now, energy_then, (then * then * where).sum()), np.float32)


def _of_energies(both: Any, of_now: Any, of_then: Any, whole: Any) -> Any:
    """What is in both as a share of what is in each, which counts as a quarter of all landmarks at least."""
    floor = 0.25 * whole + 1.0
    return both / np.sqrt(np.maximum(of_now, floor) * np.maximum(of_then, floor))
