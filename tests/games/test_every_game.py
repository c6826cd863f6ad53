"""The rules' section "Every game", as far as Mäxle goes: undo, void throws, leaving, appeal."""

import pytest

from games import maexle
from games.maexle import State
from games.moves import IllegalMoveError, Undo
from games.options import Value
from games.ruleset import Called, Outcome, Wait, Waiting
from tests.games.playing import after, move, new, on, throw


def refusal(moves: str, then: str, seats: int = 3, first: int = 0, **options: Value) -> str:
    match = on(new(seats, first, **options), moves)
    with pytest.raises(IllegalMoveError) as caught:
        match.play(move(then))
    return caught.value.code


def apart_from_the_count_of_throws(state: State) -> tuple[object, ...]:
    return (state.lives, state.gone, state.turn, state.phase, state.call, state.before, state.verdict)


# undo


@pytest.mark.parametrize(
    "moves",
    [
        "0:43",
        "0:43 1:accept",
        "0:43 1:challenge",
        "0:43 1:challenge void",
        "0:43 1:accept void",
        "0:43 2:leave",
        "0:43 1:leave",
        "0:21 1:accept",
        "0:43 1:challenge reveal:43 correct:31",
    ],
)
def test_undo_takes_back_the_last_move(moves: str) -> None:
    *before, _ = moves.split()
    assert after(f"{moves} undo") == after(" ".join(before))


def test_undo_goes_back_any_number_of_times() -> None:
    moves = "0:31 1:accept 1:32 2:accept 2:41 0:accept"
    for count in range(7):
        assert after(moves + count * " undo") == after(" ".join(moves.split()[: 6 - count]))


@pytest.mark.parametrize("moves", ["", "0:43 undo", "0:43 1:challenge reveal:43 undo"])
def test_at_the_start_there_is_nothing_to_undo(moves: str) -> None:
    assert refusal(moves, "undo") == "nothing_to_undo"


def test_after_an_undo_play_goes_on_from_there() -> None:
    assert after("0:43 undo 0:54 1:accept") == after("0:54 1:accept")


def test_a_finished_game_can_be_taken_back_and_goes_on() -> None:
    state = after("0:21 1:accept undo 1:challenge reveal:31", 2, lives=1)
    assert maexle.outcome(state) == Outcome((1,))


def test_taking_back_a_reveal_gives_the_lives_back_and_voids_that_throw() -> None:
    state = after("0:43 1:accept 1:54 2:challenge reveal:31 undo")
    assert state.lives == (5, 5, 5)
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (1,))
    assert state.call == Called(0, throw("43"))
    assert state.verdict is None


def test_taking_back_a_reveal_that_ended_the_game_goes_on_with_a_new_throw() -> None:
    state = after("0:43 1:challenge reveal:43 undo", 2, lives=1)
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (0,))


@pytest.mark.parametrize(
    "moves",
    [
        "0:43 1:challenge reveal:43",
        "0:43 1:accept 1:54 2:challenge reveal:31",
        "0:43 1:accept void 1:54 2:challenge reveal:31",
        "0:43 1:leave 2:54 0:challenge reveal:31",
        "0:21 1:accept 0:leave 1:54 2:challenge reveal:31",
        "0:43 1:challenge reveal:43 0:54 1:challenge reveal:31",
        "0:43 1:challenge reveal:43 correct:31 1:54 2:challenge reveal:31",
        "0:43 1:challenge reveal:43 2:leave 0:54 1:challenge reveal:31",
    ],
)
def test_undo_never_makes_seen_dice_secret_again(moves: str) -> None:
    # Whatever is taken back after the reveal: somebody has to throw before anybody can be asked again
    match = on(new(), f"{moves} undo")
    while match.last.before:
        assert maexle.waiting_for(match.state).what is Wait.CALL
        match = on(match, "undo")


def test_taking_back_an_accept_while_the_dice_lie_untouched_asks_for_the_answer_again() -> None:
    assert maexle.waiting_for(after("0:43 1:accept undo")) == Waiting(Wait.RESPONSE, (1,))


def test_taking_back_an_accept_after_the_dice_were_touched_voids_that_throw_too() -> None:
    state = after("0:43 1:accept touched")
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (0,))
    assert (state.call, state.throw) == (None, 2)


def test_taking_back_an_accepted_21_gives_the_life_back() -> None:
    assert after("0:21 1:accept undo").lives == (5, 5, 5)
    assert after("0:21 1:accept touched").lives == (5, 5, 5)


def test_taking_back_a_challenge_after_the_dice_were_seen_voids_that_throw_too() -> None:
    assert maexle.waiting_for(after("0:43 1:challenge touched")) == Waiting(Wait.CALL, (0,))


@pytest.mark.parametrize("moves", ["0:43 void", "0:43 0:leave", "0:43 1:leave", "void", "0:leave"])
def test_taking_back_what_had_somebody_throw_anew_depends_on_whether_they_did(moves: str) -> None:
    *before, _ = moves.split()
    assert on(new(), moves).asks_untouched
    assert after(f"{moves} undo") == after(" ".join(before))
    assert maexle.waiting_for(after(f"{moves} touched")).what is Wait.CALL
    assert after(f"{moves} touched").call is None


@pytest.mark.parametrize("moves", ["0:43", "0:43 2:leave", "0:43 1:challenge 2:leave"])
def test_where_nobody_throws_anew_nothing_depends_on_it(moves: str) -> None:
    assert not on(new(), moves).asks_untouched
    assert after(f"{moves} touched") == after(f"{moves} undo")


@pytest.mark.parametrize(
    ("moves", "seats"),
    [("0:43 1:challenge", 3), ("0:43 1:leave", 2), ("0:21 1:accept", 2), ("0:43 1:challenge 1:leave", 2)],
)
def test_what_was_asked_for_and_what_lay_there_at_the_end_may_have_been_seen(moves: str, seats: int) -> None:
    match = on(new(seats, lives=1), moves)
    assert match.may_be_seen
    assert match.play(Undo(untouched=False)).state.phase is Wait.CALL


# void throws


@pytest.mark.parametrize("moves", ["0:43", "0:43 1:challenge"])
def test_a_void_throw_costs_nothing_and_whoever_threw_throws_again(moves: str) -> None:
    state = after(f"{moves} void")
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (0,))
    assert (state.lives, state.call, state.verdict) == ((5, 5, 5), None, None)


@pytest.mark.parametrize("moves", ["1:54", "1:54 2:challenge"])
def test_with_a_void_throw_its_call_lapses_and_the_call_before_stands(moves: str) -> None:
    voided = after(f"0:43 1:accept {moves} void")
    assert apart_from_the_count_of_throws(voided) == apart_from_the_count_of_throws(after("0:43 1:accept"))
    assert voided.throw == 3


def test_the_call_that_stands_again_after_a_void_throw_is_still_to_be_beaten() -> None:
    assert refusal("0:43 1:accept 1:54 void", "1:42") == "too_low"
    state = after("0:43 1:accept 1:54 void 1:51 2:accept 2:52 void")
    assert (state.call, state.turn) == (Called(1, throw("51")), 2)


def test_a_throw_can_be_void_before_its_call() -> None:
    state = after("0:43 1:accept void")
    assert (state.turn, state.call, state.throw) == (1, Called(0, throw("43")), 3)
    assert after("void").throw == 2


def test_a_void_throw_may_be_void_again() -> None:
    assert maexle.waiting_for(after("0:43 1:challenge void void 0:31")) == Waiting(Wait.RESPONSE, (1,))


@pytest.mark.parametrize("moves", ["0:43 1:challenge reveal:43", "0:21 1:accept"])
def test_after_the_verdict_no_throw_can_be_void(moves: str) -> None:
    assert refusal(moves, "void") == "nothing_to_void"


# leaving


def test_who_leaves_is_out_with_no_penalty_and_is_skipped() -> None:
    state = after("1:leave 0:43")
    assert state.lives == (5, 5, 5)
    assert [standing.out for standing in maexle.standing(state)] == [False, True, False]
    assert maexle.waiting_for(state) == Waiting(Wait.RESPONSE, (2,))


@pytest.mark.parametrize(
    "moves",
    [
        "0:leave",  # on their turn to open
        "2:43 0:leave",  # on their turn to answer
        "2:43 0:accept 0:leave",  # on their turn to call
        "2:43 0:challenge 0:leave",  # as the challenger
        "2:31 0:accept 0:43 0:leave",  # as the standing caller, unanswered
        "0:43 0:leave",
        "0:43 1:challenge 0:leave",  # as the challenged caller
        "0:43 1:accept 0:leave",  # as the standing caller, accepted
    ],
)
def test_when_the_player_to_act_or_the_standing_caller_leaves_the_round_starts_over(moves: str) -> None:
    state = after(moves, first=int(moves[0]))
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (1,))
    assert (state.call, state.before, state.verdict) == (None, None, None)
    assert len(maexle.allowed(state)) == 21


@pytest.mark.parametrize("moves", ["", "0:43", "0:43 1:accept", "0:43 1:challenge"])
def test_when_anybody_else_leaves_play_goes_on(moves: str) -> None:
    before, left = after(moves), after(f"{moves} 2:leave")
    assert maexle.waiting_for(left) == maexle.waiting_for(before)
    assert (left.call, left.throw) == (before.call, before.throw)


def test_who_called_before_the_standing_caller_may_leave_and_play_goes_on() -> None:
    assert maexle.waiting_for(after("0:31 1:accept 1:43 0:leave")) == Waiting(Wait.RESPONSE, (2,))


@pytest.mark.parametrize("moves", ["0:leave", "0:43 0:leave", "0:43 1:challenge 0:leave"])
def test_when_one_is_left_that_one_wins(moves: str) -> None:
    assert maexle.outcome(after(moves, 2)) == Outcome((1,))


def test_who_left_never_wins() -> None:
    state = after("2:leave 0:43 1:challenge reveal:43", lives=1)
    assert maexle.outcome(state) == Outcome((0,))


def test_who_is_out_can_not_leave() -> None:
    assert refusal("0:43 1:challenge reveal:43", "1:leave", lives=1) == "already_out"
    assert refusal("1:leave", "1:leave") == "already_out"


def test_a_seat_that_is_not_there_can_not_leave() -> None:
    assert refusal("", "3:leave") == "no_such_seat"


def test_the_opener_of_the_next_round_who_leaves_hands_the_opening_on() -> None:
    state = after("0:43 1:challenge reveal:43 0:leave")
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (1,))
    assert state.verdict is not None
    assert state.verdict.opener == 1


# appeal


@pytest.mark.parametrize(("read", "right"), [("43", "31"), ("31", "43"), ("43", "66"), ("43", "43")])
@pytest.mark.parametrize("call", ["43", "21"])
@pytest.mark.parametrize("lives", [1, 2, 5])
@pytest.mark.parametrize("opener", ["winner", "loser"])
@pytest.mark.parametrize("seats", [2, 3])
def test_an_appeal_rules_as_if_the_right_dice_had_been_read(
    read: str, right: str, call: str, lives: int, opener: str, seats: int
) -> None:
    moves = f"0:{call} 1:challenge reveal:"
    appealed = after(f"{moves}{read} correct:{right}", seats, lives=lives, opener=opener)
    assert appealed == after(f"{moves}{right}", seats, lives=lives, opener=opener)


def test_an_appeal_may_be_appealed() -> None:
    assert after("0:43 1:challenge reveal:31 correct:43 correct:31") == after("0:43 1:challenge reveal:31")


def test_an_appeal_can_give_a_finished_game_to_the_other() -> None:
    state = after("0:43 1:challenge reveal:43 correct:31", 2, lives=1)
    assert maexle.outcome(state) == Outcome((1,))


def test_an_appeal_can_call_a_finished_game_back() -> None:
    moves = "0:43 1:challenge reveal:43 0:43 1:challenge reveal:43"
    assert maexle.outcome(after(moves, 2, lives=2)) == Outcome((0,))
    state = after(f"{moves} correct:31", 2, lives=2)
    assert state.lives == (1, 1)
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (1,))


def test_an_appeal_is_possible_until_the_next_call() -> None:
    assert refusal("0:43 1:challenge reveal:43 0:31", "correct:31") == "nothing_to_correct"
    assert after("0:43 1:challenge reveal:43 2:leave correct:31").lives == (4, 5, 5)


@pytest.mark.parametrize("moves", ["", "0:43", "0:43 1:challenge", "0:21 1:accept"])
def test_without_dice_that_were_ruled_on_there_is_nothing_to_appeal(moves: str) -> None:
    assert refusal(moves, "correct:31") == "nothing_to_correct"


def test_an_appeal_never_lets_somebody_open_who_has_left() -> None:
    state = after("0:43 1:challenge reveal:31 0:leave correct:43")
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (1,))
    assert state.lives == (5, 4, 5)
