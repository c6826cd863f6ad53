"""Mäxle: two dice under a cup, a call, a challenge.

Rules: docs/rules.md, "Mäxle" and "Every game"; source 000.
Pure: dice arrive in a move, so moves replay a match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from games.moves import (
    SHARED_MOVES,
    Accept,
    Challenge,
    Correct,
    IllegalMoveError,
    Leave,
    Move,
    Reveal,
    SeatMove,
    Void,
    own_moves,
    written,
)
from games.options import Option, Presets, check_options
from games.ruleset import Called, Outcome, Standing, Verdict, View, Wait, Waiting
from games.seats import change, check_seats, in_place_of, leave, next_in
from games.throws import MAEXLE, ORDER, Throw, beats, parse_throw, read_throw, say_throw
from games.turns import check_answer, check_call, check_goes_on, stands_again

NAME: Final = "maexle"
VERSION: Final = 4
PLAYERS: Final = (2, 12)
DICE: Final = 2
OPTIONS: Final = (
    Option("lives", 5, low=1, high=20),
    Option("equal_calls", False),
    Option("opener", "winner", choices=("winner", "loser")),
)
PRESETS: Final[Presets] = {
    "de": {},
    "en": {},
    "fr": {},
    "it": {"equal_calls": True},
}


@dataclass(frozen=True, slots=True)
class Call(SeatMove):
    """The thrower claims a value."""

    NAME: ClassVar[str] = "call"
    value: Throw = written(parse_throw, say_throw)


MOVES: Final[tuple[type[Move], ...]] = (Call, *SHARED_MOVES)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `turn` is who throws and calls, or who answers; `call` is the call that stands, `before` the one
    it rests on. `ruled` is the moment before the dice of the verdict were seen, and `since` who has left
    after it, for an appeal. `throw` counts the throws, so that moves on the same dice are known.
    """

    lives: tuple[int, ...]
    gone: tuple[bool, ...]
    turn: int
    phase: Wait
    equal_calls: bool
    opener: str
    call: Called | None = None
    before: Called | None = None
    verdict: Verdict | None = None
    ruled: "State | None" = None
    since: tuple[int, ...] = ()
    throw: int = 1
    round: int = 1


def start(seats: int, options: Mapping[str, object], first: int = 0) -> State:
    """Return the game before its first call: `seats` players, opened by seat `first`.

    Raises:
        OptionError: an option is unknown or out of range.
        ValueError: too few or too many seats, or `first` is none of them.
    """
    check_seats(seats, PLAYERS, first)
    checked = check_options(OPTIONS, options)
    return State(
        lives=(int(checked["lives"]),) * seats,
        gone=(False,) * seats,
        turn=first,
        phase=Wait.CALL,
        equal_calls=bool(checked["equal_calls"]),
        opener=str(checked["opener"]),
    )


def play(state: State, move: Move) -> State:
    """Return the state after `move`; `state` itself never changes.

    Raises:
        IllegalMoveError: the rules refuse `move` here; its code and message name why.
    """
    check_goes_on(state, move)
    match move:
        case Call():
            return _call(state, move)
        case Accept():
            return _accept(state, move)
        case Challenge():
            check_answer(state, move)
            return replace(state, phase=Wait.REVEAL)
        case Reveal(dice=dice):
            return _reveal(state, dice)
        case Correct(dice=dice):
            return _correct(state, dice)
        case Void():
            return _void(state)
        case Leave(seat=seat):
            return _leave(state, seat)
    raise IllegalMoveError("unknown_move", f"Mäxle has no {move.NAME!r}")


def waiting_for(state: State) -> Waiting:
    """Return what the table waits for, and from which seats."""
    if state.phase is Wait.OVER:
        return Waiting(Wait.OVER, ())
    if state.phase is Wait.REVEAL and state.call:
        return Waiting(Wait.REVEAL, (state.call.seat, state.turn))
    return Waiting(state.phase, (state.turn,))


def allowed(state: State) -> tuple[Move, ...]:
    """Return every move that the players, host apart, may make now."""
    if state.phase is Wait.CALL:
        return tuple(Call(state.turn, throw) for throw in ORDER if _may_call(state, throw))
    if state.phase is Wait.RESPONSE:
        return (Accept(state.turn), Challenge(state.turn))
    return ()


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or anyone who only watches (None). Mäxle's state knows no unseen dice."""
    return View(
        waiting=waiting_for(state),
        allowed=own_moves(allowed(state), seat),
        standing=standing(state),
        call=state.call,
        verdict=state.verdict,
        outcome=outcome(state),
        round=state.round,
        order=ORDER,
        dice=state.verdict.dice if state.verdict else None,
    )


def standing(state: State) -> tuple[Standing, ...]:
    """Return what every seat has left."""
    out = _outs(state)
    return tuple(Standing(seat, lives, out[seat]) for seat, lives in enumerate(state.lives))


def outcome(state: State) -> Outcome | None:
    """Return who has won, once the game is over."""
    if state.phase is not Wait.OVER:
        return None
    return Outcome(tuple(seat for seat, out in enumerate(_outs(state)) if not out))


def _outs(state: State) -> list[bool]:
    return [gone or not lives for gone, lives in zip(state.gone, state.lives, strict=True)]


def _is_over(state: State) -> bool:
    return _outs(state).count(False) <= 1


def _may_call(state: State, throw: Throw) -> bool:
    if state.call is None or beats(throw, state.call.value):
        return True
    return state.equal_calls and throw == state.call.value


def _call(state: State, move: Call) -> State:
    check_call(state, move)
    if state.call and not _may_call(state, move.value):
        raise IllegalMoveError(
            "too_low", f"{say_throw(move.value)} does not beat {say_throw(state.call.value)}"
        )
    return replace(
        state,
        phase=Wait.RESPONSE,
        turn=next_in(move.seat, _outs(state)),
        call=Called(move.seat, move.value),
        before=state.call,
        verdict=None,
        ruled=None,
        since=(),
    )


def _accept(state: State, move: Accept) -> State:
    check_answer(state, move)
    if state.call and state.call.value == MAEXLE:
        return _pay(state, state.call, dice=None)
    return replace(state, phase=Wait.CALL, before=None, throw=state.throw + 1)


def _reveal(state: State, dice: tuple[int, ...]) -> State:
    if state.phase is not Wait.REVEAL or state.call is None:
        raise IllegalMoveError("nothing_to_reveal", "nobody has challenged")
    return replace(_pay(state, state.call, read_throw(dice)), ruled=state)


def _correct(state: State, dice: tuple[int, ...]) -> State:
    """Rule on the last call anew, and let leave again who has left since, unless that ends the game."""
    if state.ruled is None:
        raise IllegalMoveError("nothing_to_correct", "no dice have been ruled on since the last call")
    again = _reveal(state.ruled, dice)
    for seat in state.since:
        if not (_is_over(again) or _outs(again)[seat]):
            again = _leave(again, seat)
    return replace(again, since=state.since, throw=state.throw)


def _void(state: State) -> State:
    if state.phase is Wait.CALL:
        if state.verdict:
            raise IllegalMoveError("nothing_to_void", "after the verdict there is only undo or appeal")
        return replace(state, throw=state.throw + 1)
    caller = state.call.seat if state.call else state.turn
    stands = stands_again(state.before, state.gone)
    return replace(state, phase=Wait.CALL, turn=caller, call=stands, before=None, throw=state.throw + 1)


def _leave(state: State, seat: int) -> State:
    since = (*state.since, seat) if state.ruled else ()
    left = replace(state, gone=leave(state.gone, _outs(state), seat), since=since)
    caller = state.call.seat if state.call else None
    if _is_over(left):
        return replace(left, phase=Wait.OVER, call=None, before=None)
    if seat in (caller, state.turn):
        return _open_round(left, next_in(seat, _outs(left)))
    return left


def _pay(state: State, call: Called, dice: Throw | None) -> State:
    """Deal the round's penalty and say who opens next; `dice` None is a called 21 that was accepted."""
    lie = dice is not None and beats(call.value, dice)
    loser, winner = (call.seat, state.turn) if lie else (state.turn, call.seat)
    penalty = 2 if dice is not None and call.value == MAEXLE else 1
    taken = min(penalty, state.lives[loser])
    lives = change(state.lives, loser, -taken)
    paid = replace(state, lives=lives, throw=state.throw + 1, round=state.round + 1)
    opener = in_place_of(winner if state.opener == "winner" else loser, _outs(paid))
    truth = None if dice is None else not lie
    verdict = Verdict(call.seat, state.turn, call.value, dice, truth, loser, taken, opener)
    if _is_over(paid):
        return replace(paid, phase=Wait.OVER, verdict=verdict, call=None, before=None)
    return replace(paid, phase=Wait.CALL, turn=opener, verdict=verdict, call=None, before=None)


def _open_round(state: State, opener: int) -> State:
    verdict = replace(state.verdict, opener=opener) if state.verdict else None
    return replace(
        state, phase=Wait.CALL, turn=opener, call=None, before=None, verdict=verdict, throw=state.throw + 1
    )
