"""Sightings: where dice may lie, and how sure a witness is of each."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.arrays import Floats, Ints

LEANING: Final = 7
"""The class of a die that can't be read: it leans, moves or is covered. 0 is no die, 1 to 6 are pips."""
CLASSES: Final = 8
LOCATED: Final = 0.5
"""The chance from which any die is there."""
APART: Final = 0.6
"""Sightings closer than so many edges are of one die."""
SAME_PLACE: Final = 0.4
"""Two looks saw the same face if its middles lie closer than so many edges."""
UNSEEN: Final = np.array([0.9, *[0.1 / 7] * 7], np.float32)
"""What a look says of a die that it did not see."""


@dataclass(frozen=True, slots=True)
class Sightings:
    """Sightings as columns: centre (N, 2) and edge in px of the frame, angle in radians, chances (N, 8)."""

    centre: Floats
    edge: Floats
    angle: Floats
    chances: Floats

    def __len__(self) -> int:
        return len(self.edge)

    @property
    def pips(self) -> Ints:
        """The likeliest number of pips of each."""
        return np.asarray(self.chances[:, 1:LEANING].argmax(axis=1) + 1, np.int64)

    @property
    def sure(self) -> Floats:
        """The chance of that number."""
        return np.asarray(self.chances[:, 1:LEANING].max(axis=1, initial=0), np.float32)

    @property
    def there(self) -> Floats:
        """The chance that any die is there, readable or not."""
        return np.asarray(1 - self.chances[:, 0], np.float32)

    def take(self, index: Iterable[int]) -> "Sightings":
        """The sightings at `index`, in that order."""
        chosen = np.fromiter(index, np.intp)
        return Sightings(self.centre[chosen], self.edge[chosen], self.angle[chosen], self.chances[chosen])

    def mirrored(self, middle: float) -> "Sightings":
        """What was seen in a mirror image, turned over at x `middle`, where it is in the picture itself."""
        x, y = self.centre.T
        centre = np.stack([2 * middle - x, y], axis=1).astype(np.float32)
        return replace(self, centre=centre, angle=-self.angle)

    def one_a_die(self) -> Iterator[int]:
        """Which sightings are the likeliest of their die, the likeliest die first."""
        centre, edge = self.centre.tolist(), self.edge.tolist()
        kept: list[int] = []
        for one in np.argsort(-self.there, kind="stable").tolist():
            far = (math.dist(centre[one], centre[other]) / max(edge[one], edge[other]) for other in kept)
            if all(edges >= APART for edges in far):
                kept.append(one)
                yield one

    def located(self) -> list[int]:
        """Which sightings are the likeliest of a die that is there, the likeliest die first."""
        return [index for index in self.one_a_die() if self.there[index] > LOCATED]

    def of_one_size(self, ratio: float) -> list[int]:
        """Which sightings are at most `ratio` times larger or smaller than the surest face, as texture is."""
        if not len(self):
            return []
        size = self.edge / self.edge[int(self.sure.argmax())]
        return [int(index) for index in np.flatnonzero(np.abs(np.log(size)) < np.log(ratio))]

    def said_of(self, places: "Sightings") -> Floats:
        """The chances of what was seen at other sightings' places, shape (N, 8), else `UNSEEN`."""
        said = np.tile(UNSEEN, (len(places), 1))
        if len(self) and len(places):
            apart = np.hypot(*(places.centre[:, None] - self.centre[None]).transpose(2, 0, 1))
            same = apart.min(axis=1) < SAME_PLACE * places.edge
            said[same] = self.chances[apart.argmin(axis=1)[same]]
        return said


def mean_of(looks: Sequence[Sightings]) -> Sightings:
    """What several looks at one picture say on average of each die that any of them saw."""
    seen = together(looks)
    seen = seen.take(seen.one_a_die())
    chances = np.stack([look.said_of(seen) for look in looks]).mean(axis=0)
    return replace(seen, chances=np.asarray(chances, np.float32))


def together(parts: Sequence[Sightings]) -> Sightings:
    """All sightings of several looks."""
    return Sightings(
        np.concatenate([part.centre for part in parts]),
        np.concatenate([part.edge for part in parts]),
        np.concatenate([part.angle for part in parts]),
        np.concatenate([part.chances for part in parts]),
    )
