"""The rules' table "Lügen-Kniffel", row by row, and "Every game" as far as it has its own ways."""

from dataclasses import replace

import pytest

from games import luegen_kniffel
from games.luegen_kniffel import Call
from games.ruleset import Claimed, Ruling, Wait
from games.scorecard import Combination, Field, ScoreCard, parse_claim
from tests.games.notation import Play

play = Play(luegen_kniffel)

LIE = "0:fours/12 1:doubt 2:doubt reveal:12356"
FALSE_DOUBT = "0:fours/12 1:doubt 2:believe reveal:44412"
DICE = {
    "ones": "11111", "twos": "22222", "threes": "33333", "fours": "44444", "fives": "55555", "sixes": "66666",
    "three_of_a_kind": "66666", "four_of_a_kind": "66666", "full_house": "66655", "small_straight": "12345",
    "large_straight": "12345", "kniffel": "66666", "chance": "66666",
}  # fmt: skip
MOST = {
    "ones": 5, "twos": 10, "threes": 15, "fours": 20, "fives": 25, "sixes": 30, "three_of_a_kind": 30,
    "four_of_a_kind": 30, "full_house": 25, "small_straight": 30, "large_straight": 40, "kniffel": 50,
    "chance": 30,
}  # fmt: skip
BLUFF = "12346"
"""Dice that give at most a small straight, and little else."""


def field(moves: str, seat: int, combination: str, seats: int = 3) -> Field:
    card: ScoreCard = play.after(moves, seats).cards[seat]
    return card.of(Combination(combination))


def claims(moves: str, seat: int, seats: int = 3) -> set[str]:
    called = (move for move in play.allowed(moves, seats) if isinstance(move, Call) and move.seat == seat)
    return {str(move.value.combination) for move in called}


def believed(caller: int, combination: str, seats: int) -> str:
    """Return a turn whose call everyone believes."""
    answers = " ".join(f"{seat}:believe" for seat in range(seats) if seat != caller)
    return f"{caller}:{combination}/{MOST[combination]} {answers}"


def filling(seats: int, but: int = 0) -> str:
    """Return turns in which everyone writes every combination but the last `but`, all being believed."""
    names = list(Combination)[: 13 - but]
    return " ".join(believed(seat, name, seats) for name in names for seat in range(seats))


# players, turn


@pytest.mark.parametrize("seats", [2, 8])
def test_luegen_kniffel_is_for_2_to_8_players_who_begin_with_empty_cards(seats: int) -> None:
    assert play.counts("", seats) == [0] * seats


@pytest.mark.parametrize("seats", [1, 9])
def test_fewer_than_2_or_more_than_8_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 players"):
        luegen_kniffel.start(seats, {})


def test_the_camera_expects_five_dice() -> None:
    assert luegen_kniffel.DICE == 5
    for dice in ("1235", "123561"):
        assert play.refusal("0:fours/12 1:doubt 2:doubt", f"reveal:{dice}") == "bad_dice"


@pytest.mark.parametrize("first", range(3))
def test_the_first_seat_begins_or_whom_the_host_picks(first: int) -> None:
    assert play.waits("", first=first) == (Wait.CALL, (first,))


def test_any_combination_that_is_open_on_the_own_card_can_be_called() -> None:
    assert claims("", 0) == set(Combination)
    round_of_calls = f"{believed(0, 'fours', 3)} {believed(1, 'fives', 3)} {believed(2, 'sixes', 3)}"
    assert claims(round_of_calls, 0) == set(Combination) - {"fours"}
    assert play.refusal(round_of_calls, "0:fours/16") == "field_closed"
    assert play.refusal("", "1:fours/16") == "not_your_turn"


def test_a_call_is_shown_to_all() -> None:
    assert luegen_kniffel.view(play.after("0:fours/12"), 2).call == Claimed(0, parse_claim("fours 12"))


# doubt


def test_everyone_else_says_believe_or_doubt_in_any_order() -> None:
    assert play.waits("0:fours/12") == (Wait.DOUBTS, (1, 2))
    assert play.waits("0:fours/12 2:doubt") == (Wait.DOUBTS, (1,))
    assert play.allowed("0:fours/12 2:doubt") == play.moves("1:believe 1:doubt")
    assert play.refusal("0:fours/12", "0:believe") == "not_your_turn"
    assert play.refusal("0:fours/12 2:doubt", "2:believe") == "already_answered"
    assert play.refusal("0:fours/12", "1:fives/5") == "answer_first"
    assert play.refusal("", "1:doubt") == "nothing_to_answer"


@pytest.mark.parametrize("answer", ["believe", "doubt"])
def test_answers_are_sealed_until_all_have_given_theirs(answer: str) -> None:
    state = play.after(f"0:fours/12 1:{answer}", 4)
    for seat in (None, 0, 2, 3):
        view = luegen_kniffel.view(state, seat)
        assert (view.answered, view.believes, view.doubters) == ((1,), None, ())
        assert view == luegen_kniffel.view(play.after("0:fours/12 1:doubt", 4), seat)
    assert luegen_kniffel.view(state, 1).believes is (answer == "believe")


def test_once_all_have_answered_everyone_sees_who_doubts() -> None:
    view = luegen_kniffel.view(play.after("0:fours/12 1:believe 2:doubt"), 1)
    assert (view.answered, view.believes, view.doubters) == ((), None, (2,))


def test_more_than_one_may_doubt_and_then_the_dice_are_shown() -> None:
    assert play.waits("0:fours/12 2:doubt 1:doubt") == (Wait.REVEAL, (0, 1))
    assert play.waits("0:fours/12 1:believe 2:doubt") == (Wait.REVEAL, (0, 2))
    assert play.refusal("0:fours/12 1:doubt 2:doubt", "1:believe") == "reveal_first"
    assert play.refusal("0:fours/12 1:doubt", "reveal:44412") == "nothing_to_reveal"


def test_if_nobody_doubts_the_caller_writes_the_called_points_unseen() -> None:
    state = play.after("0:fours/12 1:believe 2:believe")
    assert state.verdict == Ruling(0, parse_claim("fours 12"), None, None, (), (0,), (), (), opener=1)
    assert play.counts("0:fours/12 1:believe 2:believe") == [12, 0, 0]
    assert play.waits("0:fours/12 1:believe 2:believe") == (Wait.CALL, (1,))


def test_doubted_and_true_the_caller_writes_and_every_doubter_strikes_the_lie_field() -> None:
    assert play.counts(FALSE_DOUBT) == [12, 0, 0]
    assert field(FALSE_DOUBT, 1, "fours") == Field(None, 1)
    assert field(FALSE_DOUBT, 2, "fours") == Field()
    ruling = play.after(FALSE_DOUBT).verdict
    assert (ruling.truth, ruling.doubters, ruling.wrote, ruling.struck) == (True, (1,), (0,), (1,))


def test_doubted_and_a_lie_the_caller_strikes_and_every_doubter_writes_the_called_points() -> None:
    assert play.counts(LIE) == [0, 12, 12]
    assert field(LIE, 0, "fours") == Field(None, 1)
    ruling = play.after(LIE).verdict
    assert (ruling.truth, ruling.wrote, ruling.struck, ruling.cancelled) == (False, (1, 2), (0,), ())


def test_a_doubter_writes_only_where_that_field_is_open() -> None:
    moves = f"{believed(0, 'fours', 2)} 1:fours/8 0:doubt reveal:12356"
    assert play.counts(moves, 2) == [20, 0]
    assert play.after(moves, 2).verdict.wrote == ()


def test_nobody_writes_a_kniffel_as_a_doubter() -> None:
    assert play.counts(f"0:kniffel/50 1:doubt 2:doubt reveal:{BLUFF}") == [0, 0, 0]
    assert field(f"0:kniffel/50 1:doubt 2:doubt reveal:{BLUFF}", 0, "kniffel") == Field(None, 1)


@pytest.mark.parametrize("combination", list(Combination))
def test_a_call_is_true_if_the_dice_give_at_least_the_called_points(combination: str) -> None:
    moves = f"0:{combination}/{MOST[combination]} 1:doubt 2:believe reveal:"
    assert play.after(moves + DICE[combination]).verdict.truth is True
    assert play.after(f"{moves}11345").verdict.truth is False


def test_calling_low_is_no_lie_and_the_called_points_are_written() -> None:
    moves = "0:fours/8 1:doubt 2:believe reveal:44444"
    assert (play.after(moves).verdict.truth, play.counts(moves)) == (True, [8, 0, 0])


# strikes


def test_the_second_strike_of_a_combination_takes_its_points() -> None:
    again = f"{LIE} {believed(1, 'chance', 3)} {believed(2, 'chance', 3)} {LIE}"
    assert field(again, 0, "fours") == Field(0, 2)
    ruling = play.after(again).verdict
    # the doubters have their fours from the first lie
    assert (ruling.wrote, ruling.struck, ruling.cancelled) == ((), (0,), (0,))
    assert "fours" not in claims(f"{again} {believed(1, 'ones', 3)} {believed(2, 'ones', 3)}", 0)


def test_the_first_strike_leaves_points_that_were_written() -> None:
    assert field(f"{believed(0, 'fours', 2)} 1:fours/4 0:doubt reveal:41236", 0, "fours", 2) == Field(20, 1)


def test_the_second_strike_takes_points_that_were_written_and_a_third_has_no_effect() -> None:
    doubted = [f"{caller}:fours/4 {{}}" for caller in (1, 2, 3)]
    moves = believed(0, "fours", 4)
    for caller, call in enumerate(doubted, start=1):
        answers = " ".join(
            f"{seat}:{'doubt' if seat == 0 else 'believe'}" for seat in range(4) if seat != caller
        )
        moves += f" {call.format(answers)} reveal:41236"
        assert field(moves, 0, "fours", 4) == Field(20 if caller == 1 else 0, min(caller, 2))
    assert play.after(moves, 4).verdict.struck == ()


# end


def test_when_one_card_is_full_everyone_else_has_one_more_turn() -> None:
    moves = filling(3, but=1)
    full = f"{moves} {believed(0, 'chance', 3)}"
    assert luegen_kniffel.view(play.after(moves, 3), None).last_turns is None
    assert play.waits(full) == (Wait.CALL, (1,))
    assert luegen_kniffel.view(play.after(full), None).last_turns == (2,)
    then = f"{full} {believed(1, 'chance', 3)}"
    assert play.waits(then) == (Wait.CALL, (2,))
    assert play.waits(f"{then} {believed(2, 'chance', 3)}") == (Wait.OVER, ())


def test_who_has_filled_the_card_still_answers_to_the_end() -> None:
    assert play.waits(f"{filling(3, but=1)} {believed(0, 'chance', 3)} 1:chance/5") == (Wait.DOUBTS, (2, 0))


def test_if_a_doubter_filled_the_card_last_the_last_turns_include_the_caller() -> None:
    # everyone lacks kniffel and chance; 0 writes its kniffel, then doubts 1's chance rightly
    moves = f"{filling(3, but=2)} {believed(0, 'kniffel', 3)} 1:chance/30 2:believe 0:doubt reveal:{BLUFF}"
    assert play.after(moves).cards[0].full
    assert play.waits(moves) == (Wait.CALL, (2,))
    assert luegen_kniffel.view(play.after(moves), None).last_turns == (1,)
    then = f"{moves} {believed(2, 'kniffel', 3)} {believed(1, 'kniffel', 3)}"
    assert play.waits(then) == (Wait.OVER, ())


def test_a_player_with_no_open_field_is_skipped_as_caller() -> None:
    # 0 has filled its card; 2 fills its own by doubting 1's chance rightly
    moves = f"{filling(3, but=1)} 0:chance/5 1:believe 2:believe 1:chance/30 2:doubt 0:believe reveal:{BLUFF}"
    assert play.after(moves).cards[2].full
    assert play.waits(moves) == (Wait.OVER, ())


def test_the_highest_total_wins() -> None:
    moves = f"{filling(2, but=1)} {believed(0, 'chance', 2)} 1:chance/29 0:believe"
    assert play.counts(moves, 2) == [375, 374]
    outcome = luegen_kniffel.outcome(play.after(moves, 2))
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((0,), ((0,), (1,)))
    assert play.refusal(moves, "0:chance/5", 2) == "game_over"


def test_ties_win_together() -> None:
    outcome = luegen_kniffel.outcome(play.after(filling(3)))
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((0, 1, 2), ((0, 1, 2),))


def test_the_upper_bonus_counts_in_the_standing() -> None:
    assert play.counts(
        " ".join(believed(seat, name, 2) for name in list(Combination)[:6] for seat in (0, 1)), 2
    ) == [
        140,
        140,
    ]


# every game


@pytest.mark.parametrize("moves", ["0:fours/12", "0:fours/12 1:doubt", "0:fours/12 1:doubt 2:doubt"])
def test_a_void_throw_starts_the_turn_over(moves: str) -> None:
    state = play.after(f"{moves} void")
    assert play.waits(f"{moves} void") == (Wait.CALL, (0,))
    assert (state.call, state.answers) == (None, (None, None, None))


def test_after_the_verdict_no_throw_can_be_void() -> None:
    assert (
        play.refusal(LIE, "void")
        == play.refusal("0:fours/12 1:believe 2:believe", "void")
        == "nothing_to_void"
    )


def test_taking_back_a_reveal_starts_the_turn_over() -> None:
    assert (play.waits(f"{LIE} undo"), play.counts(f"{LIE} undo")) == ((Wait.CALL, (0,)), [0, 0, 0])


def test_taking_back_an_answer_asks_for_it_again_or_starts_the_turn_over() -> None:
    assert play.waits("0:fours/12 1:believe 2:believe undo") == (Wait.DOUBTS, (2,))
    assert play.waits("0:fours/12 1:believe 2:believe touched") == (Wait.CALL, (0,))


@pytest.mark.parametrize("moves", ["", "0:fours/12", "0:fours/12 1:doubt 2:doubt"])
def test_when_the_player_on_turn_leaves_the_turn_passes_on(moves: str) -> None:
    assert play.waits(f"{moves} 0:leave") == (Wait.CALL, (1,))
    assert play.counts(f"{moves} 0:leave") == [0, 0, 0]


def test_when_another_leaves_play_goes_on_without_their_doubt() -> None:
    assert play.waits("0:fours/12 1:doubt 1:leave") == (Wait.DOUBTS, (2,))
    assert play.waits("0:fours/12 1:doubt 2:leave") == (Wait.REVEAL, (0, 1))
    assert play.counts("0:fours/12 1:believe 2:leave") == [12, 0, 0]
    assert play.counts("0:fours/12 1:doubt 2:believe 1:leave") == [12, 0, 0]
    assert play.waits("0:fours/12 1:doubt 2:doubt 1:leave") == (Wait.REVEAL, (0, 2))


def test_who_left_never_wins_and_one_left_wins() -> None:
    assert play.winners("0:fours/12 1:believe 0:leave", 2) == (1,)
    assert play.refusal("1:leave", "1:leave") == "already_out"
    assert play.refusal("1:leave", "3:leave") == "no_such_seat"


def test_who_leaves_in_the_last_turns_is_waited_for_no_more() -> None:
    moves = f"{filling(3, but=1)} {believed(0, 'chance', 3)}"
    assert play.waits(f"{moves} 2:leave 1:chance/5 0:believe") == (Wait.OVER, ())
    assert play.waits(f"{moves} 1:leave") == (Wait.CALL, (2,))
    assert play.winners(f"{moves} 1:leave 2:leave") == (0,)


@pytest.mark.parametrize("right", ["44412", "12356", "44444"])
@pytest.mark.parametrize("since", ["", " 0:leave", " 1:leave", " 2:leave"])
@pytest.mark.parametrize("before", ["", f"{filling(3, but=1)} "])
def test_an_appeal_rules_as_if_the_right_dice_had_been_read(right: str, since: str, before: str) -> None:
    moves = f"{before}0:{'chance/15' if before else 'fours/12'} 1:doubt 2:believe reveal:"
    appealed, ruled = play.after(f"{moves}11112{since} correct:{right}"), play.after(f"{moves}{right}{since}")
    assert replace(appealed, throw=0) == replace(ruled, throw=0)


def test_who_left_a_game_that_was_over_before_as_an_appeal_shows_has_a_place_in_it() -> None:
    last = "1:chance/20 2:doubt 0:believe reveal:66666 0:leave"  # a lie, and the third has no turn left
    moves = f"{filling(3, but=1)} {believed(0, 'chance', 3)} {last}"
    assert play.waits(moves) == (Wait.CALL, (2,))
    over = luegen_kniffel.outcome(play.after(f"{moves} correct:11111"))
    assert over is not None
    assert over.ranking == ((0,), (2,), (1,))
    assert play.waits(f"{moves} correct:11111 correct:66666") == (Wait.CALL, (2,))


def test_an_appeal_is_possible_until_the_next_call() -> None:
    assert play.refusal(f"{LIE} 1:ones/1", "correct:44412") == "nothing_to_correct"
    assert play.refusal("0:fours/12 1:believe 2:believe", "correct:44412") == "nothing_to_correct"


# the time to doubt


def test_when_time_is_up_who_has_not_answered_believes() -> None:
    state = play.after("0:fours/12 1:doubt time_up", doubt_s=30)
    assert luegen_kniffel.view(state, None).doubters == (1,)
    state = play.after("0:fours/12 1:believe time_up", doubt_s=30)
    assert state.verdict.wrote == (0,)
    assert state.verdict.dice is None


def test_time_is_up_for_nobody_where_no_call_waits() -> None:
    assert play.refusal("", "time_up", doubt_s=30) == "nothing_to_answer"
    assert play.refusal("0:fours/12 1:doubt 2:believe", "time_up", doubt_s=30) == "nothing_to_answer"


def test_time_is_never_up_where_none_was_set() -> None:
    assert play.refusal("0:fours/12 1:doubt", "time_up") == "no_time_set"


def test_the_time_is_told_while_answers_are_owed() -> None:
    for moves, time_s in (("", 0), ("0:fours/12", 30), ("0:fours/12 1:doubt 2:believe", 0)):
        assert luegen_kniffel.view(play.after(moves, doubt_s=30), None).time_s == time_s


# open answers


def test_open_answers_are_given_in_turn_from_the_callers_left() -> None:
    asked = "1:fours/12"
    assert play.waits(asked, first=1, open_doubts=True) == (Wait.RESPONSE, (2,))
    assert play.refusal(asked, "0:believe", first=1, open_doubts=True) == "not_your_turn"
    assert play.waits(f"{asked} 2:doubt", first=1, open_doubts=True) == (Wait.RESPONSE, (0,))
    assert play.refusal(f"{asked} 2:doubt", "2:believe", first=1, open_doubts=True) == "already_answered"


def test_who_doubts_openly_is_heard_by_those_who_answer_after() -> None:
    state = play.after("0:fours/12 1:doubt", open_doubts=True)
    assert luegen_kniffel.view(state, 2).doubters == luegen_kniffel.view(state, None).doubters == (1,)
    assert luegen_kniffel.view(play.after("0:fours/12 1:doubt"), 2).doubters == ()


@pytest.mark.parametrize("moves", [LIE, FALSE_DOUBT, "0:fours/12 1:believe 2:believe"])
def test_open_answers_lead_to_the_same_verdict_as_sealed_ones(moves: str) -> None:
    assert play.after(moves, open_doubts=True).verdict == play.after(moves).verdict


def test_time_runs_out_for_open_answers_too_and_who_leaves_is_not_waited_for() -> None:
    timed = "0:fours/12 1:doubt time_up"
    assert play.waits(timed, open_doubts=True, doubt_s=30) == (Wait.REVEAL, (0, 1))
    assert play.waits("0:fours/12 1:leave", open_doubts=True) == (Wait.RESPONSE, (2,))
