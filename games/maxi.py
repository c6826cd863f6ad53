"""Maxi: Mäxle with chips, where a throw may stay unseen and a call may be passed on without one.

Rules: docs/rules.md, "Maxi" and "Every game"; source 001.
Pure: dice arrive in a move, so moves replay a match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from reprlib import repr as brief
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
from games.options import ONE_EDITION, Option, check_options
from games.ruleset import Called, How, Outcome, Standing, Verdict, View, Wait, Waiting
from games.seats import change, check_seats, in_place_of, leave, next_in
from games.throws import ORDER, Throw, beats, parse_throw, read_throw, say_throw
from games.turns import check_answer, check_call, check_goes_on, stands_again

NAME: Final = "maxi"
VERSION: Final = 4
PLAYERS: Final = (2, 6)
DICE: Final = 2
OPTIONS: Final = (Option("chips", 3, low=2, high=4),)
PRESETS: Final = ONE_EDITION
THROWN: Final = (How.SEEN, How.BLIND)


def parse_how(text: object) -> How:
    """Return how a call came about, written "seen", "blind" or "passed"; ValueError if it is none of them."""
    for how in How:
        if text == how.value:
            return how
    raise ValueError(f"a call is {', '.join(How)}, not {brief(text)}")


@dataclass(frozen=True, slots=True)
class Call(SeatMove):
    """A player claims a value: of an own throw, seen or blind, or on passing without a throw."""

    NAME: ClassVar[str] = "call"
    value: Throw = written(parse_throw, say_throw)
    how: How = written(parse_how, str)


MOVES: Final[tuple[type[Move], ...]] = (Call, *SHARED_MOVES)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `turn` is who throws and calls, or who answers; `call` is the call that stands. `thrower` is whose throw
    lies on the table, and `before` the call that stood before it. `ruled` is the moment before the dice of
    the verdict were seen, and `since` who has left after it, for an appeal. `throw` counts the throws, so
    that moves on the same dice are known.
    """

    chips: tuple[int, ...]
    gone: tuple[bool, ...]
    turn: int
    thrower: int
    phase: Wait = Wait.CALL
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
    return State((int(checked["chips"]),) * seats, (False,) * seats, turn=first, thrower=first)


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
            check_answer(state, move)
            return replace(state, phase=Wait.CALL, thrower=move.seat, before=None, throw=state.throw + 1)
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
    raise IllegalMoveError("unknown_move", f"Maxi has no {move.NAME!r}")


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
        values = [value for value in ORDER if not _is_below(state, value)]
        return tuple(Call(state.turn, value, how) for value in values for how in THROWN)
    if state.phase is Wait.RESPONSE and state.call:
        values = [value for value in ORDER if beats(value, state.call.value)]
        passed = (Call(state.turn, value, How.PASSED) for value in values)
        return (Accept(state.turn), Challenge(state.turn), *passed)
    return ()


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or anyone who only watches (None). Maxi's state knows no unseen dice."""
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
    return tuple(Standing(seat, chips=chips, out=out[seat]) for seat, chips in enumerate(state.chips))


def outcome(state: State) -> Outcome | None:
    """Return who has won, once the game is over."""
    if state.phase is not Wait.OVER:
        return None
    return Outcome(tuple(seat for seat, out in enumerate(_outs(state)) if not out))


def _outs(state: State) -> list[bool]:
    return [gone or not chips for gone, chips in zip(state.gone, state.chips, strict=True)]


def _is_over(state: State) -> bool:
    return _outs(state).count(False) <= 1


def _is_below(state: State, value: Throw) -> bool:
    return state.call is not None and beats(state.call.value, value)


def _call(state: State, move: Call) -> State:
    passes = move.how is How.PASSED
    if passes and state.phase is Wait.RESPONSE:
        check_answer(state, move)
    else:
        check_call(state, move)
        if passes:
            raise IllegalMoveError("must_throw", "who opens, or has chosen to throw, calls after a throw")
    if _is_below(state, move.value) or (passes and state.call and state.call.value == move.value):
        raise IllegalMoveError("too_low", f"{say_throw(move.value)} is too low here")
    return replace(
        state,
        phase=Wait.RESPONSE,
        turn=next_in(move.seat, _outs(state)),
        call=Called(move.seat, move.value, move.how),
        before=state.before if passes else state.call,
        verdict=None,
        ruled=None,
        since=(),
    )


def _reveal(state: State, dice: tuple[int, ...]) -> State:
    if state.phase is not Wait.REVEAL or state.call is None:
        raise IllegalMoveError("nothing_to_reveal", "nobody has challenged")
    seen, call = read_throw(dice), state.call
    truth = not beats(call.value, seen)
    loser = state.turn if truth else call.seat
    paid = replace(state, chips=change(state.chips, loser, -1), round=state.round + 1, ruled=state)
    opener = in_place_of(loser, _outs(paid))
    verdict = Verdict(call.seat, state.turn, call.value, seen, truth, loser, chips=1)
    return _opened(replace(paid, verdict=verdict), opener)


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
    again = in_place_of(state.thrower, _outs(state))
    return replace(
        state,
        phase=Wait.CALL,
        turn=again,
        thrower=again,
        call=stands_again(state.before, state.gone),
        before=None,
        throw=state.throw + 1,
    )


def _leave(state: State, seat: int) -> State:
    since = (*state.since, seat) if state.ruled else ()
    left = replace(state, gone=leave(state.gone, _outs(state), seat), since=since)
    if not _is_over(left) and seat not in (left.turn, left.call.seat if left.call else None):
        return left
    return _opened(left, next_in(seat, _outs(left)))


def _opened(state: State, opener: int) -> State:
    """Return the state before the opening call of a round, or the end if one player is left."""
    return replace(
        state,
        phase=Wait.OVER if _is_over(state) else Wait.CALL,
        turn=opener,
        thrower=opener,
        call=None,
        before=None,
        verdict=replace(state.verdict, opener=opener) if state.verdict else None,
        throw=state.throw + 1,
    )
