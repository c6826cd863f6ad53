"""Whole games by chance, of any ruleset: the next move drawn from what its game waits for."""

from random import Random
from typing import Any

from games.card_moves import CorrectCards, Counter, Draw, TurnOver
from games.cards import Card
from games.moves import Correct, Move, Reveal
from games.options import Option, Value
from games.ruleset import Ruleset, Wait

NUMBERS = tuple(card for card in Card if card.isdigit())


def options(rules: Ruleset, chance: Random) -> dict[str, Value]:
    """Return options in their ranges, some of them left out; small numbers are likelier."""
    return {option.name: _value(option, chance) for option in rules.OPTIONS if chance.random() < 0.7}


def _value(option: Option, chance: Random) -> Value:
    if isinstance(option.default, bool):
        return chance.random() < 0.5
    if option.choices:
        return chance.choice(option.choices)
    return min(chance.randint(option.low, option.high) for _ in range(2))


def dice(rules: Ruleset, chance: Random) -> tuple[int, ...]:
    """Return a throw; the highest comes up more often than it would."""
    if rules.DICE == 2 and chance.random() < 0.2:
        return (2, 1)
    return tuple(chance.randint(1, 6) for _ in range(rules.DICE))


def cards(count: int, chance: Random, specials: bool) -> tuple[Card, ...]:
    return tuple(chance.choice(tuple(Card) if specials else NUMBERS) for _ in range(count))


def entry(rules: Ruleset, state: Any, chance: Random) -> Move | None:
    """Return the dice or cards that the game waits for, None if it waits for a player's word."""
    what, seats = rules.waiting_for(state).what, rules.waiting_for(state).seats
    match what:
        case Wait.REVEAL:
            return Reveal(dice(rules, chance))
        case Wait.CARDS:
            return TurnOver(seats[0], cards(2, chance, state.house.specials))
        case Wait.DRAWN:
            return Draw(seats[0], cards(chance.randint(0, 2 * state.owed), chance, True))
        case Wait.COUNTERS:
            return Counter(seats[0], cards(chance.randint(0, 4), chance, True))
    return None


def correction(rules: Ruleset, state: Any, chance: Random) -> Move:
    """Return an appeal; with cards it may be one that they do not allow."""
    if rules.DICE:
        return Correct(dice(rules, chance))
    specials = state.house.specials
    shown = cards(2, chance, specials)
    drawn = cards(2 * shown.count(Card.RANDOM), chance, False)
    effects = {Card.VIRUS, Card.BOMB}.intersection(shown)
    return CorrectCards(shown, drawn, cards(2, chance, True) if effects else ())


def move(rules: Ruleset, state: Any, chance: Random) -> Move:
    """Return a move that takes the game on."""
    entered = entry(rules, state, chance)
    if entered:
        return entered
    allowed = rules.allowed(state)
    # A low call now and then, so that rounds go round
    return allowed[0] if chance.random() < 0.4 else chance.choice(allowed)
