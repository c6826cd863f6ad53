"""Whether the parts fit: no two of them share room."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from tests.box.solids import Points, Solid, bounds

TRIED = 4000
"""So many places are looked at where two might meet."""


def sharing(solids: Mapping[str, Solid]) -> set[tuple[str, str]]:
    """The names of those that share a place, two by two."""
    boxes = {name: bounds(solid) for name, solid in solids.items()}
    return {
        (one, other)
        for one, other in combinations(solids, 2)
        if _share(solids[one], solids[other], _common(boxes[one], boxes[other]))
    }


def places(box: Points) -> Points:
    """Places by chance, the same ones each time, between two corners, shape (2, 3)."""
    return np.random.default_rng(1).uniform(box[0], box[1], size=(TRIED, 3))


def _common(one: Points, other: Points) -> Points:
    return np.array([np.maximum(one[0], other[0]), np.minimum(one[1], other[1])])


def _share(one: Solid, other: Solid, box: Points) -> bool:
    if np.any(box[0] >= box[1]):
        return False
    tried = places(box)
    return bool((one.holds(tried) & other.holds(tried)).any())
