"""Maxonaut: the bluff of Mäxle with cards, two on top of a pile, and special cards among them.

Rules: docs/rules.md, "Maxonaut" and "Every game"; source 002.
Pure: the cards that are turned over arrive in moves, so moves replay a match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.card_moves import Call, CorrectCards, Counter, Draw, Misspoken, TurnOver
from games.cards import MAXONAUT, ORDER, Card, Turned, beats, best, counters, value_of
from games.moves import Accept, Challenge, IllegalMoveError, Leave, Move, Undo, Void, own_moves
from games.options import ONE_EDITION, Option, check_options
from games.ruleset import Called, CardsAsked, Outcome, Standing, Verdict, View, Wait, Waiting
from games.seats import change, check_seats, leave, next_in
from games.throws import say_throw
from games.turns import check_answer, check_call, check_goes_on, check_turn, stands_again

NAME: Final = "maxonaut"
VERSION: Final = 5
PLAYERS: Final = (2, 8)
DICE: Final = 0
OPTIONS: Final = (
    Option("points", 5, low=1, high=10),
    Option("specials", True),
    Option("reverse_on_11", False),
    Option("order_penalty", False),
    Option("skip_on_2", False),
    Option("double_21", False),
)
PRESETS: Final = ONE_EDITION
HAND: Final = 4
MOST_DRAWN: Final = 40
"""For twenty randoms, more than any pack has: if each could bring two more, there would be no end."""


MOVES: Final[tuple[type[Move], ...]] = (
    Call,
    Misspoken,
    TurnOver,
    Draw,
    Counter,
    CorrectCards,
    Accept,
    Challenge,
    Leave,
    Void,
    Undo,
)


@dataclass(frozen=True, slots=True)
class House:
    """The rules of the house."""

    points: int
    specials: bool
    reverse_on_11: bool
    order_penalty: bool
    skip_on_2: bool
    double_21: bool


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `turn` is who lays and calls, or who answers; `call` is the call that stands, made when play ran in the
    direction `came`, and `before` the one it rests on. `turned` are the cards turned over so far, of which
    `owed` randoms are to be replaced. `ruled` is the moment before that, and `since` who has left after it,
    for an appeal. `throw` counts the layings.
    """

    points: tuple[int, ...]
    gone: tuple[bool, ...]
    house: House
    turn: int
    phase: Wait = Wait.CALL
    direction: int = 1
    came: int = 1
    call: Called | None = None
    before: Called | None = None
    misspoken: bool = False
    skipped: int | None = None
    turned: Turned | None = None
    owed: int = 0
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
    flags = {name: bool(value) for name, value in checked.items() if name != "points"}
    house = House(points=int(checked["points"]), **flags)
    return State((0,) * seats, (False,) * seats, house, turn=first)


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
            return replace(state, phase=Wait.CARDS)
        case Misspoken():
            return _misspoken(state, move)
        case TurnOver() | Draw() | Counter():
            return _entered(state, move)
        case CorrectCards():
            return _correct(state, move)
        case Void():
            return _void(state)
        case Leave(seat=seat):
            return _leave(state, seat)
    raise IllegalMoveError("unknown_move", f"Maxonaut has no {move.NAME!r}")


def waiting_for(state: State) -> Waiting:
    """Return what the table waits for, and from which seats."""
    return Waiting(state.phase, () if state.phase is Wait.OVER else (state.turn,))


def allowed(state: State) -> tuple[Move, ...]:
    """Return every move that the players, host apart, may make now, but for the cards that they enter."""
    if state.phase is Wait.CALL:
        values = (value for value in ORDER if state.call is None or beats(value, state.call.value))
        return tuple(Call(state.turn, value) for value in values)
    if state.phase is Wait.RESPONSE and state.call:
        accepts = state.call.value != MAXONAUT or state.house.double_21
        heard = [seat for seat, gone in enumerate(state.gone) if not gone] if _may_hear(state) else []
        answers: tuple[Move, ...] = (Accept(state.turn), Challenge(state.turn))
        return (*(answers if accepts else answers[1:]), *(Misspoken(seat) for seat in heard))
    return ()


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or anyone who only watches (None). No hidden card is in the state."""
    return View(
        waiting=waiting_for(state),
        allowed=own_moves(allowed(state), seat),
        standing=standing(state),
        call=state.call,
        verdict=state.verdict,
        outcome=outcome(state),
        round=state.round,
        order=ORDER,
        cards=state.turned,
        asked=_asked(state),
        direction=state.direction,
        skipped=state.skipped,
    )


def standing(state: State) -> tuple[Standing, ...]:
    """Return what every seat has; `out` is who has left, or has lost the game."""
    return tuple(
        Standing(seat, points=points, out=state.gone[seat] or points >= state.house.points)
        for seat, points in enumerate(state.points)
    )


def outcome(state: State) -> Outcome | None:
    """Return who has won, once the game is over: the fewest points."""
    if state.phase is not Wait.OVER:
        return None
    still_in = [seat for seat, gone in enumerate(state.gone) if not gone]
    fewest = min(state.points[seat] for seat in still_in)
    return Outcome(tuple(seat for seat in still_in if state.points[seat] == fewest))


def _next(state: State, seat: int) -> int:
    return next_in(seat, state.gone, state.direction)


def _is_over(state: State) -> bool:
    return state.gone.count(False) <= 1 or any(
        points >= state.house.points and not gone
        for points, gone in zip(state.points, state.gone, strict=True)
    )


def _call(state: State, move: Call) -> State:
    check_call(state, move)
    if state.call and not beats(move.value, state.call.value):
        raise IllegalMoveError(
            "too_low", f"{say_throw(move.value)} does not beat {say_throw(state.call.value)}"
        )
    many = state.gone.count(False) > 2
    turns = state.house.reverse_on_11 and move.value == (1, 1) and many
    called = replace(
        state,
        phase=Wait.RESPONSE,
        direction=-state.direction if turns else state.direction,
        came=state.direction,
        call=Called(move.seat, move.value),
        before=state.call,
        misspoken=False,
        skipped=None,
        verdict=None,
        ruled=None,
        since=(),
    )
    following = _next(called, move.seat)
    if state.house.skip_on_2 and 2 in move.value and many:
        return replace(called, skipped=following, turn=_next(called, following))
    return replace(called, turn=following)


def _accept(state: State, move: Accept) -> State:
    check_answer(state, move)
    if state.call and state.call.value == MAXONAUT:
        if not state.house.double_21:
            raise IllegalMoveError("nothing_higher", "nothing beats a called 21: it can only be challenged")
        return _pays(state, move.seat, None, None, 1)
    return replace(state, phase=Wait.CALL, before=None, throw=state.throw + 1)


def _may_hear(state: State) -> bool:
    """Return whether somebody can still say that the call was said low digit first."""
    differs = state.call is not None and state.call.value[0] != state.call.value[1]
    return state.house.order_penalty and not state.misspoken and differs


def _misspoken(state: State, move: Misspoken) -> State:
    if state.phase is not Wait.RESPONSE or state.call is None:
        raise IllegalMoveError("nothing_to_answer", "no call waits for an answer")
    if move.seat >= len(state.gone) or state.gone[move.seat]:
        raise IllegalMoveError("not_your_turn", f"seat {move.seat} does not play")
    if not _may_hear(state):
        raise IllegalMoveError("no_order_penalty", "the order of digits costs nothing here, or is paid for")
    call = state.call
    paid = replace(state, points=change(state.points, call.seat, 1), misspoken=True)
    if not _is_over(paid):
        return paid
    verdict = Verdict(call.seat, move.seat, call.value, None, None, call.seat, points=1)
    return replace(paid, phase=Wait.OVER, verdict=verdict, call=None, before=None, skipped=None)


def _entered(state: State, move: TurnOver | Draw | Counter) -> State:
    """Take the cards that the challenger enters."""
    asked = {Wait.CARDS: TurnOver, Wait.DRAWN: Draw, Wait.COUNTERS: Counter}.get(state.phase)
    if not isinstance(move, asked or ()):
        raise IllegalMoveError("nothing_to_reveal", f"no cards are asked for by {move.NAME!r} here")
    check_turn(state, move)
    _check_cards(state, move)
    if isinstance(move, TurnOver):
        return _drawn(replace(state, turned=Turned(move.cards)), move.cards)
    turned = state.turned or Turned(())
    if isinstance(move, Draw):
        drawn = replace(turned, drawn=(*turned.drawn, *move.cards))
        return _drawn(replace(state, turned=drawn, owed=_still_owed(state, move)), move.cards)
    countered = counters(move.cards, turned.effects)
    return _ruled(replace(state, turned=replace(turned, counters=move.cards, countered=countered)))


def _asked(state: State) -> CardsAsked | None:
    """Return how many cards there can be now, and whether special ones."""
    drawn = min(2 * state.owed, MOST_DRAWN - len(state.turned.drawn)) if state.turned else 0
    counts = {Wait.CARDS: (2, 2), Wait.DRAWN: (0, drawn), Wait.COUNTERS: (0, HAND)}
    count = counts.get(state.phase)
    return CardsAsked(*count, state.house.specials) if count else None


def _check_cards(state: State, move: TurnOver | Draw | Counter) -> None:
    """Check that there can be so many cards, and such."""
    asked = _asked(state)
    if asked is None or not asked.fewest <= len(move.cards) <= asked.most:
        raise IllegalMoveError("bad_cards", f"there can't be {len(move.cards)} cards here")
    if not asked.specials and any(not card.isdigit() for card in move.cards):
        raise IllegalMoveError("bad_cards", "this game is played without special cards")


def _drawn(state: State, cards: tuple[Card, ...]) -> State:
    """Return the state once `cards` lie open: each random is replaced, then all of them count."""
    if owed := state.owed + cards.count(Card.RANDOM):
        return replace(state, phase=Wait.DRAWN, owed=owed)
    if state.turned and state.turned.effects:
        return replace(state, phase=Wait.COUNTERS, owed=0)
    return _ruled(state)


def _still_owed(state: State, move: Draw) -> int:
    """Return how many randoms are left: each takes up to two cards; none came where both piles are empty."""
    return max(0, state.owed - (len(move.cards) + 1) // 2) if move.cards else 0


def _ruled(state: State) -> State:
    """Rule on the cards that were turned over."""
    turned, call = state.turned, state.call
    if turned is None or call is None:
        raise ValueError("no cards have been turned over")
    ruled = _unturned(state)
    if turned.effects:
        paid = _pays(state, call.seat if turned.countered else state.turn, turned, None, 1)
        return replace(paid, ruled=ruled)
    meant = best(turned.pool)
    value = value_of(meant) if meant else None
    truth = value is not None and not beats(call.value, value)
    count = 2 if call.value == MAXONAUT and state.house.double_21 else 1
    found = replace(turned, meant=meant, value=value)
    return replace(_pays(state, state.turn if truth else call.seat, found, truth, count), ruled=ruled)


def _unturned(state: State) -> State:
    """Return the state before the cards were turned over."""
    return replace(state, phase=Wait.CARDS, turned=None, owed=0)


def _correct(state: State, move: CorrectCards) -> State:
    """Turn the cards over again, as they were, enter what follows, and let leave again who has left since."""
    before = state.ruled or (_unturned(state) if state.turned else None)
    if before is None:
        raise IllegalMoveError("nothing_to_correct", "no cards have been turned over since the last call")
    seat, drawn = before.turn, move.drawn
    again = _entered(before, TurnOver(seat, move.cards))
    while again.phase is Wait.DRAWN:
        now, drawn = drawn[: 2 * again.owed], drawn[2 * again.owed :]
        again = _entered(again, Draw(seat, now))
    if drawn or (move.counters and again.phase is not Wait.COUNTERS):
        raise IllegalMoveError("bad_cards", "the cards turned over ask for no such cards")
    if again.phase is Wait.COUNTERS:
        again = _entered(again, Counter(seat, move.counters))
    for other in state.since:
        if not (_is_over(again) or again.gone[other]):
            again = _leave(again, other)
    return replace(again, since=state.since, throw=state.throw if state.ruled else again.throw)


def _pays(state: State, loser: int, turned: Turned | None, truth: bool | None, count: int) -> State:
    """Deal the round's penalty and say who opens next; `turned` None is a called 21 that was accepted."""
    call = state.call
    caller, value = (call.seat, call.value) if call else (None, None)
    paid = replace(state, points=change(state.points, loser, count), round=state.round + 1)
    opener = _next(paid, loser) if paid.gone[loser] else loser
    verdict = Verdict(caller, state.turn, value, None, truth, loser, points=count, cards=turned)
    return _opened(replace(paid, verdict=verdict), opener)


def _void(state: State) -> State:
    if state.phase is Wait.CALL or state.call is None:
        if state.verdict:
            raise IllegalMoveError("nothing_to_void", "after the verdict there is only undo or appeal")
        return replace(state, throw=state.throw + 1)
    again = replace(state, call=stands_again(state.before, state.gone), direction=state.came)
    return _to_lay(again, state.call.seat)


def _leave(state: State, seat: int) -> State:
    since = (*state.since, seat) if state.ruled else ()
    left = replace(state, gone=leave(state.gone, state.gone, seat), since=since)
    if not _is_over(left) and seat not in (left.turn, left.call.seat if left.call else None):
        return left
    return _opened(left, _next(left, seat))


def _opened(state: State, opener: int) -> State:
    """Return the state before the opening call of a round, or the end."""
    verdict = replace(state.verdict, opener=opener) if state.verdict else None
    opened = _to_lay(replace(state, call=None, verdict=verdict), opener)
    return replace(opened, phase=Wait.OVER) if _is_over(opened) else opened


def _to_lay(state: State, seat: int) -> State:
    return replace(
        state,
        phase=Wait.CALL,
        turn=seat,
        before=None,
        misspoken=False,
        skipped=None,
        turned=None,
        owed=0,
        throw=state.throw + 1,
    )
