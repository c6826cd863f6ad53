"""The rules' table "Maxi", row by row, and "Every game" as far as Maxi has its own ways."""

import pytest

from games import maxi
from games.options import OptionError
from games.ruleset import Called, How, Verdict, Wait
from tests.games.notation import Play
from tests.games.playing import ROW, throw

play = Play(maxi)
LOWER_THAN_21 = ROW[:-1]


def values(moves: str, how: str) -> list[str]:
    """Return the values that may be called now, in that way, lowest first."""
    return [value for value in ROW if play.moves(f"0:{value}/{how} 1:{value}/{how}") & play.allowed(moves)]


# start


@pytest.mark.parametrize("seats", [2, 6])
def test_maxi_is_for_2_to_6_players(seats: int) -> None:
    assert len(maxi.start(seats, {}).chips) == seats


@pytest.mark.parametrize("seats", [1, 7])
def test_fewer_than_2_or_more_than_6_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 players"):
        maxi.start(seats, {})


def test_everyone_starts_with_three_chips_or_as_many_as_agreed() -> None:
    assert play.counts("") == [3, 3, 3]
    assert [play.counts("", chips=chips) for chips in (2, 4)] == [[2, 2, 2], [4, 4, 4]]


@pytest.mark.parametrize("chips", [1, 5])
def test_chips_are_2_to_4(chips: int) -> None:
    with pytest.raises(OptionError, match="2 to 4"):
        maxi.start(2, {"chips": chips})


@pytest.mark.parametrize("first", range(3))
def test_the_first_seat_opens_or_whom_the_host_picks(first: int) -> None:
    assert play.waits("", first=first) == (Wait.CALL, (first,))


# calls


@pytest.mark.parametrize("how", ["seen", "blind"])
def test_an_opening_call_is_any_value_of_a_throw_seen_or_blind(how: str) -> None:
    assert values("", how) == ROW


def test_who_opens_has_nothing_to_pass_on() -> None:
    assert values("", "passed") == []
    assert play.refusal("", "0:43/passed") == "must_throw"


def test_the_responder_has_four_answers() -> None:
    # throw (and call it seen, or blind), pass on without throwing, reveal
    assert play.waits("0:65") == (Wait.RESPONSE, (1,))
    assert values("0:65", "passed") == ["11", "22", "33", "44", "55", "66", "21"]
    assert values("0:65 1:accept", "seen") == values("0:65 1:accept", "blind") == ROW[ROW.index("65") :]
    assert play.moves("1:accept 1:challenge") <= play.allowed("0:65")


@pytest.mark.parametrize("how", ["seen", "blind"])
@pytest.mark.parametrize("last", ROW)
def test_a_call_after_a_throw_is_higher_or_equal(last: str, how: str) -> None:
    assert values(f"0:{last} 1:accept", how) == ROW[ROW.index(last) :]


@pytest.mark.parametrize("last", LOWER_THAN_21[1:])
def test_a_lower_call_after_a_throw_is_refused(last: str) -> None:
    assert play.refusal(f"0:{last} 1:accept", "1:31") == "too_low"


@pytest.mark.parametrize("last", ROW)
def test_a_call_on_passing_is_strictly_higher_so_impossible_after_21(last: str) -> None:
    assert values(f"0:{last}", "passed") == ROW[ROW.index(last) + 1 :]
    assert play.refusal(f"0:{last}", f"1:{last}/passed") == "too_low"


def test_who_has_chosen_to_throw_can_not_pass_any_more() -> None:
    assert play.refusal("0:43 1:accept", "1:54/passed") == "must_throw"


def test_a_call_of_a_throw_is_made_once_the_throw_is_chosen() -> None:
    assert play.refusal("0:43", "1:54/seen") == "answer_first"


@pytest.mark.parametrize("how", ["seen", "blind"])
def test_how_a_call_came_about_is_shown_to_all(how: str) -> None:
    assert maxi.view(play.after(f"0:43/{how}"), 2).call == Called(0, throw("43"), How(how))
    passed = maxi.view(play.after(f"0:43/{how} 1:51/passed"), None).call
    assert passed == Called(1, throw("51"), How.PASSED)


@pytest.mark.parametrize("then", ["2:accept", "0:challenge", "2:54/passed"])
def test_nobody_but_the_responder_may_answer(then: str) -> None:
    assert play.refusal("0:43", then) == "not_your_turn"


@pytest.mark.parametrize("then", ["1:accept", "1:54/passed", "1:54", "0:54"])
def test_once_the_throw_is_to_be_revealed_nothing_else_goes(then: str) -> None:
    assert play.refusal("0:43 1:challenge", then) == "reveal_first"


# reveal


@pytest.mark.parametrize("dice", ROW)
@pytest.mark.parametrize("call", ROW)
def test_dice_lower_than_the_call_cost_its_caller_a_chip_else_the_revealer(call: str, dice: str) -> None:
    lie = ROW.index(dice) < ROW.index(call)
    state = play.after(f"0:{call} 1:challenge reveal:{dice}")
    assert state.chips == ((2, 3, 3) if lie else (3, 2, 3))
    loser = 0 if lie else 1
    assert state.verdict == Verdict(0, 1, throw(call), throw(dice), not lie, loser, opener=loser, chips=1)


def test_a_passed_call_is_its_callers_whoever_threw() -> None:
    state = play.after("0:43 1:51/passed 2:52/passed 0:challenge reveal:51")
    assert (state.chips, state.verdict.caller) == ((3, 3, 2), 2)


def test_a_reveal_is_owed_by_the_last_caller_and_the_revealer() -> None:
    assert play.waits("0:43 1:51/passed 2:challenge") == (Wait.REVEAL, (1, 2))


@pytest.mark.parametrize(("dice", "loser"), [("43", 1), ("31", 0)])
def test_who_lost_the_chip_opens_the_next_round(dice: str, loser: int) -> None:
    assert play.waits(f"0:43 1:challenge reveal:{dice}") == (Wait.CALL, (loser,))
    assert values(f"0:43 1:challenge reveal:{dice}", "seen") == ROW


def test_a_loser_who_is_out_hands_the_opening_on_to_the_next_player_still_in() -> None:
    twice = "0:43 1:challenge reveal:43 1:43 2:challenge reveal:31"
    assert play.out(twice, chips=2) == [1]
    assert play.waits(twice, chips=2) == (Wait.CALL, (2,))


def test_the_last_player_with_a_chip_wins() -> None:
    moves = "0:43 1:challenge reveal:43 1:43 0:challenge reveal:31"
    assert play.winners(moves, 2, chips=2) == (0,)
    assert play.waits(moves, 2, chips=2) == (Wait.OVER, ())
    assert play.refusal(moves, "0:43", 2, chips=2) == "game_over"


# every game


def test_a_void_throw_takes_every_call_that_rests_on_it_and_who_threw_it_throws_again() -> None:
    moves = "0:43 1:accept 1:51 2:52/passed 0:53/passed 1:challenge void"
    assert play.after(moves).call == Called(0, throw("43"), How.SEEN)
    assert play.waits(moves) == (Wait.CALL, (1,))
    assert play.counts(moves) == [3, 3, 3]
    assert play.refusal(moves, "1:42") == "too_low"


def test_if_who_threw_the_void_throw_is_gone_the_next_player_throws() -> None:
    assert play.waits("0:43 1:51/passed 0:leave void") == (Wait.CALL, (1,))
    assert play.after("0:43 1:51/passed 0:leave void").call is None


def test_after_the_verdict_no_throw_can_be_void() -> None:
    assert play.refusal("0:43 1:challenge reveal:43", "void") == "nothing_to_void"


def test_taking_back_a_reveal_voids_the_throw_and_gives_the_chip_back() -> None:
    moves = "0:43 1:51/passed 2:challenge reveal:31 undo"
    assert (play.waits(moves), play.counts(moves)) == ((Wait.CALL, (0,)), [3, 3, 3])


def test_taking_back_the_choice_to_throw_leads_to_the_answer_or_voids_a_throw_that_is_gone() -> None:
    assert play.waits("0:43 1:accept undo") == (Wait.RESPONSE, (1,))
    assert play.waits("0:43 1:accept touched") == (Wait.CALL, (0,))


@pytest.mark.parametrize("moves", ["0:leave", "0:43 0:leave", "0:43 1:accept 0:leave", "2:31 0:leave"])
def test_when_the_player_to_act_or_the_standing_caller_leaves_the_round_starts_over(moves: str) -> None:
    first = 2 if moves.startswith("2") else 0
    assert play.waits(moves, first=first) == (Wait.CALL, (1,))
    assert play.after(moves, first=first).call is None


def test_when_anybody_else_leaves_play_goes_on() -> None:
    assert play.waits("0:43 2:leave") == (Wait.RESPONSE, (1,))
    assert play.waits("0:43 1:51/passed 0:leave") == (Wait.RESPONSE, (2,))
    assert play.winners("0:43 1:leave", 2) == (0,)


@pytest.mark.parametrize(("read", "right"), [("43", "31"), ("31", "43"), ("66", "43")])
@pytest.mark.parametrize("before", ["", "0:43 1:challenge reveal:43 1:43 2:challenge reveal:43 2:"])
def test_an_appeal_rules_as_if_the_right_dice_had_been_read(read: str, right: str, before: str) -> None:
    moves = f"{before}leave 0:43 1:challenge reveal:" if before else "0:43 1:challenge reveal:"
    assert play.after(f"{moves}{read} correct:{right}", chips=2) == play.after(f"{moves}{right}", chips=2)


def test_an_appeal_is_possible_until_the_next_call() -> None:
    assert play.refusal("0:43 1:challenge reveal:43 1:31", "correct:31") == "nothing_to_correct"
    assert play.counts("0:43 1:challenge reveal:43 1:leave correct:31") == [2, 3, 3]


def test_dice_that_are_no_throw_of_two_are_refused() -> None:
    assert play.refusal("0:43 1:challenge", "reveal:431") == "bad_dice"
    assert play.refusal("0:43", "reveal:43") == "nothing_to_reveal"
