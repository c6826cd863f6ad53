"""Cards with a value: their order, what special cards become, and what counters them.

Rules: docs/rules.md, "Maxonaut": values, special cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, product
from reprlib import repr as brief
from typing import Final

from games.throws import Throw, parse_value, say_throw


class Card(StrEnum):
    """One card: a number, or a special card."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    JOKER = "joker"
    JOKER_EVEN = "joker_even"
    JOKER_ODD = "joker_odd"
    MATCHMAKER_EVEN = "matchmaker_even"
    MATCHMAKER_ODD = "matchmaker_odd"
    VIRUS = "virus"
    BOMB = "bomb"
    RANDOM = "random"


ORDER: Final[tuple[Throw, ...]] = (  # lowest first: 31 to 98, the pairs 11 to 99, Maxonaut itself
    *((high, low) for high in range(3, 10) for low in range(1, high)),
    *((number, number) for number in range(1, 10)),
    (2, 1),
)
MAXONAUT: Final[Throw] = ORDER[-1]
RANK: Final[dict[Throw, int]] = {value: rank for rank, value in enumerate(ORDER)}
EVEN: Final = (2, 4, 6, 8)
ODD: Final = (1, 3, 5, 7, 9)
NUMBERS: Final[dict[Card, tuple[int, ...]]] = {  # which numbers a card can be
    **{Card(str(number)): (number,) for number in range(1, 10)},
    Card.JOKER: tuple(range(1, 10)),
    Card.JOKER_EVEN: EVEN,
    Card.JOKER_ODD: ODD,
}
PAIRED: Final = {Card.MATCHMAKER_EVEN: EVEN, Card.MATCHMAKER_ODD: ODD}
"""Which numbers a matchmaker makes a pair of."""
EFFECTS: Final = (Card.VIRUS, Card.BOMB)


@dataclass(frozen=True, slots=True)
class Meant:
    """A card and the number that it stands for."""

    card: Card
    number: int


def say_cards(cards: Iterable[Card]) -> list[str]:
    """Return the names of cards, as they are written."""
    return [str(card) for card in cards]


def _say_meant(meant: Iterable[Meant]) -> list[list[object]]:
    return [[str(one.card), one.number] for one in meant]


@dataclass(frozen=True, slots=True)
class Turned:
    """Cards that were turned over, those drawn for a random, and those shown as counters.

    `value` is what the two cards `meant` make, None where no two make any: that is below every call. With a
    virus or a bomb no value counts; `countered` then says whether the challenger showed what it takes.
    """

    cards: tuple[Card, ...] = field(metadata={"say": say_cards})
    drawn: tuple[Card, ...] = field(default=(), metadata={"say": say_cards})
    counters: tuple[Card, ...] = field(default=(), metadata={"say": say_cards})
    meant: tuple[Meant, ...] = field(default=(), metadata={"say": _say_meant})
    value: Throw | None = field(default=None, metadata={"say": say_throw})
    countered: bool | None = None

    @property
    def pool(self) -> tuple[Card, ...]:
        """The cards that count: without a random, which others have replaced."""
        return tuple(card for card in (*self.cards, *self.drawn) if card is not Card.RANDOM)

    @property
    def effects(self) -> tuple[Card, ...]:
        """Whether a virus, a bomb or both take effect."""
        return tuple(effect for effect in EFFECTS if effect in self.pool)


def parse_card_value(text: object) -> Throw:
    """Return the value that is written as "97", higher digit first; ValueError if it is none of the 45."""
    return parse_value(text, ORDER)


def beats(value: Throw, other: Throw) -> bool:
    """Return whether `value` is strictly higher than `other`."""
    return RANK[value] > RANK[other]


def parse_cards(names: object) -> tuple[Card, ...]:
    """Return the cards that are written as a list of their names; ValueError if one is no card."""
    if not isinstance(names, list | tuple):
        raise ValueError(f"cards are a list, not {brief(names)}")
    known = {str(card): card for card in Card}
    if not all(isinstance(name, str) and name in known for name in names):
        raise ValueError(f"a card is one of {', '.join(known)}, not all of {brief(names)}")
    return tuple(known[name] for name in names)


def best(cards: Sequence[Card]) -> tuple[Meant, ...]:
    """Return the two of `cards` that make the highest value, with the numbers that make it; () if none do."""
    enough = [card for at, card in enumerate(cards) if cards[:at].count(card) < 2]
    pairs = (pair for two in combinations(enough, 2) for pair in _meanings(*two))
    return max(pairs, key=lambda pair: RANK[value_of(pair)], default=())


def value_of(pair: Sequence[Meant]) -> Throw:
    """Return the value of two cards that stand for numbers."""
    one, other = (meant.number for meant in pair)
    return max(one, other), min(one, other)


def counters(shown: Sequence[Card], effects: Iterable[Card]) -> bool:
    """Return whether cards from the challenger's hand counter all of `effects`.

    A virus takes an odd card, a bomb a pair or 21. Every card is one number at a time.
    """
    needed = set(effects)
    for numbers in product(*(NUMBERS[card] for card in shown if card in NUMBERS)):
        odd = any(number in ODD for number in numbers)
        if (odd or Card.VIRUS not in needed) and (_has_pair(numbers, shown) or Card.BOMB not in needed):
            return True
    return False


def _meanings(one: Card, other: Card) -> Iterator[tuple[Meant, Meant]]:
    for first, second in ((one, other), (other, one)):
        if first in PAIRED:
            for number in set(NUMBERS.get(second, ())).intersection(PAIRED[first]):
                yield Meant(one, number), Meant(other, number)
            return
    for numbers in product(NUMBERS.get(one, ()), NUMBERS.get(other, ())):
        yield Meant(one, numbers[0]), Meant(other, numbers[1])


def _has_pair(numbers: Sequence[int], shown: Iterable[Card]) -> bool:
    if len(set(numbers)) < len(numbers) or {1, 2} <= set(numbers):
        return True
    return any(number in PAIRED[card] for card in shown if card in PAIRED for number in numbers)
