"""The rules' table "Mäxle", row by row."""

import pytest

from games import maexle
from games.maexle import Call
from games.moves import IllegalMoveError, Reveal
from games.options import Value
from games.ruleset import Outcome, Verdict, Wait, Waiting
from tests.games.playing import ROW, after, move, new, on, throw

LOWER_THAN_21 = ROW[:-1]


def called(state: maexle.State) -> list[str]:
    return [f"{m.value[0]}{m.value[1]}" for m in maexle.allowed(state) if isinstance(m, Call)]


def refusal(moves: str, then: str, seats: int = 3, first: int = 0, **options: Value) -> str:
    match = on(new(seats, first, **options), moves)
    before = match.state
    with pytest.raises(IllegalMoveError) as caught:
        match.play(move(then))
    assert match.state == before
    return caught.value.code


# start


def test_everyone_starts_with_five_lives() -> None:
    assert after("").lives == (5, 5, 5)


@pytest.mark.parametrize("lives", [1, 7, 20])
def test_everyone_starts_with_the_lives_agreed(lives: int) -> None:
    assert after("", lives=lives).lives == (lives,) * 3


def test_the_first_seat_opens() -> None:
    assert maexle.waiting_for(after("")) == Waiting(Wait.CALL, (0,))


@pytest.mark.parametrize("first", range(4))
def test_the_host_may_pick_who_opens(first: int) -> None:
    assert maexle.waiting_for(after("", 4, first)) == Waiting(Wait.CALL, (first,))


# calls


def test_an_opening_call_is_any_of_the_21_values() -> None:
    assert called(after("")) == ROW


@pytest.mark.parametrize("last", LOWER_THAN_21)
def test_a_later_call_is_strictly_higher_than_the_last(last: str) -> None:
    assert called(after(f"0:{last} 1:accept")) == ROW[ROW.index(last) + 1 :]
    assert refusal(f"0:{last} 1:accept", f"1:{last}") == "too_low"
    assert refusal(f"0:{last} 1:accept", "1:31") == "too_low"


@pytest.mark.parametrize("last", LOWER_THAN_21)
def test_with_equal_calls_a_later_call_may_also_be_the_same(last: str) -> None:
    assert called(after(f"0:{last} 1:accept", equal_calls=True)) == ROW[ROW.index(last) :]


def test_with_equal_calls_a_lower_call_is_still_refused() -> None:
    assert refusal("0:43 1:accept", "1:42", equal_calls=True) == "too_low"


def test_dice_equal_to_the_call_are_no_lie_with_equal_calls_either() -> None:
    state = after("0:43 1:accept 1:43 2:challenge reveal:43", equal_calls=True)
    assert state.lives == (5, 5, 4)


def test_a_new_round_begins_with_any_value_again() -> None:
    assert called(after("0:66 1:challenge reveal:66")) == ROW


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_player_whose_turn_it_is_calls(seat: int) -> None:
    assert refusal("", f"{seat}:43") == "not_your_turn"


# answers


def test_the_next_player_in_order_answers() -> None:
    assert maexle.waiting_for(after("0:43")) == Waiting(Wait.RESPONSE, (1,))
    assert maexle.waiting_for(after("2:43", first=2)) == Waiting(Wait.RESPONSE, (0,))


@pytest.mark.parametrize("answer", ["accept", "challenge"])
@pytest.mark.parametrize("seat", [0, 2])
def test_nobody_but_the_responder_may_answer(seat: int, answer: str) -> None:
    assert refusal("0:43", f"{seat}:{answer}") == "not_your_turn"


@pytest.mark.parametrize("moves", ["", "0:43 1:accept", "0:43 1:challenge reveal:43"])
@pytest.mark.parametrize("answer", ["0:accept", "1:accept", "1:challenge"])
def test_without_a_call_there_is_nothing_to_answer(moves: str, answer: str) -> None:
    assert refusal(moves, answer) == "nothing_to_answer"


def test_a_call_is_answered_before_the_next_one() -> None:
    assert refusal("0:43", "1:54") == "answer_first"


@pytest.mark.parametrize("then", ["1:54", "1:accept", "1:challenge", "0:54"])
def test_after_a_challenge_the_dice_are_shown_first(then: str) -> None:
    assert refusal("0:43 1:challenge", then) == "reveal_first"


@pytest.mark.parametrize("moves", ["", "0:43", "0:43 1:accept", "0:43 1:challenge reveal:43"])
def test_no_dice_are_shown_unless_somebody_challenged(moves: str) -> None:
    assert refusal(moves, "reveal:43") == "nothing_to_reveal"


@pytest.mark.parametrize("value", LOWER_THAN_21)
def test_who_accepts_throws_and_must_call_and_nobody_pays(value: str) -> None:
    state = after(f"0:{value} 1:accept")
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (1,))
    assert (state.lives, state.verdict, state.throw) == ((5, 5, 5), None, 2)


def test_a_reveal_is_owed_by_the_two_of_the_challenge() -> None:
    assert maexle.waiting_for(after("0:43 1:challenge")) == Waiting(Wait.REVEAL, (0, 1))


@pytest.mark.parametrize("dice", ROW)
@pytest.mark.parametrize("value", LOWER_THAN_21)
def test_a_challenge_below_21_costs_one_life_the_caller_if_the_dice_are_lower(value: str, dice: str) -> None:
    state = after(f"0:{value} 1:challenge reveal:{dice}")
    lie = ROW.index(dice) < ROW.index(value)
    assert state.lives == ((4, 5, 5) if lie else (5, 4, 5))
    assert state.verdict == Verdict(
        caller=0,
        responder=1,
        call=throw(value),
        dice=throw(dice),
        truth=not lie,
        loser=0 if lie else 1,
        lives=1,
        opener=1 if lie else 0,
    )


def test_the_order_in_which_the_dice_lie_does_not_matter() -> None:
    assert after("0:43 1:challenge reveal:34") == after("0:43 1:challenge reveal:43")


def test_who_accepts_a_called_21_loses_one_life_unseen_and_the_round_is_over() -> None:
    state = after("0:21 1:accept")
    assert state.lives == (5, 4, 5)
    assert state.verdict == Verdict(0, 1, (2, 1), dice=None, truth=None, loser=1, lives=1, opener=0)
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (0,))
    assert called(state) == ROW


def test_who_challenges_a_true_21_loses_two_lives() -> None:
    assert after("0:21 1:challenge reveal:21").lives == (5, 3, 5)


@pytest.mark.parametrize("dice", LOWER_THAN_21)
def test_who_calls_a_false_21_loses_two_lives(dice: str) -> None:
    assert after(f"0:21 1:challenge reveal:{dice}").lives == (3, 5, 5)


# next round


@pytest.mark.parametrize(("dice", "winner"), [("43", 0), ("31", 1)])
def test_the_winner_of_the_challenge_opens_the_next_round(dice: str, winner: int) -> None:
    assert maexle.waiting_for(after(f"0:43 1:challenge reveal:{dice}")) == Waiting(Wait.CALL, (winner,))


@pytest.mark.parametrize(
    ("moves", "payer"),
    [("0:43 1:challenge reveal:43", 1), ("0:43 1:challenge reveal:31", 0), ("0:21 1:accept", 1)],
)
def test_with_opener_loser_who_paid_opens_the_next_round(moves: str, payer: int) -> None:
    state = after(moves, opener="loser")
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (payer,))
    assert state.verdict is not None
    assert state.verdict.opener == payer


@pytest.mark.parametrize(
    ("moves", "following"),
    [("0:43 1:challenge reveal:43", 2), ("0:43 1:challenge reveal:31", 1), ("0:21 1:accept", 2)],
)
def test_a_loser_who_is_out_hands_the_opening_on_to_the_next_player_still_in(
    moves: str, following: int
) -> None:
    state = after(moves, opener="loser", lives=1)
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (following,))


def test_a_loser_who_is_out_hands_the_opening_on_past_others_who_are_out() -> None:
    state = after("1:leave 0:43 2:challenge reveal:31", 4, opener="loser", lives=1)
    assert maexle.waiting_for(state) == Waiting(Wait.CALL, (2,))


# out


def test_who_has_no_life_left_is_out_and_is_skipped() -> None:
    state = after("0:43 1:challenge reveal:43", lives=1)
    assert [standing.out for standing in maexle.standing(state)] == [False, True, False]
    assert maexle.waiting_for(after("0:43 1:challenge reveal:43 0:31", lives=1)) == Waiting(
        Wait.RESPONSE, (2,)
    )


@pytest.mark.parametrize("dice", ["21", "43"])
def test_lives_never_go_below_zero_and_the_verdict_says_what_was_paid(dice: str) -> None:
    state = after(f"0:21 1:challenge reveal:{dice}", lives=1)
    assert min(state.lives) == 0
    assert state.verdict is not None
    assert state.verdict.lives == 1


# end


@pytest.mark.parametrize(("dice", "winner"), [("43", 0), ("31", 1)])
def test_the_last_player_in_wins(dice: str, winner: int) -> None:
    state = after(f"0:43 1:challenge reveal:{dice}", 2, lives=1)
    assert maexle.outcome(state) == Outcome((winner,))
    assert maexle.waiting_for(state) == Waiting(Wait.OVER, ())
    assert maexle.allowed(state) == ()


def test_an_accepted_21_can_end_the_game() -> None:
    assert maexle.outcome(after("0:21 1:accept", 2, lives=1)) == Outcome((0,))


def test_nobody_has_won_while_two_are_in() -> None:
    assert maexle.outcome(after("0:43 1:challenge reveal:43", lives=1)) is None


def test_who_left_a_game_that_was_won_before_as_an_appeal_shows_has_won_it() -> None:
    moves = "0:43 1:challenge reveal:31 1:43 0:challenge reveal:31 1:leave"
    assert maexle.outcome(after(moves, 2, lives=2)) == Outcome((0,))
    assert maexle.outcome(after(f"{moves} correct:61", 2, lives=2)) == Outcome((1,))
    assert maexle.outcome(after(f"{moves} correct:61 correct:31", 2, lives=2)) == Outcome((0,))


@pytest.mark.parametrize("then", ["0:31", "1:31", "1:accept", "1:challenge", "reveal:43", "void", "0:leave"])
def test_after_the_end_nothing_but_undo_and_appeal_is_left(then: str) -> None:
    assert refusal("0:43 1:challenge reveal:43", then, 2, lives=1) == "game_over"


def test_a_whole_game_of_three_goes_to_the_last_one_in() -> None:
    state = after(
        "0:43 1:accept 1:54 2:challenge reveal:31 2:21 0:accept 2:65 0:challenge reveal:66 "
        "2:31 1:accept 1:21 2:challenge reveal:41",
        lives=2,
    )
    assert state.lives == (0, 0, 2)
    assert maexle.outcome(state) == Outcome((2,))


# what a seat sees


def test_each_seat_is_shown_its_own_moves_only() -> None:
    state = after("0:43")
    assert maexle.view(state, 1).allowed == maexle.allowed(state)
    assert maexle.view(state, 0).allowed == maexle.view(state, 2).allowed == ()
    assert maexle.view(state, None).allowed == ()


def test_everyone_is_shown_the_call_that_stands_and_then_the_verdict() -> None:
    view = maexle.view(after("0:43"), 2)
    assert view.call is not None
    assert (view.call.seat, view.call.value, view.verdict) == (0, (4, 3), None)
    view = maexle.view(after("0:43 1:challenge reveal:43"), None)
    assert view.call is None
    assert view.verdict is not None
    assert view.round == 2


def test_a_verdict_is_shown_until_the_next_call() -> None:
    assert after("0:43 1:challenge reveal:43 0:31").verdict is None


@pytest.mark.parametrize("dice", [(), (4,), (4, 3, 1)])
def test_dice_that_are_no_throw_of_two_are_refused(dice: tuple[int, ...]) -> None:
    match = on(new(), "0:43 1:challenge")
    with pytest.raises(IllegalMoveError) as caught:
        maexle.play(match.state, Reveal(dice))
    assert caught.value.code == "bad_dice"
