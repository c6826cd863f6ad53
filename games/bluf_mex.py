"""Bluf-Mex: Mex under the cup, where every player calls.

Rules: docs/rules.md, "Bluf-Mex", "Mex" and "Every game"; source 003.
Pure: dice arrive in a move, so moves replay a match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from reprlib import repr as brief
from typing import ClassVar, Final

from games import crosses as counted
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
from games.options import ONE_EDITION, check_options
from games.ruleset import Called, Outcome, Standing, Throws, Verdict, View, Wait, Waiting
from games.seats import change, check_seats, in_place_of, leave, next_in
from games.throws import MAEXLE, ORDER, Throw, beats, parse_throw, read_throw, say_throw
from games.turns import check_answer, check_call, check_goes_on, check_turn, stands_again

NAME: Final = "bluf_mex"
VERSION: Final = 4
PLAYERS: Final = counted.PLAYERS
DICE: Final = 2
OPTIONS: Final = counted.OPTIONS
PRESETS: Final = ONE_EDITION


def parse_count(value: object) -> int:
    """Return a number of throws, 0 where the dice were left; ValueError if there is no such number."""
    if type(value) is not int or value < 0:
        raise ValueError(f"throws are a number from 0, not {brief(value)}")
    return value


@dataclass(frozen=True, slots=True)
class Call(SeatMove):
    """A player claims a value, and says after how many throws; 0 leaves the dice as they lay."""

    NAME: ClassVar[str] = "call"
    value: Throw = written(parse_throw, say_throw)
    throws: int = written(parse_count, int)


@dataclass(frozen=True, slots=True)
class GiveIn(SeatMove):
    """The responder takes the penalty."""

    NAME: ClassVar[str] = "give_in"
    TOUCHES: ClassVar[bool] = True


MOVES: Final[tuple[type[Move], ...]] = (Call, GiveIn, *SHARED_MOVES)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `turn` is who throws and calls, or who answers. `calls` are those of the round, `under` how many of them
    stood before the throw that lies there; `must_throw` says that no throw lies there that could be left.
    `ruled` is the moment before the dice of the verdict were seen, and `since` who has left after it, for an
    appeal. `throw` counts the throws.
    """

    crosses: tuple[int, ...]
    gone: tuple[bool, ...]
    limit: int
    throws: int
    turn: int
    phase: Wait = Wait.CALL
    calls: tuple[Called, ...] = ()
    under: int = 0
    must_throw: bool = True
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
    return State((0,) * seats, (False,) * seats, int(checked["crosses"]), int(checked["throws"]), turn=first)


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
        case GiveIn():
            return _give_in(state, move)
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
    raise IllegalMoveError("unknown_move", f"Bluf-Mex has no {move.NAME!r}")


def waiting_for(state: State) -> Waiting:
    """Return what the table waits for, and from which seats."""
    if state.phase is Wait.OVER:
        return Waiting(Wait.OVER, ())
    if state.phase is Wait.REVEAL:
        return Waiting(Wait.REVEAL, (state.calls[-1].seat, state.turn))
    return Waiting(state.phase, (state.turn,))


def allowed(state: State) -> tuple[Move, ...]:
    """Return every move that the players, host apart, may make now."""
    call, seat = _standing_call(state), state.turn
    if state.phase is Wait.CALL:
        values = [value for value in ORDER if call is None or beats(value, call.value)]
        throws = range(1 if state.must_throw else 0, _most(state) + 1)
        calls = (Call(seat, value, count) for value in values for count in throws)
        return (*calls, *([GiveIn(seat)] if call else []))
    if state.phase is Wait.RESPONSE and call:
        believes = [] if call.value == MAEXLE else [Accept(seat)]
        return (*believes, Challenge(seat), GiveIn(seat))
    return ()


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or anyone who only watches (None). The state knows no unseen dice."""
    return View(
        waiting=waiting_for(state),
        allowed=own_moves(allowed(state), seat),
        standing=standing(state),
        call=_standing_call(state),
        verdict=state.verdict,
        outcome=outcome(state),
        round=state.round,
        order=ORDER,
        dice=state.verdict.dice if state.verdict else None,
        throws=Throws(0, _most(state)),
        leaves=state.phase is Wait.CALL and not state.must_throw,
        all_called=_all_called(state),
    )


def standing(state: State) -> tuple[Standing, ...]:
    """Return what every seat has."""
    return counted.standing(state.crosses, _outs(state))


def outcome(state: State) -> Outcome | None:
    """Return who has won, once the game is over."""
    return Outcome(counted.winners(state.crosses, _outs(state), ())) if state.phase is Wait.OVER else None


def _outs(state: State) -> list[bool]:
    return counted.who_is_out(state.crosses, state.gone, state.limit)


def _is_over(state: State) -> bool:
    return _outs(state).count(False) <= 1


def _standing_call(state: State) -> Called | None:
    return state.calls[-1] if state.calls else None


def _most(state: State) -> int:
    """Return how often the player on turn may throw: as often as the last who threw did."""
    return next((call.throws for call in reversed(state.calls) if call.throws), state.throws)


def _all_called(state: State) -> bool:
    return state.phase is Wait.RESPONSE and any(call.seat == state.turn for call in state.calls)


def _call(state: State, move: Call) -> State:
    check_call(state, move)
    call = _standing_call(state)
    if call and not beats(move.value, call.value):
        raise IllegalMoveError("too_low", f"{say_throw(move.value)} does not beat {say_throw(call.value)}")
    if not move.throws and state.must_throw:
        raise IllegalMoveError("must_throw", "no throw lies there that could be left as it is")
    if move.throws > _most(state):
        raise IllegalMoveError("too_many_throws", f"at most {_most(state)} throws, not {move.throws}")
    return replace(
        state,
        phase=Wait.RESPONSE,
        turn=next_in(move.seat, _outs(state)),
        calls=(*state.calls, Called(move.seat, move.value, throws=move.throws)),
        under=len(state.calls) if move.throws else state.under,
        must_throw=False,
        verdict=None,
        ruled=None,
        since=(),
    )


def _accept(state: State, move: Accept) -> State:
    check_answer(state, move)
    if state.calls[-1].value == MAEXLE:
        raise IllegalMoveError("nothing_higher", "nothing beats a Mex: challenge it or give in")
    if _all_called(state):
        lowest = next(call.seat for call in state.calls if not state.gone[call.seat])
        return _penalised(state, lowest, dice=None, truth=None)
    return replace(state, phase=Wait.CALL, throw=state.throw + 1)


def _give_in(state: State, move: GiveIn) -> State:
    if state.phase is Wait.CALL and state.calls:
        check_turn(state, move)
    else:
        check_answer(state, move)
    return _penalised(state, move.seat, dice=None, truth=None)


def _reveal(state: State, dice: tuple[int, ...]) -> State:
    if state.phase is not Wait.REVEAL:
        raise IllegalMoveError("nothing_to_reveal", "nobody has challenged")
    seen, call = read_throw(dice), state.calls[-1]
    truth = not beats(call.value, seen)
    loser = state.turn if truth else call.seat
    return replace(_penalised(state, loser, seen, truth), ruled=state)


def _correct(state: State, dice: tuple[int, ...]) -> State:
    """Rule on the last call anew, and let leave again who has left since, unless that ends the game."""
    if state.ruled is None:
        raise IllegalMoveError("nothing_to_correct", "no dice have been ruled on since the last call")
    again = _reveal(state.ruled, dice)
    for seat in state.since:
        if not (_is_over(again) or _outs(again)[seat]):
            again = _leave(again, seat)
    return replace(again, since=state.since, throw=state.throw)


def _penalised(state: State, loser: int, dice: Throw | None, truth: bool | None) -> State:
    """Return the state after the round that `loser` lost; `dice` None: nobody looked."""
    call = state.calls[-1]
    mex = int((dice or call.value) == MAEXLE)
    paid = replace(state, crosses=change(state.crosses, loser, 1 + mex), round=state.round + 1)
    opener = in_place_of(loser, _outs(paid))
    verdict = Verdict(call.seat, state.turn, call.value, dice, truth, loser, crosses=1 + mex, mex=mex)
    return _opened(replace(paid, verdict=verdict), opener)


def _void(state: State) -> State:
    if state.phase is Wait.CALL:
        if state.verdict:
            raise IllegalMoveError("nothing_to_void", "after the verdict there is only undo or appeal")
        return replace(state, must_throw=True, throw=state.throw + 1)
    before = state.calls[: state.under]
    return replace(
        state,
        phase=Wait.CALL,
        turn=in_place_of(state.calls[state.under].seat, _outs(state)),
        calls=before if before and stands_again(before[-1], state.gone) else (),
        must_throw=True,
        throw=state.throw + 1,
    )


def _leave(state: State, seat: int) -> State:
    since = (*state.since, seat) if state.ruled else ()
    left = replace(state, gone=leave(state.gone, _outs(state), seat), since=since)
    call = _standing_call(left)
    if not _is_over(left) and seat not in (left.turn, call.seat if call else None):
        return left
    return _opened(left, next_in(seat, _outs(left)))


def _opened(state: State, opener: int) -> State:
    """Return the state before the opening call of a round, or the end if one player is left."""
    return replace(
        state,
        phase=Wait.OVER if _is_over(state) else Wait.CALL,
        turn=opener,
        calls=(),
        under=0,
        must_throw=True,
        verdict=replace(state.verdict, opener=opener) if state.verdict else None,
        throw=state.throw + 1,
    )
