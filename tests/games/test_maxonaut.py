"""The rules' table "Maxonaut", row by row, and "Every game" as far as Maxonaut has its own ways."""

import pytest

from games import maxonaut
from games.card_moves import Call
from games.cards import ORDER, Card, Meant
from games.options import OptionError
from games.ruleset import Wait
from games.throws import say_throw
from tests.games.notation import Play

play = Play(maxonaut)
ROW = [say_throw(value) for value in ORDER]


def values(moves: str, **options: bool) -> list[str]:
    calls = {m.value for m in play.allowed(moves, **options) if isinstance(m, Call)}
    return [say_throw(value) for value in ORDER if value in calls]


# players, start, end


@pytest.mark.parametrize("seats", [2, 8])
def test_maxonaut_is_for_2_to_8_players_who_begin_without_a_point(seats: int) -> None:
    assert play.counts("", seats) == [0] * seats


@pytest.mark.parametrize("seats", [1, 9])
def test_fewer_than_2_or_more_than_8_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 players"):
        maxonaut.start(seats, {})


@pytest.mark.parametrize("points", [0, 11])
def test_points_are_1_to_10(points: int) -> None:
    with pytest.raises(OptionError, match="points"):
        maxonaut.start(2, {"points": points})


def test_the_camera_has_no_dice_to_read() -> None:
    assert maxonaut.DICE == 0


@pytest.mark.parametrize("first", range(3))
def test_the_first_seat_opens_or_whom_the_host_picks(first: int) -> None:
    assert play.waits("", first=first) == (Wait.CALL, (first,))


@pytest.mark.parametrize("points", [1, 5, 10])
def test_the_first_player_with_so_many_points_has_lost_and_the_fewest_points_win_together(
    points: int,
) -> None:
    moves = " ".join(
        ["0:43 1:challenge 1:turn_over=9,8", *["1:43 2:challenge 2:turn_over=3,1"] * (points - 1)]
    )
    assert play.counts(moves, points=points) == [0, points, 0]
    assert (play.winners(moves, points=points), play.out(moves, points=points)) == ((0, 2), [1])
    assert play.refusal(moves, "0:43", points=points) == "game_over"
    assert play.winners(" ".join(moves.split()[:-1]), points=points) is None


# a turn


def test_a_new_round_opens_with_any_value() -> None:
    assert values("") == ROW


@pytest.mark.parametrize("last", ROW)
def test_a_later_call_is_strictly_higher(last: str) -> None:
    if last != "21":
        assert values(f"0:{last} 1:accept") == ROW[ROW.index(last) + 1 :]
        assert play.refusal(f"0:{last} 1:accept", f"1:{last}") == "too_low"


def test_the_next_player_accepts_or_challenges() -> None:
    assert play.waits("0:98") == (Wait.RESPONSE, (1,))
    assert play.allowed("0:98") == play.moves("1:accept 1:challenge")
    assert play.waits("0:98 1:accept") == (Wait.CALL, (1,))
    assert play.refusal("0:98", "2:accept") == "not_your_turn"


def test_after_a_called_21_the_responder_can_only_challenge() -> None:
    assert play.allowed("0:21") == play.moves("1:challenge")
    assert play.refusal("0:21", "1:accept") == "nothing_higher"


# a challenge


def test_the_challenger_enters_the_two_cards_that_are_turned_over() -> None:
    assert play.waits("0:43 1:challenge") == (Wait.CARDS, (1,))
    assert play.refusal("0:43 1:challenge", "0:turn_over=9,8") == "not_your_turn"
    assert play.refusal("0:43 1:challenge", "1:54") == "reveal_first"
    assert play.refusal("0:43", "1:turn_over=9,8") == "nothing_to_reveal"
    for cards in ("", "9", "9,8,7"):
        assert play.refusal("0:43 1:challenge", f"1:turn_over={cards}") == "bad_cards"


@pytest.mark.parametrize(
    ("call", "cards", "loser"),
    [
        ("76", "7,6", 1),
        ("76", "6,7", 1),
        ("76", "8,1", 1),
        ("76", "7,5", 0),
        ("11", "9,8", 0),
        ("99", "1,2", 1),
    ],
)
def test_a_true_value_below_the_call_costs_the_caller_a_point_else_the_challenger(
    call: str, cards: str, loser: int
) -> None:
    state = play.after(f"0:{call} 1:challenge 1:turn_over={cards}")
    assert state.points == tuple(int(seat == loser) for seat in range(3))
    verdict = state.verdict
    assert (verdict.caller, verdict.responder, verdict.loser, verdict.count) == (0, 1, loser, 1)
    assert verdict.truth is (loser == 1)
    assert play.waits(f"0:{call} 1:challenge 1:turn_over={cards}") == (Wait.CALL, (loser,))


def test_the_verdict_explains_what_a_joker_stood_for() -> None:
    found = play.after("0:99 1:challenge 1:turn_over=joker,9").verdict.cards
    assert found.meant == (Meant(Card.JOKER, 9), Meant(Card.NINE, 9))
    assert (found.value, found.countered) == ((9, 9), None)


@pytest.mark.parametrize("cards", ["matchmaker_even,3", "matchmaker_even,matchmaker_odd"])
def test_cards_that_make_no_value_are_below_every_call(cards: str) -> None:
    verdict = play.after(f"0:31 1:challenge 1:turn_over={cards}").verdict
    assert (verdict.loser, verdict.truth, verdict.cards.value) == (0, False, None)


# virus and bomb


@pytest.mark.parametrize("effect", ["virus", "bomb"])
@pytest.mark.parametrize("call", ["31", "99", "21"])
def test_a_virus_or_a_bomb_costs_the_challenger_a_point_whatever_was_called(effect: str, call: str) -> None:
    moves = f"0:{call} 1:challenge 1:turn_over={effect},1"
    assert play.waits(moves) == (Wait.COUNTERS, (1,))
    assert play.counts(f"{moves} 1:counter=") == [0, 1, 0]
    assert play.after(f"{moves} 1:counter=").verdict.cards.countered is False


@pytest.mark.parametrize(("cards", "shown"), [("virus,2", "7"), ("bomb,2", "6,6"), ("virus,bomb", "5,5")])
@pytest.mark.parametrize("double", [False, True])
def test_with_the_counter_the_caller_gets_always_one_point(cards: str, shown: str, double: bool) -> None:
    moves = f"0:21 1:challenge 1:turn_over={cards} 1:counter={shown}"
    assert play.counts(moves, double_21=double) == [1, 0, 0]
    verdict = play.after(moves, double_21=double).verdict
    assert (verdict.cards.countered, verdict.truth, verdict.opener) == (True, None, 0)


def test_the_counters_come_from_the_challengers_hand_of_four() -> None:
    asked = "0:43 1:challenge 1:turn_over=virus,1"
    assert play.refusal(asked, "2:counter=7") == "not_your_turn"
    assert play.refusal(asked, "1:counter=2,2,2,2,7") == "bad_cards"
    assert play.refusal(asked, "1:turn_over=9,8") == "nothing_to_reveal"
    turned = maxonaut.view(play.after(asked), None).cards
    assert turned is not None
    assert turned.effects == (Card.VIRUS,)


# random


def test_a_random_is_replaced_by_two_cards_and_the_best_two_of_three_count() -> None:
    asked = "0:97 1:challenge 1:turn_over=random,3"
    assert play.waits(asked) == (Wait.DRAWN, (1,))
    verdict = play.after(f"{asked} 1:draw=9,8").verdict
    assert (verdict.truth, verdict.cards.value) == (True, (9, 8))
    assert (verdict.cards.cards, verdict.cards.drawn) == ((Card.RANDOM, Card.THREE), (Card.NINE, Card.EIGHT))


def test_an_effect_card_drawn_for_a_random_takes_effect() -> None:
    assert play.waits("0:97 1:challenge 1:turn_over=random,3 1:draw=9,virus") == (Wait.COUNTERS, (1,))


def test_another_random_is_replaced_in_turn() -> None:
    asked = "0:97 1:challenge 1:turn_over=random,3 1:draw=random,4"
    assert play.waits(asked) == (Wait.DRAWN, (1,))
    assert play.after(f"{asked} 1:draw=9,8").verdict.cards.value == (9, 8)
    assert play.waits("0:97 1:challenge 1:turn_over=random,random 1:draw=3,4,5,6") == (Wait.CALL, (0,))


def test_two_randoms_are_both_replaced_together_or_one_after_the_other() -> None:
    asked = "0:97 1:challenge 1:turn_over=random,random 1:draw=3,4"
    assert play.waits(asked) == (Wait.DRAWN, (1,))
    assert play.refusal(asked, "1:draw=5,6,7") == "bad_cards"
    assert play.after(f"{asked} 1:draw=9,8").verdict.cards.value == (9, 8)
    assert play.after(f"{asked} 1:draw=9,8 correct:random,random;3,4,9,7").verdict.cards.value == (9, 7)
    assert play.waits("0:97 1:challenge 1:turn_over=random,random 1:draw=") == (Wait.CALL, (0,))


def test_an_empty_pile_gives_no_card() -> None:
    for drawn in ("", "9"):
        assert play.counts(f"0:97 1:challenge 1:turn_over=random,3 1:draw={drawn}") == [1, 0, 0]
    assert play.refusal("0:97 1:challenge 1:turn_over=random,3", "1:draw=9,8,7") == "bad_cards"


def test_randoms_without_end_end() -> None:
    asked = "0:97 1:challenge 1:turn_over=random,3"
    for count in (2, 4, 8, 16):
        asked += f" 1:draw={','.join(['random'] * count)}"
    assert play.waits(asked) == (Wait.DRAWN, (1,))
    assert play.refusal(asked, f"1:draw={','.join(['9'] * 11)}") == "bad_cards"
    assert play.waits(f"{asked} 1:draw={','.join(['9'] * 10)} 1:draw=") == (Wait.CALL, (1,))


def test_without_specials_there_are_only_number_cards() -> None:
    assert play.refusal("0:97 1:challenge", "1:turn_over=joker,3", specials=False) == "bad_cards"
    assert play.counts("0:97 1:challenge 1:turn_over=9,3", specials=False) == [1, 0, 0]


# optional rules


def test_reverse_on_11_turns_the_direction_at_once_and_until_the_next_11() -> None:
    assert play.waits("0:98 1:accept 1:11", 4, reverse_on_11=True) == (Wait.RESPONSE, (0,))
    moves = "0:98 1:accept 1:11 0:accept 0:22"
    assert play.waits(moves, 4, reverse_on_11=True) == (Wait.RESPONSE, (3,))
    assert maxonaut.view(play.after(moves, 4, reverse_on_11=True), None).direction == -1
    again = f"{moves} 3:challenge 3:turn_over=2,2 3:11"
    assert play.waits(again, 4, reverse_on_11=True) == (Wait.RESPONSE, (0,))
    assert maxonaut.view(play.after(again, 4, reverse_on_11=True), None).direction == 1


def test_reverse_on_11_is_off_by_default_and_changes_nothing_for_two_players() -> None:
    assert play.waits("0:98 1:accept 1:11", 4) == (Wait.RESPONSE, (2,))
    assert play.waits("0:11", 2, reverse_on_11=True) == (Wait.RESPONSE, (1,))
    assert maxonaut.view(play.after("0:11", 2, reverse_on_11=True), None).direction == 1


@pytest.mark.parametrize("call", ["54", "21", "98"])
@pytest.mark.parametrize("who", range(3))
def test_order_penalty_costs_the_caller_a_point_and_the_call_stands(call: str, who: int) -> None:
    moves = f"0:{call} {who}:misspoken"
    assert play.counts(moves, order_penalty=True) == [1, 0, 0]
    assert play.waits(moves, order_penalty=True) == (Wait.RESPONSE, (1,))
    assert play.after(moves, order_penalty=True).call.value == (int(call[0]), int(call[1]))


def test_order_penalty_can_be_said_until_the_call_is_answered_and_once() -> None:
    assert play.refusal("0:54 1:accept", "2:misspoken", order_penalty=True) == "nothing_to_answer"
    assert play.refusal("0:54 1:challenge", "2:misspoken", order_penalty=True) == "nothing_to_answer"
    assert play.refusal("0:54 2:misspoken", "1:misspoken", order_penalty=True) == "no_order_penalty"
    assert play.refusal("0:54 2:leave", "2:misspoken", order_penalty=True) == "not_your_turn"


def test_order_penalty_can_be_said_of_the_next_call_again() -> None:
    moves = "0:54 2:misspoken 1:accept 1:65 2:misspoken"
    assert play.counts(moves, order_penalty=True) == [1, 1, 0]


def test_order_penalty_is_off_by_default_and_a_pair_has_no_order() -> None:
    assert play.refusal("0:54", "1:misspoken") == "no_order_penalty"
    assert play.refusal("0:44", "1:misspoken", order_penalty=True) == "no_order_penalty"


def test_an_order_penalty_can_end_the_game() -> None:
    moves = "0:54 2:misspoken"
    assert play.winners(moves, points=1, order_penalty=True) == (1, 2)
    verdict = play.after(moves, points=1, order_penalty=True).verdict
    assert (verdict.loser, verdict.count, verdict.truth) == (0, 1, None)


@pytest.mark.parametrize("call", ["32", "92", "22", "21"])
def test_skip_on_2_skips_the_next_player(call: str) -> None:
    assert play.waits(f"0:{call}", 4, skip_on_2=True) == (Wait.RESPONSE, (2,))
    assert maxonaut.view(play.after(f"0:{call}", 4, skip_on_2=True), None).skipped == 1


def test_skip_on_2_is_off_by_default_and_has_no_effect_for_two_players_or_other_calls() -> None:
    assert play.waits("0:32", 4) == (Wait.RESPONSE, (1,))
    assert play.waits("0:32", 2, skip_on_2=True) == (Wait.RESPONSE, (1,))
    assert play.waits("0:43", 4, skip_on_2=True) == (Wait.RESPONSE, (1,))
    assert play.waits("0:32 1:leave 2:accept 2:42", skip_on_2=True) == (Wait.RESPONSE, (0,))


def test_double_21_lets_the_responder_take_a_point_unseen_and_open() -> None:
    assert play.allowed("0:21", double_21=True) == play.moves("1:accept 1:challenge")
    state = play.after("0:21 1:accept", double_21=True)
    assert (state.points, state.verdict.truth, state.verdict.cards) == ((0, 1, 0), None, None)
    assert play.waits("0:21 1:accept", double_21=True) == (Wait.CALL, (1,))


@pytest.mark.parametrize(("cards", "points"), [("1,2", [0, 2, 0]), ("9,9", [2, 0, 0])])
def test_double_21_makes_a_challenge_of_21_cost_two(cards: str, points: list[int]) -> None:
    assert play.counts(f"0:21 1:challenge 1:turn_over={cards}", double_21=True) == points
    assert sum(play.counts(f"0:21 1:challenge 1:turn_over={cards}")) == 1
    assert sum(play.counts(f"0:98 1:challenge 1:turn_over={cards}", double_21=True)) == 1


# every game


@pytest.mark.parametrize("more", ["", " 2:challenge", " 2:challenge 2:turn_over=virus,1"])
def test_a_void_laying_lapses_with_its_call_and_the_call_before_stands(more: str) -> None:
    moves = f"0:98 1:accept 1:11{more} void"
    assert play.waits(moves) == (Wait.CALL, (1,))
    assert values(moves) == ROW[ROW.index("98") + 1 :]
    turned = f"0:98 1:accept 1:11{more.replace('2:', '0:')} void"
    assert maxonaut.view(play.after(turned, reverse_on_11=True), None).direction == 1


def test_after_the_verdict_nothing_can_be_void() -> None:
    assert play.refusal("0:43 1:challenge 1:turn_over=9,8", "void") == "nothing_to_void"


def test_taking_back_the_turning_over_voids_what_was_laid() -> None:
    moves = "0:43 1:accept 1:54 2:challenge 2:turn_over=9,8 undo"
    assert (play.waits(moves), play.counts(moves)) == ((Wait.CALL, (1,)), [0, 0, 0])


def test_taking_back_counters_or_drawn_cards_asks_for_them_again() -> None:
    assert play.waits("0:43 1:challenge 1:turn_over=virus,8 1:counter= undo") == (Wait.COUNTERS, (1,))
    assert play.waits("0:43 1:challenge 1:turn_over=random,8 1:draw=1,2 undo") == (Wait.DRAWN, (1,))


@pytest.mark.parametrize(
    "moves", ["0:leave", "0:43 0:leave", "0:43 1:accept 0:leave", "0:43 1:challenge 0:leave"]
)
def test_when_the_player_to_act_or_the_standing_caller_leaves_the_round_starts_over(moves: str) -> None:
    assert (play.waits(moves), values(moves)) == ((Wait.CALL, (1,)), ROW)


def test_when_anybody_else_leaves_play_goes_on_and_one_left_wins() -> None:
    assert play.waits("0:43 2:leave") == (Wait.RESPONSE, (1,))
    assert play.winners("0:43 1:leave 0:leave") == (2,)


@pytest.mark.parametrize(
    ("right", "entered"),
    [
        ("9,8", "1:turn_over=9,8"),
        ("joker,2;;", "1:turn_over=joker,2"),
        ("virus,2;;7", "1:turn_over=virus,2 1:counter=7"),
        ("random,2;9,bomb;", "1:turn_over=random,2 1:draw=9,bomb 1:counter="),
        ("random,random;1,2,random,4;", "1:turn_over=random,random 1:draw=1,2,random,4 1:draw="),
    ],
)
def test_an_appeal_rules_as_if_the_right_cards_had_been_entered(right: str, entered: str) -> None:
    appealed = play.after(f"0:97 1:challenge 1:turn_over=3,1 correct:{right}")
    assert appealed == play.after(f"0:97 1:challenge {entered}")


@pytest.mark.parametrize("mistyped", ["random,1", "virus,1", "random,1 1:draw=random,2", "bomb,random"])
@pytest.mark.parametrize(("right", "entered"), [("9,8", "9,8"), ("random,2;9,7;", "random,2 1:draw=9,7")])
def test_an_appeal_corrects_cards_while_more_are_asked_for(mistyped: str, right: str, entered: str) -> None:
    moves = "0:97 1:challenge 1:turn_over="
    assert play.after(f"{moves}{mistyped} correct:{right}") == play.after(f"{moves}{entered}")


@pytest.mark.parametrize("wrong", ["9", "9,8;7", "9,8;;7", "random,8;1,2,3"])
def test_an_appeal_names_only_cards_that_were_asked_for(wrong: str) -> None:
    assert play.refusal("0:97 1:challenge 1:turn_over=3,1", f"correct:{wrong}") == "bad_cards"


def test_an_appeal_is_possible_until_the_next_call() -> None:
    assert play.refusal("0:97 1:challenge 1:turn_over=3,1 0:43", "correct:9,8") == "nothing_to_correct"
    assert play.refusal("0:21 1:accept", "correct:9,8", double_21=True) == "nothing_to_correct"
    over = "0:97 1:challenge 1:turn_over=3,1 correct:9,8"
    assert play.winners(over, points=1) == (0, 2)
