"""The rules' "Who opens" where the highest throw does: each throws all five openly, ties throw again."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import luegen_kniffel
from games.match import Match, begin
from games.moves import Correct, Leave, OpenThrow, Reveal, Undo
from games.ruleset import Shown, View, Wait
from tests.games.notation import Play

play = Play(luegen_kniffel)
HOUSE = {"highest_opens": True}
THROWS = st.lists(st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple), min_size=1, max_size=40)
SEATS = st.integers(2, 8)


def waits(moves: str, seats: int = 3, first: int = 0) -> tuple[Wait, tuple[int, ...]]:
    return play.waits(moves, seats, first, **HOUSE)


def refusal(moves: str, then: str) -> str:
    return play.refusal(moves, then, **HOUSE)


def view(moves: str) -> View:
    return luegen_kniffel.view(play.after(moves, **HOUSE), None)


def thrown(*throws: str) -> str:
    """Return open throws with what was read, "0/66431"."""
    parts = (throw.split("/") for throw in throws)
    return " ".join(f"{seat}:throw reveal:{dice}" for seat, dice in parts)


ALL = thrown("0/11111", "1/65432", "2/66111")
TIE = thrown("0/65432", "1/11111", "2/66521")


# who opens


def test_without_the_option_nobody_throws_for_it() -> None:
    assert play.waits("", first=1) == (Wait.CALL, (1,))
    assert play.refusal("", "0:throw") == "nothing_to_throw"


@pytest.mark.parametrize("first", range(3))
def test_each_throws_openly_in_order_from_who_was_picked(first: int) -> None:
    order = [(first + step) % 3 for step in range(3)]
    moves = ""
    for seat in order:
        assert waits(moves, first=first) == (Wait.THROW, (seat,))
        moves += f" {seat}:throw"
        assert waits(moves, first=first) == (Wait.REVEAL, (seat,))
        moves += f" reveal:1111{seat + 1}"
    assert waits(moves, first=first) == (Wait.CALL, (2,))


def test_nobody_throws_out_of_turn_calls_or_has_a_throw_voided_before_it_lies_there() -> None:
    assert refusal("", "1:throw") == "not_your_turn"
    assert refusal("", "0:ones/1") == "reveal_first"
    assert refusal("0:throw", "0:throw") == "reveal_first"
    assert refusal("", "1:doubt") == "nothing_to_answer"
    assert refusal("", "void") == refusal(ALL, "void") == "nothing_to_void"
    assert refusal(ALL, "1:throw") == "nothing_to_throw"
    assert refusal("0:throw", "reveal:6543") == "bad_dice"


def test_the_highest_sum_opens_and_nobody_has_points_by_it() -> None:
    assert waits(ALL) == (Wait.CALL, (1,))
    assert play.counts(ALL, **HOUSE) == [0, 0, 0]
    assert view(ALL).shown[1] == Shown(1, (2, 3, 4, 5, 6), 1)
    assert view(ALL).opening == (1,)
    assert view(ALL).round == 1


def test_who_ties_for_the_highest_throws_again_in_order_until_one_is_left() -> None:
    assert waits(TIE) == (Wait.THROW, (0,))
    assert view(TIE).opening == (0, 2)
    assert len(view(TIE).shown) == 3, "the throws that tied are shown until the next one is read"
    assert refusal(TIE, "1:throw") == "not_your_turn"
    again = f"{TIE} {thrown('0/11112')}"
    assert waits(again) == (Wait.THROW, (2,))
    assert view(again).shown == (Shown(0, (1, 1, 1, 1, 2), 1),)
    assert waits(f"{again} {thrown('2/11121')}") == (Wait.THROW, (0,)), "another tie"
    assert waits(f"{again} {thrown('2/11113')}") == (Wait.CALL, (2,))


def test_who_is_beaten_is_not_in_it_any_more_until_whoever_leads_leaves() -> None:
    assert view("").opening == (0, 1, 2)
    beaten = thrown("0/65432", "1/11111")
    assert view(beaten).opening == (0, 2)
    assert view(f"{beaten} 2:throw").opening == (0, 2)
    assert view(f"{beaten} 0:leave").opening == (1, 2)


def test_after_the_first_call_the_game_goes_on_as_ever() -> None:
    moves = f"{ALL} 1:ones/1"
    assert (view(moves).shown, view(moves).opening, view(moves).dice) == ((), (), None)
    assert waits(f"{moves} 0:believe 2:believe") == (Wait.CALL, (2,))
    assert waits(f"{moves} void") == (Wait.CALL, (1,))


# undo, void, appeal


def test_a_throw_that_is_void_or_was_taken_back_is_thrown_again() -> None:
    assert waits(f"{TIE} 0:throw void") == (Wait.THROW, (0,))
    assert waits(f"{TIE} 0:throw undo") == (Wait.THROW, (0,))
    assert waits(f"{ALL} undo") == (Wait.THROW, (2,))
    assert len(view(f"{ALL} undo").shown) == 2


def test_an_appeal_is_possible_until_the_next_throw_or_call() -> None:
    assert waits(f"{ALL} correct:66666") == (Wait.CALL, (2,))
    assert waits(f"{ALL} correct:55433") == (Wait.THROW, (1,)), "now it is a tie"
    assert view(f"{ALL} correct:55433").dice == (3, 3, 4, 5, 5)
    assert refusal(f"{TIE} 0:throw", "correct:66666") == "nothing_to_correct"
    assert refusal(f"{ALL} 1:ones/1", "correct:66666") == "nothing_to_correct"


# leaving


def test_who_leaves_is_left_out() -> None:
    assert waits("0:leave") == (Wait.THROW, (1,))
    assert waits("0:throw 0:leave") == (Wait.THROW, (1,))
    assert waits("0:throw 2:leave") == (Wait.REVEAL, (0,))
    highest_leaves = f"{thrown('0/66666', '1/11111')} 0:leave {thrown('2/11112')}"
    assert waits(highest_leaves) == (Wait.CALL, (2,))
    assert waits(f"{thrown('0/11112', '1/11111')} 2:leave") == (Wait.CALL, (0,))


def test_who_leaves_a_tie_leaves_the_opening_to_the_other() -> None:
    for moves in (f"{TIE} 0:leave", f"{TIE} 0:throw 0:leave", f"{TIE} {thrown('0/66666')} 0:leave"):
        assert waits(moves) == (Wait.CALL, (2,))
    assert waits(f"{TIE} 0:throw 2:leave") == (Wait.CALL, (0,))
    assert waits(f"{TIE} 1:leave") == (Wait.THROW, (0,))


def test_when_the_opener_leaves_the_turn_passes_on_and_one_left_wins() -> None:
    assert waits(f"{ALL} 1:leave") == (Wait.CALL, (2,))
    assert play.winners("0:throw 1:leave", 2, **HOUSE) == (0,)
    assert play.winners("1:leave 0:leave", **HOUSE) == (2,)


# whatever is thrown


def thrown_for(seats: int, first: int, throws: list[tuple[int, ...]]) -> list[Match]:
    """Let everyone throw in turn until one opens or no throws are left; return every match on the way."""
    matches = [begin(luegen_kniffel, seats, HOUSE, first)]
    for dice in throws:
        if matches[-1].state.phase is Wait.CALL:
            break
        matches.append(matches[-1].play(OpenThrow(matches[-1].state.turn)))
        matches.append(matches[-1].play(Reveal(dice)))
    return matches


def highest(throws: list[tuple[int, tuple[int, ...]]]) -> list[int]:
    return [seat for seat, dice in throws if sum(dice) == max(sum(other) for _, other in throws)]


@given(seats=SEATS, first=st.integers(0, 7), throws=THROWS)
@settings(max_examples=200, deadline=None)
def test_whoever_is_left_threw_the_highest_sum_of_every_go(
    seats: int, first: int, throws: list[tuple[int, ...]]
) -> None:
    left = [(first + step) % seats for step in range(seats)]
    last = thrown_for(seats, first % seats, throws)[-1].state
    while len(left) > 1 and len(throws) >= len(left):
        go, throws = throws[: len(left)], throws[len(left) :]
        left = highest(list(zip(left, go, strict=True)))
    on_turn = left[0] if len(left) == 1 else left[len(throws)]
    assert (last.phase, last.turn) == (Wait.CALL if len(left) == 1 else Wait.THROW, on_turn)


@given(seats=SEATS, throws=THROWS, leaver=st.integers(0, 7), when=st.integers(0, 80))
@settings(max_examples=200, deadline=None)
def test_a_leaver_neither_throws_nor_opens(
    seats: int, throws: list[tuple[int, ...]], leaver: int, when: int
) -> None:
    matches = thrown_for(seats, 0, throws)
    match = matches[when % len(matches)].play(Leave(leaver % seats))
    while match.state.phase in (Wait.THROW, Wait.REVEAL):
        assert match.state.turn != leaver % seats
        waited = match.state.phase is Wait.THROW
        dice = (6, 6, 6, 6, 6) if match.state.turn == max(match.state.opening.throwers) else (1, 1, 1, 1, 1)
        match = match.play(OpenThrow(match.state.turn) if waited else Reveal(dice))
    assert match.state.phase in (Wait.CALL, Wait.OVER)
    assert not match.state.gone[match.state.turn] or match.state.phase is Wait.OVER


@given(seats=SEATS, throws=THROWS, right=THROWS, leaver=st.none() | st.integers(0, 7))
@settings(max_examples=200, deadline=None)
def test_an_appeal_leads_where_the_right_dice_would_have(
    seats: int, throws: list[tuple[int, ...]], right: list[tuple[int, ...]], leaver: int | None
) -> None:
    match = thrown_for(seats, 0, throws)[-1]
    assert match.last.before
    asked = Match(luegen_kniffel, match.last.before)
    read = asked.play(Reveal(right[0]))
    if leaver is not None:
        match, read = (one.play(Leave(leaver % seats)) for one in (match, read))
    assert replace(match.play(Correct(right[0])).state, throw=0) == replace(read.state, throw=0)


@given(seats=SEATS, throws=THROWS)
@settings(max_examples=100, deadline=None)
def test_every_throw_taken_back_leads_to_that_throw_again(seats: int, throws: list[tuple[int, ...]]) -> None:
    matches = thrown_for(seats, 0, throws)
    match = matches[-1].play(Undo())
    assert (match.state.phase, match.state.turn) == (Wait.THROW, matches[-2].state.turn)
    assert match.state.opening == matches[-2].state.opening
