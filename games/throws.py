"""The order of two dice, shared by every game that calls them.

Rules: docs/rules.md, "The order of two dice".
"""

from collections.abc import Sequence
from reprlib import repr as brief
from typing import Final

from games.moves import IllegalMoveError

Throw = tuple[int, int]
"""A throw's value: the higher die first, pips 1 to 6."""

ORDER: Final[tuple[Throw, ...]] = (  # lowest first: 31 to 65, the doubles 11 to 66, Mäxle itself
    *((high, low) for high in range(3, 7) for low in range(1, high)),
    *((pips, pips) for pips in range(1, 7)),
    (2, 1),
)
MAEXLE: Final[Throw] = ORDER[-1]
RANK: Final[dict[Throw, int]] = {throw: rank for rank, throw in enumerate(ORDER)}


def throw_of(dice: Sequence[int]) -> Throw:
    """Return the value of two dice as they lie, in any order.

    Raises:
        ValueError: not two dice of 1 to 6 pips.
    """
    if len(dice) != 2 or not all(1 <= pips <= 6 for pips in dice):
        raise ValueError(f"a throw is two dice of 1 to 6 pips, not {list(dice)}")
    return max(dice), min(dice)


def read_throw(dice: Sequence[int]) -> Throw:
    """Return the value of two dice that were read.

    Raises:
        IllegalMoveError: not two dice of 1 to 6 pips.
    """
    try:
        return throw_of(dice)
    except ValueError as error:
        raise IllegalMoveError("bad_dice", str(error)) from error


def beats(throw: Throw, other: Throw) -> bool:
    """Return whether `throw` is strictly higher than `other`."""
    return RANK[throw] > RANK[other]


def parse_throw(text: object) -> Throw:
    """Return the throw that is written as "43": two digits, the higher first (21 is Mäxle).

    Raises:
        ValueError: `text` is none of the 21 values.
    """
    return parse_value(text, ORDER)


def parse_value(text: object, order: Sequence[Throw]) -> Throw:
    """Return that value of `order` which is written so; ValueError if it is none of them."""
    for value in order:
        if text == say_throw(value):
            return value
    raise ValueError(f"a call is one of {say_throw(order[0])} to {say_throw(order[-1])}, not {brief(text)}")


def say_throw(throw: Throw) -> str:
    """Return the throw as it is written, "43"."""
    return f"{throw[0]}{throw[1]}"
