"""The rules' table "Mex", row by row, and "Every game" as far as Mex has its own ways."""

import pytest

from games import mex
from games.options import OptionError
from games.ruleset import Shown, Throws, Wait
from tests.games.notation import Play
from tests.games.playing import ROW, throw

play = Play(mex)


def turn(seat: int, *dice: str, stands: bool = True) -> str:
    """Return a turn as moves: its throws, and the word that the last one stands."""
    throws = " ".join(f"{seat}:throw reveal:{two}" for two in dice)
    return f"{throws} {seat}:stand" if stands else throws


def once(*dice: str, first: int = 0, seats: int = 3) -> str:
    """Return a round in which everyone throws once, from seat `first` on."""
    order = [(first + step) % seats for step in range(len(dice))]
    opener = turn(order[0], dice[0])
    return " ".join([opener, *(turn(s, d, stands=False) for s, d in zip(order[1:], dice[1:], strict=True))])


# start


@pytest.mark.parametrize("seats", [2, 12])
def test_mex_is_for_2_to_12_players(seats: int) -> None:
    assert play.counts("", seats) == [0] * seats


@pytest.mark.parametrize("seats", [1, 13])
def test_fewer_than_2_or_more_than_12_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 12 players"):
        mex.start(seats, {})


@pytest.mark.parametrize(("name", "value"), [("crosses", 0), ("crosses", 11), ("throws", 0), ("throws", 4)])
def test_crosses_are_1_to_10_and_throws_1_to_3(name: str, value: int) -> None:
    with pytest.raises(OptionError, match=name):
        mex.start(2, {name: value})


@pytest.mark.parametrize("crosses", [1, 6, 10])
def test_so_many_crosses_put_a_player_out(crosses: int) -> None:
    rounds = " ".join([once("65", "31", "65"), *[once("31", "65", "65", first=1)] * (crosses - 1)])
    assert play.out(rounds, crosses=crosses) == [1]
    assert play.out(" ".join(rounds.split()[:-1]), crosses=crosses) == []


# a round


def test_each_player_still_in_has_one_turn_in_order() -> None:
    assert play.waits("", first=1) == (Wait.THROW, (1,))
    assert play.waits(turn(1, "43"), first=1) == (Wait.THROW, (2,))
    assert play.waits(turn(1, "43") + " " + turn(2, "54", stands=False), first=1) == (Wait.THROW, (0,))


def test_a_throw_is_read_by_the_camera_before_anything_else() -> None:
    assert play.waits("0:throw") == (Wait.REVEAL, (0,))
    assert play.refusal("0:throw", "0:stand") == play.refusal("0:throw", "0:throw") == "reveal_first"
    assert play.refusal("", "reveal:43") == "nothing_to_reveal"
    assert play.refusal("0:throw", "reveal:432") == "bad_dice"


def test_the_opener_throws_up_to_three_times_and_may_stop_after_any() -> None:
    assert play.allowed("") == play.moves("0:throw")
    for thrown in ("43", "43 54"):
        so_far = turn(0, *thrown.split(), stands=False)
        assert play.allowed(so_far) == play.moves("0:throw 0:stand")
        assert play.waits(f"{so_far} 0:stand") == (Wait.THROW, (1,))
    assert play.waits(turn(0, "43", "54", "65", stands=False)) == (Wait.THROW, (1,))


@pytest.mark.parametrize("throws", [1, 2])
def test_the_house_may_allow_the_opener_fewer_throws(throws: int) -> None:
    so_far = turn(0, *["43"] * throws, stands=False)
    assert play.waits(so_far, throws=throws) == (Wait.THROW, (1,))


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_nobody_after_may_throw_more_often_than_the_opener_did(throws: int) -> None:
    opener = turn(0, *["43"] * throws, stands=throws < 3)
    for count in range(throws):
        assert play.waits(f"{opener} {turn(1, *['31'] * count, stands=False)}") == (Wait.THROW, (1,))
    assert play.waits(f"{opener} {turn(1, *['31'] * throws, stands=False)}") == (Wait.THROW, (2,))


def test_who_stops_earlier_than_the_opener_does_not_bind_who_follows() -> None:
    so_far = f"{turn(0, '43', '54')} {turn(1, '65')} {turn(2, '31', stands=False)}"
    assert play.waits(so_far) == (Wait.THROW, (2,))


def test_the_throws_made_and_left_are_shown() -> None:
    view = mex.view(play.after(turn(0, "43", stands=False)), None)
    assert (view.throws, view.dice) == (Throws(1, 3), throw("43"))


def test_every_throw_that_stands_is_shown() -> None:
    view = mex.view(play.after(turn(0, "43", "54")), None)
    assert view.shown == (Shown(0, throw("54"), 2),)


def test_a_player_stands_on_an_own_throw_only() -> None:
    assert play.refusal("", "0:stand") == "nothing_to_stand"
    assert play.refusal(turn(0, "43"), "1:stand") == "nothing_to_stand"


@pytest.mark.parametrize("then", ["1:throw", "1:stand"])
def test_only_the_player_on_turn_throws(then: str) -> None:
    assert play.refusal("0:throw reveal:43", then) == "not_your_turn"


def test_the_last_throw_counts_even_if_an_earlier_one_was_higher() -> None:
    assert play.counts(f"{turn(0, '66', '31')} {turn(1, '32')} {turn(2, '32')}") == [1, 0, 0]


# the penalty


@pytest.mark.parametrize("lowest", ROW[:-2])
def test_the_lowest_takes_a_cross(lowest: str) -> None:
    assert play.counts(once("66", lowest, "66")) == [0, 1, 0]


@pytest.mark.parametrize(("throws", "mexes"), [("21 31 43", 1), ("21 31 21", 2), ("43 31 43", 0)])
def test_every_mex_that_stands_adds_a_cross(throws: str, mexes: int) -> None:
    moves = once(*throws.split())
    assert play.counts(moves) == [0, 1 + mexes, 0]
    assert play.after(moves).verdict.mex == mexes


def test_a_mex_that_was_thrown_again_adds_nothing() -> None:
    last = turn(2, "21", "54", stands=False)
    assert play.counts(f"{turn(0, '21', '43')} {turn(1, '31')} {last}") == [0, 1, 0]


def test_where_everyone_stands_on_a_mex_all_are_lowest() -> None:
    assert play.counts(once("21", "21", "21")) == [4, 4, 4]


def test_the_verdict_names_who_takes_how_many_crosses_and_who_opens() -> None:
    verdict = play.after(once("43", "31", "21")).verdict
    assert (verdict.payers, verdict.loser, verdict.count, verdict.opener) == ((1,), 1, 2, 1)


def test_who_was_penalised_opens_the_next_round() -> None:
    assert play.waits(once("43", "54", "31")) == (Wait.THROW, (2,))
    assert play.allowed(once("43", "54", "31")) == play.moves("2:throw")


def test_if_who_was_penalised_is_out_the_next_player_still_in_opens() -> None:
    assert play.waits(once("43", "31", "54"), crosses=1) == (Wait.THROW, (2,))


# a tie for lowest

A_TIE = once("31", "31", "54")


def test_all_who_tie_for_lowest_take_the_penalty() -> None:
    assert play.counts(A_TIE) == [1, 1, 0]
    verdict = play.after(A_TIE).verdict
    assert (verdict.payers, verdict.loser, verdict.opener) == ((0, 1), None, None)


def test_who_ties_throws_off_one_throw_each_without_crosses_and_the_lowest_opens() -> None:
    assert play.waits(A_TIE) == (Wait.THROW, (0,))
    assert mex.view(play.after(A_TIE), None).throw_off
    thrown_off = f"{A_TIE} 0:throw reveal:54 1:throw reveal:21"
    assert play.waits(f"{A_TIE} 0:throw reveal:54") == (Wait.THROW, (1,))
    assert play.waits(thrown_off) == (Wait.THROW, (0,))
    assert play.counts(thrown_off) == [1, 1, 0]
    view = mex.view(play.after(thrown_off), None)
    assert (view.throw_off, view.throws) == (False, Throws(0, 3))


def test_who_ties_for_lowest_in_the_throw_off_throws_again() -> None:
    again = f"{once('31', '31', '31')} 0:throw reveal:54 1:throw reveal:43 2:throw reveal:43"
    assert play.waits(again) == (Wait.THROW, (1,))
    assert play.waits(f"{again} 1:throw reveal:43 2:throw reveal:32") == (Wait.THROW, (2,))
    assert play.counts(f"{again} 1:throw reveal:43 2:throw reveal:32") == [1, 1, 1]


def test_in_a_throw_off_only_those_who_tied_throw_and_nobody_stands() -> None:
    assert play.allowed(A_TIE) == play.moves("0:throw")
    assert play.refusal(f"{A_TIE} 0:throw reveal:54", "2:throw") == "not_your_turn"


def test_if_one_of_those_who_tied_is_left_in_that_one_opens_without_a_throw() -> None:
    moves = f"{once('43', '31', '54')} {once('31', '31', '54', first=1)}"
    # seat 1 has its second cross, seat 2 its first
    assert play.counts(moves, crosses=2) == [0, 2, 1]
    assert play.waits(moves, crosses=2) == (Wait.THROW, (2,))
    assert play.allowed(moves, crosses=2) == play.moves("2:throw")
    assert not mex.view(play.after(moves, crosses=2), None).throw_off


def test_if_nobody_who_tied_is_left_in_the_next_player_after_the_last_penalised_opens() -> None:
    moves = once("54", "31", "43", "31", "54", first=4, seats=5)  # seats 0 and 2
    assert play.out(moves, 5, first=4, crosses=1) == [0, 2]
    assert play.waits(moves, 5, first=4, crosses=1) == (Wait.THROW, (3,))


# end


def test_the_last_player_in_wins() -> None:
    moves = once("43", "31", seats=2)
    assert play.winners(moves, 2, crosses=1) == (0,)
    assert play.waits(moves, 2, crosses=1) == (Wait.OVER, ())
    assert play.refusal(moves, "0:throw", 2, crosses=1) == "game_over"


def test_if_one_round_puts_out_all_who_were_left_those_with_the_fewest_crosses_win_together() -> None:
    assert play.winners(once("31", "31", "31"), crosses=1) == (0, 1, 2)
    assert play.winners(f"{once('31', '43', '21')} {once('21', '21', '21')}", crosses=3) == (1, 2)


def test_crosses_are_counted_on_past_the_limit() -> None:
    assert play.counts(f"{once('31', '43', '21')} {once('21', '21', '21')}", crosses=3) == [6, 4, 4]


def test_who_was_out_before_that_round_does_not_win_with_the_others() -> None:
    moves = f"{once('43', '31', '54')} {once('21', '21', first=2, seats=3)}"
    assert play.out(moves, crosses=1) == [0, 1, 2]
    assert play.winners(moves, crosses=1) == (0, 2)


# every game


def test_a_void_throw_is_thrown_again_and_costs_no_throw() -> None:
    for moves in ("0:throw void", "0:throw reveal:43 void"):
        assert mex.view(play.after(moves), None).throws == Throws(0, 3)
        assert play.allowed(moves) == play.moves("0:throw")


def test_who_threw_the_void_throw_can_not_stand_on_the_one_before() -> None:
    assert play.refusal("0:throw reveal:43 0:throw void", "0:stand") == "nothing_to_stand"


@pytest.mark.parametrize("before", ["", once("43", "54", "31", first=1)])
def test_a_throw_that_ended_a_turn_can_be_void_until_anything_comes_of_it(before: str) -> None:
    thrown = f"{before} {turn(0, '65', '43', '54', stands=False)}"
    assert play.waits(thrown, first=1 if before else 0) == (Wait.THROW, (1,))
    view = mex.view(play.after(f"{thrown} void", first=1 if before else 0), None)
    assert (view.waiting.seats, view.throws, view.shown) == ((0,), Throws(2, 3), ())
    assert play.refusal(f"{thrown} 2:leave", "void", first=1 if before else 0) == "nothing_to_void"
    assert play.refusal(f"{thrown} void", "void", first=1 if before else 0) == "nothing_to_void"


def test_a_throw_that_ended_a_turn_of_a_throw_off_can_be_void() -> None:
    assert play.waits(f"{A_TIE} 0:throw reveal:54 void") == (Wait.THROW, (0,))
    assert play.refusal(f"{A_TIE} 0:throw reveal:54 1:throw reveal:21", "void") == "nothing_to_void"


@pytest.mark.parametrize("moves", ["", turn(0, "43"), once("43", "31", "54")])
def test_where_no_throw_lies_none_can_be_void(moves: str) -> None:
    assert play.refusal(moves, "void") == "nothing_to_void"


def test_taking_back_a_reading_voids_that_throw() -> None:
    assert play.allowed("0:throw reveal:43 0:throw reveal:31 undo") == play.moves("0:throw")
    moves = f"{once('43', '31', '54')} undo"
    assert (play.counts(moves), play.waits(moves)) == ([0, 0, 0], (Wait.THROW, (2,)))


def test_taking_back_the_word_that_a_throw_stands_leads_back_to_it() -> None:
    assert play.after(f"{turn(0, '43')} undo") == play.after("0:throw reveal:43")


def test_who_leaves_on_their_turn_starts_the_round_over_with_the_next_player_still_in() -> None:
    moves = f"{turn(0, '43')} 1:throw 1:leave"
    assert play.waits(moves) == (Wait.THROW, (2,))
    view = mex.view(play.after(moves), None)
    assert (view.shown, view.throws) == ((), Throws(0, 3))


def test_the_opener_of_the_next_round_who_leaves_hands_it_on_and_the_verdict_stays() -> None:
    moves = f"{once('43', '31', '54')} 1:leave"
    view = mex.view(play.after(moves), None)
    assert play.waits(moves) == (Wait.THROW, (2,))
    assert (len(view.shown), view.dice) == (3, throw("54"))
    assert play.after(moves).verdict.opener == 2


def test_when_anybody_else_leaves_play_goes_on_without_their_throw() -> None:
    moves = f"{turn(0, '31')} {turn(1, '43', stands=False)} 0:leave {turn(2, '54', stands=False)}"
    assert play.counts(moves) == [0, 1, 0]


def test_the_opener_who_leaves_still_binds_who_follows() -> None:
    moves = f"{turn(0, '31', '43')} {turn(1, '43')} 0:leave"
    assert mex.view(play.after(moves), None).throws == Throws(0, 2)


def test_who_leaves_a_throw_off_leaves_it_to_the_others() -> None:
    three = once("31", "31", "31")
    assert play.waits(f"{three} 0:leave") == (Wait.THROW, (1,))
    assert play.waits(f"{three} 1:leave 0:throw reveal:43") == (Wait.THROW, (2,))
    assert play.waits(f"{three} 0:throw reveal:43 1:throw 1:leave") == (Wait.THROW, (2,))
    assert play.waits(f"{three} 0:throw reveal:43 1:throw reveal:54 2:leave") == (Wait.THROW, (0,))
    assert play.waits(f"{A_TIE} 0:leave") == play.waits(f"{A_TIE} 0:throw 0:leave") == (Wait.THROW, (1,))


def test_when_one_is_left_that_one_wins() -> None:
    assert play.winners("0:throw 1:leave", 2) == (0,)
    assert play.winners(f"{turn(0, '31')} 0:leave", 2) == (1,)


@pytest.mark.parametrize("right", ["31", "54", "21"])
@pytest.mark.parametrize(
    "moves",
    [
        "0:throw reveal:{}",
        "0:throw reveal:43 0:throw reveal:{}",
        "0:throw reveal:43 0:stand 1:throw reveal:43 2:throw reveal:{}",
        "0:throw reveal:43 0:stand 1:throw reveal:31 2:throw reveal:{}",
        f"{A_TIE} 0:throw reveal:43 1:throw reveal:{{}}",
        once("43", "{}", seats=2),
    ],
)
def test_an_appeal_reads_the_last_throw_anew(moves: str, right: str) -> None:
    seats = 2 if moves.endswith(once("43", "{}", seats=2)) else 3
    appealed = play.after(moves.format("43") + f" correct:{right}", seats, crosses=2)
    assert appealed == play.after(moves.format(right), seats, crosses=2)


def test_an_appeal_keeps_what_has_happened_since_and_may_be_appealed() -> None:
    for again in ("correct:54", "correct:65 correct:54"):
        assert play.after(f"0:throw reveal:43 0:stand {again}").shown == (Shown(0, throw("54"), 1),)
    moves = f"{once('43', '31', '54')} 1:leave correct:21"
    assert (play.counts(moves), play.waits(moves)) == ([0, 2, 0], (Wait.THROW, (2,)))


@pytest.mark.parametrize(
    "moves", [f"{turn(0, '31')} {turn(1, '43', stands=False)} 1:leave", f"{A_TIE} 0:throw reveal:43 0:leave"]
)
def test_with_whoever_leaves_goes_the_throw_that_an_appeal_could_correct(moves: str) -> None:
    assert mex.view(play.after(moves), None).dice is None
    assert play.refusal(moves, "correct:54") == "nothing_to_correct"


def test_an_appeal_is_possible_until_the_next_throw() -> None:
    assert play.refusal("", "correct:43") == "nothing_to_correct"
    assert play.refusal("0:throw reveal:43 0:throw", "correct:31") == "nothing_to_correct"
    assert play.refusal("0:throw reveal:43 void", "correct:31") == "nothing_to_correct"
