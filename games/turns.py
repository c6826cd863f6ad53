"""Whose turn it is, and for what: the checks that games with calls and answers share.

Rules: docs/rules.md, "responder" in each game.
"""

from collections.abc import Sequence
from typing import Protocol

from games.moves import Correct, IllegalMoveError, Move, SeatMove
from games.ruleset import Called, Wait


class Turn(Protocol):
    """What of a game's state says who is to do what."""

    @property
    def turn(self) -> int:
        """The seat that is to play."""

    @property
    def phase(self) -> Wait:
        """What is waited for."""


def check_goes_on(state: Turn, move: Move) -> None:
    """Check that the game is not over, or the move an appeal; raises IllegalMoveError if neither is so."""
    if state.phase is Wait.OVER and move.NAME != Correct.NAME:
        raise IllegalMoveError("game_over", "the game is over")


def check_turn(state: Turn, move: SeatMove) -> None:
    """Check that it is the mover's turn; raises IllegalMoveError if it is not."""
    if move.seat != state.turn:
        raise IllegalMoveError("not_your_turn", f"seat {move.seat} moved, but seat {state.turn} is to play")


def check_call(state: Turn, move: SeatMove) -> None:
    """Check that a call is waited for, and the mover's; raises IllegalMoveError if it is not."""
    if state.phase in (Wait.RESPONSE, Wait.DOUBTS):
        raise IllegalMoveError("answer_first", "the call before waits for its answer")
    _check_shown(state)
    check_turn(state, move)


def check_throw(state: Turn, move: SeatMove) -> None:
    """Check that an open throw is waited for, and the mover's; raises IllegalMoveError if it is not."""
    if state.phase is Wait.REVEAL:
        raise IllegalMoveError("reveal_first", "the throw before is to be read first")
    if state.phase is not Wait.THROW:
        raise IllegalMoveError("nothing_to_throw", "no open throw is waited for")
    check_turn(state, move)


def check_answer(state: Turn, move: SeatMove) -> None:
    """Check that an answer is waited for, and the mover's; raises IllegalMoveError if it is not."""
    _check_shown(state)
    if state.phase is not Wait.RESPONSE:
        raise IllegalMoveError("nothing_to_answer", "no call waits for an answer")
    check_turn(state, move)


def stands_again(before: Called | None, gone: Sequence[bool]) -> Called | None:
    """Return the call under a void throw; None where its caller has left: then the round starts over."""
    return None if before and gone[before.seat] else before


def _check_shown(state: Turn) -> None:
    if state.phase not in (Wait.CALL, Wait.RESPONSE, Wait.DOUBTS):
        raise IllegalMoveError("reveal_first", "the call is challenged: it is to be shown first")
