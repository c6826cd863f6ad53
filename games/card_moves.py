"""What players do with cards: call their value, turn them over, draw for a random, show counters.

Rules: docs/rules.md, "Maxonaut".
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from games.cards import Card, Turned, parse_card_value, parse_cards, say_cards
from games.moves import Move, SeatMove, written
from games.throws import Throw, say_throw


@dataclass(frozen=True, slots=True)
class Call(SeatMove):
    """A player claims the value of the two top cards."""

    NAME: ClassVar[str] = "call"
    value: Throw = written(parse_card_value, say_throw)


@dataclass(frozen=True, slots=True)
class Misspoken(SeatMove):
    """A player says that the call was said low digit first."""

    NAME: ClassVar[str] = "misspoken"
    ANYONE: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TurnOver(SeatMove):
    """The challenger has turned the two top cards over."""

    NAME: ClassVar[str] = "turn_over"
    SHOWS: ClassVar[bool] = True
    cards: tuple[Card, ...] = written(parse_cards, say_cards)


@dataclass(frozen=True, slots=True)
class Draw(SeatMove):
    """The challenger has replaced each random by the top card of either pile that has one."""

    NAME: ClassVar[str] = "draw"
    cards: tuple[Card, ...] = written(parse_cards, say_cards)


@dataclass(frozen=True, slots=True)
class Counter(SeatMove):
    """The challenger shows cards from the hand against a virus or a bomb, or none."""

    NAME: ClassVar[str] = "counter"
    cards: tuple[Card, ...] = written(parse_cards, say_cards)


@dataclass(frozen=True, slots=True)
class CorrectCards(Move):
    """An appeal: the cards that were ruled on were these, drawn cards and counters included."""

    NAME: ClassVar[str] = "correct"
    cards: tuple[Card, ...] = written(parse_cards, say_cards)
    drawn: tuple[Card, ...] = written(parse_cards, say_cards, default=())
    counters: tuple[Card, ...] = written(parse_cards, say_cards, default=())

    def without_leftovers(self) -> "CorrectCards":
        """Return the appeal with only those drawn cards and counters that its cards ask for."""
        drawn = self.drawn if Card.RANDOM in self.cards else ()
        effects = Turned(self.cards, drawn).effects
        return replace(self, drawn=drawn, counters=self.counters if effects else ())
