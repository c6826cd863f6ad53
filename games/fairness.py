"""Whether dice look fair: how likely fair ones would show faces at least as uneven as these.

Pearson's chi-square over the six faces, five degrees of freedom. Its tail has a closed form:
Q(x) = erfc(sqrt(x/2)) + sqrt(2x/pi) * exp(-x/2) * (1 + x/3).
"""

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from typing import Final

FEWEST: Final = 60
"""Under so many dice the formula is no good: fewer than ten of each face are to be expected."""


def unevenness(faces: Sequence[int]) -> float:
    """Return chi-square for how often each of the six faces lay there; 0 is perfectly even.

    Raises:
        ValueError: not six counts, or no dice at all.
    """
    if len(faces) != 6 or not sum(faces):
        raise ValueError(f"expected how often each of six faces was seen, not {list(faces)}")
    expected = sum(faces) / 6
    return sum((count - expected) ** 2 for count in faces) / expected


def chance(faces: Sequence[int]) -> float | None:
    """Return how likely fair dice look at least so uneven, 0 to 1; None where there are too few."""
    if sum(faces) < FEWEST:
        return None
    x = unevenness(faces)
    return min(1.0, erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3))
