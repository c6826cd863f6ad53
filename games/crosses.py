"""Crosses: what Mex and Bluf-Mex are lost by.

Rules: docs/rules.md, "Mex": players, penalty, end.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from games.options import Option
from games.ruleset import Standing

PLAYERS: Final = (2, 12)
OPTIONS: Final = (Option("crosses", 6, low=1, high=10), Option("throws", 3, low=1, high=3))


def who_is_out(crosses: Sequence[int], gone: Sequence[bool], limit: int) -> list[bool]:
    """Return who is out: at the limit of crosses, or gone."""
    return [left or count >= limit for count, left in zip(crosses, gone, strict=True)]


def standing(crosses: Sequence[int], out: Sequence[bool]) -> tuple[Standing, ...]:
    """Return what every seat has."""
    return tuple(Standing(seat, crosses=count, out=out[seat]) for seat, count in enumerate(crosses))


def winners(crosses: Sequence[int], out: Sequence[bool], last: Iterable[int]) -> tuple[int, ...]:
    """Return who has won: the last one in, else those of the `last` round with the fewest crosses."""
    still_in = tuple(seat for seat, is_out in enumerate(out) if not is_out)
    fewest = min((crosses[seat] for seat in last), default=0)
    return still_in or tuple(sorted(seat for seat in last if crosses[seat] == fewest))
