"""What a game adds up to, number by number, and that dice nobody was shown change none of them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import bluf_mex, luegen_kniffel, maexle, maxi, maxonaut, mex
from games.match import Match, begin
from games.moves import Correct, IllegalMoveError, Move, Reveal, Undo, Void
from games.options import Value
from games.ruleset import Called, Ruleset, Wait
from games.rulesets import RULESETS
from games.tally import Fate, Tally, tally
from tests.games import chance as by_chance
from tests.games.notation import move

SEEDS = st.integers(0, 2**32)
EVERY = pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))


def after(rules: Ruleset, moves: str, **options: Value) -> Tally:
    match = begin(rules, 3, options)
    return tally(match, [move(rules, text) for text in moves.split()])


def fates(rules: Ruleset, moves: str, **options: Value) -> list[str]:
    return [str(told.fate) for told in after(rules, moves, **options).calls]


LIE = "0:43 1:challenge reveal:31"
TRUE = "0:43 1:challenge reveal:54"
SHOWN = "0:43 1:challenge 1:turn_over="
VIRUS = "0:43 1:challenge 1:turn_over=virus,3"


@pytest.mark.parametrize(
    ("rules", "moves", "became"),
    [
        (maexle, "0:43", ["open"]),
        (maexle, "0:43 1:accept", ["believed"]),
        (maexle, "0:43 1:accept 1:54 2:accept 2:61", ["believed", "believed", "open"]),
        (maexle, "0:21 1:accept", ["believed"]),
        (maexle, "0:43 1:challenge", ["open"]),
        (maexle, TRUE, ["true"]),
        (maexle, LIE, ["caught"]),
        (maexle, f"{LIE} correct:54", ["true"]),
        (maexle, f"{TRUE} correct:31", ["caught"]),
        (maexle, f"{TRUE} correct:31 undo", ["true"]),
        (maexle, f"{LIE} undo", []),
        (maexle, "0:43 1:accept 1:54 2:challenge reveal:31 undo", ["believed"]),
        (maexle, "0:43 void", []),
        (maexle, "0:43 1:accept 1:54 2:challenge void", ["believed"]),
        (maexle, "0:43 1:accept touched", []),
        (maexle, "0:43 1:accept undo", ["open"]),
        (maexle, "0:43 undo", []),
        (maexle, "0:43 1:leave", ["open"]),
        (maexle, f"{LIE} correct:54 0:54 1:challenge reveal:31 undo", ["true"]),
        (maxi, "0:43/seen 1:44/passed", ["believed", "open"]),
        (maxi, "0:43/blind 1:44/passed 2:accept", ["believed", "believed"]),
        (maxi, "0:43/seen 1:44/passed void", []),
        (bluf_mex, "0:43/1 1:accept 1:54/0 2:accept", ["believed", "believed"]),
        (bluf_mex, "0:43/1 1:give_in", ["believed"]),
        (bluf_mex, "0:43/1 1:accept 1:give_in", ["believed"]),
        (bluf_mex, "0:43/1 1:accept 1:54/0 2:challenge void", []),
        (bluf_mex, "0:43/1 1:accept 1:54/1 2:challenge void", ["believed"]),
        (maxonaut, "0:43 1:challenge 1:turn_over=4,3", ["true"]),
        (maxonaut, "0:43 1:challenge 1:turn_over=4,2", ["caught"]),
        (maxonaut, f"{VIRUS} 1:counter=", ["unsettled"]),
        (maxonaut, f"{VIRUS} 1:counter=3", ["unsettled"]),
        (maxonaut, "0:43 1:challenge 1:turn_over=4,2 correct:virus,3", ["unsettled"]),
        (maxonaut, f"{VIRUS} 1:counter= correct:4,3", ["true"]),
        (maxonaut, f"{VIRUS} 1:counter= undo", ["open"]),
        (luegen_kniffel, "0:fours/12 1:believe", ["open"]),
        (luegen_kniffel, "0:fours/12 1:believe 2:believe", ["believed"]),
        (luegen_kniffel, "0:fours/12 1:believe 2:doubt reveal:44421", ["true"]),
        (luegen_kniffel, "0:fours/12 1:believe 2:doubt reveal:44321", ["caught"]),
        (mex, "0:throw reveal:43", []),
    ],
)
def test_what_becomes_of_a_call(rules: Ruleset, moves: str, became: list[str]) -> None:
    assert fates(rules, moves) == became


def test_a_misspoken_call_that_ends_the_game_was_neither_believed_nor_doubted() -> None:
    assert fates(maxonaut, "0:43 1:misspoken", order_penalty=True, points=1) == ["open"]


def test_every_player_has_their_own_calls() -> None:
    added = after(maexle, "0:31 1:accept 1:32 2:accept 2:54 0:challenge reveal:54 2:43 0:challenge reveal:31")
    assert [added.deeds(seat).calls for seat in range(3)] == [1, 1, 2]
    assert [added.deeds(seat).believed for seat in range(3)] == [1, 1, 0]
    assert (added.deeds(2).true, added.deeds(2).caught) == (1, 1)


@pytest.mark.parametrize(
    ("rules", "moves", "tried", "caught", "believed"),
    [
        (maexle, "0:43", 0, 0, 0),
        (maexle, "0:43 1:accept", 0, 0, 0),
        (maexle, TRUE, 0, 0, 0),
        (maexle, LIE, 1, 1, 0),
        (maexle, f"{LIE} undo", 0, 0, 0),
        (maexle, f"{LIE} correct:43", 0, 0, 0),
        (maxi, "0:54/seen 1:61/passed 2:challenge reveal:31", 1, 0, 1),
        (maxi, "0:54/seen 1:61/passed 2:challenge reveal:54", 0, 0, 0),
        (maxi, "0:54/seen 1:accept 1:61/seen 2:challenge reveal:31", 0, 0, 0),
        (bluf_mex, "0:54/1 1:accept 1:61/0 2:challenge reveal:31", 1, 0, 1),
        (bluf_mex, "0:54/1 1:accept 1:61/1 2:challenge reveal:31", 0, 0, 0),
        (bluf_mex, "0:54/1 1:accept 1:61/0 2:challenge reveal:31 correct:54", 0, 0, 0),
        (maxonaut, "0:43 1:challenge 1:turn_over=4,2", 1, 1, 0),
        (luegen_kniffel, "0:fours/12 1:believe 2:doubt reveal:44321", 1, 1, 0),
    ],
)
def test_lies_of_the_first_seat(rules: Ruleset, moves: str, tried: int, caught: int, believed: int) -> None:
    deeds = after(rules, moves).deeds(0)
    assert (deeds.bluffs, deeds.caught, deeds.fooled) == (tried, caught, believed)


@pytest.mark.parametrize(
    ("rules", "moves", "made", "won"),
    [
        (maexle, "0:43 1:challenge", [0, 0, 0], [0, 0, 0]),
        (maexle, LIE, [0, 1, 0], [0, 1, 0]),
        (maexle, TRUE, [0, 1, 0], [0, 0, 0]),
        (maexle, f"{TRUE} correct:31", [0, 1, 0], [0, 1, 0]),
        (maexle, f"{LIE} undo", [0, 0, 0], [0, 0, 0]),
        (maexle, "0:21 1:accept", [0, 0, 0], [0, 0, 0]),
        (bluf_mex, "0:43/1 1:give_in", [0, 0, 0], [0, 0, 0]),
        (maxonaut, f"{SHOWN}4,2 {SHOWN}random,2 correct:4,2", [0, 2, 0], [0, 2, 0]),
        (maxonaut, f"{VIRUS} 1:counter=", [0, 1, 0], [0, 0, 0]),
        (maxonaut, f"{VIRUS} 1:counter=3", [0, 1, 0], [0, 1, 0]),
        (luegen_kniffel, "0:fours/12 1:doubt 2:doubt reveal:44321", [0, 1, 1], [0, 1, 1]),
        (luegen_kniffel, "0:fours/12 1:believe 2:doubt reveal:44441", [0, 0, 1], [0, 0, 0]),
    ],
)
def test_challenges_made_and_won(rules: Ruleset, moves: str, made: list[int], won: list[int]) -> None:
    added = after(rules, moves)
    assert [added.deeds(seat).challenges for seat in range(3)] == made
    assert [added.deeds(seat).won for seat in range(3)] == won


def test_the_boldest_lie_is_the_one_furthest_from_the_dice_among_those_believed() -> None:
    small = "0:43/seen 1:51/passed 2:challenge reveal:42"
    large = "1:62/seen 2:11/passed 0:challenge reveal:31"
    boldest = after(maxi, f"{small} {large}").boldest
    assert boldest
    assert (boldest.call.seat, boldest.call.value, boldest.shown) == (1, (6, 2), (3, 1))


def test_a_lie_that_was_caught_is_not_the_boldest_believed_one() -> None:
    assert after(maexle, "0:66 1:challenge reveal:31").boldest is None


@pytest.mark.parametrize(
    ("rules", "moves", "dice"),
    [
        (maexle, "0:43 1:accept", []),
        (maexle, LIE, [(3, 1)]),
        (maexle, f"{LIE} correct:65", [(6, 5)]),
        (maexle, f"{LIE} correct:65 undo", [(3, 1)]),
        (maexle, f"{LIE} undo", []),
        (maexle, f"{LIE} 1:43 2:challenge reveal:65", [(3, 1), (6, 5)]),
        (maexle, f"{LIE} 1:43 2:challenge reveal:65 undo", [(3, 1)]),
        (maexle, f"{LIE} correct:65 0:43 1:challenge reveal:11 undo", [(6, 5)]),
        (maexle, f"{LIE} correct:65 0:43 1:challenge reveal:11 undo undo", []),
        (mex, "0:throw reveal:43 0:throw reveal:65", [(4, 3), (6, 5)]),
        (mex, "0:throw reveal:43 void", []),
        (mex, "0:throw reveal:43 0:throw void", [(4, 3)]),
        (mex, "0:throw reveal:43 0:throw reveal:65 undo", [(4, 3)]),
        (mex, "0:throw reveal:43 0:stand 1:throw reveal:31 correct:66", [(4, 3), (6, 6)]),
        (luegen_kniffel, "0:fours/12 1:believe 2:doubt reveal:44321", [(4, 4, 3, 2, 1)]),
        (maxonaut, "0:43 1:challenge 1:turn_over=4,3", []),
    ],
)
def test_dice_that_were_shown(rules: Ruleset, moves: str, dice: list[tuple[int, ...]]) -> None:
    assert list(after(rules, moves).dice) == dice


def test_faces_are_counted_over_all_dice_shown() -> None:
    assert after(maexle, f"{LIE} 1:43 2:challenge reveal:61").faces == (2, 0, 1, 0, 0, 1)


@pytest.mark.parametrize(
    ("rules", "moves", "counts"),
    [
        (maexle, "", [(5, 5, 5)]),
        (maexle, "0:43 1:accept", [(5, 5, 5)]),
        (maexle, LIE, [(5, 5, 5), (4, 5, 5)]),
        (maexle, f"{LIE} correct:65", [(5, 5, 5), (5, 4, 5)]),
        (maexle, f"{LIE} undo", [(5, 5, 5)]),
        (maexle, "0:21 1:accept 0:21 1:challenge reveal:31", [(5, 5, 5), (5, 4, 5), (3, 4, 5)]),
        (maexle, "0:43 1:leave 2:leave", [(5, 5, 5)]),
        (mex, "0:throw reveal:43 0:stand 1:throw reveal:31 2:throw reveal:65", [(0, 0, 0), (0, 1, 0)]),
        (luegen_kniffel, "0:fours/12 1:believe 2:believe", [(0, 0, 0), (12, 0, 0)]),
    ],
)
def test_what_everyone_had_after_each_round(
    rules: Ruleset, moves: str, counts: list[tuple[int, ...]]
) -> None:
    assert list(after(rules, moves).counts) == counts


def a_game(rules: Ruleset, seed: int) -> tuple[Match, list[Move]]:
    """Return a random game with undos, voids and appeals in it, and its moves."""
    chance = Random(seed)
    seats = chance.randint(rules.PLAYERS[0], 4)
    match = start = begin(rules, seats, by_chance.options(rules, chance))
    moves: list[Move] = []
    for _ in range(chance.randint(1, 60)):
        kind = chance.random()
        over = rules.waiting_for(match.state).what is Wait.OVER
        drawn: Move = Undo(untouched=chance.random() < 0.5)
        if kind < 0.1:
            drawn = Void()
        elif kind < 0.2:
            drawn = by_chance.correction(rules, match.state, chance)
        elif kind < 0.8 and not over:
            drawn = by_chance.move(rules, match.state, chance)
        try:
            match = match.play(drawn)
        except IllegalMoveError:
            continue
        moves.append(drawn)
    return start, moves


@EVERY
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_reveal_that_is_taken_back_changes_nothing_whatever_it_showed(rules: Ruleset, seed: int) -> None:
    start, moves = a_game(rules, seed)
    match = start
    for played in moves:
        match = match.play(played)
    if rules.waiting_for(match.state).what is not Wait.REVEAL:
        return
    chance = Random(seed)
    seen = {tally(start, [*moves, Reveal(by_chance.dice(rules, chance)), Undo()]) for _ in range(4)}
    assert len(seen) == 1
    assert len(seen.pop().dice) <= len(tally(start, moves).dice)


@EVERY
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_the_tally_fits_the_game_as_it_stands(rules: Ruleset, seed: int) -> None:
    start, moves = a_game(rules, seed)
    match = start
    for played in moves:
        match = match.play(played)
    added = tally(start, moves)
    shown = {tuple(sorted(one.dice)) for one in moves if isinstance(one, Reveal | Correct)}
    assert {tuple(sorted(dice)) for dice in added.dice} <= shown
    deeds = [added.deeds(seat) for seat in range(len(rules.standing(match.state)))]
    assert all(one.calls == one.open + one.believed + one.true + one.caught + one.unsettled for one in deeds)
    assert all(one.won <= one.challenges and one.fooled <= one.believed for one in deeds)
    if rules.waiting_for(match.state).what is Wait.OVER:
        assert added.counts[-1] == tuple(one.count for one in rules.standing(match.state))
    standing = rules.view(match.state, None).call
    if standing is not None:
        assert added.calls[-1].call == standing


@EVERY
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_dice_are_known_only_of_calls_that_were_answered(rules: Ruleset, seed: int) -> None:
    start, moves = a_game(rules, seed)
    for told in tally(start, moves).calls:
        if told.shown is not None:
            assert isinstance(told.call, Called)
            assert told.fate in (Fate.TRUE, Fate.CAUGHT, Fate.BELIEVED)
