"""What the host may do with a game as it stands: take back, void, correct."""

from dataclasses import dataclass

from games.card_moves import CorrectCards
from games.cards import Turned
from games.moves import Correct, IllegalMoveError, Move, Void
from games.ruleset import Verdict, View, Wait
from table.game import Game


def lie_open(game: Game, view: View) -> bool:
    """Return whether all see the dice that are looked at: thrown openly, or five that were pushed there."""
    return view.waiting.what is Wait.REVEAL and (view.call is None or game.rules.DICE > 2)


@dataclass(frozen=True, slots=True)
class Hosting:
    """The host's choices in a game."""

    game: Game
    view: View

    @property
    def may_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self.game.match.last.before is not None

    @property
    def last_move(self) -> Move | None:
        """The move that an undo would take back."""
        return self.game.match.last.move

    @property
    def undo_asks(self) -> bool:
        """Whether taking the last move back hangs on what lies there being untouched."""
        return self.game.match.asks_untouched and not self.undo_voids

    @property
    def undo_opens(self) -> bool:
        """Whether an undo brings back dice that everyone has seen, so that untouched is all they can be."""
        before = self.game.match.last.before
        return before is not None and lie_open(self.game, self.game.rules.view(before.state, None))

    @property
    def undo_voids(self) -> bool:
        """Whether taking the last move back makes what was seen void."""
        return self.game.match.undo_voids

    @property
    def may_void(self) -> bool:
        """Whether the host can void the throw on the table."""
        return self._takes(Void())

    @property
    def turned(self) -> Turned | None:
        """The cards that lie open, whether they were ruled on or more are still asked for."""
        ruled = self.view.verdict.cards if isinstance(self.view.verdict, Verdict) else None
        return self.view.cards or ruled

    @property
    def may_correct(self) -> bool:
        """Whether the host can correct what lies open."""
        again = self._same_again()
        return again is not None and self._takes(again)

    def _same_again(self) -> Move | None:
        """Return the appeal that would change nothing, None where nothing lies open."""
        if turned := self.turned:
            return CorrectCards(turned.cards, turned.drawn, turned.counters)
        return Correct(self.view.dice) if self.view.dice is not None else None

    def _takes(self, move: Move) -> bool:
        """Return whether the rules would take a move of the host's now."""
        try:
            self.game.rules.play(self.game.match.state, move)
        except IllegalMoveError:
            return False
        return True
