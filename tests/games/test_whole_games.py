"""What holds in every game of Mäxle, whoever plays what: random whole games, move by move."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games import maexle
from games.maexle import Call, State
from games.match import Match, begin
from games.moves import (
    Accept,
    Challenge,
    Correct,
    IllegalMoveError,
    Leave,
    Move,
    Reveal,
    Undo,
    Void,
    dump_move,
    parse_move,
)
from games.ruleset import Verdict, Wait
from games.throws import MAEXLE, ORDER
from tests.games.playing import ROW

LIVES = st.integers(1, 3) | st.integers(1, 20)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={"lives": LIVES, "equal_calls": st.booleans(), "opener": st.sampled_from(["winner", "loser"])},
)
SEATS = st.integers(2, 4) | st.integers(2, 12)
PIPS = st.integers(1, 6)


class MaexleGame(RuleBasedStateMachine):
    """One game; each rule below is a way to move, each invariant something that holds after every move."""

    match: Match
    challenged: Match | None
    """The match before the dice were shown, as long as nothing but appeals has happened since."""

    @initialize(seats=SEATS, options=OPTIONS, data=st.data())
    def begin(self, seats: int, options: dict[str, object], data: st.DataObject) -> None:
        self.first = data.draw(st.integers(0, seats - 1), label="first")
        self.options = options
        self.seats = seats
        self.match = begin(maexle, seats, options, self.first)
        self.moves: list[Move] = []

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def waits(self, *what: Wait) -> bool:
        return self.state.phase in what

    def play(self, move: Move) -> tuple[State, State]:
        """Play a move, hold what every move keeps to, and return the states before and after it."""
        before = self.state
        self.match = self.match.play(move)
        self.moves.append(move)
        if not isinstance(move, Correct):
            self.challenged = None
        assert parse_move(dump_move(move), maexle.MOVES) == move
        if not isinstance(move, Undo | Correct):
            assert all(now <= then for now, then in zip(self.state.lives, before.lives, strict=True))
        if not isinstance(move, Undo | Reveal):
            assert self.match.play(Undo()).state == before
        return before, self.state

    # the ways to move

    @precondition(lambda self: self.waits(Wait.CALL))
    @rule(pick=st.integers(0, 20), far=st.booleans())
    def call(self, pick: int, far: bool) -> None:
        allowed = maexle.allowed(self.state)
        before, after = self.play(allowed[pick % len(allowed) if far else min(pick // 7, len(allowed) - 1)])
        assert after.lives == before.lives
        assert after.turn == self.next_in(before.turn)

    @precondition(lambda self: self.waits(Wait.RESPONSE))
    @rule()
    def accept(self) -> None:
        before, after = self.play(Accept(self.state.turn))
        assert before.call is not None
        if before.call.value == MAEXLE:
            assert after.lives == self.paid(before, before.turn, 1)
        else:
            assert (after.lives, after.turn, after.phase) == (before.lives, before.turn, Wait.CALL)

    @precondition(lambda self: self.waits(Wait.RESPONSE))
    @rule()
    def challenge(self) -> None:
        before, after = self.play(Challenge(self.state.turn))
        assert after.lives == before.lives

    @precondition(lambda self: self.waits(Wait.REVEAL))
    @rule(one=PIPS, other=PIPS, honest=st.booleans())
    def reveal(self, one: int, other: int, honest: bool) -> None:
        challenged, call = self.match, self.state.call
        assert call is not None
        before, after = self.play(Reveal(call.value if honest else (one, other)))
        self.challenged, verdict = challenged, after.verdict
        assert verdict is not None
        assert verdict.dice is not None
        assert after.lives == self.ruled(before, verdict)
        assert sum(now < then for now, then in zip(after.lives, before.lives, strict=True)) == 1

    @precondition(lambda self: self.state.verdict is not None and self.state.verdict.dice is not None)
    @rule(one=PIPS, other=PIPS)
    def correct(self, one: int, other: int) -> None:
        _, after = self.play(Correct((one, other)))
        if self.challenged:
            assert after == self.challenged.play(Reveal((one, other))).state

    @precondition(lambda self: not self.waits(Wait.OVER) and self.state.verdict is None)
    @rule()
    def void(self) -> None:
        before, after = self.play(Void())
        thrower = before.call.seat if before.call and before.phase is not Wait.CALL else before.turn
        assert (after.lives, after.turn, after.phase) == (before.lives, thrower, Wait.CALL)
        assert after.throw == before.throw + 1

    @precondition(lambda self: not self.waits(Wait.OVER))
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        seat = data.draw(
            st.sampled_from([s.seat for s in maexle.standing(self.state) if not s.out]), label="seat"
        )
        before, after = self.play(Leave(seat))
        assert after.lives == before.lives
        if after.phase is Wait.OVER:
            return
        if seat == before.turn or (before.call is not None and seat == before.call.seat):
            assert (after.phase, after.call, after.turn) == (Wait.CALL, None, self.next_in(seat))
        else:
            assert (after.phase, after.call, after.turn) == (before.phase, before.call, before.turn)

    @precondition(lambda self: self.match.last.before is not None)
    @rule(untouched=st.booleans())
    def undo(self, untouched: bool) -> None:
        reveal = isinstance(self.match.last.move, Reveal)
        self.play(Undo(untouched=untouched))
        if reveal:
            self.check_that_every_further_undo_waits_for_a_throw()

    def check_that_every_further_undo_waits_for_a_throw(self) -> None:
        match = self.match
        while match.last.before:
            assert match.state.phase is Wait.CALL
            match = match.play(Undo())
        assert match.state.phase is Wait.CALL

    # what holds after every move

    @invariant()
    def lives_stay_between_none_and_those_of_the_start(self) -> None:
        lives = self.options.get("lives", 5)
        assert isinstance(lives, int)
        assert all(0 <= left <= lives for left in self.state.lives)

    @invariant()
    def who_is_out_is_never_waited_for(self) -> None:
        out = {standing.seat for standing in maexle.standing(self.state) if standing.out}
        assert not out.intersection(maexle.waiting_for(self.state).seats)

    @invariant()
    def the_game_is_over_exactly_when_one_player_is_left(self) -> None:
        still_in = tuple(standing.seat for standing in maexle.standing(self.state) if not standing.out)
        outcome = maexle.outcome(self.state)
        assert (len(still_in) == 1) == (outcome is not None) == self.waits(Wait.OVER)
        assert outcome is None or outcome.winners == still_in

    @invariant()
    def the_allowed_moves_are_exactly_those_that_play_takes(self) -> None:
        seats = range(self.seats + 1)
        tried: list[Move] = [Call(seat, value) for seat in seats for value in ORDER]
        tried += [kind(seat) for seat in seats for kind in (Accept, Challenge)]
        assert {move for move in tried if self.is_taken(move)} == set(maexle.allowed(self.state))

    @invariant()
    def a_player_who_is_to_move_can_move(self) -> None:
        assert bool(maexle.allowed(self.state)) == self.waits(Wait.CALL, Wait.RESPONSE)

    def teardown(self) -> None:
        if not hasattr(self, "moves"):
            return
        match = begin(maexle, self.seats, self.options, self.first)
        for move in self.moves:
            match = match.play(parse_move(dump_move(move), maexle.MOVES))
        assert (match.state, match.played) == (self.state, len(self.moves))

    # the rules, said once more in other words

    def is_taken(self, move: Move) -> bool:
        try:
            maexle.play(self.state, move)
        except IllegalMoveError:
            return False
        return True

    def next_in(self, seat: int) -> int:
        standing = maexle.standing(self.state)
        return next(s.seat for s in (standing * 2)[seat + 1 :] if not s.out)

    @staticmethod
    def paid(before: State, seat: int, lives: int) -> tuple[int, ...]:
        return tuple(max(0, left - lives * (s == seat)) for s, left in enumerate(before.lives))

    @classmethod
    def ruled(cls, before: State, verdict: Verdict) -> tuple[int, ...]:
        assert before.call is not None
        assert verdict.dice is not None
        call, dice = ("".join(map(str, throw)) for throw in (before.call.value, verdict.dice))
        loser = before.call.seat if ROW.index(dice) < ROW.index(call) else before.turn
        return cls.paid(before, loser, 2 if call == "21" else 1)


@given(seats=SEATS, options=OPTIONS, chance=st.randoms(use_true_random=False))
@settings(deadline=None)
def test_every_game_that_is_played_on_comes_to_an_end(
    seats: int, options: dict[str, object], chance: Random
) -> None:
    match = begin(maexle, seats, options)
    lives = int(str(options.get("lives", 5)))
    for _ in range(seats * lives):  # each round costs somebody a life
        match = play_a_round(match, chance)
        if maexle.outcome(match.state):
            return
    raise AssertionError("nobody has won")


def play_a_round(match: Match, chance: Random) -> Match:
    """Play until the next verdict: calls rise, so that nobody can call after 21 at the latest."""
    rounds = match.state.round
    while match.state.round == rounds:
        moves = maexle.allowed(match.state) or [Reveal(chance.choice(ORDER))]
        match = match.play(chance.choice(moves))
    return match


TestMaexleGame = MaexleGame.TestCase
TestMaexleGame.settings = settings(max_examples=100, stateful_step_count=60, deadline=None)
