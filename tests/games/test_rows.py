"""Every row of the rules' tables (`docs/rules.md`) has a test that says the same in its name."""

import re
from collections.abc import Iterator
from pathlib import Path

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
TESTED = {
    "maexle": {
        "players": "maexle_is_for_2_to_12_players",
        "start": "everyone_starts_with_five_lives",
        "opening call": "an_opening_call_is_any_of_the_21_values",
        "later call": "a_later_call_is_strictly_higher_than_the_last",
        "responder": "nobody_but_the_responder_may_answer",
        "accept, call below 21": "who_accepts_throws_and_must_call_and_nobody_pays",
        "challenge, call below 21": "a_challenge_below_21_costs_one_life_the_caller_if_the_dice_are_lower",
        "accept of a called 21": "who_accepts_a_called_21_loses_one_life_unseen_and_the_round_is_over",
        "challenge of a called 21": "who_challenges_a_true_21_loses_two_lives",
        "next round": "the_winner_of_the_challenge_opens_the_next_round",
        "out": "who_has_no_life_left_is_out_and_is_skipped",
        "end": "the_last_player_in_wins",
    },
    "maxi": {
        "players": "maxi_is_for_2_to_6_players",
        "start": "everyone_starts_with_three_chips_or_as_many_as_agreed",
        "opening": "an_opening_call_is_any_value_of_a_throw_seen_or_blind",
        "responder": "the_responder_has_four_answers",
        "call after a throw, seen or blind": "a_call_after_a_throw_is_higher_or_equal",
        "call on passing without a throw": "a_call_on_passing_is_strictly_higher_so_impossible_after_21",
        "reveal": "dice_lower_than_the_call_cost_its_caller_a_chip_else_the_revealer",
        "next round": "who_lost_the_chip_opens_the_next_round",
        "end": "the_last_player_with_a_chip_wins",
    },
    "mex": {
        "players": "mex_is_for_2_to_12_players",
        "round": "each_player_still_in_has_one_turn_in_order",
        "what counts": "the_last_throw_counts_even_if_an_earlier_one_was_higher",
        "penalty": "every_mex_that_stands_adds_a_cross",
        "a tie for lowest": "all_who_tie_for_lowest_take_the_penalty",
        "next round": "who_was_penalised_opens_the_next_round",
        "end": "if_one_round_puts_out_all_who_were_left_those_with_the_fewest_crosses_win_together",
    },
    "bluf_mex": {
        "opening": "the_opener_throws_one_to_three_times_and_calls_any_value",
        "responder believes": "who_believes_throws_at_most_as_often_as_the_last_who_threw_did",
        "giving in": "the_responder_may_always_give_in_and_takes_the_penalty",
        "responder challenges": "dice_equal_or_higher_than_the_call_penalise_the_doubter",
        "nothing higher left": "after_a_called_mex_the_responder_can_challenge_or_give_in",
        "all have called": "else_the_lowest_call_of_the_round_takes_the_penalty_unseen",
        "penalty": "a_mex_called_and_not_shown_false_or_shown_on_a_challenge_adds_a_cross",
        "next round": "if_who_was_penalised_is_out_the_next_player_still_in_opens",
        "out, end": "so_many_crosses_put_a_player_out_and_the_last_player_in_wins",
    },
    "maxonaut": {
        "players": "maxonaut_is_for_2_to_8_players_who_begin_without_a_point",
        "values": "there_are_45_values_31_to_98_then_pairs_then_21",
        "start": "a_new_round_opens_with_any_value",
        "turn": "the_next_player_accepts_or_challenges",
        "challenge": "a_true_value_below_the_call_costs_the_caller_a_point_else_the_challenger",
        "next round": "a_new_round_opens_with_any_value",
        "end": "the_first_player_with_so_many_points_has_lost_and_the_fewest_points_win_together",
        "after a called 21": "after_a_called_21_the_responder_can_only_challenge",
        "joker, joker even, joker odd": "a_joker_takes_the_value_that_makes_the_highest_result",
        "matchmaker even, odd": "a_matchmaker_makes_a_pair_with_a_card_of_its_kind_the_highest_it_can",
        "virus": "any_odd_card_counters_a_virus",
        "bomb": "a_pair_or_21_counters_a_bomb",
        "virus and bomb together": "both_counters_stop_a_virus_with_a_bomb_and_an_odd_pair_is_both",
        "counters": "the_counters_come_from_the_challengers_hand_of_four",
        "random": "a_random_is_replaced_by_two_cards_and_the_best_two_of_three_count",
    },
    "luegen_kniffel": {
        "players": "luegen_kniffel_is_for_2_to_8_players_who_begin_with_empty_cards",
        "turn": "any_combination_that_is_open_on_the_own_card_can_be_called",
        "doubt": "answers_are_sealed_until_all_have_given_theirs",
        "nobody doubts": "if_nobody_doubts_the_caller_writes_the_called_points_unseen",
        "doubted, call was true": "doubted_and_true_the_caller_writes",
        "doubted, call was a lie": "doubted_and_a_lie_the_caller_strikes",
        "true means": "a_call_is_true_if_the_dice_give_at_least_the_called_points",
        "second strike of a combination": "the_second_strike_of_a_combination_takes_its_points",
        "no open field": "a_player_with_no_open_field_is_skipped_as_caller",
        "once written": "what_is_written_is_never_improved",
        "end": "when_one_card_is_full_everyone_else_has_one_more_turn",
    },
}
"""The beginning of a test's name for each row."""


def rows() -> Iterator[tuple[str, str]]:
    """The game and the first cell of each row of the rules' tables."""
    game = ""
    for line in RULES.read_text().splitlines():
        if line.startswith("## "):
            found = re.search(r"\(`(\w+)`", line)
            game = found[1] if found else ""
        elif game and line.startswith("| ") and not re.match(r"\| *(\||---|card \|)", line):
            yield game, line.split("|")[1].strip().strip("`*")


def test_every_row_of_the_rules_is_named_by_a_test_that_there_is() -> None:
    written = "\n".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
    there = set(re.findall(r"^def test_(\w+)", written, re.MULTILINE))
    named = {(game, row): test for game, tests in TESTED.items() for row, test in tests.items()}
    missing = [row for row in rows() if row not in named]
    assert missing == []
    unknown = [test for test in named.values() if not any(name.startswith(test) for name in there)]
    assert unknown == []
    assert set(named) <= set(rows())
