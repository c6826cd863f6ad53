"""An appeal: the dice or cards that were ruled on, to be corrected."""

from games.card_moves import CorrectCards
from games.moves import Correct, Move
from games.ruleset import Verdict, View


def same_again(view: View) -> Move | None:
    """Return the appeal that would change nothing, None where nothing that was ruled on lies open."""
    if isinstance(view.verdict, Verdict) and view.verdict.cards:
        turned = view.verdict.cards
        return CorrectCards(turned.cards, turned.drawn, turned.counters)
    return Correct(view.dice) if view.dice is not None else None
