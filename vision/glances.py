"""Glances at a window: who looks at it, how often, and what they say on average."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.inspector import SECOND_OPINION, inspector
from vision.judge import join_chances
from vision.level import Level
from vision.photograph import FIRST as FOR_PHOTOGRAPHS
from vision.photograph import Witnesses
from vision.reading import Circle
from vision.scout import EDGE_PX, LEAST, scout
from vision.sightings import LEANING, Sightings, mean_of
from vision.window import EDGE_SHARE

LEAST_AGAIN: Final = 0.2
"""Whoever looks again looks harder: that is the least chance of a die which counts."""
LIKELY: Final = 0.5
PLAIN: Final = 0.9
"""The chance of a die from which more than expected end all looking."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Who looks at a window, from how much further away than usual, and whether at its mirror image."""

    who: Witnesses = ("scout", "inspector")
    away: float = 1.0
    mirrored: bool = False
    least: float = LEAST_AGAIN


FIRST: Final = Glance(least=LEAST)
AGAIN: Final = (Glance(("scout", SECOND_OPINION), 1.15, mirrored=True),)
ONCE_MORE: Final = (Glance(FOR_PHOTOGRAPHS, 1.15, mirrored=True), Glance(away=1.07))
"""A die is the same the other way round, and nets for photographs have learned from other pictures and err
elsewhere; but as these know of no axis, they know little of leaning, so the table's own look as often."""


def glances(half: Level, window: Circle, axis: tuple[float, float], expect: int) -> Iterator[Sightings]:
    """What is seen in a window at half its size: at first, and on average each time that is looked again.

    `axis` is where the camera's axis meets the frame. Nobody looks a third time where that is no use.
    """
    looks = [look_at_window(half, window, axis)]
    yield looks[0]
    looks += [_glance(half, window, axis, glance) for glance in AGAIN]
    seen = mean_of(looks)
    yield seen
    if _may_be_read(seen, expect):
        yield mean_of([*looks, *(_glance(half, window, axis, glance) for glance in ONCE_MORE)])


def look_at_window(
    half: Level, window: Circle, axis: tuple[float, float], glance: Glance = FIRST
) -> Sightings:
    """What a scout and an inspector say of a window at half its size."""
    weights, closer = glance.who
    scale = glance.away * EDGE_SHARE * 2 * window.radius / EDGE_PX
    seen = scout(weights).look(half, scale, axis, glance.least)
    return replace(seen, chances=join_chances(seen.chances, inspector(closer).chances(half, seen, axis)))


def _glance(half: Level, window: Circle, axis: tuple[float, float], glance: Glance) -> Sightings:
    """What is seen at one glance, where it is in the window itself."""
    if not glance.mirrored:
        return look_at_window(half, window, axis, glance)
    middle = half.left + (half.picture.shape[1] * half.factor - 1) / 2
    image = replace(half, picture=np.ascontiguousarray(half.picture[:, ::-1]))
    return look_at_window(image, window, (2 * middle - axis[0], axis[1]), glance).mirrored(middle)


def _may_be_read(seen: Sightings, expect: int) -> bool:
    """Whether dice are seen, not plainly too many, of which none is likely to lean."""
    likely = seen.take(np.flatnonzero(seen.there > LIKELY))
    leaning = likely.chances[:, LEANING] > LIKELY
    return len(likely) > 0 and not leaning.any() and int((likely.there > PLAIN).sum()) <= expect
