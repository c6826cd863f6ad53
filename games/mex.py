"""Mex: open throws in turn; the lowest takes crosses.

Rules: docs/rules.md, "Mex" and "Every game"; source 003.
Pure: dice arrive in a move, so moves replay a match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from games import crosses as counted
from games.moves import (
    HOST_MOVES,
    Correct,
    IllegalMoveError,
    Leave,
    Move,
    OpenThrow,
    Push,
    Reveal,
    SeatMove,
    Void,
    own_moves,
)
from games.options import ONE_EDITION, check_options
from games.ruleset import Outcome, Shown, Standing, Throws, Verdict, View, Wait, Waiting
from games.seats import check_seats, leave, next_in
from games.throws import MAEXLE, RANK, Throw, read_throw, throw_of
from games.turns import check_goes_on, check_throw

NAME: Final = "mex"
VERSION: Final = 4
PLAYERS: Final = counted.PLAYERS
DICE: Final = 2
OPTIONS: Final = counted.OPTIONS
PRESETS: Final = ONE_EDITION
STOOD: Final = -1
"""What happened since a throw was read, where it is no seat's leaving: it was let stand."""


@dataclass(frozen=True, slots=True)
class Stand(SeatMove):
    """The player on turn lets the last throw count."""

    NAME: ClassVar[str] = "stand"
    PUSH: ClassVar[Push] = Push.HELD


MOVES: Final[tuple[type[Move], ...]] = (OpenThrow, Stand, Leave, *HOST_MOVES)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `turn` has thrown `used` of `most` times, `dice` the last time. `shown` are the turns that are over in the
    round that `opener` opened, or in the throw-off between the seats `off`; once `closed` they show what led
    to now, and the next throw begins something new. `ruled` is the moment before the last dice were seen, and
    `since` what has happened after them, for an appeal. `throw` counts the throws.
    """

    crosses: tuple[int, ...]
    gone: tuple[bool, ...]
    limit: int
    throws: int
    turn: int
    opener: int
    most: int
    phase: Wait = Wait.THROW
    used: int = 0
    dice: Throw | None = None
    shown: tuple[Shown, ...] = ()
    closed: bool = False
    off: tuple[int, ...] = ()
    verdict: Verdict | None = None
    ruled: "State | None" = None
    since: tuple[int, ...] = ()
    throw: int = 1
    round: int = 1


def start(seats: int, options: Mapping[str, object], first: int = 0) -> State:
    """Return the game before its first throw: `seats` players, opened by seat `first`.

    Raises:
        OptionError: an option is unknown or out of range.
        ValueError: too few or too many seats, or `first` is none of them.
    """
    check_seats(seats, PLAYERS, first)
    checked = check_options(OPTIONS, options)
    limit, throws = int(checked["crosses"]), int(checked["throws"])
    return State((0,) * seats, (False,) * seats, limit, throws, turn=first, opener=first, most=throws)


def play(state: State, move: Move) -> State:
    """Return the state after `move`; `state` itself never changes.

    Raises:
        IllegalMoveError: the rules refuse `move` here; its code and message name why.
    """
    check_goes_on(state, move)
    match move:
        case OpenThrow():
            return _throw(state, move)
        case Stand():
            return _stand(state, move)
        case Reveal(dice=dice):
            return _reveal(state, dice)
        case Correct(dice=dice):
            return _correct(state, dice)
        case Void():
            return _void(state)
        case Leave(seat=seat):
            left = _left(replace(state, gone=leave(state.gone, _outs(state), seat)), seat)
            return replace(left, since=(*state.since, seat) if left.ruled else ())
    raise IllegalMoveError("unknown_move", f"Mex has no {move.NAME!r}")


def waiting_for(state: State) -> Waiting:
    """Return what the table waits for, and from which seats."""
    return Waiting(state.phase, () if state.phase is Wait.OVER else (state.turn,))


def allowed(state: State) -> tuple[Move, ...]:
    """Return every move that the players, host apart, may make now."""
    if state.phase is not Wait.THROW:
        return ()
    return (OpenThrow(state.turn), *([Stand(state.turn)] if state.dice else []))


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or anyone who only watches (None). In Mex every throw is open."""
    last = state.shown[-1].dice if state.shown else None
    return View(
        waiting=waiting_for(state),
        allowed=own_moves(allowed(state), seat),
        standing=standing(state),
        call=None,
        verdict=state.verdict,
        outcome=outcome(state),
        round=state.round,
        dice=state.dice or (last if state.ruled else None),
        throws=Throws(state.used, state.most),
        shown=state.shown,
        throw_off=bool(state.off),
    )


def standing(state: State) -> tuple[Standing, ...]:
    """Return what every seat has."""
    return counted.standing(state.crosses, _outs(state))


def outcome(state: State) -> Outcome | None:
    """Return who has won, once the game is over."""
    if state.phase is not Wait.OVER:
        return None
    last = [shown.seat for shown in state.shown if not state.gone[shown.seat]]
    return Outcome(counted.winners(state.crosses, _outs(state), last))


def _outs(state: State) -> list[bool]:
    return counted.who_is_out(state.crosses, state.gone, state.limit)


def _throw(state: State, move: OpenThrow) -> State:
    check_throw(state, move)
    return replace(
        state,
        phase=Wait.REVEAL,
        used=state.used + 1,
        dice=None,
        shown=() if state.closed else state.shown,
        closed=False,
        verdict=None,
        ruled=None,
        since=(),
    )


def _stand(state: State, move: Stand) -> State:
    check_throw(state, move)
    if state.dice is None:
        raise IllegalMoveError("nothing_to_stand", "no throw of this player's lies there")
    return _finished(replace(state, since=(*state.since, STOOD)), state.dice)


def _reveal(state: State, dice: tuple[int, ...]) -> State:
    if state.phase is not Wait.REVEAL:
        raise IllegalMoveError("nothing_to_reveal", "nobody has thrown")
    seen = read_throw(dice)
    read = replace(state, phase=Wait.THROW, dice=seen, ruled=state, throw=state.throw + 1)
    return _finished(read, seen) if read.used == read.most else read


def _correct(state: State, dice: tuple[int, ...]) -> State:
    """Read the last throw anew, and play again what has happened since."""
    if state.ruled is None:
        raise IllegalMoveError("nothing_to_correct", "no dice have been read since the last throw")
    again = _reveal(state.ruled, dice)
    for what in state.since:
        if what == STOOD and again.dice:
            again = _finished(again, again.dice)
        elif what != STOOD and not (again.phase is Wait.OVER or _outs(again)[what]):
            again = _left(replace(again, gone=leave(again.gone, again.gone, what)), what)
    return replace(again, since=state.since, throw=state.throw)


def _void(state: State) -> State:
    lies = state if state.phase is Wait.REVEAL or state.dice else _last_read(state)
    if lies is None:
        raise IllegalMoveError(
            "nothing_to_void", "no throw lies there; after the verdict there is only appeal"
        )
    return replace(
        lies,
        phase=Wait.THROW,
        used=lies.used - 1,
        dice=None,
        ruled=None,
        since=(),
        throw=state.throw + 1,
    )


def _last_read(state: State) -> State | None:
    """Return the moment before the last throw was read, if it ended a turn and nothing has come of it."""
    return None if state.closed or state.since else state.ruled


def _finished(state: State, dice: Throw) -> State:
    """Return the state after the turn on turn, which ended with `dice`."""
    done = replace(
        state,
        most=state.used if state.turn == state.opener and not state.off else state.most,
        shown=(*state.shown, Shown(state.turn, dice, state.used)),
        throw=state.throw + 1,
    )
    return _go_on(done)


def _go_on(state: State) -> State:
    """Return the state before the next turn of the round or the throw-off, or what its end leads to."""
    have = [shown.seat for shown in state.shown]
    done = [out or seat in have or not _takes_part(state, seat) for seat, out in enumerate(_outs(state))]
    if not all(done):
        return replace(state, turn=next_in(state.turn, done), phase=Wait.THROW, used=0, dice=None)
    return _decided(state, _lowest(state)) if state.off else _settled(state)


def _takes_part(state: State, seat: int) -> bool:
    return not state.off or seat in state.off


def _lowest(state: State) -> tuple[int, ...]:
    """Return the seats whose throws are the lowest shown, in the order of their turns."""
    ranks = {shown.seat: RANK[throw_of(shown.dice)] for shown in state.shown}
    return tuple(seat for seat, rank in ranks.items() if rank == min(ranks.values()))


def _settled(state: State) -> State:
    """Return the state once everyone has thrown: who threw lowest takes the crosses."""
    losers = _lowest(state)
    mex = sum(shown.dice == MAEXLE for shown in state.shown)
    taken = tuple(count + (1 + mex) * (seat in losers) for seat, count in enumerate(state.crosses))
    loser = losers[0] if len(losers) == 1 else None
    verdict = Verdict(None, None, None, None, None, loser, crosses=1 + mex, losers=losers, mex=mex)
    paid = replace(state, crosses=taken, verdict=verdict, round=state.round + 1)
    return _decided(paid, losers)


def _decided(state: State, lowest: tuple[int, ...]) -> State:
    """Return the state once the `lowest` are known: one opens, several throw off."""
    out = _outs(state)
    if out.count(False) <= 1:
        return _over(state)
    still_in = tuple(seat for seat in lowest if not out[seat])
    if len(still_in) > 1:
        return replace(
            state, turn=still_in[0], phase=Wait.THROW, used=0, dice=None, most=1, off=still_in, closed=True
        )
    return _opened(state, still_in[0] if still_in else next_in(lowest[-1], out))


def _opened(state: State, opener: int) -> State:
    """Return the state before the opening throw of a round."""
    return replace(
        state,
        phase=Wait.THROW,
        turn=opener,
        opener=opener,
        most=state.throws,
        used=0,
        dice=None,
        closed=True,
        off=(),
        verdict=replace(state.verdict, opener=opener) if state.verdict else None,
    )


def _over(state: State) -> State:
    return replace(state, phase=Wait.OVER, used=0, dice=None, closed=True, off=())


def _left(state: State, seat: int) -> State:
    """Return how play goes on without `seat`, which is marked as gone."""
    out = _outs(state)
    if state.phase is Wait.OVER or out.count(False) <= 1:
        return _over(state)
    if not state.closed:
        # A throw of theirs counts no more, so that there is nothing in it to correct
        ruled = None if state.ruled and state.ruled.turn == seat else state.ruled
        state = replace(state, shown=tuple(shown for shown in state.shown if shown.seat != seat), ruled=ruled)
    if state.off:
        return _left_throw_off(state, seat)
    if seat != state.turn:
        return state
    shown = state.shown if state.closed else ()
    return _opened(replace(state, shown=shown, throw=state.throw + 1), next_in(seat, out))


def _left_throw_off(state: State, seat: int) -> State:
    off = tuple(other for other in state.off if other != seat)
    if len(off) == 1:
        return _opened(replace(state, throw=state.throw + 1), off[0])
    left = replace(state, off=off)
    if seat != state.turn:
        return left
    return _go_on(replace(left, throw=state.throw + 1))
