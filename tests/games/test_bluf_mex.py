"""The rules' table "Bluf-Mex", row by row, and "Every game" as far as Bluf-Mex has its own ways."""

import pytest

from games import bluf_mex
from games.bluf_mex import Call
from games.options import OptionError
from games.ruleset import Called, Throws, Wait
from tests.games.notation import Play
from tests.games.playing import ROW, throw

play = Play(bluf_mex)
LOWER_THAN_21 = ROW[:-1]


def values(moves: str) -> set[str]:
    return {f"{m.value[0]}{m.value[1]}" for m in play.allowed(moves) if isinstance(m, Call)}


def throws(moves: str, **options: int) -> set[int]:
    return {m.throws for m in play.allowed(moves, **options) if isinstance(m, Call)}


# start


@pytest.mark.parametrize("seats", [2, 12])
def test_bluf_mex_is_for_2_to_12_players_who_begin_without_a_cross(seats: int) -> None:
    assert play.counts("", seats) == [0] * seats


@pytest.mark.parametrize("seats", [1, 13])
def test_fewer_than_2_or_more_than_12_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 12 players"):
        bluf_mex.start(seats, {})


@pytest.mark.parametrize(("name", "value"), [("crosses", 0), ("crosses", 11), ("throws", 0), ("throws", 4)])
def test_crosses_are_1_to_10_and_throws_1_to_3(name: str, value: int) -> None:
    with pytest.raises(OptionError, match=name):
        bluf_mex.start(2, {name: value})


# opening


def test_the_opener_throws_one_to_three_times_and_calls_any_value() -> None:
    assert play.waits("", first=2) == (Wait.CALL, (2,))
    assert (values(""), throws("")) == (set(ROW), {1, 2, 3})
    assert play.refusal("", "0:43/0") == "must_throw"
    assert play.refusal("", "0:43/4") == "too_many_throws"


@pytest.mark.parametrize("most", [1, 2, 3])
def test_the_house_may_allow_the_opener_fewer_throws(most: int) -> None:
    assert throws("", throws=most) == set(range(1, most + 1))


def test_the_number_of_throws_is_announced() -> None:
    assert bluf_mex.view(play.after("0:43/2"), None).call == Called(0, throw("43"), throws=2)


# believing


@pytest.mark.parametrize("last", LOWER_THAN_21)
def test_who_believes_calls_strictly_higher(last: str) -> None:
    assert values(f"0:{last} 1:accept") == set(ROW[ROW.index(last) + 1 :])
    assert play.refusal(f"0:{last} 1:accept", f"1:{last}") == "too_low"


@pytest.mark.parametrize("thrown", [1, 2, 3])
def test_who_believes_throws_at_most_as_often_as_the_last_who_threw_did_or_leaves_the_dice(
    thrown: int,
) -> None:
    believed = f"0:43/{thrown} 1:accept"
    assert throws(believed) == set(range(thrown + 1))
    assert throws(f"{believed} 1:51/0 2:accept") == set(range(thrown + 1))
    assert throws(f"{believed} 1:51/1 2:accept") == {0, 1}
    assert bluf_mex.view(play.after(believed), None).throws == Throws(0, thrown)


def test_the_call_may_be_raised_without_a_throw() -> None:
    assert play.waits("0:43 1:accept 1:51/0") == (Wait.RESPONSE, (2,))


def test_the_next_player_in_order_answers() -> None:
    assert play.waits("0:43") == (Wait.RESPONSE, (1,))
    assert play.allowed("0:43") == play.moves("1:accept 1:challenge 1:give_in")
    assert play.refusal("0:43", "2:accept") == play.refusal("0:43", "0:give_in") == "not_your_turn"
    assert play.refusal("0:43", "1:54") == "answer_first"
    assert play.refusal("", "0:accept") == play.refusal("", "0:give_in") == "nothing_to_answer"


# giving in


@pytest.mark.parametrize("moves", ["0:43", "0:43 1:accept"])
def test_the_responder_may_always_give_in_and_takes_the_penalty(moves: str) -> None:
    assert play.counts(f"{moves} 1:give_in") == [0, 1, 0]
    verdict = play.after(f"{moves} 1:give_in").verdict
    assert (verdict.loser, verdict.dice, verdict.truth, verdict.opener) == (1, None, None, 1)


# a challenge


@pytest.mark.parametrize("dice", LOWER_THAN_21)
@pytest.mark.parametrize("call", LOWER_THAN_21)
def test_dice_equal_or_higher_than_the_call_penalise_the_doubter_lower_ones_the_caller(
    call: str, dice: str
) -> None:
    lie = ROW.index(dice) < ROW.index(call)
    state = play.after(f"0:{call} 1:challenge reveal:{dice}")
    assert state.crosses == ((1, 0, 0) if lie else (0, 1, 0))
    assert state.verdict.truth is not lie
    assert state.verdict.mex == 0


def test_dice_that_were_left_are_their_last_callers() -> None:
    assert play.counts("0:43 1:accept 1:51/0 2:challenge reveal:43") == [0, 1, 0]


def test_the_dice_are_owed_by_the_two_of_the_challenge() -> None:
    assert play.waits("0:43 1:challenge") == (Wait.REVEAL, (0, 1))
    assert play.refusal("0:43", "reveal:43") == "nothing_to_reveal"
    assert play.refusal("0:43 1:challenge", "1:give_in") == "reveal_first"
    assert play.refusal("0:43 1:challenge", "reveal:4") == "bad_dice"


# Mex


def test_after_a_called_mex_the_responder_can_challenge_or_give_in() -> None:
    assert play.allowed("0:21") == play.moves("1:challenge 1:give_in")
    assert play.refusal("0:21", "1:accept") == "nothing_higher"


@pytest.mark.parametrize(
    ("moves", "crosses"),
    [
        ("0:21 1:give_in", [0, 2, 0]),  # called, and not shown false
        ("0:21 1:challenge reveal:21", [0, 2, 0]),  # called and shown counts once
        ("0:21 1:challenge reveal:43", [1, 0, 0]),  # called, but shown false
        ("0:43 1:challenge reveal:21", [0, 2, 0]),  # shown only
        ("0:43 1:challenge reveal:66", [0, 1, 0]),
    ],
)
def test_a_mex_called_and_not_shown_false_or_shown_on_a_challenge_adds_a_cross(
    moves: str, crosses: list[int]
) -> None:
    assert play.counts(moves) == crosses
    assert play.after(moves).verdict.mex == max(crosses) - 1


# all have called

ALL = "0:31 1:accept 1:32 2:accept 2:41"


def test_once_all_have_called_the_opener_answers_the_last_call() -> None:
    assert play.waits(ALL) == (Wait.RESPONSE, (0,))
    assert bluf_mex.view(play.after(ALL), None).all_called
    assert not bluf_mex.view(play.after("0:31"), None).all_called


def test_the_opener_may_challenge_the_last_call() -> None:
    assert play.counts(f"{ALL} 0:challenge reveal:31") == [0, 0, 1]
    assert play.counts(f"{ALL} 0:challenge reveal:41") == [1, 0, 0]


@pytest.mark.parametrize("answer", ["accept", "give_in"])
def test_else_the_lowest_call_of_the_round_takes_the_penalty_unseen(answer: str) -> None:
    state = play.after(f"{ALL} 0:{answer}")
    assert state.crosses == (1, 0, 0)
    assert (state.verdict.loser, state.verdict.dice, state.verdict.truth) == (0, None, None)
    assert play.waits(f"{ALL} 0:{answer}") == (Wait.CALL, (0,))


def test_if_the_opener_has_left_the_lowest_call_is_the_next_ones() -> None:
    moves = f"{ALL.replace('2:41', '0:leave 2:41')}"
    assert play.waits(moves) == (Wait.RESPONSE, (1,))
    assert play.counts(f"{moves} 1:accept") == [0, 1, 0]


def test_a_player_who_leaves_before_calling_is_not_waited_for() -> None:
    assert play.waits("0:31 1:accept 2:leave 1:32") == (Wait.RESPONSE, (0,))
    assert bluf_mex.view(play.after("0:31 1:accept 2:leave 1:32"), None).all_called


# next round, out, end


@pytest.mark.parametrize(("dice", "loser"), [("43", 1), ("31", 0)])
def test_who_was_penalised_opens_the_next_round(dice: str, loser: int) -> None:
    moves = f"0:43 1:challenge reveal:{dice}"
    assert play.waits(moves) == (Wait.CALL, (loser,))
    assert (values(moves), throws(moves)) == (set(ROW), {1, 2, 3})


def test_if_who_was_penalised_is_out_the_next_player_still_in_opens() -> None:
    assert play.waits("0:43 1:give_in", crosses=1) == (Wait.CALL, (2,))
    assert play.out("0:43 1:give_in", crosses=1) == [1]


@pytest.mark.parametrize("crosses", [1, 6, 10])
def test_so_many_crosses_put_a_player_out_and_the_last_player_in_wins(crosses: int) -> None:
    rounds = " ".join(["0:43 1:give_in", *["1:43 0:challenge reveal:31"] * (crosses - 1)])
    assert play.winners(rounds, 2, crosses=crosses) == (0,)
    assert play.refusal(rounds, "0:43", 2, crosses=crosses) == "game_over"


# every game


def test_a_void_throw_takes_every_call_that_rests_on_it_and_costs_no_throw() -> None:
    moves = "0:43/3 1:accept 1:51/2 2:accept 2:52/0 0:challenge void"
    assert play.waits(moves) == (Wait.CALL, (1,))
    assert play.after(moves).calls == (Called(0, throw("43"), throws=3),)
    assert throws(moves) == {1, 2, 3}


def test_after_believing_a_void_throw_is_the_believers_own() -> None:
    assert play.waits("0:43 1:accept void") == (Wait.CALL, (1,))
    assert play.refusal("0:43 1:accept void", "1:51/0") == "must_throw"


def test_if_who_threw_the_void_throw_is_gone_the_next_player_throws() -> None:
    moves = "0:43 1:accept 1:51/0 0:leave void"
    assert (play.waits(moves), values(moves)) == ((Wait.CALL, (1,)), set(ROW))


@pytest.mark.parametrize("moves", ["0:43 1:challenge reveal:43", "0:43 1:give_in", f"{ALL} 0:accept"])
def test_after_the_verdict_no_throw_can_be_void(moves: str) -> None:
    assert play.refusal(moves, "void") == "nothing_to_void"


def test_taking_back_what_ended_the_secret_asks_whether_the_dice_still_lie_there() -> None:
    for answer in ("accept", "give_in"):
        assert play.waits(f"0:43 1:{answer} undo") == (Wait.RESPONSE, (1,))
        assert play.waits(f"0:43 1:{answer} touched") == (Wait.CALL, (0,))


def test_taking_back_a_reveal_voids_the_throw() -> None:
    moves = "0:43 1:accept 1:51/0 2:challenge reveal:31 undo"
    assert (play.waits(moves), play.counts(moves)) == ((Wait.CALL, (0,)), [0, 0, 0])


@pytest.mark.parametrize("moves", ["0:leave", "0:43 0:leave", "2:43 0:leave", "2:43 0:accept 0:leave"])
def test_when_the_player_to_act_or_the_standing_caller_leaves_the_round_starts_over(moves: str) -> None:
    first = 2 if moves.startswith("2") else 0
    assert play.waits(moves, first=first) == (Wait.CALL, (1,))
    assert play.after(moves, first=first).calls == ()


def test_when_one_is_left_that_one_wins() -> None:
    assert play.winners("0:43 0:leave", 2) == (1,)


@pytest.mark.parametrize(("read", "right"), [("43", "31"), ("31", "21"), ("21", "43")])
@pytest.mark.parametrize("crosses", [1, 2])
def test_an_appeal_rules_as_if_the_right_dice_had_been_read(read: str, right: str, crosses: int) -> None:
    moves = "0:43 1:challenge reveal:"
    appealed = play.after(f"{moves}{read} correct:{right}", crosses=crosses)
    assert appealed == play.after(f"{moves}{right}", crosses=crosses)


def test_an_appeal_is_possible_until_the_next_call_and_only_where_dice_were_seen() -> None:
    assert play.refusal("0:43 1:challenge reveal:43 1:31", "correct:31") == "nothing_to_correct"
    assert play.refusal("0:43 1:give_in", "correct:31") == "nothing_to_correct"
    assert play.counts("0:43 1:challenge reveal:43 1:leave correct:31") == [1, 0, 0]
