"""Lügen-Kniffel: five dice under three cups, a combination called with its points, doubts sealed or in turn.

Rules: docs/rules.md, "Lügen-Kniffel" and "Every game"; source 004.
Pure: dice arrive in a move, so moves replay a match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from games import scorecard
from games.moves import (
    HOST_MOVES,
    Correct,
    IllegalMoveError,
    Leave,
    Move,
    OpenThrow,
    Reveal,
    SealedAnswer,
    SeatMove,
    Void,
    own_moves,
    written,
)
from games.opening_throw import Opening
from games.options import ONE_EDITION, Option, check_options
from games.ruleset import Claimed, Outcome, Ruling, Standing, View, Wait, Waiting
from games.scorecard import (
    CLAIMS,
    Claim,
    Combination,
    ScoreCard,
    parse_claim,
    points_of,
    read_dice,
    say_claim,
)
from games.seats import check_seats, leave, next_in
from games.turns import check_call, check_goes_on, check_throw

NAME: Final = "luegen_kniffel"
VERSION: Final = 3
PLAYERS: Final = (2, 8)
DICE: Final = scorecard.DICE
OPTIONS: Final = (
    Option("doubt_s", 0, low=0, high=120),
    Option("open_doubts", False),
    Option("highest_opens", False),
)
"""How many seconds there are to doubt; 0: as many as it takes. The clock is the table's.

With open doubts everyone answers in turn, for all to hear. Where the highest opens, everyone throws for it.
"""
PRESETS: Final = ONE_EDITION
ANSWERED: Final = (Wait.DOUBTS, Wait.RESPONSE)
"""The phases in which a call waits for its answers: sealed, or open."""


@dataclass(frozen=True, slots=True)
class Call(SeatMove):
    """The player on turn claims a combination with its points."""

    NAME: ClassVar[str] = "call"
    value: Claim = written(parse_claim, say_claim)


@dataclass(frozen=True, slots=True)
class Believe(SealedAnswer):
    """Another player believes the call; sealed until all have answered."""

    NAME: ClassVar[str] = "believe"


@dataclass(frozen=True, slots=True)
class Doubt(SealedAnswer):
    """Another player doubts the call; sealed until all have answered."""

    NAME: ClassVar[str] = "doubt"


@dataclass(frozen=True, slots=True)
class TimeUp(Move):
    """The time to doubt is over: who has not answered believes."""

    NAME: ClassVar[str] = "time_up"
    TOUCHES: ClassVar[bool] = True


MOVES: Final[tuple[type[Move], ...]] = (Call, Believe, Doubt, TimeUp, OpenThrow, Leave, *HOST_MOVES)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `turn` is who throws and calls; `answers` says of every seat whether it believes, None before it has said
    so. `last` are the seats that have their last turn after this one, None before the last turns. `ruled` is
    the moment before the dice of the verdict were seen, and `since` who has left after it, for an appeal.
    `throw` counts the turns. `doubt_s` is how long there is to answer, in s; 0: as long as it takes. `open`
    says that the answers are given in turn. `opening` is how who opens was thrown for, until the first call.
    """

    cards: tuple[ScoreCard, ...]
    gone: tuple[bool, ...]
    turn: int
    phase: Wait = Wait.CALL
    call: Claimed | None = None
    answers: tuple[bool | None, ...] = ()
    last: tuple[int, ...] | None = None
    verdict: Ruling | None = None
    ruled: "State | None" = None
    since: tuple[int, ...] = ()
    throw: int = 1
    round: int = 1
    doubt_s: int = 0
    open: bool = False
    opening: Opening | None = None


def start(seats: int, options: Mapping[str, object], first: int = 0) -> State:
    """Return the game before its first call: `seats` players, opened by seat `first`.

    Raises:
        OptionError: an option is unknown or out of range.
        ValueError: too few or too many seats, or `first` is none of them.
    """
    check_seats(seats, PLAYERS, first)
    house = check_options(OPTIONS, options)
    blank = State((ScoreCard(),) * seats, (False,) * seats, turn=first, answers=(None,) * seats)
    agreed = replace(blank, doubt_s=int(house["doubt_s"]), open=bool(house["open_doubts"]))
    if not house["highest_opens"]:
        return agreed
    return replace(agreed, phase=Wait.THROW, opening=Opening.among(seats, first))


def play(state: State, move: Move) -> State:
    """Return the state after `move`; `state` itself never changes.

    Raises:
        IllegalMoveError: the rules refuse `move` here; its code and message name why.
    """
    check_goes_on(state, move)
    match move:
        case Call():
            return _call(state, move)
        case Believe() | Doubt():
            return _answer(state, move)
        case TimeUp():
            return _time_up(state)
        case OpenThrow():
            check_throw(state, move)
            return replace(state, phase=Wait.REVEAL, ruled=None, since=())
        case Reveal(dice=dice):
            return _reveal(state, dice)
        case Correct(dice=dice):
            return _correct(state, dice)
        case Void():
            return _void(state)
        case Leave(seat=seat):
            return _leave(state, seat)
    raise IllegalMoveError("unknown_move", f"Lügen-Kniffel has no {move.NAME!r}")


def waiting_for(state: State) -> Waiting:
    """Return what the table waits for, and from which seats."""
    match state.phase:
        case Wait.OVER:
            return Waiting(Wait.OVER, ())
        case Wait.DOUBTS:
            return Waiting(Wait.DOUBTS, _owing(state))
        case Wait.RESPONSE:
            return Waiting(Wait.RESPONSE, _owing(state)[:1])
        case Wait.REVEAL:
            return Waiting(Wait.REVEAL, (state.turn, *_doubters(state)[:1]))
    return Waiting(state.phase, (state.turn,))


def allowed(state: State) -> tuple[Move, ...]:
    """Return every move that the players, host apart, may make now."""
    if state.phase is Wait.CALL:
        still_open = {one for one in Combination if state.cards[state.turn].is_open(one)}
        return tuple(Call(state.turn, claim) for claim in CLAIMS if claim.combination in still_open)
    if state.phase is Wait.THROW:
        return (OpenThrow(state.turn),)
    if state.phase in ANSWERED:
        return tuple(answer(seat) for seat in waiting_for(state).seats for answer in (Believe, Doubt))
    return ()


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or anyone who only watches (None): sealed answers once all are given.

    Unseen dice are not in the state at all.
    """
    answered = state.phase in ANSWERED
    return View(
        waiting=waiting_for(state),
        allowed=own_moves(allowed(state), seat),
        standing=standing(state),
        call=state.call,
        verdict=state.verdict,
        outcome=outcome(state),
        round=state.round,
        dice=_lying_open(state),
        shown=state.opening.shown if state.opening else (),
        opening=state.opening.in_it if state.opening else (),
        answered=tuple(s for s, answer in enumerate(state.answers) if answered and answer is not None),
        believes=state.answers[seat] if answered and seat is not None else None,
        doubters=_doubters(state) if state.phase in (Wait.REVEAL, Wait.RESPONSE) else (),
        last_turns=state.last,
        time_s=state.doubt_s if answered else 0,
    )


def standing(state: State) -> tuple[Standing, ...]:
    """Return what every seat has: its card, and what is on it in all."""
    return tuple(
        Standing(seat, score=card.total, out=state.gone[seat], card=card)
        for seat, card in enumerate(state.cards)
    )


def outcome(state: State) -> Outcome | None:
    """Return who has won, once the game is over, and everyone's place."""
    if state.phase is not Wait.OVER:
        return None
    totals = {seat: card.total for seat, card in enumerate(state.cards) if not state.gone[seat]}
    best_first = sorted(set(totals.values()), reverse=True)
    ranking = tuple(tuple(seat for seat in totals if totals[seat] == total) for total in best_first)
    return Outcome(ranking[0], ranking)


def _lying_open(state: State) -> tuple[int, ...] | None:
    """Return the dice that an appeal can correct."""
    if state.opening and state.ruled:
        return state.opening.shown[-1].dice
    return state.verdict.dice if state.verdict else None


def _others(state: State) -> tuple[int, ...]:
    """Return everyone but the caller, from the caller's left."""
    seats = len(state.gone)
    after = ((state.turn + step) % seats for step in range(1, seats))
    return tuple(seat for seat in after if not state.gone[seat])


def _owing(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in _others(state) if state.answers[seat] is None)


def _doubters(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in _others(state) if state.answers[seat] is False)


def _call(state: State, move: Call) -> State:
    check_call(state, move)
    if not state.cards[move.seat].is_open(move.value.combination):
        raise IllegalMoveError("field_closed", f"{move.value.combination} is filled or struck on this card")
    called = Claimed(move.seat, move.value)
    phase = Wait.RESPONSE if state.open else Wait.DOUBTS
    return replace(state, phase=phase, call=called, verdict=None, ruled=None, since=(), opening=None)


def _thrown_for(state: State, opening: Opening) -> State:
    """Return the state before the next throw for who opens, or before the first call."""
    phase = Wait.THROW if opening.opener is None else Wait.CALL
    return replace(state, phase=phase, turn=opening.turn, opening=opening, throw=state.throw + 1)


def _answer(state: State, move: Believe | Doubt) -> State:
    if state.phase is Wait.REVEAL:
        raise IllegalMoveError("reveal_first", "the call is doubted: it is to be shown first")
    if state.phase not in ANSWERED:
        raise IllegalMoveError("nothing_to_answer", "no call waits for an answer")
    if move.seat not in _others(state):
        raise IllegalMoveError("not_your_turn", f"seat {move.seat} has no answer to give here")
    if state.answers[move.seat] is not None:
        raise IllegalMoveError("already_answered", f"seat {move.seat} has given its answer")
    if move.seat not in waiting_for(state).seats:
        raise IllegalMoveError("not_your_turn", f"seat {move.seat} answers after others")
    return _heard(_answered(state, move.seat, isinstance(move, Believe)))


def _time_up(state: State) -> State:
    if state.phase not in ANSWERED:
        raise IllegalMoveError("nothing_to_answer", "no call waits for an answer")
    if not state.doubt_s:
        raise IllegalMoveError("no_time_set", "no time was set, so nothing but the answers ends the waiting")
    for seat in _owing(state):
        state = _answered(state, seat, True)
    return _heard(state)


def _answered(state: State, seat: int, believes: bool | None) -> State:
    answers = (*state.answers[:seat], believes, *state.answers[seat + 1 :])
    return replace(state, answers=answers)


def _heard(state: State) -> State:
    """Return the state as far as the answers lead: all are owed, or one doubts, or the caller writes."""
    if _owing(state):
        return state
    if _doubters(state):
        return replace(state, phase=Wait.REVEAL)
    return _settled(state, dice=None)


def _reveal(state: State, dice: tuple[int, ...]) -> State:
    if state.phase is not Wait.REVEAL:
        raise IllegalMoveError("nothing_to_reveal", "nobody has doubted")
    seen = read_dice(dice)
    read = _thrown_for(state, state.opening.read(seen)) if state.opening else _settled(state, seen)
    return replace(read, ruled=state)


def _correct(state: State, dice: tuple[int, ...]) -> State:
    """Rule on the last call anew, and let leave again who has left since, unless that ends the game."""
    if state.ruled is None:
        raise IllegalMoveError("nothing_to_correct", "no dice have been ruled on since the last call")
    again = _reveal(state.ruled, dice)
    for seat in state.since:
        if again.phase is not Wait.OVER:
            again = _left(again, seat)
    return replace(again, since=state.since, throw=state.throw)


def _settled(state: State, dice: tuple[int, ...] | None) -> State:
    """Write and strike as the dice say, or as the call says if nobody doubted it."""
    if state.call is None:
        raise ValueError("nothing has been called")
    claim, doubters = state.call.value, _doubters(state)
    truth = None if dice is None else points_of(dice, claim.combination) >= claim.points
    strikers: tuple[int, ...] = doubters
    writers: tuple[int, ...] = (state.turn,)
    if truth is False:
        strikers, writers = writers, () if claim.combination is Combination.KNIFFEL else doubters
    wrote = tuple(seat for seat in writers if state.cards[seat].is_open(claim.combination))
    strikes = {seat: state.cards[seat].of(claim.combination).strikes for seat in strikers}
    struck = tuple(seat for seat, before in strikes.items() if before < 2)
    cancelled = tuple(seat for seat, before in strikes.items() if before == 1)
    ruling = Ruling(state.turn, claim, dice, truth, doubters, wrote, struck, cancelled)
    cards = tuple(
        card.ruled(claim, writes=seat in wrote, strikes=seat in struck)
        for seat, card in enumerate(state.cards)
    )
    after = _passed_on(replace(state, cards=cards, round=state.round + 1))
    return replace(after, verdict=replace(ruling, opener=after.turn))


def _passed_on(state: State) -> State:
    """Return the state before the next player's turn, or the end once the last turns are over."""
    full, last = [card.full for card in state.cards], state.last
    if last is None and any(card and not gone for card, gone in zip(full, state.gone, strict=True)):
        last = (*_others(state), state.turn)
    clear = replace(state, phase=Wait.CALL, call=None, answers=(None,) * len(full), throw=state.throw + 1)
    if last is None:
        return replace(clear, turn=next_in(state.turn, state.gone))
    turns = tuple(seat for seat in last if not state.gone[seat] and not full[seat])
    if not turns:
        return replace(clear, phase=Wait.OVER, last=())
    return replace(clear, turn=turns[0], last=turns[1:])


def _void(state: State) -> State:
    if state.phase is Wait.THROW or (state.phase is Wait.CALL and (state.verdict or state.ruled)):
        raise IllegalMoveError("nothing_to_void", "after the verdict there is only undo or appeal")
    phase = Wait.THROW if state.opening and state.phase is Wait.REVEAL else Wait.CALL
    return replace(state, phase=phase, call=None, answers=(None,) * len(state.gone), throw=state.throw + 1)


def _leave(state: State, seat: int) -> State:
    return replace(_left(state, seat), since=(*state.since, seat) if state.ruled else ())


def _left(state: State, seat: int) -> State:
    """Return how play goes on without `seat`."""
    left = replace(
        _answered(state, seat, None),
        gone=leave(state.gone, state.gone, seat),
        last=state.last and tuple(other for other in state.last if other != seat),
    )
    if state.phase is Wait.OVER or left.gone.count(False) <= 1:
        return replace(left, phase=Wait.OVER, call=None)
    if state.opening and state.opening.opener is None:
        opening = state.opening.without(seat)
        goes_on = seat != state.turn and opening.opener is None
        return replace(left, opening=opening) if goes_on else _thrown_for(left, opening)
    if seat == state.turn:
        after = _passed_on(left)
        return replace(after, verdict=after.verdict and replace(after.verdict, opener=after.turn))
    return left if state.phase is Wait.CALL else _heard(left)
