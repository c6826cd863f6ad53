"""A match: a game's moves in order, and the state they lead to.

The state is a fold over the moves, so replay, undo, a restart after a power cut and the story afterwards are
one mechanism. Rules: docs/rules.md, "Every game": undo.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.moves import IllegalMoveError, Move, Reveal, Undo, Void
from games.ruleset import Ruleset, Wait

UNASKED: Final = (Wait.CALL, Wait.RESPONSE, Wait.DOUBTS)
"""What is waited for while something lies hidden that nobody has asked for."""
ASKED: Final = (Wait.REVEAL, Wait.CARDS)
"""What is waited for once somebody has."""
HIDDEN: Final = (*UNASKED, *ASKED)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One move that stands, the state it led to, and the step before it (None at the start).

    `number` says which of all moves it was, from 1, those taken back counted as well. `seen` says that dice
    which lay here have been seen or touched since, so that no earlier throw lies on the table either.
    """

    state: Any
    move: Move | None = None
    before: "Step | None" = None
    number: int = 0
    seen: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A game being played: its rules, the last step that stands, and how many moves were played in all.

    Moves taken back are steps no more; `undone` is the one that was taken back last, where that came last.
    """

    rules: Ruleset
    last: Step
    played: int = 0
    undone: Move | None = None

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self.last.state

    @property
    def asks_untouched(self) -> bool:
        """Whether what lies hidden may have been seen or thrown anew since the last move, as it allows."""
        move, before = self.last.move, self.last.before
        if move is None or before is None:
            return False
        thrown = before.state.throw != self.state.throw and _waits(self.rules, before) in HIDDEN
        return thrown or move.TOUCHES

    @property
    def may_be_seen(self) -> bool:
        """Whether what lay hidden before the last move may have been seen since, whatever is said of it.

        What was asked for is looked at, and once a game is over anybody may look.
        """
        if self.last.before is None:
            return False
        waited, waits = _waits(self.rules, self.last.before), _waits(self.rules, self.last)
        return (waited in UNASKED and waits in ASKED) or (waited in HIDDEN and waits is Wait.OVER)

    @property
    def undo_voids(self) -> bool:
        """Whether to take the last move back makes what lies there void, whatever is said of it."""
        shows = self.last.move is not None and self.last.move.SHOWS
        return shows or self.last.seen or self.may_be_seen

    def play(self, move: Move) -> "Match":
        """Return the match after `move`.

        Raises:
            IllegalMoveError: the rules refuse it, or there is nothing to undo.
        """
        if isinstance(move, Undo):
            before = self._undone(untouched=move.untouched)
            return Match(self.rules, before, self.played + 1, self.last.move)
        step = Step(self.rules.play(self.state, move), move, self.last, self.played + 1)
        return Match(self.rules, step, self.played + 1)

    def last_reveal(self) -> int:
        """Return the number of the last reveal that stands, 0 if none does."""
        step: Step | None = self.last
        while step and not isinstance(step.move, Reveal):
            step = step.before
        return step.number if step else 0

    def _undone(self, *, untouched: bool) -> Step:
        taken_back, before = self.last.move, self.last.before
        if taken_back is None or before is None:
            raise IllegalMoveError("nothing_to_undo", "no move is left to take back")
        touched = not untouched and (self.asks_untouched or self.may_be_seen)
        if touched or self.last.seen or taken_back.SHOWS:
            return self._voided(before)
        return before

    def _voided(self, last: Step) -> Step:
        """Return the step that stands when the dice of `last` are void: all steps on those dice become one.

        So taking back further never leads to a moment in which dice that were seen are secret again.
        """
        first = last
        while first.before and first.before.state.throw == last.state.throw:
            first = first.before
        return Step(self._thrown_again(last.state), first.move, first.before, first.number, seen=True)

    def _thrown_again(self, state: Any) -> Any:
        try:
            return self.rules.play(state, Void())
        except IllegalMoveError:
            return state  # a round is about to open: no throw lies there that could be void


def begin(rules: Ruleset, seats: int, options: Mapping[str, object], first: int = 0) -> Match:
    """Return a match before its first move.

    Raises:
        ValueError: the seats or the options do not fit the game; the message says which.
    """
    return Match(rules, Step(rules.start(seats, options, first)))


def _waits(rules: Ruleset, step: Step) -> Wait:
    return rules.waiting_for(step.state).what
