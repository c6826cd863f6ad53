"""Dice photographed anywhere: no window tells how large they are, and no axis which sides should be seen.

So the witnesses look at every scale, the inspector from all four sides, and both in colour if there is any:
red pips on a black die are hardly to be told from it in grey.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.arrays import Floats, Mask
from vision.judge import join_chances
from vision.level import Level, cut, shrink
from vision.nets.inspector import FOR_PHOTOGRAPHS, SECOND_OPINION, inspector
from vision.nets.scout import EDGE_PX, scout
from vision.picture import Colour, Gray
from vision.sightings import Sightings, together

Witnesses = tuple[str, str]
"""The weights of a scout and of an inspector."""
FIRST: Final[Witnesses] = ("scout_anywhere", FOR_PHOTOGRAPHS)
SECOND: Final[Witnesses] = ("scout_second", SECOND_OPINION)
THIRD: Final[Witnesses] = ("scout", "inspector")
"""Photographs have their own weights. Where the first witnesses leave a doubt others look at the mirror
image, who have learned from other pictures and err elsewhere; and then the table's own do."""
NEXT_SCALE: Final = 1.5**0.5
FIRST_SCALE: Final = 0.65 / NEXT_SCALE
"""The scout looks for dice of 18 px and more, each time for so much larger ones."""
SUITS: Final = (0.8, 1.3)
"""A look counts for dice that are so many times as large as it is meant for."""
SIZES: Final = 1.8
"""How many times larger or smaller than the surest one the dice of a photograph are at most."""
PLAIN: Final = 0.96
"""The joint chance of its pips, worth a certainty of 0.99, from which a die tells how small others may be."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen of a picture on one scale, with what both witnesses say of it."""

    scale: float
    seen: Sightings


def look_everywhere(frame: Gray | Colour, least_edge: float = 0.0) -> list[Look]:
    """Look at a picture on every scale for dice of `least_edge` px or more, the largest first.

    The small ones take longest by far, so nobody looks for dice much too small to lie beside a plain one.
    """
    whole, looks = cut(frame), list[Look]()
    for scale in reversed([*_scales(frame)]):
        if SUITS[1] * EDGE_PX * scale <= max(least_edge, _least_beside(looks)):
            break
        looks.append(Look(scale, _witness(whole, scale, FIRST)))
    return looks


def look_at_mirror(
    frame: Gray | Colour, looks: Sequence[Look], seen: Sightings, who: Witnesses = SECOND
) -> list[Look]:
    """Let others look at a picture's mirror image, on the scales that suit any of the dice that were seen.

    What they see is placed in the picture itself.
    """
    mirror, middle = cut(np.ascontiguousarray(frame[:, ::-1])), (frame.shape[1] - 1) / 2
    scales = [look.scale for look in looks if _suits(seen, look.scale).any()]
    return [Look(scale, _witness(mirror, scale, who).mirrored(middle)) for scale in scales]


def said_by(looks: Sequence[Look]) -> Sightings:
    """The dice of about one size that several looks saw anywhere, and what is said of them on average."""
    seen = together([look.seen for look in looks])
    seen = _said_together(seen.take(seen.one_a_die()), looks)
    return seen.take(seen.of_one_size(SIZES))


def _least_beside(looks: Sequence[Look]) -> float:
    """How large a die has to be for anybody to look for it beside what was seen so far, px.

    The dice of a throw are less different; but what looks like a die and is a part of one is told so by looks
    at what is smaller still.
    """
    if not looks:
        return 0.0
    seen = said_by(looks)
    plain = seen.sure >= PLAIN
    return float(seen.edge[seen.sure.argmax()]) / SIZES**2 if plain.any() else 0.0


def _scales(picture: Gray | Colour) -> Iterator[float]:
    scale = FIRST_SCALE
    while 2 * EDGE_PX * scale < NEXT_SCALE * min(picture.shape[:2]):
        yield scale
        scale *= NEXT_SCALE


def _said_together(seen: Sightings, looks: Sequence[Look]) -> Sightings:
    """What all looks that suit a die's size say of it on average; dice that suit none are none."""
    suits = np.stack([_suits(seen, look.scale) for look in looks]).astype(np.float32)
    kept = np.flatnonzero(suits.any(axis=0))
    said = np.stack([look.seen.said_of(seen) for look in looks])
    mean = np.einsum("ls,lsc->sc", suits, said)[kept] / suits.sum(axis=0)[kept, None]
    return replace(seen.take(kept), chances=np.asarray(mean, np.float32))


def _suits(seen: Sightings, scale: float) -> Mask:
    """Whether a look on that scale is meant for dice as large as each."""
    size = seen.edge / (EDGE_PX * scale)
    return np.asarray((size > SUITS[0]) & (size < SUITS[1]), np.bool_)


def _witness(whole: Level, scale: float, weights: Witnesses) -> Sightings:
    """Let the scout look at one scale, and the inspector closer at what it sees.

    What the look does not suit is only asked whether it is a die, so from one side.
    """
    level = _near(whole, scale)
    seen = scout(weights[0]).look(level, scale, None)
    suits = _suits(seen, scale)
    closer = np.empty_like(seen.chances)
    for chosen, sides in ((suits, 4), (~suits, 1)):
        closer[chosen] = _from_sides(level, seen.take(np.flatnonzero(chosen)), sides, weights[1])
    return replace(seen, chances=join_chances(seen.chances, closer))


def _near(whole: Level, scale: float) -> Level:
    """The picture no larger than that scale needs."""
    level = whole
    while 2 * level.factor <= scale:
        level = shrink(level, 2 * level.factor)
    return level


def _from_sides(level: Level, seen: Sightings, sides: int, weights: str) -> Floats:
    """What the inspector says of faces, shape (N, 8): the mean over so many quarter turns."""
    turned = [replace(seen, angle=seen.angle + np.float32(turn * np.pi / 2)) for turn in range(sides)]
    closer = inspector(weights)
    logs = np.mean([np.log(closer.chances(level, side, None) + 1e-4) for side in turned], axis=0)
    return np.asarray(np.exp(logs) / np.exp(logs).sum(axis=1, keepdims=True), np.float32)
